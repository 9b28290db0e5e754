"""One round of Schocken among three or four players, solved for given values of what follows it.

Also the outcome distribution of optimal play, as the transition probabilities of a Markov chain over states of stones.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from ...rules.schocken import MOST_THROWS, Options
from ..arrays import Floats, Integers
from ..compiled import compiled
from .few_kernel import all_open, extremes, last_of_two, opened_by, second_of_four, second_of_three, third_of_four
from .finals import Finals, decide, finals_of_beginner, finals_of_followers
from .hands import DEALS, Tables, hands_of


@compiled
def likely_of_three(tables: Tables, finals: Finals, openly: Finals, pays: Floats, first: int, likely: Floats) -> None:
    """Add the chances of who is lowest, who is best and what is dealt out, when the beginner ended with `first`.

    `openly` are the finals of the last player, from whom nothing is hidden.
    """
    worth, block = second_of_three(tables, finals, pays, first)
    weight = np.empty(len(worth))
    decide(tables, finals, 1, worth, weight)
    both = _both(tables, finals, openly, 2, weight, block)
    for i in range(finals.start[first], finals.start[first + 1]):
        a = finals.key[i]
        _count(finals.deals, 1, a, 0, a, 0, finals.chance[i], both, likely)


@compiled
def likely_of_four(tables: Tables, finals: Finals, openly: Finals, pays: Floats, first: int, likely: Floats) -> None:
    """`likely_of_three` for four players."""
    worth, opened = second_of_four(tables, finals, pays, first)
    weight, third = np.empty(len(worth)), np.empty(len(worth))
    decide(tables, finals, 1, worth, weight)
    for second in range(len(weight)):
        if weight[second] > 0:
            after, block = third_of_four(tables, finals, opened, second)
            decide(tables, finals, 2, after, third)
            both = _both(tables, finals, openly, 3, third, block)
            for i in range(finals.start[first], finals.start[first + 1]):
                for j in range(finals.start[second], finals.start[second + 1]):
                    low, lowest, high, best = extremes(finals.key[i], finals.key[j])
                    share = weight[second] * finals.chance[i] * finals.chance[j]
                    _count(finals.deals, 2, low, lowest, high, best, share, both, likely)


@compiled
def _both(tables: Tables, finals: Finals, openly: Finals, last: int, weight: Floats, block: Floats) -> Floats:
    """Joint distribution of the keys of the last two players."""
    keys = len(finals.deals)
    both, ends = np.zeros((keys, keys)), np.empty(keys)
    for final in range(len(weight)):
        if weight[final] > 0:
            decide(tables, openly, last, block[final], ends)
            for i in range(finals.start[final], finals.start[final + 1]):
                both[finals.key[i]] += weight[final] * finals.chance[i] * ends
    return both


@compiled
def _count(
    deals: Integers,
    before: int,
    low: int,
    lowest: int,
    high: int,
    best: int,
    share: float,
    both: Floats,
    likely: Floats,
) -> None:
    """Add the outcomes of a round in which the `before` players before the last two have these extremes."""
    for c in range(len(both)):
        for d in range(len(both)):
            if both[c, d] > 0:
                last, loser = (c, before) if c <= low else (low, lowest)
                top, winner = (c, before) if c > high else (high, best)
                if d <= last:
                    loser = before + 1
                if d > top:
                    top, winner = d, before + 1
                likely[loser, winner, deals[top]] += share * both[c, d]


class Rounds:
    """The rounds under some options; `pays` says how many take part and what the seats expect after a round."""

    def __init__(self, options: Options) -> None:
        self.tables = hands_of(options).tables
        self.beginner = finals_of_beginner(options)
        self.followers = {limit: finals_of_followers(options, limit) for limit in range(1, MOST_THROWS + 1)}
        """By the number of throws that the beginner took."""

    def value(self, pays: Floats) -> Floats:
        """The values to all seats before the first throw."""
        return decide(self.tables, self.beginner, 0, self.worth_of_beginner(pays), self._weight(self.beginner))

    def worth_of_beginner(self, pays: Floats, spread: Callable[..., Iterable[Floats]] = map) -> Floats:
        """The values of the beginner's finals to all seats; unreachable ones are not computed.

        `spread` maps over the finals: sequentially, or in threads.
        """
        worth = np.zeros((len(self.beginner.start) - 1, pays.shape[3]))
        for limit, finals in self.followers.items():
            second = finals._replace(hidden=finals.hidden and len(pays) > 2)
            opened = all_open(self.tables, finals, pays) if len(pays) == 4 and not finals.hidden else None
            ends = self.ends_of_beginner(limit)
            faced = [self.faced(final)[1] for final in ends]
            if opened is None:
                afters = spread(lambda first, limit=limit: self.worth(pays, limit, (first,)), faced)
            else:
                afters = map(opened.__getitem__, faced)
            for final, after in zip(ends, afters, strict=True):
                worth[final] = decide(self.tables, second, 1, after, self._weight(finals))
        return worth

    def worth(self, pays: Floats, limit: int, seen: tuple[int, ...]) -> Floats:
        """The values of the next player's finals to all seats, when the players before ended with what is `seen`."""
        tables, finals = self.tables, self.followers[limit]
        last: Floats
        match len(pays), seen:
            case 4, ():
                with ThreadPoolExecutor(os.cpu_count()) as threads:
                    return self.worth_of_beginner(pays, threads.map)
            case _, ():
                return self.worth_of_beginner(pays)
            case 2, (first,):
                return last_of_two(finals, pays, first)
            case 3, (first, *others):
                worth, block = second_of_three(tables, finals, pays, first)
            case 4, (first,):
                worth, _ = second_of_four(tables, finals, pays, first)
                return worth
            case 4, (first, second, *others):
                worth, block = third_of_four(tables, finals, opened_by(finals, pays, first), second)
            case _:
                raise AssertionError("no player follows the last one")
        last = block[others[0]] if others else worth
        return last

    def likely(self, pays: Floats) -> Floats:
        """Outcome distribution of optimal play: by who is lowest, who is best, and the stones of the best throw."""
        ends, weight = np.zeros((len(pays), len(pays), DEALS)), self._weight(self.beginner)
        decide(self.tables, self.beginner, 0, self.worth_of_beginner(pays), weight)
        of_all = likely_of_three if len(pays) == 3 else likely_of_four
        for final in np.flatnonzero(weight).tolist():
            limit, faced = self.faced(final)
            finals, after = self.followers[limit], np.zeros(ends.shape)
            of_all(self.tables, finals, finals._replace(hidden=False), pays, faced, after)
            ends += weight[final] * after
        return ends

    def ends_of_beginner(self, throws: int) -> range:
        """The finals that the beginner can have after this many throws."""
        keys = len(self.beginner.deals)
        if throws == MOST_THROWS and self.beginner.hidden:
            return range(keys, len(self.beginner.start) - 1)
        return range(MOST_THROWS - throws, keys, MOST_THROWS)

    def faced(self, final: int) -> tuple[int, int]:
        """The number of throws that a beginner's final took, and its number as the followers count finals."""
        keys = len(self.beginner.deals)
        if final >= keys:
            return MOST_THROWS, final - keys + len(self.followers[MOST_THROWS].deals)
        rank, left = divmod(final, MOST_THROWS)
        limit = MOST_THROWS - left
        return limit, rank * self.followers[limit].spread

    @staticmethod
    def _weight(finals: Finals) -> Floats:
        return np.empty(len(finals.start) - 1)


@lru_cache(maxsize=32)
def rounds_of(options: Options) -> Rounds:
    return Rounds(options)
