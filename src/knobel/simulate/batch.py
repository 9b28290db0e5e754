"""What a batch of games came to: arrays with a place for every game, and the figures that people ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Any, Self

import numpy as np
from msgspec import Struct

from ..rules.game import Options, Result
from ..solve.arrays import Array


class Figure(Struct, frozen=True):
    """A share or a mean with its standard error; `seat` or `place` says whose it is, if it is somebody's."""

    name: str
    value: float
    error: float
    seat: int | None = None
    place: int | None = None


class Histogram(Struct, frozen=True):
    """How often each number came up; `counts` are those of the numbers from `least` on."""

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
    """Who began, by lot or by the first roll-off."""

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
        """Whether a seat won, for each game and seat; in Schocken everybody but the loser did."""
        raise NotImplementedError

    def shares(self) -> Iterator[Figure]:
        """How often what happens."""
        raise NotImplementedError

    def means(self) -> Iterator[Figure]:
        """What else is worth knowing on average."""
        yield from ()

    def histograms(self) -> Iterator[Histogram]:
        """How long games are, and how they are scored."""
        raise NotImplementedError

    def summary(self) -> Summary:
        return Summary(tuple(self.shares()), tuple(self.means()), tuple(self.histograms()))


def share(name: str, happens: Array, seat: int | None = None) -> Figure:
    """The share of the cases in which something happens."""
    return Figure(name, float(np.mean(happens)), standard_error(happens), seat)


def standard_error(values: Array) -> float:
    """That of the mean, infinite for one game; what belongs to a game stands in one row and may hang together."""
    rows = values.reshape(len(values), -1).mean(axis=1)
    return float(rows.std()) / sqrt(len(rows)) if len(rows) > 1 else inf


def histogram(name: str, values: Array) -> Histogram:
    """How often each of these whole numbers came up, none of them negative."""
    columns = values.reshape(len(values), -1).T
    size = int(values.max()) + 1
    counts: Array = np.sum([np.bincount(column, minlength=size) for column in columns], axis=0)
    least = int(np.flatnonzero(counts)[0])
    mean = float(np.arange(size) @ counts) / values.size
    return Histogram(name, mean, standard_error(values), least, tuple(counts[least:].tolist()))
