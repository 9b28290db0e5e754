"""Kernels of ZOCK: games with a strict referee (K4), and with players as referees (K9)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from ...rules.dice import FACES
from ...rules.zock import ALL_FIELDS, Options
from ...rules.zock import covers as covers_of
from ...solve.arrays import Array, Bytes, Int8s, Int16s, Int32s
from ...solve.compiled import compiled
from ...solve.zock.box import Box, zock_box
from ..batch import Trace, note
from ..dice import Words, draw, number, roll_two
from .tables import SETS, THROWS, Covers, Plans

FULL = SETS - 1


@compiled
def play_games(
    covers: Covers,
    again: bool,
    plans: Plans,
    which: Int32s,
    dice: Words,
    rngs: Words,
    trace: Trace,
    winner: Bytes,
    loss: Bytes,
    beginner: Bytes,
    throws: Int32s,
) -> None:
    """Play the next game of these matches; the results have a place for every match.

    Arrays are bound to local names before the loops: reading one out of a named tuple, or passing it on, changes its
    reference count, which takes longer than a throw.
    """
    first, left, total = covers.first, covers.left, covers.total
    random, table, picks, rows = plans.random, plans.table, plans.left, plans.rows
    for match in which:
        own_dice, rng = dice[match], rngs[match]
        seat = roll_off(own_dice)
        beginner[match] = seat
        own, rival, thrown = FULL, FULL, 0
        while True:
            slot = THROWS * own + roll_two(own_dice)
            thrown += 1
            after = int(picks[table[seat], slot])
            if after < 0:
                if random[seat]:
                    after = int(left[first[slot] + draw(rng, int(first[slot + 1] - first[slot]))])
                else:
                    after = int(rows[-1 - after, rival])
            if len(trace) > 1 and after != own:
                note(trace, _place(left, first[slot], after))
            if after == 0:
                break  # K7
            if again and after != own:
                own = after
            else:
                own, rival, seat = rival, after, 1 - seat
        winner[match], loss[match], throws[match] = seat, total[rival], thrown


@compiled
def _place(left: Int16s, first: int, after: int) -> int:
    """Which of the covers from `first` on leads to this set."""
    place = 0
    while left[first + place] != after:
        place += 1
    return place


@compiled
def roll_off(dice: Words) -> int:
    """The seat that begins (K2)."""
    while True:
        first, second = roll_two(dice), roll_two(dice)
        first, second = first % 6 + first // 6, second % 6 + second // 6
        if first != second:
            return int(second > first)


class Referees(NamedTuple):
    """Tables of the moves with players as referees, where sets are bits: field 1 is the lowest.

    `fields` are the bits of a set by its number and `number` the other way round; `fits` says whether a throw offers
    a cover. With `k` fields open the moves are in `choice[k]`, as bits of the first, second, … open field; `place[k]`
    is the place of each of them.
    """

    fields: Int32s
    number: Int32s
    fits: Int8s
    choice: Int32s
    place: Int32s


@lru_cache(maxsize=16)
def referees(options: Options) -> Referees:
    """The tables of a game with players as referees."""
    box = zock_box(options)
    fields = np.array([_bits(some) for some in box.sets], dtype=np.int32)
    numbers = np.argsort(fields).astype(np.int32)
    fits = np.zeros((THROWS, SETS), dtype=np.int8)
    for dice in product(FACES, repeat=2):
        for cover in covers_of(options.variant, options.two_digit, dice, ALL_FIELDS):
            fits[number(dice), _bits(cover)] = 1
    choice = np.zeros((len(ALL_FIELDS) + 1, SETS), dtype=np.int32)
    place = np.zeros_like(choice)
    for size in range(len(ALL_FIELDS) + 1):
        small = Box(ALL_FIELDS[:size], lambda _: [((), 1)])
        for nth, some in enumerate(small.sets):  # passing, which covers nothing, comes first
            choice[size, nth] = _bits(some)
            place[size, _bits(some)] = nth
    return Referees(fields, numbers, fits, choice, place)


def _bits(fields: tuple[int, ...]) -> int:
    return sum(1 << (field - 1) for field in fields)


@compiled
def play_refereed(
    covers: Covers,
    again: bool,
    plans: Plans,
    referees: Referees,
    which: Int32s,
    dice: Words,
    rngs: Words,
    trace: Trace,
    winner: Bytes,
    loss: Bytes,
    beginner: Bytes,
    throws: Int32s,
) -> None:
    """`play_games` with players as referees (K9): players with a plan cover what fits and object to what does not."""
    for match in which:
        seat = roll_off(dice[match])
        beginner[match] = seat
        winner[match], loss[match], throws[match] = _refereed(
            covers, again, plans, referees, seat, dice[match], rngs[match], trace
        )


@compiled
def _refereed(
    covers: Covers, again: bool, plans: Plans, referees: Referees, seat: int, dice: Words, rng: Words, trace: Trace
) -> tuple[int, int, int]:
    """The winner, the loss of the other seat, and the number of throws."""
    open_fields = np.array([FULL, FULL])
    wrong, throws = 0, 0  # the fields of covers since the last hand-over that did not fit
    while True:
        throw = roll_two(dice)
        throws += 1
        covered = _covered(plans, referees, seat, open_fields, throw, rng, trace)
        if covered and not referees.fits[throw, covered]:
            wrong |= covered
        open_fields[seat] &= ~covered
        if open_fields[seat] == 0:
            if not _objects(plans, 1 - seat, wrong, rng, trace) or wrong == 0:
                return seat, int(covers.total[referees.number[open_fields[1 - seat]]]), throws  # K7
            open_fields[seat] = wrong
        elif covered and again:
            continue
        elif _objects(plans, 1 - seat, wrong, rng, trace):
            open_fields[seat] |= wrong
        wrong, seat = 0, 1 - seat


@compiled
def _covered(
    plans: Plans,
    referees: Referees,
    seat: int,
    open_fields: Array,
    throw: int,
    rng: Words,
    trace: Trace,
) -> int:
    """The fields that a player covers, as bits; none if the player passes."""
    own, rival = int(referees.number[open_fields[seat]]), int(referees.number[open_fields[1 - seat]])
    size = 0
    for field in range(9):
        size += (open_fields[seat] >> field) & 1
    if plans.random[seat]:
        move = draw(rng, 1 << size)
    else:
        left = int(plans.left[plans.table[seat], THROWS * own + throw])
        if left < 0:
            left = int(plans.rows[-1 - left, rival])
        move = int(referees.place[size, _extract_bits(open_fields[seat], ~referees.fields[left])])
    note(trace, move)
    return _deposit_bits(open_fields[seat], referees.choice[size, move])


@compiled
def _extract_bits(open_fields: int, chosen: int) -> int:
    """Parallel bit extract (PEXT): the chosen ones of the open fields, as bits of the first, second, … open field."""
    bits, place = 0, 0
    for field in range(9):
        if (open_fields >> field) & 1:
            bits |= ((chosen >> field) & 1) << place
            place += 1
    return bits


@compiled
def _deposit_bits(open_fields: int, bits: int) -> int:
    """Parallel bit deposit (PDEP): the inverse of `_extract_bits`."""
    chosen, place = 0, 0
    for field in range(9):
        if (open_fields >> field) & 1:
            chosen |= ((bits >> place) & 1) << field
            place += 1
    return chosen


@compiled
def _objects(plans: Plans, seat: int, wrong: int, rng: Words, trace: Trace) -> bool:
    """Whether a player objects, before throwing or before the game ends."""
    objects = draw(rng, 2) == 1 if plans.random[seat] else wrong > 0
    note(trace, int(objects))
    return objects
