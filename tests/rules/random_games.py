"""Random games for the tests: options, players and moves drawn from one repeatable source."""

from __future__ import annotations

from typing import Any

from knobel.rules import zock
from knobel.rules.dice import DiceSource
from knobel.rules.game import AnyGame, Decision, State, option_specs
from knobel.rules.session import Session
from knobel.rules.zock import Accept, Cover, Pass, Throw


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
