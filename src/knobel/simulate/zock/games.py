"""Batches of ZOCK matches.

All matches play their first game, then all play their second one, and so on; between games a stream of dice is stored
as four numbers. So a policy may depend on games left and lead, and its table is built once for all matches in that
situation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, NamedTuple

import numpy as np

from ...rules.zock import GameScore, Options, Result
from ...solve.arrays import Array
from ...solve.progress import Progress, silent
from ...solve.zock.box import covering
from ...solve.zock.solver import match_solution, match_table, solution
from ..batch import Batch, Figure, Histogram, Trace, WorkerPool, histogram, no_trace, share
from ..dice import Words, streams
from .kernel import play_games, play_refereed, referees
from .tables import Picks, Plans, covers, picks, plans

POLICIES: Final = ("random", "points", "win", "match")


class Policy(NamedTuple):
    """The policy of a seat.

    `always` are the covers of every game, None stands for uniformly random ones. `by_lead`, if given, maps games left
    and lead in loss points to the covers of the next game.
    """

    always: Picks | None = None
    by_lead: Callable[[int, int], Picks] | None = None

    def picks(self, games: int, lead: int) -> Picks | None:
        return self.by_lead(games, lead) if self.by_lead else self.always


def policy(options: Options, name: str, progress: Progress = silent) -> Policy:
    """The policy of that name."""
    rules = covering(options)
    match name:
        case "random":
            return Policy()
        case "match":
            match_table(options, options.games, progress)  # refuses a match that is too long
            return Policy(by_lead=partial(_for_the_match, rules))
        case _:
            return Policy(_for_the_game(rules, name))


@lru_cache(maxsize=4)
def _for_the_match(options: Options, games: int, lead: int) -> Picks:
    return picks(covers(options), match_solution(options, games, lead))


@lru_cache(maxsize=16)
def _for_the_game(options: Options, aim: str) -> Picks:
    return picks(covers(options), solution(options, "points" if aim == "points" else "win"))


@dataclass(frozen=True)
class ZockBatch(Batch):
    """Matches; each array has a column for each game of the match."""

    winner: Array
    loss: Array
    beginner: Array
    throws: Array

    def results(self) -> list[Result]:
        games = (map(GameScore, *match) for match in zip(self.winner.tolist(), self.loss.tolist(), strict=True))
        matches = zip(self.losses.tolist(), self.winners, games, strict=True)
        return [Result(tuple(lost), tuple(np.flatnonzero(won).tolist()), tuple(each)) for lost, won, each in matches]

    @property
    def losses(self) -> Array:
        """The loss points of both seats."""
        return losses(self.winner, self.loss)

    @property
    def winners(self) -> Array:
        return self.losses <= self.losses[:, ::-1]

    def shares(self) -> Iterator[Figure]:
        lost = self.losses
        yield share("beginner_wins", self.winner == self.beginner)
        for seat in (0, 1):
            yield share("wins", lost[:, seat] < lost[:, 1 - seat], seat)
        yield share("draw", lost[:, 0] == lost[:, 1])

    def histograms(self) -> Iterator[Histogram]:
        yield histogram("throws", self.throws)
        yield histogram("loss", self.loss)
        yield histogram("losses", self.losses)


def losses(winner: Array, loss: Array) -> Array:
    """The loss points of both seats in each match (K7)."""
    return np.stack([np.where(winner != seat, loss, 0).sum(axis=1, dtype=np.int64) for seat in (0, 1)], axis=1)


def play(
    options: Options,
    names: Sequence[str],
    policies: Sequence[Policy],
    seed: int,
    first: int,
    count: int,
    workers: WorkerPool,
    trace: Trace | None = None,
) -> ZockBatch:
    """Play `count` matches from number `first` on."""
    chance = streams(seed, first, count)
    winner, loss, beginner = (np.zeros((count, options.games), dtype=np.uint8, order="F") for _ in range(3))
    throws = np.zeros((count, options.games), dtype=np.int32, order="F")
    for game in range(options.games):
        results = winner[:, game], loss[:, game], beginner[:, game], throws[:, game]
        for which, plan in _groups(options, policies, options.games - game, losses(winner, loss)):
            workers.submit(len(which), partial(_part, _kernel(options, plan), which, chance, trace, results))
        workers.wait()
    return ZockBatch("zock", options, tuple(names), seed, first, beginner[:, 0], winner, loss, beginner, throws)


def _part(
    kernel: Callable[..., None],
    which: Array,
    chance: tuple[Words, Words],
    trace: Trace | None,
    results: tuple[Array, ...],
    begin: int,
    end: int,
) -> None:
    """Play the next game of some of these matches."""
    kernel(which[begin:end], *chance, no_trace() if trace is None else trace, *results)


def _kernel(options: Options, plan: Plans) -> Callable[..., None]:
    table, again = covers(options), options.variant == "A"
    if options.referee == "strict":
        return partial(play_games, table, again, plan)
    return partial(play_refereed, table, again, plan, referees(covering(options)))


def _groups(options: Options, policies: Sequence[Policy], games: int, lost: Array) -> Iterator[tuple[Array, Plans]]:
    """The matches that are played by the same plans: all of them, or those with the same lead."""
    one, two = policies
    lead = lost[:, 1] - lost[:, 0] if one.by_lead or two.by_lead else np.zeros(len(lost), dtype=np.int64)
    order = np.argsort(lead, kind="stable").astype(np.int32)
    leads, begins = np.unique(lead[order], return_index=True)
    groups = dict(zip(leads.tolist(), np.split(order, begins[1:]), strict=True))
    for ahead in sorted(groups, key=abs):  # opposite leads need the same two tables
        seats = one.picks(games, ahead), two.picks(games, -ahead)
        yield groups[ahead], plans(covers(options), seats)
