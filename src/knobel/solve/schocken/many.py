"""Schocken for five and more players, approximated.

Two simplifications are made. Where so many players are left after the round that there is no table of their half,
values of stones come from `StoneValues`. And a player who decides knows exactly what the players before have, and
that those after respond to it and to each other, but takes the throws of each later player as an average over a
mixture. The last players of a round need the first simplification only (`closing_kernel`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import permutations, product
from math import comb
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np

from ...rules.schocken import MOST_THROWS, Options
from ..arrays import Floats, Integers
from ..compiled import compiled
from .few import State, Stones, next_state, shares
from .finals import Finals, decide
from .hands import DEALS
from .many_kernel import BEST, LOWEST, NEITHER, before, facing
from .rounds import Rounds, rounds_of

WAITS: Final = 0
BEGINS: Final = 1


class KnownHalf(Protocol):
    """A half with a value for each state."""

    def value(self, middle: int, held: Stones) -> Floats: ...


Tables: TypeAlias = Mapping[int, KnownHalf]
"""Halves that are solved, or for many players approximated (`symmetric`), by the number of players."""


class RoundStats(NamedTuple):
    """Outcomes of rounds by number of players: the chance that the beginner is `lowest`, and of each deal of stones."""

    lowest: Floats
    deals: Floats


class StoneValues:
    """Approximate risk of a seat by its stones, if fixed chances decide who is lowest in each round.

    The beginner of a round is lowest with a given chance, all others equally often; the best is any other with equal
    chance. While stones lie in the middle, a seat's own stones matter and how many others hold none, because those will
    be out. After that the number of players left matters; all ways to share the others' stones are equally likely.
    """

    def __init__(self, players: int, stones: int, stats: RoundStats, tables: Tables = MappingProxyType({})) -> None:
        self.players = players
        self.stones = stones
        self._left = np.full((players + 1, stones + 1, 2), np.nan)
        self._left[1] = 1
        self._left[2:, 0] = 0
        for left in range(2, players + 1):
            if left in tables:
                self._average(left, tables[left])
            else:
                self._solve_without_middle(left, stats)
        self._shared = _with_a_middle(players, stones, stats.lowest[players], stats.deals[players], self._left)

    def risk(self, middle: int, own: int, empty: int, begins: bool) -> float:
        """The risk of a seat by its own stones, where `empty` others hold none; without a middle those are out."""
        if middle == 0:
            return float(self._left[self.players - empty, own, int(begins)])
        return float(self._shared[middle, own, empty, int(begins)])

    def _average(self, left: int, half: KnownHalf) -> None:
        """The known states without a middle, averaged over the others' stones."""
        sums, counts = np.zeros((self.stones + 1, 2)), np.zeros((self.stones + 1, 2))
        for held in shares(self.stones, left):
            if 0 not in held:
                for seat, risk in enumerate(half.value(0, held).tolist()):
                    sums[held[seat], int(seat == 0)] += risk
                    counts[held[seat], int(seat == 0)] += 1
        met = counts > 0
        self._left[left][met] = sums[met] / counts[met]

    def _solve_without_middle(self, left: int, stats: RoundStats) -> None:
        """The states without a middle, `left` players and any stones, as a linear system."""
        most = self.stones - left + 1  # each other player has at least one
        if most < 1:
            return
        chain, ends = np.zeros((most + 1, 2, most + 1, 2)), np.zeros((most + 1, 2))
        for own in range(1, most + 1):
            theirs = _theirs(self.stones - own, left - 1)
            for begins in (WAITS, BEGINS):
                lowest = stats.lowest[left] if begins else (1 - stats.lowest[left]) / (left - 1)
                best = (1 - lowest) / (left - 1)
                ends[own, begins] += stats.deals[left, 0] * lowest
                for deals in range(1, DEALS):
                    dealt = stats.deals[left, deals]
                    if own > deals:
                        chain[own, begins, own - deals, WAITS] += dealt * best
                    for held, chance in theirs.items():
                        out = held <= deals
                        for share, after, next_one in (
                            (lowest, own + min(held, deals), BEGINS),
                            (1 - lowest - best, own, WAITS),
                        ):
                            likely = dealt * share * chance
                            if out:
                                ends[own, begins] += likely * self._left[left - 1, after, next_one]
                            else:
                                chain[own, begins, after, next_one] += likely
        size = 2 * (most + 1)
        solved = np.linalg.solve(np.eye(size) - chain.reshape(size, size), ends.ravel())
        self._left[left, 1 : most + 1] = solved.reshape(most + 1, 2)[1:]


