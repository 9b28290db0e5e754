"""Tables for the kernels of Schocken: hands, possible keeps, and optimal play of two.

Hands are all combinations of kept and thrown dice, since the moves that the rules list depend on both; keeps have the
numbers of the solver's `KEEPS`. The plans of two are indexed by the solver's merged hands.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from ...rules.dice import FACES
from ...rules.schocken import Hand, Options, keeps, rank_of
from ...solve.arrays import Floats, Int8s, Int32s
from ...solve.compiled import compiled
from ...solve.schocken.half import THROWS, begin, follow, mix
from ...solve.schocken.hands import KEEPS, Tables, hands_of
from ...solve.schocken.two import Half, half_table
from ..dice import number

EQUAL: Final = 1e-13
"""Moves whose risks differ by less are equal; smaller differences are rounding errors."""

STAND: Final = -1
"""The choice to stand, among the numbers of what may be kept."""


class Cups(NamedTuple):
    """All hands of a player.

    After keeping `k`, `thrown[k]` dice are thrown, and the number that they show leads to the hand `fallen[k, number]`.
    Standing with hand `h` is worth `height[h]` and deals out `deals[h]` stones, 0 for Schock out;
    else the keeps from `first[h]` to `first[h + 1]` of `keep` are possible, in the order of the rules; the first move
    that keeps `k` is move number `move[h, k]`. `alike` and `rank` are the numbers that the solver has for a hand.
    """

    thrown: Int32s
    fallen: Int32s
    height: Int32s
    deals: Int32s
    first: Int32s
    keep: Int32s
    move: Int8s
    alike: Int32s
    rank: Int32s


def cups(options: Options) -> Cups:
    """The hands under these options, memoized."""
    return _cups(replace(options, stones=1, covered="third", ties="order"))


@lru_cache(maxsize=32)
def _cups(options: Options) -> Cups:
    solved = hands_of(options)
    fallen = np.zeros((len(KEEPS), 6**3), dtype=np.int32)
    found = dict[Hand, int]()
    for kept, keep in enumerate(KEEPS):
        for dice in product(FACES, repeat=3 - len(keep)):
            hand = Hand(keep, tuple(sorted(dice)))
            fallen[kept, number(dice)] = found.setdefault(hand, len(found))
    ranks = [rank_of(options, hand) for hand in found]
    again = [[solved.keeps[keep] for keep, _ in keeps(options, hand)] for hand in found]
    move = np.zeros((len(found), len(KEEPS)), dtype=np.int8)
    for nth, possible in enumerate(again):
        for place in range(len(possible), 0, -1):  # standing is move number 0
            move[nth, possible[place - 1]] = place
    alike = [solved.number[hand.kept, hand.thrown] for hand in found]
    return Cups(
        thrown=_integers([3 - len(keep) for keep in KEEPS]),
        fallen=fallen,
        height=_integers([each.height for each in ranks]),
        deals=_integers([each.stones for each in ranks]),
        first=_integers(np.cumsum([0, *map(len, again)])),
        keep=_integers([keep for each in again for keep in each]),
        move=move,
        alike=_integers(alike),
        rank=_integers(solved.tables.rank[alike]),
    )


class Plans(NamedTuple):
    """Play of two: what to keep, or `STAND`, is `choice[state[middle, own], row, alike]`, by the beginner's stones.

    The rows are those of the beginner after the first and the second throw, those of a follower with two throws after
    the first by the beginner's rank, and those of a follower with three after the first and the second by the hand
    faced: a rank if the third throw is open, else what the beginner kept for it.
    """

    state: Int32s
    choice: Int8s
    ranks: int


NO_PLANS: Final = Plans(np.zeros((1, 1), dtype=np.int32), np.zeros((1, 1, 1), dtype=np.int8), 0)
"""For games without plans."""


@lru_cache(maxsize=8)
def plans(options: Options) -> Plans:
    """Optimal play of two; of equal moves standing is the first, then as the rules list them."""
    half = half_table(options)
    stones, tables = half.stones, half.tables
    states = [
        (middle, own)
        for middle in range(stones + 1)
        for own in range(stones - middle + 1)
        if middle or 0 < own < stones
    ]
    ranks, faced = len(tables.deals), _faced(half)
    choice = np.full((len(states), 2 + ranks + 2 * faced, len(tables.rank)), STAND, dtype=np.int8)
    state = np.zeros((stones + 1, stones + 1), dtype=np.int32)
    for row, (middle, own) in enumerate(states):
        state[middle, own] = row
        _fill(tables, half.by_throws, half.third_open, half.pays(middle, own), choice[row])
    return Plans(state, choice, ranks)


def _faced(half: Half) -> int:
    return len(half.tables.deals) if half.third_open else len(KEEPS)


@compiled
def _fill(tables: Tables, by_throws: bool, third_open: bool, pays: Floats, choice: Int8s) -> None:
    """Fill the choices in one state of stones."""
    ranks, keep_count = len(tables.deals), len(tables.fall) - 1
    standing, throwing = np.empty((THROWS + 1, ranks)), np.empty((THROWS + 1, keep_count))
    mixture = np.zeros(ranks)
    begin(tables, by_throws, third_open, pays, standing, throwing)
    for n in (1, 2):
        _choose(tables, -1.0, standing[n], throwing[n + 1], choice[n - 1])
    for limit in (2, 3):
        hidden = limit == THROWS and not third_open
        for faced in range(keep_count if hidden else ranks):
            if hidden:
                mix(tables, faced, mixture)
            else:
                mixture[:] = 0
                mixture[faced] = 1
            follow(tables, by_throws, limit, mixture, pays, standing, throwing)
            for n in range(1, limit):
                _choose(tables, 1.0, standing[n], throwing[n + 1], choice[follower_row(ranks, limit, faced, n)])


@compiled
def follower_row(ranks: int, limit: int, faced: int, n: int) -> int:
    """The row of a follower who has `limit` throws and has taken `n`."""
    return 2 + faced if limit == 2 else 2 + ranks + 2 * faced + n - 1


@compiled
def _choose(tables: Tables, sign: float, standing: Floats, throwing: Floats, choice: Int8s) -> None:
    """Choose the highest risk for the beginner, or with the sign -1 the lowest."""
    for hand in range(len(tables.rank)):
        best, choice[hand] = sign * standing[tables.rank[hand]] + EQUAL, STAND
        for i in range(tables.first[hand], tables.first[hand + 1]):
            if sign * throwing[tables.keep[i]] > best:
                best, choice[hand] = sign * throwing[tables.keep[i]] + EQUAL, tables.keep[i]


def _integers(numbers: object) -> Int32s:
    return np.array(numbers, dtype=np.int32)
