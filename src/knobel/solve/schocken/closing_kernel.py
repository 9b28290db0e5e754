"""Kernels of Schocken for the last deciders of a round with any number of players: exact for given values after it.

What the players before have matters only by its extremes: who is lowest and who is best, and with which keys. Covered
throws make that a distribution. It is kept as one row of `extremes` (lowest key, whose, best key, whose) per case, and
its chance in `shares`.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Floats, Integers
from ..compiled import compiled
from .few_kernel import answers, mix, third_of_four
from .finals import Finals, decide, offered
from .hands import Tables


@compiled
def extremes_of(finals: Finals, seen: Integers) -> tuple[Integers, Floats]:
    """The distribution of the extremes of the players who have finished."""
    keys = len(finals.deals)
    extremes, shares = np.zeros((1, 4), dtype=np.int64), np.ones(1)
    for player in range(len(seen)):
        chances = np.zeros((player + 1, player + 1, keys, keys))
        for i in range(finals.start[seen[player]], finals.start[seen[player] + 1]):
            added = _added(extremes, finals.key[i], player)
            for case in range(len(shares)):
                low, lowest, high, best = added[case]
                chances[lowest, best, low, high] += shares[case] * finals.chance[i]
        cases = np.argwhere(chances > 0)
        extremes, shares = np.empty((len(cases), 4), dtype=np.int64), np.empty(len(cases))
        for case in range(len(cases)):
            lowest, best, low, high = cases[case]
            extremes[case] = (low, lowest, high, best)
            shares[case] = chances[lowest, best, low, high]
    return extremes, shares


@compiled
def _added(extremes: Integers, key: int, player: int) -> Integers:
    """The extremes when one more player has this key; S8: of equal keys the later player's is lower."""
    added = extremes.copy()
    for case in range(len(added)):
        if player == 0 or key <= added[case, 0]:
            added[case, 0], added[case, 1] = key, player
        if player == 0 or key > added[case, 2]:
            added[case, 2], added[case, 3] = key, player
    return added


@compiled
def worth_of_last(deals: Integers, pays: Floats, extremes: Integers, shares: Floats) -> Floats:
    """The values to all of the last player's keys."""
    keys, last, seats = len(deals), len(pays) - 1, pays.shape[3]
    steps, under = np.zeros((keys + 1, seats)), np.zeros((keys + 1, len(pays)))
    for case in range(len(shares)):
        low, lowest, high, best = extremes[case]
        for seat in range(seats):
            loses = shares[case] * pays[last, best, deals[high], seat]
            between = shares[case] * pays[lowest, best, deals[high], seat]
            steps[0, seat] += loses
            steps[low + 1, seat] += between - loses
            steps[high + 1, seat] -= between
        under[high + 1, lowest] += shares[case]
    worth = np.empty((keys, seats))
    for key in range(keys):
        if key:
            steps[key] += steps[key - 1]
            under[key] += under[key - 1]
        for seat in range(seats):
            worth[key, seat] = steps[key, seat]
            for lowest in range(last):
                worth[key, seat] += under[key, lowest] * pays[lowest, last, deals[key], seat]
    return worth


@compiled
def worth_of_second_last(tables: Tables, finals: Finals, pays: Floats, extremes: Integers, shares: Floats) -> Floats:
    """The values to all of the finals of the last player but one."""
    keys, every, last = len(finals.deals), len(finals.start) - 1, len(pays) - 1
    block, worth = np.zeros((every, keys, pays.shape[3])), np.zeros((every, pays.shape[3]))
    for key in range(keys):
        block[key] = worth_of_last(finals.deals, pays, _added(extremes, key, last - 1), shares)
    mix(finals, block)
    low, high = offered(finals)
    answers(tables, finals, last, block[low:high], worth[low:high])
    return worth


@compiled
def worth_of_third_last(tables: Tables, finals: Finals, pays: Floats, extremes: Integers, shares: Floats) -> Floats:
    """The values to all of the finals of the last player but two."""
    keys, every, last, seats = len(finals.deals), len(finals.start) - 1, len(pays) - 1, pays.shape[3]
    opened = np.empty((keys, keys, keys, seats))
    for b in range(keys):
        added = _added(extremes, b, last - 2)
        for c in range(keys):
            opened[b, c] = worth_of_last(finals.deals, pays, _added(added, c, last - 1), shares)
    worth, weight = np.zeros((every, seats)), np.empty(every)
    low, high = offered(finals)
    for final in range(low, high):
        after, _ = third_of_four(tables, finals, opened, final, last)
        worth[final] = decide(tables, finals, last - 1, after, weight)
    return worth