def _theirs(stones: int, others: int) -> dict[int, float]:
    """Distribution of one other player's stones, if all ways to share with at least one each are equally likely."""
    if others == 1:
        return {stones: 1.0}
    ways = comb(stones - 1, others - 1)
    return {held: comb(stones - held - 1, others - 2) / ways for held in range(1, stones - others + 2)}


@compiled
def _with_a_middle(players: int, stones: int, lowest: float, deals: Floats, left: Floats) -> Floats:
    """The risks by the stones in the middle, the own ones, the number of others without stones, and who begins."""
    risks = np.zeros((stones + 1, stones + 1, players, 2))
    for own in range(1, stones + 1):
        for empty in range(players):
            risks[0, own, empty] = left[players - empty, own]
    for middle in range(1, stones + 1):
        for own in range(stones - middle + 1):
            for empty in range(players):
                for begins in range(2):
                    loses = lowest if begins else (1 - lowest) / (players - 1)
                    fills = empty / (players - 1)
                    risk = deals[0] * loses
                    for dealt in range(1, len(deals)):
                        rest = max(middle - dealt, 0)
                        taken = middle - rest
                        waits = (1 - fills) * risks[rest, own, empty, 0]
                        if empty > 0:
                            waits += fills * risks[rest, own, empty - 1, 0]
                        risk += deals[dealt] * (loses * risks[rest, own + taken, empty, 1] + (1 - loses) * waits)
                    risks[middle, own, empty, begins] = risk
    return risks


MOST_STONES: Final = 30
"""More stones are scaled down to this number: Schock out decides most of such halves."""

_SWEEPS: Final = 3
_MANY: Final = 8
"""With more players one sweep of best responses is enough: more take long and change little."""
_ITERATIONS: Final = 2
_MEASURED: Final = (2, 3, 4, 5, 6, 8, 12, 16, 24)
"""Round statistics are computed for these numbers of players; others use the nearest."""


_Ends: TypeAlias = tuple[float, Floats]
"""The chance that the beginner of a round is lowest, and the distribution of stones dealt out."""


