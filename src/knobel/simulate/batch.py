"""Batches of games: result arrays and statistics, the trace of one game, and the thread pool that plays them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from math import inf, sqrt
from types import TracebackType
from typing import Any, Final, Self, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ..rules.game import Options, Result
from ..solve.arrays import Array
from ..solve.compiled import compiled
from ..solve.progress import Progress, silent


class Figure(Struct, frozen=True):
    """A share or a mean with its standard error, of a `seat` or `place` if given."""

    name: str
    value: float
    error: float
    seat: int | None = None
    place: int | None = None


class Histogram(Struct, frozen=True):
    """Histogram of whole numbers; `counts` are those of the numbers from `least` on."""

    name: str
    mean: float
    error: float
    least: int
    counts: tuple[int, ...]

    @property
    def most(self) -> int:
        return self.least + len(self.counts) - 1

    def quantile(self, share: float) -> int:
        """The least number such that this share of all cases is not above it.

        >>> Histogram("throws", 2.0, 0.0, least=1, counts=(1, 2, 1)).quantile(0.5)
        2
        """
        reached = np.cumsum(self.counts)
        return self.least + int(np.searchsorted(reached, share * reached[-1]))


class Summary(Struct, frozen=True):
    """The answers to "how often" and "how long" of a batch."""

    shares: tuple[Figure, ...]
    means: tuple[Figure, ...]
    histograms: tuple[Histogram, ...]


@dataclass(frozen=True)
class Batch:
    """Games number `first`, `first + 1`, … of a seed; every array has a row for each of them."""

    game: str
    options: Options
    policies: tuple[str, ...]
    seed: int
    first: int
    starter: Array
    """The seat that began, by lot or by the first roll-off."""

    @property
    def players(self) -> int:
        return len(self.policies)

    def __len__(self) -> int:
        return len(self.starter)

    def part(self, begin: int, end: int) -> Self:
        """The games in the rows from `begin` to below `end`, as a batch of their own; the arrays are shared."""
        rows: dict[str, Any] = {
            name: value[begin:end] for name, value in vars(self).items() if isinstance(value, np.ndarray)
        }
        return replace(self, first=self.first + begin, **rows)

    def result(self, row: int) -> Result:
        """The result of one game, as the rules state it."""
        return self.part(row, row + 1).results()[0]

    def results(self) -> Sequence[Result]:
        """The results of all games, as the rules state them."""
        raise NotImplementedError

    @property
    def winners(self) -> Array:
        """Whether a seat won, for each game and seat; in Schocken all but the loser did."""
        raise NotImplementedError

    def shares(self) -> Iterator[Figure]:
        """Shares of games with certain outcomes."""
        raise NotImplementedError

    def means(self) -> Iterator[Figure]:
        """Further means."""
        yield from ()

    def histograms(self) -> Iterator[Histogram]:
        """Distributions of lengths and scores."""
        raise NotImplementedError

    def summary(self) -> Summary:
        return Summary(tuple(self.shares()), tuple(self.means()), tuple(self.histograms()))


def share(name: str, happens: Array, seat: int | None = None) -> Figure:
    """The share of the cases in which something happens."""
    return Figure(name, float(np.mean(happens)), standard_error(happens), seat)


def standard_error(values: Array) -> float:
    """Standard error of the mean, infinite for one game. A row has the values of one game, which may be correlated."""
    rows = values.reshape(len(values), -1).mean(axis=1)
    return float(rows.std()) / sqrt(len(rows)) if len(rows) > 1 else inf


def histogram(name: str, values: Array) -> Histogram:
    """Histogram of these non-negative whole numbers."""
    columns = values.reshape(len(values), -1).T
    size = int(values.max()) + 1
    counts: Array = np.sum([np.bincount(column, minlength=size) for column in columns], axis=0)
    least = int(np.flatnonzero(counts)[0])
    mean = float(np.arange(size) @ counts) / values.size
    return Histogram(name, mean, standard_error(values), least, tuple(counts[least:].tolist()))


Trace: TypeAlias = NDArray[np.int32]

ROOM: Final = 1 << 16
"""Moves of one game that a trace holds; longer games are very rare."""


def no_trace() -> Trace:
    """A trace without capacity, for games that are not followed."""
    return np.zeros(1, dtype=np.int32)


def long_trace() -> Trace:
    """A trace with capacity for a whole game."""
    return np.zeros(1 + ROOM, dtype=np.int32)


@compiled
def note(trace: Trace, move: int) -> None:
    """Count a move, and record it if there is capacity.

    The first number of a trace counts the moves; then each move follows as its index in what `pending` lists.
    """
    trace[0] += 1
    if trace[0] < len(trace):
        trace[trace[0]] = move


PART: Final = 1 << 13
"""Games per task: some milliseconds of work, with streams that fit the CPU cache."""


class WorkerPool:
    """Thread pool that plays parts of a batch, and reports progress.

    >>> parts = []
    >>> with WorkerPool(1, 20_000) as workers:
    ...     workers.submit(20_000, lambda begin, end: parts.append((begin, end)))
    >>> parts
    [(0, 8192), (8192, 16384), (16384, 20000)]
    """

    def __init__(self, threads: int | None, total: int, progress: Progress = silent) -> None:
        self._pool = ThreadPoolExecutor(threads or os.cpu_count())
        self._total = total
        self._progress = progress
        self._done = 0
        self._parts = dict[Future[None], int]()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None:
                self.wait()
        finally:
            self._pool.shutdown(cancel_futures=True)

    def submit(self, count: int, play: Callable[[int, int], None]) -> None:
        """Submit the games below `count` in parts, each from a first number to below a last one."""
        for begin in range(0, count, PART):
            end = min(begin + PART, count)
            self._parts[self._pool.submit(play, begin, end)] = end - begin

    def wait(self) -> None:
        """Wait for all submitted parts."""
        for part in as_completed(self._parts):
            part.result()
            self._done += self._parts[part]
            self._progress(self._done, self._total)
        self._parts.clear()
