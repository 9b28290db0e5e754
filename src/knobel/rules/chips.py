"""The chips of ZOCK: how a loss is paid, with change (K10)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from .errors import BadOptions
from .game import MOST

Holding: TypeAlias = tuple[int, int, int, int]
"""A number of red, blue, yellow and green chips."""

FIVE_EACH: Final[Holding] = (5, 5, 5, 5)

_Value = Annotated[int, Meta(ge=1, le=MOST)]


class Chips(Struct, frozen=True, forbid_unknown_fields=True):
    """The value of one chip of each colour (K10)."""

    red: _Value
    blue: _Value
    yellow: _Value
    green: _Value

    def __post_init__(self) -> None:
        if not all(type(value) is int and 1 <= value <= MOST for value in self.values()):
            raise BadOptions(f"the value of a chip must be a whole number from 1 to {MOST}", "K10")

    def values(self) -> Holding:
        return self.red, self.blue, self.yellow, self.green


def settle(chips: Chips, loser: Holding, winner: Holding, loss: int) -> tuple[Holding, Holding, int]:
    """The chips of the loser and of the winner after the loss is paid, and the debt that is left."""
    values = chips.values()
    paid = payment(values, loser, winner, loss)
    owed = loss - sum(value * count for value, count in zip(values, paid, strict=True))
    return _moved(loser, paid, -1), _moved(winner, paid, +1), owed


def _moved(holding: Holding, paid: Holding, sign: int) -> Holding:
    red, blue, yellow, green = (have + sign * count for have, count in zip(holding, paid, strict=True))
    return red, blue, yellow, green


@lru_cache(maxsize=4096)
def payment(values: Holding, payer: Holding, receiver: Holding, loss: int) -> Holding:
    """The chips that change hands for a loss, by colour; negative numbers are change (K10).

    As much of the loss as can be paid; among the ways to pay that, the one that moves the fewest chips, and
    among those the one with more chips of the colours named first.

    >>> payment((1, 2, 5, 10), (5, 5, 5, 5), (5, 5, 5, 5), 9)
    (-1, 0, 0, 1)
    """
    ways: dict[int, tuple[int, ...]] = {0: ()}
    for value, most, change in zip(values, payer, receiver, strict=True):
        longer: dict[int, tuple[int, ...]] = {}
        for paid, way in ways.items():
            for count in range(-change, most + 1):
                total, candidate = paid + count * value, (*way, count)
                if total not in longer or _handier(candidate, longer[total]):
                    longer[total] = candidate
        ways = longer
    red, blue, yellow, green = ways[max(paid for paid in ways if paid <= loss)]
    return red, blue, yellow, green


def _handier(way: tuple[int, ...], other: tuple[int, ...]) -> bool:
    moved, other_moved = sum(map(abs, way)), sum(map(abs, other))
    return moved < other_moved or (moved == other_moved and way > other)
