"""Kernels of Schocken for the last deciders of a round with any number of players: exact for given values after it.

What the players before have matters only by its extremes: who is lowest and who is best, and with which keys. Covered
throws make that a distribution. It is kept as one row of `extremes` (lowest key, whose, best key, whose) per case, and
its chance in `shares`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..arrays import Floats, Integers
from ..compiled import compiled
from .few_kernel import answers, extremes_of_three, mix, third_of_four
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
def after_open(tables: Tables, finals: Finals, pays: Floats, following: Floats, player: int, by_middle: bool) -> Floats:
    """The values to all before this player of an open round throws, by the extremes of the players before.

    These are who is lowest and who is best, and their keys. `following` are these values for the next player; after the
    last one the round `pays`; by the middle if it does not matter who is best.
    """
    keys, seats = len(finals.deals), pays.shape[3]
    after, values = np.empty((player, player, keys, keys, seats)), np.empty((keys, seats))
    for lowest in range(player):
        for best in range(player):
            first = int(lowest == 0 and player > 1)
            if by_middle and best > first:
                after[lowest, best] = after[lowest, first]
            elif player == 1 or lowest != best:
                for low in range(keys):
                    end = low + 1 if player == 1 else keys
                    block = np.empty((end - low, keys, seats))
                    for high in range(low, end):
                        for key in range(keys):
                            loser, last = (player, key) if key <= low else (lowest, low)
                            winner, top = (player, key) if key > high else (best, high)
                            if player == len(pays) - 1:
                                block[high - low, key] = pays[loser, winner, finals.deals[top]]
                            else:
                                block[high - low, key] = following[loser, winner, last, top]
                    answers(tables, finals, player, block, values[: end - low])
                    after[lowest, best, low, low:end] = values[: end - low]
    return after


@compiled
def worth_of_open(finals: Finals, pays: Floats, following: Floats, seen: Integers) -> Floats:
    """The values to all of a player's keys in an open round, by those before the next player throws."""
    keys, player, seats = len(finals.deals), len(seen), pays.shape[3]
    extremes, _ = extremes_of(finals, seen)
    worth = np.empty((keys, seats))
    for key in range(keys):
        low, lowest, high, best = _added(extremes, key, player)[0]
        if player == len(pays) - 1:
            worth[key] = pays[lowest, best, finals.deals[high]]
        else:
            worth[key] = following[lowest, best, low, high]
    return worth


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
    every, last, seats = len(finals.start) - 1, len(pays) - 1, pays.shape[3]
    opened = _opened(_after_three(finals.deals, pays, extremes, shares))
    worth, weight = np.zeros((every, seats)), np.empty(every)
    low, high = offered(finals)
    for final in range(low, high):
        after, _ = third_of_four(tables, finals, opened, final, last)
        worth[final] = decide(tables, finals, last - 1, after, weight)
    return worth


@compiled
def after_each(finals: Finals, pays: Floats, extremes: Integers, shares: Floats) -> Floats:
    """The values to all after each key of the last player but three, by the extremes of the three after him."""
    keys, seats = len(finals.deals), pays.shape[3]
    after = np.empty((keys, _PAIRS, keys, keys, seats))
    for key in range(keys):
        after[key] = _after_three(finals.deals, pays, _added(extremes, key, len(pays) - 4), shares)
    return after


@compiled
def worth_of_fourth_last(tables: Tables, finals: Finals, after: Floats, final: int, last: int) -> Floats:
    """The value to all of a final of the last player but three, by what is `after_each` of his keys."""
    worth, weight = np.zeros((len(finals.start) - 1, after.shape[4])), np.empty(len(finals.start) - 1)
    mixed = np.zeros(after.shape[1:])
    for i in range(finals.start[final], finals.start[final + 1]):
        mixed += finals.chance[i] * after[finals.key[i]]
    opened = _opened(mixed)
    low, high = offered(finals)
    for third in range(low, high):
        fourth, _ = third_of_four(tables, finals, opened, third, last)
        worth[third] = decide(tables, finals, last - 1, fourth, weight)
    return decide(tables, finals, last - 2, worth, weight)


_PAIRS: Final = 6
"""Of three players one is lowest and another one is best."""


@compiled
def _pair(lowest: int, best: int) -> int:
    return 2 * lowest + (best - 1 if best > lowest else best)


@compiled
def _after_three(deals: Integers, pays: Floats, extremes: Integers, shares: Floats) -> Floats:
    """The values to all by the extremes of the last three players: who is lowest and best, and with which keys.

    The players before stay lowest with a key under theirs, and best with one not under theirs (S8). So sums over their
    cases up to a lowest and from a best key are enough: of the values if both stay (`both`), of the chances of who is
    lowest (`lower`) or who is best with which stones (`higher`), and of the chance that none is (`neither`).
    """
    keys, last, seats = len(deals), len(pays) - 1, pays.shape[3]
    both = np.zeros((keys + 1, keys + 1, seats))
    lower = np.zeros((keys + 1, keys + 1, last))
    higher = np.zeros((keys + 1, keys + 1, last, pays.shape[2]))
    neither = np.zeros((keys + 1, keys + 1, 1))
    for case in range(len(shares)):
        under, loser, over, winner = extremes[case]
        share, dealt = shares[case], deals[over]
        for seat in range(seats):
            both[under + 1, over, seat] += share * pays[loser, winner, dealt, seat]
        lower[under + 1, over + 1, loser] += share
        higher[under, over, winner, dealt] += share
        neither[under, over + 1, 0] += share
    _add_up(both, True, False)
    _add_up(lower, True, True)
    _add_up(higher.reshape(keys + 1, keys + 1, -1), False, False)
    _add_up(neither, False, True)
    after = np.zeros((_PAIRS, keys, keys, seats))
    beaten = np.empty(seats)
    for low in range(keys):
        for high in range(low, keys):
            for lowest in range(3):
                beaten[:] = both[low, high]
                for winner in range(last):
                    for dealt in range(pays.shape[2]):
                        share = higher[low, high, winner, dealt]
                        if share > 0:
                            for seat in range(seats):
                                beaten[seat] += share * pays[last - 2 + lowest, winner, dealt, seat]
                for best in range(3):
                    if lowest != best:
                        row = after[_pair(lowest, best), low, high]
                        for seat in range(seats):
                            row[seat] = beaten[seat]
                            row[seat] += (
                                neither[low, high, 0] * pays[last - 2 + lowest, last - 2 + best, deals[high], seat]
                            )
                            for loser in range(last):
                                share = lower[low, high, loser]
                                row[seat] += share * pays[loser, last - 2 + best, deals[high], seat]
    return after


@compiled
def _add_up(table: Floats, upward: bool, onward: bool) -> None:
    """Replace rows by their sums, over smaller or larger first indices, and smaller or larger second ones."""
    end = len(table)
    for i in range(1, end):
        at, before = (i, i - 1) if upward else (end - 1 - i, end - i)
        table[at] += table[before]
    for i in range(1, end):
        at, before = (i, i - 1) if onward else (end - 1 - i, end - i)
        table[:, at] += table[:, before]


@compiled
def _opened(after: Floats) -> Floats:
    """The values to all after each key of the last three players."""
    keys, seats = after.shape[1], after.shape[3]
    opened = np.empty((keys, keys, keys, seats))
    for a in range(keys):
        for b in range(keys):
            for c in range(keys):
                low, lowest, high, best = extremes_of_three(a, b, c)
                opened[a, b, c] = after[_pair(lowest, best), low, high]
    return opened
