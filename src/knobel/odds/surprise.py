"""How surprising a count is: exact tails for small counts, and the laws that large ones come near to, in plain Python.

The normal law takes counts for smooth and even to both sides. Of few trials with a chance of a sixth they are neither:
of 30 the p-value would be up to twelve times too small. So below `EXACT` trials every outcome is weighed by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import ceil, erfc, exp, floor, lgamma, log, sqrt
from typing import Final

EXACT: Final = 1000
"""From so many trials on the normal law is used: a p-value around 1 in 10,000 is then right to a seventh."""

EXACT_DICE: Final = 100
"""The same for sums of dice, whose law is even to both sides and soon smooth."""

_CLOSE: Final = 1e-9
"""Outcomes that are so nearly as far off as what was counted are as far off."""


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    """The distance of counts from what was expected.

    >>> chi_square([8, 9, 19, 5, 8, 11], [10] * 6)
    11.6
    """
    return sum((count - due) ** 2 / due for count, due in zip(counts, expected, strict=True))


def apart(one: Sequence[int], other: Sequence[int]) -> float:
    """The chi-square distance between two rows of counts that should have the same shares, whatever these are.

    What neither has counted tells nothing.

    >>> apart([10, 20, 0], [10, 20, 0]), round(apart([10, 20], [20, 10]), 3)
    (0.0, 6.667)
    """
    both = [some + more for some, more in zip(one, other, strict=True)]
    share = sum(one) / sum(both)
    seen = [place for place, count in enumerate(both) if count]
    return sum(
        chi_square([row[place] for place in seen], [both[place] * part for place in seen])
        for row, part in ((one, share), (other, 1 - share))
    )


def p_value(distance: float, freedom: int) -> float:
    """The chance that honest dice lie at least so far off: the upper tail of the chi-square distribution.

    With whole degrees of freedom the incomplete gamma function behind it is a finite sum.

    >>> round(p_value(3.841, 1), 3), round(p_value(11.070, 5), 3), round(p_value(49.802, 35), 3)
    (0.05, 0.05, 0.05)
    """
    half = distance / 2
    if half <= 0:
        return 1.0
    tail, order = (erfc(sqrt(half)), 0.5) if freedom % 2 else (exp(-half), 1.0)
    while order < freedom / 2:
        tail += exp(order * log(half) - half - lgamma(order + 1))
        order += 1
    return min(tail, 1.0)


def p_of_sum(off: float, variance: float) -> float:
    """The chance that a sum of many small chances lies at least so far off its mean, to either side.

    The sum is a whole number, and the normal law is smooth: half a step less far off it is nearest to the truth.

    >>> round(p_of_sum(1.96 * 5 + 0.5, 25), 3)
    0.05
    """
    return p_value(max(abs(off) - 0.5, 0) ** 2 / variance, 1)


def p_of_hits(hits: int, tries: Sequence[tuple[int, float]]) -> float:
    """The chance that the hits of independent tries lie at least so far from what is expected, to either side.

    `tries` says how many there were with which chance; two kinds are enough for all that is counted here.

    >>> round(p_of_hits(0, [(2, 0.5)]), 3), round(p_of_hits(3, [(2, 0.5), (1, 0.5)]), 3)
    (0.5, 0.25)
    """
    expected = sum(number * chance for number, chance in tries)
    if sum(number for number, _ in tries) >= EXACT:
        return p_of_sum(hits - expected, sum(number * chance * (1 - chance) for number, chance in tries))
    (number, chance), *rest = tries
    law = _binomial(number, chance)
    return min(_beyond(abs(hits - expected), expected, law, _binomial(*rest[0]) if rest else [1.0]), 1.0)


def p_of_pips(pips: int, dice: int) -> float:
    """The chance that the pips of so many dice lie at least so far from three and a half each, to either side.

    >>> p_of_pips(12, 2) * 36, p_of_pips(7, 2)
    (2.0, 1.0)
    """
    off = abs(pips - 3.5 * dice)
    if dice >= EXACT_DICE:
        return p_of_sum(off, 35 / 12 * dice)
    low = floor(2.5 * dice - off)  # the law is even to both sides, and its lower end is the more exact one here
    return min(2 * sum(_pips(dice)[: low + 1]), 1.0)


@cache
def _pips(dice: int) -> list[float]:
    """How likely each number of pips is, from one for each die on."""
    if not dice:
        return [1.0]
    law = _pips(dice - 1)
    up_to, last = [0.0, *accumulate(law)], len(law)
    return [(up_to[min(place + 1, last)] - up_to[max(place - 5, 0)]) / 6 for place in range(last + 5)]


def _binomial(number: int, chance: float) -> list[float]:
    """How likely each number of hits is."""
    ways = lgamma(number + 1)
    hit, miss = log(chance), log(1 - chance)
    return [
        exp(ways - lgamma(hits + 1) - lgamma(number - hits + 1) + hits * hit + (number - hits) * miss)
        for hits in range(number + 1)
    ]


def _beyond(off: float, expected: float, law: Sequence[float], other: Sequence[float]) -> float:
    """The chance that the sum of two independent numbers lies at least `off` from `expected`."""
    if off <= _CLOSE:
        return 1.0
    low, high = floor(expected - off + _CLOSE), ceil(expected + off - _CLOSE)
    up_to = list(accumulate(other))
    from_on = list(accumulate(reversed(other)))[::-1]
    last = len(other) - 1

    def tails(first: int) -> float:
        below, above = low - first, high - first
        under = 0.0 if below < 0 else up_to[min(below, last)]
        over = 0.0 if above > last else from_on[max(above, 0)]
        return under + over

    return sum(chance * tails(first) for first, chance in enumerate(law))
