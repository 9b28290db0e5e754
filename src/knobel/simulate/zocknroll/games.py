"""Batches of Zock'n'Roll games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from ...rules.boards import CUP_SIZE
from ...rules.zocknroll import Options, Result, plays_jorg, rows, values
from ...solve.arrays import Array
from ...solve.progress import Progress, silent
from ...solve.zocknroll.policy import LEVELS
from ...solve.zocknroll.policy import policy as turn_policy
from ...solve.zocknroll.turn import Setting, is_exact, setting, tree
from ..batch import Batch, Figure, Histogram, Trace, WorkerPool, histogram, no_trace, share
from ..dice import streams
from .kernel import WON_THIRD, KernelRules, play_games
from .tables import ALWAYS, RANDOM, Stays, dice_of, plans

POLICIES: Final = ("random", "stay", "best")


@dataclass(frozen=True)
class ZocknrollBatch(Batch):
    """`marks` are those of every seat in every row, `by_place` the points of all turns from their starter on."""

    turns: Array
    marks: Array
    by_place: Array

    @property
    def scores(self) -> Array:
        """The points of every seat (N13)."""
        assert isinstance(self.options, Options)
        worth: Array = np.array(values(self.options, self.players))
        return np.asarray(self.marks.astype(np.int64) @ worth)

    @property
    def winners(self) -> Array:
        rank = 1000 * self.scores + self.marks[:, :, WON_THIRD]  # N14: points, then won_third
        return np.asarray(rank == rank.max(axis=1, keepdims=True))

    def results(self) -> list[Result]:
        games = zip(self.scores.tolist(), self.winners, self.turns.tolist(), self.marks.tolist(), strict=True)
        return [
            Result(tuple(scores), tuple(np.flatnonzero(won).tolist()), turns, tuple(map(self._marks, marks)))
            for scores, won, turns, marks in games
        ]

    def _marks(self, sheet: list[int]) -> dict[str, int]:
        assert isinstance(self.options, Options)
        return {row: mark for row, mark in zip(rows(self.options), sheet, strict=True) if mark}

    def shares(self) -> Iterator[Figure]:
        winners = self.winners
        alone = winners.sum(axis=1) == 1
        yield share("starter_wins", winners[np.arange(len(self)), self.starter] & alone)
        for seat in range(self.players):
            yield share("wins", winners[:, seat] & alone, seat)
        yield share("shared", ~alone)

    def means(self) -> Iterator[Figure]:
        """The points of a turn, by the place from its starter on."""
        turns = float(self.turns.mean())
        for place in range(self.players):
            points = self.by_place[:, place]
            mean = float(points.mean()) / turns
            error = float((points - mean * self.turns).std()) / turns / sqrt(len(self))
            yield Figure("turn_points", mean, error, place=place)

    def histograms(self) -> Iterator[Histogram]:
        yield histogram("turns", self.turns)
        yield histogram("score", self.scores)
        yield histogram("winning_score", self.scores.max(axis=1))


def policy(options: Options, players: int, policy: str | Stays, progress: Progress = silent) -> Stays | int:
    """A table, or the policy of a name."""
    if isinstance(policy, Stays):
        return policy
    if policy == "best":
        return best(setting(options, players), progress)
    return RANDOM if policy == "random" else ALWAYS


_unpacked: Final = dict[Setting, Stays]()


def best(turn: Setting, progress: Progress) -> Stays:
    """The stored policy of a turn, unpacked once."""
    if turn not in _unpacked:
        stored, nodes = turn_policy(turn, progress), tree(turn.players, is_exact(turn))
        _unpacked[turn] = Stays(stored.first, stored.second, LEVELS, nodes.first, nodes.second)
    return _unpacked[turn]


def play(
    options: Options,
    names: Sequence[str],
    policies: Sequence[Stays | int],
    seed: int,
    first: int,
    count: int,
    workers: WorkerPool,
    trace: Trace | None = None,
) -> ZocknrollBatch:
    """Play `count` games from number `first` on."""
    players = len(policies)
    worth = np.array(values(options, players), dtype=np.int32)
    rules = KernelRules(CUP_SIZE[options.board], plays_jorg(players), options.first_to_decide == "left_of_starter")
    meaning, plan = dice_of(options), plans(options, policies)
    starter, turns = np.zeros(count, dtype=np.uint8), np.zeros(count, dtype=np.int32)
    marks = np.zeros((count, players, len(worth)), dtype=np.uint8)
    by_place = np.zeros((count, players), dtype=np.int32)

    def part(begin: int, end: int) -> None:
        chance = streams(seed, first + begin, end - begin)
        results: list[Array] = [each[begin:end] for each in (starter, turns, marks, by_place)]
        play_games(rules, meaning, plan, worth, *chance, no_trace() if trace is None else trace, *results)

    workers.submit(count, part)
    workers.wait()
    return ZocknrollBatch("zocknroll", options, tuple(names), seed, first, starter, turns, marks, by_place)
