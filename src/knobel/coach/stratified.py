"""Means of results whose first dice were not drawn but enumerated.

The first chance event has `len(weights)` ways to fall, and time number n gets the way n modulo that many. So every way
comes up as often as any other, counts by its exact weight, and what it adds to the variance is gone.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

UNSTRATIFIED: Final[Floats] = np.ones(1)
"""Nothing is enumerated."""

SURE: Final = 1.96
"""So many standard errors to both sides make an interval of 95 %."""


def mean(results: Floats, weights: Floats = UNSTRATIFIED) -> float:
    """The mean of the results of all times, from number 0 on; every way has come up equally often.

    >>> mean(np.array([0.0, 1.0, 0.0, 0.0]), np.array([0.25, 0.75]))
    0.375
    """
    return float(results.reshape(-1, len(weights)).mean(axis=0) @ weights)


def error(results: Floats, weights: Floats = UNSTRATIFIED) -> float:
    """The standard error of that mean; every way has to come up at least twice."""
    cycles = results.reshape(-1, len(weights))
    return sqrt(float(cycles.var(axis=0, ddof=1) @ weights**2) / len(cycles))


def cautious(estimate: float, error: float, times: int) -> float:
    """The standard error of a share between 0 and 1 that may be rarer than could be seen.

    Who never won in a hundred times has not shown that it cannot win. As Agresti and Coull (1998) do, two wins and two
    losses are added; what that adds to the variance of drawn results is added here. Away from 0 and 1 it is nothing.

    >>> cautious(0.5, 0.05, 100)
    0.05
    >>> round(cautious(0.0, 0.0, 100), 3)
    0.013
    """
    more = times + SURE**2
    share = min(max((estimate * times + SURE**2 / 2) / more, 0.0), 1.0)
    added = share * (1 - share) / more - estimate * (1 - estimate) / times
    return sqrt(error**2 + max(added, 0.0))


def interval(estimate: float, error: float) -> tuple[float, float]:
    """Where the true share is in 95 of 100 cases."""
    return max(estimate - SURE * error, 0.0), min(estimate + SURE * error, 1.0)
