"""Rollouts of moves with common random numbers, stratified sampling and early stopping.

Rollout number n of every move uses the same random numbers, so the difference of two moves has a much smaller error
than the value of either. After each batch, moves that are known well enough are dropped: those clearly behind, and
those whose difference to the best has a small enough error.

The first chance event of a rollout is enumerated, not drawn: with `len(weights)` outcomes, rollout number n gets
outcome n modulo that many. Each outcome is a stratum that counts with its exact weight, which removes its share of the
variance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct

from ..fair.statistics.p_values import Z95
from ..solve.arrays import Floats

UNSTRATIFIED: Final[Floats] = np.ones(1)
"""One stratum: nothing is enumerated."""


def mean(results: Floats, weights: Floats = UNSTRATIFIED) -> float:
    """The stratified mean of results from number 0 on; every stratum has equally many.

    >>> mean(np.array([0.0, 1.0, 0.0, 0.0]), np.array([0.25, 0.75]))
    0.375
    """
    return float(results.reshape(-1, len(weights)).mean(axis=0) @ weights)


def error(results: Floats, weights: Floats = UNSTRATIFIED) -> float:
    """The standard error of that mean; every stratum needs at least two results."""
    cycles = results.reshape(-1, len(weights))
    return sqrt(float(cycles.var(axis=0, ddof=1) @ weights**2) / len(cycles))


def cautious(estimate: float, error: float, times: int) -> float:
    """The standard error of a share between 0 and 1, corrected for rare events.

    Zero wins in a hundred samples do not prove that winning is impossible. As Agresti and Coull (1998) do, two wins and
    two losses are added; the resulting extra variance is added here. Away from 0 and 1 it is negligible.

    >>> cautious(0.5, 0.05, 100)
    0.05
    >>> round(cautious(0.0, 0.0, 100), 3)
    0.013
    """
    more = times + Z95**2
    share = min(max((estimate * times + Z95**2 / 2) / more, 0.0), 1.0)
    added = share * (1 - share) / more - estimate * (1 - estimate) / times
    return sqrt(error**2 + max(added, 0.0))


def interval(estimate: float, error: float) -> tuple[float, float]:
    """The 95 % confidence interval."""
    return max(estimate - Z95 * error, 0.0), min(estimate + Z95 * error, 1.0)


PlayOn: TypeAlias = Callable[[int, int, Sequence[int]], Floats]
"""`play_on(first, count, moves)` plays `count` rollouts of the moves of these numbers, from rollout `first` on.

The result has a row for each rollout and a column for each of these moves. With strata, rollout n is in stratum n
modulo their count. The same rollout number uses the same random numbers for all moves.
"""

CLEARLY: Final = 4.0
"""A move that is behind by this many standard errors is dropped.

That selects for bad luck, so dropped moves seem worse than they are: on average by a quarter of a standard error.
"""


class Patience(Struct, frozen=True):
    """Stopping rule of rollouts.

    Batches of `first` rollouts per move are played until the standard error of the best move's value is at most `error`
    and every other move is clearly behind or its difference has a standard error of at most `behind`; or until `most`
    rollouts are played in all.
    """

    first: int
    most: int
    error: float
    behind: float


class Estimate(Struct, frozen=True):
    """A move's value with its standard error, that of the difference to the best, and the number of rollouts."""

    value: float
    error: float
    behind_error: float
    played: int


def roll_out(
    play_on: PlayOn, moves: int, patience: Patience, weights: Floats = UNSTRATIFIED, share: bool = True
) -> tuple[Estimate, ...]:
    """Play rollouts until the stopping rule holds; `share` says that results are shares between 0 and 1.

    >>> def coin(first: int, count: int, moves: Sequence[int]) -> Floats:
    ...     fair = np.arange(first, first + count) % 2
    ...     return np.stack([fair * (0.5 if move else 1.0) for move in moves], axis=1)
    >>> [each.value for each in roll_out(coin, 2, Patience(first=100, most=10_000, error=0.01, behind=0.01))]
    [0.5, 0.25]
    """
    sample = _Sample(moves, weights, share)
    left, games, batch = list(range(moves)), 0, _whole_cycles(patience.first, len(weights))
    while True:
        sample.add(left, play_on(sample.times, batch, left))
        games += batch * len(left)
        batch = sample.times
        best = sample.best()
        left = [move for move in left if move == best or not sample.settled(move, best, patience.behind)]
        if games + batch * len(left) > patience.most:
            break
        if left == [best] and sample.estimate(best, best).error <= patience.error:
            break
    return tuple(sample.estimate(move, best) for move in range(moves))


def _careful(estimate: float, error: float, times: int) -> float:
    return cautious(min(max(estimate, 0.0), 1.0), error, times)


def _whole_cycles(times: int, strata: int) -> int:
    """Round up, so that every stratum has equally many rollouts, and at least two."""
    return strata * max(2, -(-times // strata))


class _Sample:
    """All results so far; a dropped move has those of the first rollouts only."""

    def __init__(self, moves: int, weights: Floats, share: bool) -> None:
        self._weights = weights
        self._share = share
        self._results = [np.empty(0) for _ in range(moves)]

    @property
    def times(self) -> int:
        return max(map(len, self._results))

    def add(self, moves: Sequence[int], results: Floats) -> None:
        for column, move in enumerate(moves):
            self._results[move] = np.concatenate([self._results[move], results[:, column]])

    def best(self) -> int:
        """The best of the moves that are not dropped."""
        at_hand = [move for move, results in enumerate(self._results) if len(results) == self.times]
        return max(at_hand, key=lambda move: mean(self._results[move], self._weights))

    def settled(self, move: int, best: int, enough: float) -> bool:
        """Whether a move is clearly behind, or its difference is known well enough."""
        behind, sure = self._behind(move, best)
        return sure <= enough or behind > CLEARLY * sure

    def estimate(self, move: int, best: int) -> Estimate:
        """The best by its own results; others by their difference to the best (control variate).

        So a move that was dropped early profits from later results of the best.
        """
        own, known = self._results[move], self._results[best]
        early = known[: len(own)]
        value = mean(known, self._weights) - mean(early - own, self._weights)
        part = len(own) / len(known)
        off = error(early * part - (early - own), self._weights)
        if part < 1:
            off = hypot(off, error(known[len(own) :], self._weights) * (1 - part))
        behind_error = 0.0 if move == best else self._behind(move, best)[1]
        return Estimate(value, self._error(value, off, len(own)), behind_error, len(own))

    def _behind(self, move: int, best: int) -> tuple[float, float]:
        """The difference to the best over common rollouts, with its standard error."""
        own = self._results[move]
        lost = self._results[best][: len(own)] - own
        behind = mean(lost, self._weights)
        return behind, self._error(abs(behind), error(lost, self._weights), len(own))

    def _error(self, estimate: float, off: float, times: int) -> float:
        return _careful(estimate, off, times) if self._share else off
