"""Exact probabilities for players, one module per game, as integers over powers of six."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from ..rules.errors import BadDice


class Odds(Struct, frozen=True):
    """A probability as a count: `ways` out of `total` equally likely outcomes, a power of six.

    >>> nothing = Odds(480, 6**5)
    >>> print(nothing, nothing.fraction, round(float(nothing), 4))
    480/7776 5/81 0.0617
    """

    ways: int
    total: int

    @property
    def fraction(self) -> Fraction:
        """The probability in lowest terms."""
        return Fraction(self.ways, self.total)

    def __float__(self) -> float:
        return self.ways / self.total

    def __str__(self) -> str:
        return f"{self.ways}/{self.total}"


def falls(dice: int) -> int:
    """The number of outcomes of distinguishable dice.

    >>> falls(3)
    216
    """
    ways: int = 6**dice
    return ways


def unknown_dice() -> BadDice:
    """The error for dice that nobody has told: no odds can be computed from them (R5)."""
    return BadDice("these dice are face down, so their odds cannot be known", "R5", key="error-unknown-dice")
