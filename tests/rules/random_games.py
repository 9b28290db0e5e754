"""Random games for the tests: options, players and moves drawn from one repeatable source."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from knobel.rules import zock
from knobel.rules.dice import DiceSource, awaits, draw, fill
from knobel.rules.game import AnyGame, Chance, Decision, Event, Lift, Lot, Over, State, option_specs
from knobel.rules.real_dice import may_stay_down
from knobel.rules.session import Session
from knobel.rules.zock import Accept, Cover, Pass, Throw
from knobel.rules.zocknroll import Cups


def random_options(game: AnyGame, source: DiceSource, long: bool = True) -> dict[str, object]:
    """Options as in a record: each is left out half of the time; now and then a preset."""
    options: dict[str, object] = {}
    if game.presets and source.draw(4) == 0:
        options["preset"] = list(game.presets)[source.draw(len(game.presets))]
    for spec in option_specs(game):
        if spec.choices:
            value = spec.choices[source.draw(len(spec.choices))]
        elif spec.name == "chips":
            value = {colour: source.draw(12) + 1 for colour in ("red", "blue", "yellow", "green")}
        else:
            value = source.draw(3) + 1
        if source.draw(2) or (not long and spec.name in ("games", "stones")):
            options[spec.name] = value
    return options


def random_names(game: AnyGame, source: DiceSource) -> list[str]:
    """Mostly few players, sometimes as many as may play."""
    least, most = game.players[0], game.players[-1]
    few = min(most, least + 3)
    players = least + source.draw((most if source.draw(8) == 0 else few) - least + 1)
    return [f"{'ÄÖß☕'[seat % 4]}{seat}" for seat in range(players)]


def random_game(game: AnyGame, source: DiceSource, long: bool = True) -> Session:
    """A game that is played to its end; without `long` it has few stones or rounds."""
    session = Session(game, random_names(game, source), random_options(game, source, long))

    def choose(view: State) -> Any:
        return random_move(game, view, source)

    while session.step(source, choose):
        pass
    return session


def random_real_dice_game(game: AnyGame, source: DiceSource) -> Session:
    """A short game in which dice stay face down by random choice of what R2 allows."""
    session = Session(game, random_names(game, source), random_options(game, source, long=False))
    while not session.over:
        pending = session.pending
        assert not isinstance(pending, Over)
        if isinstance(pending, Lot):
            session.play(draw(pending, source))
        else:
            event = pending.event if isinstance(pending, Chance) else random_move(game, session.state, source)
            session.play(some_told(session, event, source))
    return session


def some_told(session: Session, event: Event, source: DiceSource) -> Event:
    """The event with its dice thrown, but for some of those that need not be told yet."""
    if not awaits(event):
        return event
    if isinstance(event, Lift) or not may_stay_down(session.game, session.state, event):
        return fill(event, source)
    if isinstance(event, Cups):
        return replace(event, dice=tuple(cup if source.draw(4) else source.roll(len(cup)) for cup in event.dice))
    return event if source.draw(4) else fill(event, source)


def random_move(game: AnyGame, view: State, source: DiceSource) -> Any:
    """Any legal move; ZOCK without a referee is mostly played honestly, or it would hardly ever end."""
    pending = game.pending(view)
    assert isinstance(pending, Decision)
    moves = pending.moves
    if isinstance(view, zock.State) and view.options.referee == "players" and source.draw(10):
        moves = honest_moves(view, moves)
    return moves[source.draw(len(moves))]


def honest_moves(view: zock.State, moves: tuple[Any, ...]) -> tuple[Any, ...]:
    if view.phase != "cover":
        return tuple(move for move in moves if isinstance(move, Throw | Accept)) or moves
    options = view.options
    fitting = zock.covers(options.variant, options.two_digit, view.dice, view.open[view.seat])
    return tuple(Cover(view.seat, fields) for fields in fitting) or (Pass(view.seat),)
