"""Encodings: every move an action number, every view a vector of integers, every result a payoff for each seat.

PettingZoo and OpenSpiel share them. They are versioned: what `zock_v0` means never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeAlias

from msgspec import Struct

from ...rules.game import E, Game, O, S


class Slot(Struct, frozen=True):
    """One number of an observation: what it tells, and its largest value; the smallest is 0."""

    name: str
    high: int


class Encoding(Struct, Generic[O, S, E], frozen=True):
    """A game in numbers.

    `actions` names every action, and its index is the action; the list depends on the options only. `observe` turns
    the view of a seat into as many integers as there are `slots`. `payoffs` lie between `least` and 1 and always
    add up to `total`.
    """

    game: Game[O, S, E]
    actions: Callable[[O], tuple[str, ...]]
    action: Callable[[O, E], int]
    slots: Callable[[O, int], tuple[Slot, ...]]
    observe: Callable[[S, int], tuple[int, ...]]
    payoffs: Callable[[Any, int], tuple[float, ...]]
    least: float = -1.0
    total: float = 0.0


AnyEncoding: TypeAlias = Encoding[Any, Any, Any]


def legal_moves(encoding: AnyEncoding, options: Any, moves: tuple[Any, ...]) -> dict[int, Any]:
    """The moves of a decision by their actions, in ascending order."""
    by_action = {encoding.action(options, move): move for move in moves}
    return dict(sorted(by_action.items()))


def around(seat: int, players: int) -> Iterator[int]:
    """All seats in the order in which a seat sees them: itself, then clockwise."""
    return (other % players for other in range(seat, seat + players))


def steps_to(seat: int, other: int, players: int) -> int:
    """How many seats to the left of `seat` the other one sits."""
    return (other - seat) % players
