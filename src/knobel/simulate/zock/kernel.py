"""Games of ZOCK with a strict referee (K4) as machine code."""

from __future__ import annotations

from ...solve.compiled import compiled
from ..arrays import Bytes, Short, Whole
from ..dice import Words, draw, roll_two
from ..trace import Trace, note
from .tables import SETS, THROWS, Covers, Plans

FULL = SETS - 1


@compiled
def play_games(
    covers: Covers,
    again: bool,
    plans: Plans,
    which: Whole,
    dice: Words,
    minds: Words,
    trace: Trace,
    winner: Bytes,
    loss: Bytes,
    beginner: Bytes,
    throws: Whole,
) -> None:
    """Play the next game of these matches; the results have a place for every match.

    The arrays are named before the loops begin: to fetch one out of a named tuple, or to hand it over, counts its
    references, which takes longer than a throw.
    """
    first, left, total = covers.first, covers.left, covers.total
    random, table, picks, rows = plans.random, plans.table, plans.left, plans.rows
    for match in which:
        own_dice, mind = dice[match], minds[match]
        seat = roll_off(own_dice)
        beginner[match] = seat
        own, rival, thrown = FULL, FULL, 0
        while True:
            slot = THROWS * own + roll_two(own_dice)
            thrown += 1
            after = int(picks[table[seat], slot])
            if after < 0:
                if random[seat]:
                    after = int(left[first[slot] + draw(mind, int(first[slot + 1] - first[slot]))])
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
def _place(left: Short, first: int, after: int) -> int:
    """Which of the covers from `first` on leads to this set."""
    place = 0
    while left[first + place] != after:
        place += 1
    return place


@compiled
def roll_off(dice: Words) -> int:
    """Who begins (K2)."""
    while True:
        first, second = roll_two(dice), roll_two(dice)
        first, second = first % 6 + first // 6, second % 6 + second // 6
        if first != second:
            return int(second > first)
