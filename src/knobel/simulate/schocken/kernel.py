"""Kernel of Schocken: rounds, halves and the final.

Inner loops bind the arrays of their tables to local names first: reading one out of a named tuple changes its reference
count, which takes longer than a throw.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...solve.arrays import Array, Bytes, Int32s
from ...solve.compiled import compiled
from ..batch import Trace, note
from ..dice import Words, draw, roll_one, roll_three, roll_two
from .tables import STAND, Cups, Plans, follower_row

MOST_THROWS = 3  # S4
NO_SEAT = 255


class KernelRules(NamedTuple):
    """The options of a game: the stones, what breaks ties (S8), whether a third throw is open (S5), and one half (S11).

    `planned` says whether any seat follows the plans.
    """

    stones: int
    by_throws: bool
    third_open: bool
    one_half: bool
    planned: bool


@compiled
def play_games(
    rules: KernelRules,
    cups: Cups,
    plans: Plans,
    random: Bytes,
    dice: Words,
    rngs: Words,
    trace: Trace,
    starter: Bytes,
    lost: Bytes,
    rounds: Int32s,
    throws: Int32s,
) -> None:
    """Play a game for each stream; `random` seats choose any legal move, the others follow the plans.

    `lost` gets the losers of the halves and of the final, if there is one.
    """
    players = len(random)
    held, inside = np.zeros(players, dtype=np.int64), np.zeros(players, dtype=np.bool_)
    for game in range(len(dice)):
        seat = draw(dice[game], players)  # S3
        starter[game] = seat
        lost[game] = NO_SEAT
        for half in range(1 if rules.one_half else 3):
            final = half == 2
            if final and lost[game, 0] == lost[game, 1]:
                break  # S2
            held[:] = 0
            for each in range(players):
                inside[each] = not final or each == lost[game, 0] or each == lost[game, 1]
            seat, taken, thrown = _half(rules, cups, plans, random, seat, held, inside, dice[game], rngs[game], trace)
            lost[game, half] = seat
            rounds[game] += taken
            throws[game] += thrown


@compiled
def _half(
    rules: KernelRules,
    cups: Cups,
    plans: Plans,
    random: Bytes,
    beginner: int,
    held: Array,
    inside: Array,
    dice: Words,
    rng: Words,
    trace: Trace,
) -> tuple[int, int, int]:
    """Play a half or the final: who loses it, how many rounds it takes, and how many throws."""
    players, middle, rounds, throws = len(random), rules.stones, 0, 0
    thrown, fallen, first, keeps, moves, alike = cups.thrown, cups.fallen, cups.first, cups.keep, cups.move, cups.alike
    heights, deals, ranks, states, choices = cups.height, cups.deals, cups.rank, plans.state, plans.choice
    while True:
        limit, faced, state = MOST_THROWS, -1, states[middle, held[beginner]] if rules.planned else 0
        best, loser, dealt, highest, lowest = 0, 0, 0, -1, 1 << 40
        seat = beginner - 1
        for place in range(players):
            seat = seat + 1 if seat + 1 < players else 0
            if not inside[seat] or (middle == 0 and held[seat] == 0):
                continue  # S9: out of this half
            keep, n = 0, 1
            hand = fallen[keep, roll_three(dice)]
            while n < limit:
                if random[seat]:
                    move = draw(rng, 1 + int(first[hand + 1] - first[hand]))
                else:
                    row = n - 1 if faced < 0 else follower_row(plans.ranks, limit, faced, n)
                    choice = choices[state, row, alike[hand]]
                    move = 0 if choice == STAND else int(moves[hand, choice])
                note(trace, move)
                if move == 0:
                    break
                keep, n = int(keeps[first[hand] + move - 1]), n + 1
                hand = fallen[keep, _roll(dice, thrown[keep])]
            throws += n
            if place == 0:
                limit = n  # S6
                faced = int(ranks[hand]) if n < MOST_THROWS or rules.third_open else keep
            # S8: of equal throws the one with fewer throws is better, if that counts, and then the earlier one
            worth = (heights[hand] * 4 - (n if rules.by_throws else 0)) * 32 - place
            if worth > highest:
                highest, best, dealt = worth, seat, int(deals[hand])
            if worth < lowest:
                lowest, loser = worth, seat
        rounds += 1
        if dealt == 0:
            return loser, rounds, throws  # S10
        taken = min(dealt, middle if middle > 0 else held[best])
        if middle > 0:
            middle -= taken
        else:
            held[best] -= taken
        held[loser] += taken
        if held[loser] == rules.stones:
            return loser, rounds, throws  # S9
        beginner = loser  # S3


@compiled
def _roll(dice: Words, count: int) -> int:
    if count == 3:
        return roll_three(dice)
    return roll_two(dice) if count == 2 else roll_one(dice)
