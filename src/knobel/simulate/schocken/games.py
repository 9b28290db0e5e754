"""Batches of Schocken games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from msgspec.structs import replace

from ...rules.errors import BadOptions
from ...rules.schocken import Options, Result
from ...solve.arrays import Array
from ..batch import Batch, Figure, Histogram, Trace, WorkerPool, histogram, no_trace, share
from ..dice import streams
from .kernel import NO_SEAT, KernelRules, play_games
from .tables import NO_PLANS, cups, plans

POLICIES: Final = ("random", "best")


@dataclass(frozen=True)
class SchockenBatch(Batch):
    """`lost` are the losers of both halves and of the final; `NO_SEAT` where there was none (S2, S11)."""

    lost: Array
    rounds: Array
    throws: Array

    def results(self) -> list[Result]:
        halves = 1 if self._one_half else 2
        columns = (
            map(tuple, self.lost[:, :halves].tolist()),
            self.final.tolist(),
            self.loser.tolist(),
            self.rounds.tolist(),
        )
        return [Result(*row) for row in zip(*columns, strict=True)]

    @property
    def final(self) -> Array:
        """Whether there was a final (S2)."""
        return np.asarray(self.lost[:, 2] != NO_SEAT)

    @property
    def loser(self) -> Array:
        if self._one_half:
            return self.lost[:, 0]
        return np.where(self.final, self.lost[:, 2], self.lost[:, 1])

    @property
    def _one_half(self) -> bool:
        assert isinstance(self.options, Options)
        return self.options.length == "half"

    @property
    def winners(self) -> Array:
        return np.asarray(self.loser[:, None] != np.arange(self.players))

    def shares(self) -> Iterator[Figure]:
        yield share("starter_loses", self.loser == self.starter)
        if not self._one_half:
            yield share("starter_loses_half", self.lost[:, 0] == self.starter)
            yield share("loses_again", ~self.final)
        for seat in range(self.players):
            yield share("loses", self.loser == seat, seat)

    def histograms(self) -> Iterator[Histogram]:
        yield histogram("rounds", self.rounds)
        yield histogram("throws", self.throws)


def check(players: int, names: Sequence[str]) -> None:
    """Refuse what is not solved."""
    if "best" in names and players != 2:
        sentence = f"the tables of perfect play are for two players, not for {players}"
        raise BadOptions(sentence, "S1", key="error-best-for-two", players=players)


def play(
    options: Options,
    names: Sequence[str],
    seed: int,
    first: int,
    count: int,
    workers: WorkerPool,
    trace: Trace | None = None,
) -> SchockenBatch:
    """Play `count` games from number `first` on."""
    random = np.array([name == "random" for name in names], dtype=np.uint8)
    planned = not random.all()
    by_throws, third_open = options.ties == "throws_then_order", options.covered == "none"
    rules = KernelRules(options.stones, by_throws, third_open, options.length == "half", planned)
    whole = replace(options, length="game")  # the same tables for both lengths
    hands, plan = cups(whole), plans(whole) if planned else NO_PLANS
    starter, lost = np.zeros(count, dtype=np.uint8), np.zeros((count, 3), dtype=np.uint8)
    rounds, throws = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32)

    def part(begin: int, end: int) -> None:
        chance = streams(seed, first + begin, end - begin)
        results: list[Array] = [each[begin:end] for each in (starter, lost, rounds, throws)]
        play_games(rules, hands, plan, random, *chance, no_trace() if trace is None else trace, *results)

    workers.submit(count, part)
    workers.wait()
    return SchockenBatch("schocken", options, tuple(names), seed, first, starter, lost, rounds, throws)
