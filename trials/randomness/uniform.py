"""The Kolmogorov–Smirnov test for uniform values between 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, pi, sqrt
from typing import Final

_TERMS: Final = 100


def distance(values: Sequence[float]) -> float:
    """The Kolmogorov–Smirnov statistic: the largest distance of the empirical distribution from the uniform one.

    >>> distance([0.5]), round(distance([0.1, 0.5, 0.6]), 3)
    (0.5, 0.4)
    """
    ordered, count = sorted(values), len(values)
    return max(max((place + 1) / count - value, value - place / count) for place, value in enumerate(ordered))


def even(values: Sequence[float]) -> float:
    """The p-value of uniformity (limit distribution with Stephens's correction)."""
    root = sqrt(len(values))
    return kolmogorov((root + 0.12 + 0.11 / root) * distance(values))


def kolmogorov(reach: float) -> float:
    """The upper tail of Kolmogorov's distribution; below 1 its other series converges faster.

    >>> round(kolmogorov(1.3581), 4), round(kolmogorov(1.6276), 4)
    (0.05, 0.01)
    """
    if reach < 0.2:
        return 1.0
    if reach < 1:
        terms = (exp(-((2 * k - 1) ** 2) * pi**2 / (8 * reach**2)) for k in range(1, _TERMS))
        return 1 - sqrt(2 * pi) / reach * sum(terms)
    return 2 * sum((1.0 if k % 2 else -1.0) * exp(-2 * (k * reach) ** 2) for k in range(1, _TERMS))
