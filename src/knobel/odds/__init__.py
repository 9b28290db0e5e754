"""Exact chances that a player asks for, one module per game, counted in integers over powers of six."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct


class Odds(Struct, frozen=True):
    """A chance as a count: so many `ways` out of `total` equally likely falls of dice, a power of six.

    >>> nothing = Odds(480, 6**5)
    >>> print(nothing, nothing.fraction, round(float(nothing), 4))
    480/7776 5/81 0.0617
    """

    ways: int
    total: int

    @property
    def fraction(self) -> Fraction:
        """The same chance in lowest terms."""
        return Fraction(self.ways, self.total)

    def __float__(self) -> float:
        return self.ways / self.total

    def __str__(self) -> str:
        return f"{self.ways}/{self.total}"


def falls(dice: int) -> int:
    """In how many ways so many dice can fall, told apart.

    >>> falls(3)
    216
    """
    ways: int = 6**dice
    return ways
