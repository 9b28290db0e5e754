"""Games at random, for the tests of all forms: every state on the way, and what can follow a state."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from knobel.rules import find_game
from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.game import AnyGame, Chance, Decision, Event, Lot, Over, State, option_specs, read_options
from knobel.rules.session import Session

from ..rules.random_games import some_told

CHIPS = (None, {"red": 1, "blue": 2, "yellow": 5, "green": 10}, {"red": 3, "blue": 7, "yellow": 11, "green": 50})
NUMBERS = {"stones": (1, 2, 3, 5, 13), "games": (1, 2, 3)}


def random_options(chance: random.Random, game: AnyGame) -> Any:
    chosen = {spec.name: chance.choice(spec.choices or NUMBERS.get(spec.name) or CHIPS) for spec in option_specs(game)}
    return read_options(game, chosen)


def random_game(name: str, seed: int, most: int = 250, real_dice: bool | None = None) -> Iterator[State]:
    """The states of a game with random options, players and moves, from the first one on.

    With `real_dice`, and otherwise in every other game, some dice stay face down for a while.
    """
    game, chance, source = find_game(name), random.Random(seed), SeededDice(seed)
    few, many = game.players[:4], game.players[-1:]
    session = Session(game, ["?"] * chance.choice([*few, *few, *many]), random_options(chance, game))

    def choose(view: State) -> Event:
        pending = game.pending(view)
        assert isinstance(pending, Decision)
        chosen: Event = chance.choice(pending.moves)
        return chosen

    real = bool(seed % 2) if real_dice is None else real_dice
    yield session.state
    for _ in range(most):
        pending = session.pending
        if real and isinstance(pending, Chance | Decision):
            event = pending.event if isinstance(pending, Chance) else choose(session.state)
            session.play(some_told(session, event, source))
        elif not session.step(source, choose):
            return
        yield session.state


def views(name: str, state: State) -> list[Any]:
    """The state itself, and what each seat and a spectator may know of it."""
    game = find_game(name)
    return list(dict.fromkeys([state, *(game.view(state, seat) for seat in (None, *range(state.players)))]))


def events(name: str, state: State, seed: int) -> list[Event]:
    """Everything that may happen next, each with dice of its own where dice fall."""
    game, source = find_game(name), SeededDice(seed)
    match game.pending(state):
        case Over():
            return []
        case Lot(events=drawn):
            return list(drawn)
        case Chance(event=event):
            return [fill(event, source) for _ in range(6)]
        case decision:
            return [fill(move, source) if awaits(move) else move for move in decision.moves]
