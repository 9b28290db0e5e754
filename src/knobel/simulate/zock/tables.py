"""Tables for the kernels of ZOCK: the covers of every set of open fields, and the picks of a policy.

Sets have the numbers of the solver's `Box`: 0 is none, the last one is all nine fields. Throws are numbers below 36, as
`roll_two` gives them. A *slot* is a set and a throw: `36 * set + throw`.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from ...rules.dice import FACES
from ...rules.zock import ALL_FIELDS, Options
from ...rules.zock import covers as covers_of
from ...solve.arrays import Floats, Int8s, Int16s, Int32s
from ...solve.compiled import compiled
from ...solve.zock.box import covering, without, zock_box
from ...solve.zock.solver import ALIKE, Solution
from ..dice import number

THROWS: Final = 36
SETS: Final = 2 ** len(ALL_FIELDS)


class Covers(NamedTuple):
    """The covers of slot `s`, in the order of the rules, lead to the sets in `left` from `first[s]` to `first[s + 1]`.

    `total` is the sum of a set's fields.
    """

    first: Int32s
    left: Int16s
    total: Int32s


class Picks(NamedTuple):
    """The covers of a policy: slot `s` leads to the set `left[s]`, which is the same set where there is no cover.

    Where `left[s]` is negative it depends on the rival's set: `rows[-1 - left[s], rival]`.
    """

    left: Int16s
    rows: Int16s


def covers(options: Options) -> Covers:
    """The covers under these options, memoized."""
    return _covers(covering(options))


@cache
def _covers(options: Options) -> Covers:
    box = zock_box(options)
    first, left = [0], list[int]()
    throws = sorted(product(FACES, repeat=2), key=number)
    for fields in box.sets:
        for dice in throws:
            offered = covers_of(options.variant, options.two_digit, dice, fields)
            left += (box.number[without(fields, cover)] for cover in offered)
            first.append(len(left))
    total = [sum(fields) for fields in box.sets]
    return Covers(np.array(first, np.int32), np.array(left, np.int16), np.array(total, np.int32))


def picks(table: Covers, solved: Solution) -> Picks:
    """The best covers of a solved game; of equally good ones the first as the rules list them."""
    rows = np.zeros((int(np.count_nonzero(np.diff(table.first) > 1)), SETS), dtype=np.int16)
    left = np.zeros(SETS * THROWS, dtype=np.int16)
    used = _pick(table, solved.after, left, rows)
    return Picks(left, rows[:used].copy())


@compiled
def _pick(table: Covers, after: Floats, left: Int16s, rows: Int16s) -> int:
    """Fill picks and rows, and say how many rows there are."""
    used = 0
    for slot in range(len(left)):
        begin, end = table.first[slot], table.first[slot + 1]
        throw = slot % THROWS
        swapped = slot - throw + throw // 6 + 6 * (throw % 6)
        if end == begin:
            left[slot] = slot // THROWS
        elif end - begin == 1:
            left[slot] = table.left[begin]
        elif swapped < slot:
            left[slot] = left[swapped]  # the same dice
        else:
            varies = False
            for rival in range(1, SETS):
                best = after[table.left[begin], rival]
                for cover in range(begin + 1, end):
                    best = max(best, after[table.left[cover], rival])
                cover = begin
                while after[table.left[cover], rival] <= best - ALIKE:
                    cover += 1
                rows[used, rival] = table.left[cover]
                varies |= rows[used, rival] != rows[used, 1]
            left[slot] = -1 - used if varies else rows[used, 1]
            used += varies
    return used


class Plans(NamedTuple):
    """The picks of both seats: seat `s` reads row `table[s]` of `left`, and all rows for rivals stand in one table.

    A `random` seat draws a cover where `left` is negative, which is wherever it can cover.
    """

    random: Int8s
    table: Int8s
    left: Int16s
    rows: Int16s


def plans(table: Covers, seats: tuple[Picks | None, Picks | None]) -> Plans:
    """The plans of a game; None is a random seat."""
    own = np.arange(SETS, dtype=np.int16).repeat(THROWS)
    anything = Picks(np.where(np.diff(table.first) == 0, own, np.int16(-1)), np.zeros((0, SETS), dtype=np.int16))
    one, two = (anything if chosen is None else chosen for chosen in seats)
    random = np.array([chosen is None for chosen in seats], dtype=np.int8)
    if one is two:
        return Plans(random, np.array([0, 0], np.int8), one.left[None], one.rows)
    after_one = np.where(two.left < 0, two.left - np.int16(len(one.rows)), two.left)
    left, rows = np.stack([one.left, after_one]), np.concatenate([one.rows, two.rows])
    return Plans(random, np.array([0, 1], np.int8), left, rows)
