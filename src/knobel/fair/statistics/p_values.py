"""p-values and z-values in plain Python: exact tails for small counts, normal and chi-square tails for large ones.

The normal approximation treats counts as continuous and symmetric. Counts of few trials with a chance of a sixth are
neither: with 30 trials the p-value would be up to twelve times too small. So below `EXACT` trials all outcomes are
summed up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import ceil, erfc, exp, floor, lgamma, log, sqrt
from typing import Final

Z95: Final = 1.96
"""Standard errors to both sides of an estimate that make a 95 % confidence interval (the 97.5 % normal quantile)."""

EXACT: Final = 1000
"""From this many trials on the normal approximation is used: a p-value around 1 in 10,000 is then right to a
seventh."""

EXACT_DICE: Final = 100
"""The same for sums of dice, whose distribution is symmetric and soon close to normal."""

_CLOSE: Final = 1e-9
"""Tolerance for rounding: outcomes whose distance from the mean differs by less count as equally far."""


def normal_cdf(z: float) -> float:
    """The probability that a standard normal variable is below `z`.

    >>> normal_cdf(0.0), round(normal_cdf(1.0), 4), round(normal_cdf(Z95), 3)
    (0.5, 0.8413, 0.975)
    """
    return erfc(-z / sqrt(2)) / 2


def share_error(share: float, trials: int) -> float:
    """The standard error of a share of independent trials (binomial).

    >>> share_error(0.5, 100)
    0.05
    """
    return sqrt(share * (1 - share) / trials)


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    """Pearson's chi-square statistic of counts against expected counts.

    >>> chi_square([8, 9, 19, 5, 8, 11], [10] * 6)
    11.6
    """
    return sum((count - due) ** 2 / due for count, due in zip(counts, expected, strict=True))


def homogeneity(one: Sequence[int], other: Sequence[int]) -> float:
    """The chi-square statistic of two rows of counts that should have the same shares, whatever these are.

    Cells that are empty in both rows are left out.

    >>> homogeneity([10, 20, 0], [10, 20, 0]), round(homogeneity([10, 20], [20, 10]), 3)
    (0.0, 6.667)
    """
    both = [some + more for some, more in zip(one, other, strict=True)]
    share = sum(one) / sum(both)
    seen = [place for place, count in enumerate(both) if count]
    return sum(
        chi_square([row[place] for place in seen], [both[place] * part for place in seen])
        for row, part in ((one, share), (other, 1 - share))
    )


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The upper tail of the chi-square distribution: the p-value of a statistic with so many degrees of freedom.

    With whole degrees of freedom the incomplete gamma function behind it is a finite sum.

    >>> round(chi_square_tail(3.841, 1), 3), round(chi_square_tail(11.070, 5), 3), round(chi_square_tail(49.802, 35), 3)
    (0.05, 0.05, 0.05)
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    tail, order = (erfc(sqrt(half)), 0.5) if freedom % 2 else (exp(-half), 1.0)
    while order < freedom / 2:
        tail += exp(order * log(half) - half - lgamma(order + 1))
        order += 1
    return min(tail, 1.0)


def p_of_sum(off: float, variance: float) -> float:
    """The two-sided p-value of an integer sum that is `off` its mean, by the normal approximation with continuity
    correction.

    >>> round(p_of_sum(1.96 * 5 + 0.5, 25), 3)
    0.05
    """
    return chi_square_tail(max(abs(off) - 0.5, 0) ** 2 / variance, 1)


def p_of_hits(hits: int, trials: Sequence[tuple[int, float]]) -> float:
    """The two-sided p-value of a number of hits in independent trials.

    `trials` says how many there were with which chance; one or two kinds of trials are enough for dice.

    >>> round(p_of_hits(0, [(2, 0.5)]), 3), round(p_of_hits(3, [(2, 0.5), (1, 0.5)]), 3)
    (0.5, 0.25)
    """
    expected = sum(number * chance for number, chance in trials)
    if sum(number for number, _ in trials) >= EXACT:
        return p_of_sum(hits - expected, sum(number * chance * (1 - chance) for number, chance in trials))
    (number, chance), *rest = trials
    first = _binomial(number, chance)
    return min(_beyond(abs(hits - expected), expected, first, _binomial(*rest[0]) if rest else [1.0]), 1.0)


def p_of_pips(pips: int, dice: int) -> float:
    """The two-sided p-value of the sum of so many dice.

    >>> p_of_pips(12, 2) * 36, p_of_pips(7, 2)
    (2.0, 1.0)
    """
    off = abs(pips - 3.5 * dice)
    if dice >= EXACT_DICE:
        return p_of_sum(off, 35 / 12 * dice)
    low = floor(2.5 * dice - off)  # the distribution is symmetric, and its lower tail has less rounding error
    return min(2 * sum(_pips(dice)[: low + 1]), 1.0)


@cache
def _pips(dice: int) -> list[float]:
    """The probability of each sum of so many dice, from `dice` on."""
    if not dice:
        return [1.0]
    before = _pips(dice - 1)
    cumulative, last = [0.0, *accumulate(before)], len(before)
    return [(cumulative[min(place + 1, last)] - cumulative[max(place - 5, 0)]) / 6 for place in range(last + 5)]


def _binomial(number: int, chance: float) -> list[float]:
    """The probability of each number of hits."""
    ways = lgamma(number + 1)
    hit, miss = log(chance), log(1 - chance)
    return [
        exp(ways - lgamma(hits + 1) - lgamma(number - hits + 1) + hits * hit + (number - hits) * miss)
        for hits in range(number + 1)
    ]


def _beyond(off: float, expected: float, one: Sequence[float], other: Sequence[float]) -> float:
    """The probability that the sum of two independent numbers lies at least `off` from `expected`."""
    if off <= _CLOSE:
        return 1.0
    low, high = floor(expected - off + _CLOSE), ceil(expected + off - _CLOSE)
    lower = list(accumulate(other))
    upper = list(accumulate(reversed(other)))[::-1]
    last = len(other) - 1

    def tails(first: int) -> float:
        below, above = low - first, high - first
        under = 0.0 if below < 0 else lower[min(below, last)]
        over = 0.0 if above > last else upper[max(above, 0)]
        return under + over

    return sum(chance * tails(first) for first, chance in enumerate(one))
