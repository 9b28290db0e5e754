"""One round of Schocken among three or four players, solved for any worth of what comes after it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from ...rules.schocken import MOST_THROWS, Options
from .few_chain import likely_of_four, likely_of_three
from .finals import Finals, decide, finals_of_beginner, finals_of_followers
from .hands import DEALS, Floats, hands_of
from .kernels.few import all_open, last_of_two, opened_by, second_of_four, second_of_three, third_of_four


class Rounds:
    """The rounds under some options; `pays` says how many take part and what the seats expect after a round."""

    def __init__(self, options: Options) -> None:
        self.tables = hands_of(options).tables
        self.beginner = finals_of_beginner(options)
        self.followers = {limit: finals_of_followers(options, limit) for limit in range(1, MOST_THROWS + 1)}
        """By the number of throws that the beginner took."""

    def value(self, pays: Floats) -> Floats:
        """What all seats expect before the first throw."""
        return decide(self.tables, self.beginner, 0, self.worth_of_beginner(pays), self._weight(self.beginner))

    def worth_of_beginner(self, pays: Floats, spread: Callable[..., Iterable[Floats]] = map) -> Floats:
        """What the beginner's finals are worth to all seats; those that he cannot end with are not computed.

        `spread` is how the work on what he may end with is done: one after the other, or by threads.
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
        """What the next player's finals are worth to all seats, when those before him ended with what is `seen`."""
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
                raise AssertionError("nobody follows the last player")
        last = block[others[0]] if others else worth
        return last

    def likely(self, pays: Floats) -> Floats:
        """How likely best play ends in what: by who is lowest, who is best, and the stones of the best throw."""
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
        """The finals that the beginner can have after so many throws."""
        keys = len(self.beginner.deals)
        if throws == MOST_THROWS and self.beginner.hidden:
            return range(keys, len(self.beginner.start) - 1)
        return range(MOST_THROWS - throws, keys, MOST_THROWS)

    def faced(self, final: int) -> tuple[int, int]:
        """The number of throws that the beginner took for a final, and which final that is to those who follow."""
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
