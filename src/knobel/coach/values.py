"""Values of positions to all seats, and of moves at a decision."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..rules.errors import IllegalEvent
from ..rules.game import FACE_DOWN, Event

Chances: TypeAlias = tuple[float, ...]
"""The expectation of each seat, from 0 to 1.

ZOCK: the chance to win the match, a draw as half a win. Schocken: the chance not to lose the game. Zock'n'Roll: the
expected share of the victory. Each seat's figure rests on what that seat can know.
"""

Parts: TypeAlias = tuple[Chances, ...]
"""The same chances by separate parts of the samples.

A part has the same random numbers in all positions of a game, so what it says of a sum has the errors of its terms, and
those that cancel, in it.
"""

SURE: Final = 2.0
"""An estimated difference counts if it exceeds this many standard errors."""


class MoveValue(Struct, frozen=True):
    """A move and its value before its own dice have fallen.

    `value` is that to the seat that decides, and `chances` those of all seats in games without private information,
    else empty. `error` is the standard error of `value` and `behind_error` that of the difference to the best move;
    both are zero where values are exact. `points` is the value in the game's own unit: the expected difference in loss
    points of this game (ZOCK), the chance to lose the half (Schocken), points of the turn (Zock'n'Roll).
    `points_error` is its standard error, zero where it is exact. `parts` are those of `chances`, or, without these, of
    the seat that decides alone; empty if the values are no sample.
    """

    move: Event
    value: float
    error: float = 0.0
    behind_error: float = 0.0
    points: float | None = None
    chances: Chances = ()
    points_error: float = 0.0
    parts: Parts = ()


class Doubt(Struct, frozen=True):
    """The errors of the chances in a position: their parts if they are samples, else a standard error of each."""

    error: float = 0.0
    parts: Parts = ()


class Values(Struct, frozen=True):
    """All moves of a decision, the best first. `played` is the number of rollouts of the best, 0 for exact values."""

    seat: int
    moves: tuple[MoveValue, ...]
    exact: bool
    played: int = 0

    @property
    def best(self) -> MoveValue:
        return self.moves[0]

    def of(self, move: Event) -> MoveValue:
        """The value of one move, ignoring dice already thrown and the order of kept dice or fields."""
        wanted = as_offered(move)
        for worth in self.moves:
            if worth.move == wanted:
                return worth
        raise IllegalEvent(f"{type(move).__name__} is no move of this decision, or not with these dice and fields")


def as_offered(move: Event) -> Event:
    """A move as the rules offer it: its dice face down, what it keeps or covers in ascending order.

    >>> from knobel.rules.schocken import Throw
    >>> as_offered(Throw(0, keep=(6, 1), dice=(5,)))
    Throw(seat=0, keep=(1, 6), dice=(0,), flip=UNSET)
    """
    plain: dict[str, Any] = {}
    for name in ("keep", "fields"):
        if hasattr(move, name):
            plain[name] = tuple(sorted(getattr(move, name)))
    thrown = move.dice
    if thrown:
        plain["dice"] = (FACE_DOWN,) * len(thrown)
    return replace(move, **plain)
