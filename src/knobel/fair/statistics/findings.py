"""Hypothesis tests on counts of dice: are they what fair dice would give?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ...rules.dice import FACES
from .counts import DiceCounts
from .p_values import chi_square, chi_square_tail, homogeneity, p_of_hits, p_of_pips

DOUBLE: Final = (1 / 6, 1 - 5 / 6 * 4 / 6)
"""The chance of a double in a throw of each of `counts.SIZES`."""

REPEAT: Final = 1 / 6
MEAN: Final = sum(FACES) / 6

ENOUGH: Final = 5
"""The least expected count that is tested; with fewer no outcome would be significant."""

ENOUGH_FACES: Final = 150
"""The least number of dice for a chi-square test of all six faces. With fewer the approximation is off: outcomes of
probability 1 in 10,000 get a p-value up to 1.6 times too small with 30 dice, and 1.16 times with 150. The exact
distribution has too many outcomes to sum up while a client waits."""


class Finding(Struct, frozen=True):
    """The observed value, the expected value, and the two-sided p-value; `p` is None while there is too little data."""

    thrown: float
    expected: float
    p: float | None


class Examined(Struct, frozen=True):
    """All tests on one set of counts: `odd` is the p-value of the six faces together, `mean` is about the mean die."""

    dice: int
    faces: tuple[int, ...]
    expected: float
    odd: float | None
    mean: Finding
    doubles: Finding
    repeats: Finding


def examine(counts: DiceCounts) -> Examined:
    """Test counts against fair dice, as far as there are enough of them.

    >>> from .counts import count
    >>> examine(count([(1, 2), (3, 4), (5, 6)] * 30)).odd, examine(count([(1, 2)])).odd
    (1.0, None)
    """
    dice = counts.dice
    due = dice / 6
    odd = chi_square_tail(chi_square(counts.faces, (due,) * 6), len(FACES) - 1) if dice >= ENOUGH_FACES else None
    return Examined(dice, counts.faces, due, odd, _mean(counts), _doubles(counts), _repeats(counts))


def compare(one: DiceCounts, other: DiceCounts) -> float | None:
    """The p-value of two sets of faces under the hypothesis that both come from the same dice, loaded or not.

    None while one of them has too few dice.

    >>> from .counts import count
    >>> compare(count([(1, 6)] * 90), count([(6, 1)] * 75)), compare(count([(1, 6)]), count([(1, 6)] * 90))
    (1.0, None)
    """
    if min(one.dice, other.dice) < ENOUGH_FACES:
        return None
    return chi_square_tail(homogeneity(one.faces, other.faces), len(FACES) - 1)


def _mean(counts: DiceCounts) -> Finding:
    if not counts.dice:
        return Finding(MEAN, MEAN, None)
    pips = sum(face * count for face, count in zip(FACES, counts.faces, strict=True))
    return Finding(counts.mean, MEAN, p_of_pips(pips, counts.dice) if counts.dice >= 6 * ENOUGH else None)


def _doubles(counts: DiceCounts) -> Finding:
    return _hits(sum(counts.doubles), list(zip(counts.throws, DOUBLE, strict=True)))


def _repeats(counts: DiceCounts) -> Finding:
    return _hits(counts.repeats, [(counts.followed, REPEAT)])


def _hits(hits: int, trials: Sequence[tuple[int, float]]) -> Finding:
    expected = sum(number * chance for number, chance in trials)
    return Finding(hits, expected, p_of_hits(hits, trials) if expected >= ENOUGH else None)
