"""How surprising a count is: the chi-square test and its p-value, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    """The distance of counts from what was expected.

    >>> chi_square([8, 9, 19, 5, 8, 11], [10] * 6)
    11.6
    """
    return sum((count - due) ** 2 / due for count, due in zip(counts, expected, strict=True))


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

    >>> round(p_of_sum(1.96 * 5, 25), 3)
    0.05
    """
    return p_value(off * off / variance, 1)