class ManyPlayers:
    """Rounds of `players` of whom some may be out already; `tables` are known halves by the number of players."""

    def __init__(
        self,
        options: Options,
        players: int,
        stats: RoundStats | None = None,
        tables: Tables = MappingProxyType({}),
    ) -> None:
        self.rounds = rounds_of(options)
        self.stones = min(options.stones, MOST_STONES)
        self._all = options.stones
        self._tables = tables if self._all == self.stones else {}
        self._stone_values = StoneValues(players, self.stones, stats or round_stats(options, players), self._tables)

    def pays(self, state: State) -> Floats:
        """The chance of each player of the round to lose the half after it, for the kernels: S9 and S10."""
        middle, held = self._scaled(*state)
        order = [seat for seat, stones in enumerate(held) if middle or stones]
        players, known = len(order), dict[State, Floats]()
        pays = np.zeros((players, players, DEALS, players))
        for loser, best, deals in product(range(players), range(players), range(DEALS)):
            if middle and best:
                pays[loser, best] = pays[loser, 0]  # the middle gives the stones, whoever is best
                continue
            following = next_state(self.stones, (middle, held), order[loser], order[best], deals)
            if following is None:
                pays[loser, best, deals, loser] = 1
                continue
            if following not in known:
                known[following] = self.after(following)
            pays[loser, best, deals] = np.roll(known[following], order[loser])[order]
        return pays

    def after(self, state: State) -> Floats:
        """The risks of all seats in the state after a round: of the table for those left, else by their stones."""
        middle, held = state
        left = [seat for seat, stones in enumerate(held) if middle or stones]
        risks, empty = np.zeros(len(held)), held.count(0)
        if len(left) in self._tables:
            risks[left] = self._tables[len(left)].value(middle, tuple(held[seat] for seat in left))
            return risks
        for seat in left:
            others = empty - (middle > 0 and held[seat] == 0)
            risks[seat] = self._stone_values.risk(middle, held[seat], others, seat == 0)
        risks /= risks.sum()
        return risks

    def _scaled(self, middle: int, held: Stones) -> State:
        """The state scaled to the stones of `StoneValues`; a player with stones keeps at least one."""
        if self._all == self.stones:
            return middle, held
        fewer = [max(stones * self.stones // self._all, min(stones, 1)) for stones in held]
        rest = self.stones - sum(fewer)
        if middle == 0:
            fewer[fewer.index(max(fewer))] += rest
            rest = 0
        return rest, tuple(fewer)


class _Faces(NamedTuple):
    """By final of a player: its value to all (`worth`), the chance to be `lowest`, and the stones `dealt` out."""

    worth: Floats
    lowest: Floats
    dealt: Floats


def by_outcome(pays: Floats) -> Floats:
    """Means of the values after a round, by player and whether this player is lowest, best or neither."""
    players = len(pays)
    means = np.zeros((players, 3, DEALS))
    for player in range(players):
        own, others = pays[..., player], [other for other in range(players) if other != player]
        means[player, LOWEST] = own[player, others].mean(axis=0)
        means[player, BEST] = own[others, player].mean(axis=0)
        pairs = [own[lowest, best] for lowest, best in permutations(others, 2)]
        if pairs:
            means[player, NEITHER] = np.mean(pairs, axis=0)
    return means


_LIMITS: Final = tuple(range(1, MOST_THROWS + 1))


def worth_of_beginner(rounds: Rounds, pays: Floats, limits: Iterable[int] = _LIMITS) -> Floats:
    """The values of the beginner's finals to all who take part, after these numbers of throws."""
    return _beginner(rounds, pays, limits).worth


def worth_of_follower(rounds: Rounds, limit: int, seen: tuple[int, ...], pays: Floats) -> Floats:
    """The values of a player's finals to all, when the players before ended with what is `seen`."""
    ends = np.arange(len(rounds.followers[limit].start) - 1)
    return _facing(rounds, limit, seen, ends, pays).worth


def _beginner(rounds: Rounds, pays: Floats, limits: Iterable[int] = _LIMITS) -> _Faces:
    every = len(rounds.beginner.start) - 1
    faces = _Faces(np.zeros((every, len(pays))), np.zeros(every), np.zeros((every, DEALS)))
    for limit in limits:
        ends = rounds.ends_of_beginner(limit)
        faced = np.array([rounds.faced(end)[1] for end in ends])
        for every_end, some in zip(faces, _facing(rounds, limit, (), faced, pays), strict=True):
            every_end[ends] = some
    return faces


def _facing(rounds: Rounds, limit: int, seen: tuple[int, ...], ends: Integers, pays: Floats) -> _Faces:
    finals = rounds.followers[limit]
    tops = tops_of(finals)
    below = np.empty((len(pays), len(finals.deals) + 1))
    before(finals, np.array(seen, dtype=np.int64), below)
    openly, sweeps = finals._replace(hidden=False), _SWEEPS if len(pays) <= _MANY else 1
    worth, lowest, best = facing(rounds.tables, finals, openly, tops, below, len(seen), ends, pays, sweeps)
    dealt = np.zeros((len(ends), DEALS))
    for top, chance in zip(tops.tolist(), np.diff(best, axis=1, prepend=0).T, strict=True):
        dealt[:, finals.deals[top]] += chance
    return _Faces(worth, lowest, dealt)


def tops_of(finals: Finals) -> Integers:
    """The last keys that deal out the same number of stones as those below them."""
    return np.append(np.flatnonzero(np.diff(finals.deals)), len(finals.deals) - 1)


def round_stats(options: Options, players: int, own: _Ends | None = None) -> RoundStats:
    """Round statistics up to this many players; `own` are the current estimates for the largest number."""
    stats = RoundStats(np.zeros(players + 1), np.zeros((players + 1, DEALS)))
    for left in range(2, players + 1):
        nearest = min(_MEASURED, key=lambda each: abs(each - left))
        begins, stats.deals[left] = own if own and nearest >= players else _pace(options, nearest)
        stats.lowest[left] = begins * nearest / left
    return stats


@lru_cache(maxsize=128)
def _pace(options: Options, players: int) -> _Ends:
    """Fixed-point iteration: players first avoid being lowest, then play for the stone values of the last estimate."""
    rounds, pays = rounds_of(options), np.zeros((players, 3, DEALS))
    pays[:, LOWEST] = 1
    ends = _ends(rounds, pays)
    for _ in range(_ITERATIONS):
        many = ManyPlayers(options, players, round_stats(options, players, ends))
        ends = _ends(rounds, by_outcome(many.pays((options.stones, (0,) * players))))
    return ends


def _ends(rounds: Rounds, pays: Floats) -> _Ends:
    faces = _beginner(rounds, pays)
    weight = np.empty(len(faces.worth))
    decide(rounds.tables, rounds.beginner, 0, faces.worth, weight)
    return float(weight @ faces.lowest), weight @ faces.dealt
