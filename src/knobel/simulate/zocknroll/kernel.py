"""Kernel of Zock'n'Roll: plays games, or from any point of a turn on.

As in the kernel of Schocken, arrays of named tuples are bound to local names before inner loops.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ...solve.arrays import Array, Bytes, Int8s, Int32s
from ...solve.compiled import compiled
from ..batch import Trace, note
from ..dice import Words, draw, roll_one, roll_three, roll_two
from .tables import ALWAYS, NO_ROW, RANDOM, Dice, Plans

END = 6  # N12: the mark that ends the game
WON_THIRD = 0


class KernelRules(NamedTuple):
    """The options of a game: the dice in a cup (N2), whether Jörg plays (N4), who decides first (N6)."""

    cup_size: int
    jorg: bool
    left_first: bool


class Sheets(NamedTuple):
    """The marks of all seats, the points by place, and the points of a mark in each row."""

    marks: Bytes
    by_place: Int32s
    worth: Int32s


class Point(NamedTuple):
    """Where a turn stands: the white dice, who is in, and whose decision is next.

    `triple` are the first three white dice, `white` all of them, `fourth` the fourth less one; `inside` are the cups
    that are not dropped, as bits, Jörg's among them (N4). The player at `place` in the order of deciding is next, at
    `node` of the round; `those` stayed in round 1 and `stayers` in this round so far, as bits by place.
    """

    triple: int
    white: int
    fourth: int
    inside: int
    playing_round: int
    place: int
    node: int
    those: int
    stayers: int
    last: bool
    """Whether the last mark of the game has been made in this turn (N12)."""


BETWEEN_TURNS: Final = Point(0, 0, 0, 0, 0, 0, 0, 0, 0, False)
"""All cups are thrown next."""


@compiled
def play_games(
    rules: KernelRules,
    dice_of: Dice,
    plans: Plans,
    worth: Int32s,
    dice: Words,
    rngs: Words,
    trace: Trace,
    starter: Bytes,
    turns: Int32s,
    marks: Bytes,
    by_place: Int32s,
) -> None:
    """Play a game for each stream.

    `marks` gets the marks of every seat in every row, which count `worth` each (N13); `by_place` the points of all
    turns by the place from the starter of the turn on.
    """
    players = len(plans.table)
    cups = np.zeros(players + rules.jorg, dtype=np.int64)
    for game in range(len(dice)):
        seat = draw(dice[game], players)  # N3
        starter[game] = seat
        sheets = Sheets(marks[game], by_place[game], worth)
        mine = dice[game], rngs[game]
        turns[game] = play_on(rules, dice_of, plans, seat, BETWEEN_TURNS, cups, *mine, *mine, trace, sheets)


@compiled
def play_on(
    rules: KernelRules,
    dice_of: Dice,
    plans: Plans,
    starter: int,
    point: Point,
    cups: Array,
    dice: Words,
    rng: Words,
    later_dice: Words,
    later_rng: Words,
    trace: Trace,
    sheets: Sheets,
) -> int:
    """Play from a point in a turn to the end of the game; the number of turns. Later turns use their own streams."""
    cup_of, white_of, more, rows, best = dice_of.cup, dice_of.white, dice_of.more, dice_of.rows, dice_of.best
    table, first, second, levels = plans.table, plans.first, plans.second, plans.levels
    first_row, second_row, offset = plans.first_row, plans.second_row, plans.offset
    marks, by_place, worth = sheets.marks, sheets.by_place, sheets.worth
    players, dropped_first, turns = len(table), len(worth) - 1, 0
    triple, white, fourth, inside, playing_round, begin, node, those, stayers, over = point
    while True:
        turns += 1
        if playing_round == 0:
            for cup in range(len(cups)):
                cups[cup] = cup_of[roll_two(dice) if rules.cup_size == 2 else roll_three(dice)]  # N5
            inside = (1 << len(cups)) - 1
            triple = int(white_of[roll_three(dice)])
            white, fourth, playing_round, begin, node, those, stayers = triple, 0, 1, 0, 1, 0, 0
        while playing_round < 3:
            seat = (starter + begin - 1 + rules.left_first) % players
            for place in range(begin, players):  # N6
                seat = seat + 1 if seat + 1 < players else 0
                if not (inside >> seat) & 1:
                    continue
                cup, policy = cups[seat], table[seat]
                if policy == RANDOM:
                    move = draw(rng, 1 + max(1, _count(rows[white, cup])))
                elif policy == ALWAYS:
                    move = 0
                else:
                    if playing_round == 1:
                        level = first[policy, triple, first_row[node - 1], cup]
                    else:
                        level = second[policy, triple, fourth, second_row[offset[those] + node - 1], cup]
                    move = 0 if draw(rng, int(levels[policy])) < level else 1
                note(trace, move)
                if move == 0:
                    stayers |= 1 << place
                    node = 2 * node + 1
                    continue
                inside &= ~(1 << seat)  # N7
                node = 2 * node
                ahead = seat - starter if seat >= starter else seat - starter + players
                if playing_round == 1:
                    over |= make_mark(marks, by_place, worth, seat, ahead, dropped_first)
                if best[white, cup] != NO_ROW:
                    row = _nth(rows[white, cup], move - 1) if policy == RANDOM else int(best[white, cup])
                    over |= make_mark(marks, by_place, worth, seat, ahead, 1 + row)
            if stayers == 0:
                break  # N8
            fourth = roll_one(dice)  # N9, N10
            white = int(more[white, fourth])
            playing_round, begin, node, those, stayers = playing_round + 1, 0, 1, stayers, 0
        if playing_round == 3:
            high, winners = best_hands(best, cups, white, inside)
            seat = starter - 1
            for ahead in range(players):  # N10: winners mark from the starter on
                seat = seat + 1 if seat + 1 < players else 0
                cup = cups[seat]
                if (inside >> seat) & 1 and best[white, cup] == high:
                    move, row = 0, high
                    if table[seat] == RANDOM:
                        move = draw(rng, _count(rows[white, cup]))
                        row = _nth(rows[white, cup], move)
                    note(trace, move)
                    if winners == 1:
                        over |= make_mark(marks, by_place, worth, seat, ahead, WON_THIRD)
                    over |= make_mark(marks, by_place, worth, seat, ahead, 1 + row)
        starter = starter + 1 if starter + 1 < players else 0  # N11
        playing_round = 0
        dice, rng = later_dice, later_rng
        if over:
            return turns


@compiled
def best_hands(best: Int8s, cups: Array, white: int, inside: int) -> tuple[int, int]:
    """The best row of the cups that are lifted in round 3, and how many of them have it (N10)."""
    high, count = NO_ROW, 0
    for cup in range(len(cups)):
        if (inside >> cup) & 1:
            row = int(best[white, cups[cup]])
            if row < high:
                high, count = row, 0
            count += row == high
    return high, count


@compiled
def make_mark(marks: Bytes, by_place: Int32s, worth: Int32s, seat: int, ahead: int, row: int) -> bool:
    """Mark a row; whether it was the last mark (N12)."""
    marks[seat, row] += 1
    by_place[ahead] += worth[row]
    return bool(marks[seat, row] >= END)


@compiled
def _count(rows: int) -> int:
    """The number of set bits."""
    count = 0
    while rows:
        rows &= rows - 1
        count += 1
    return count


@compiled
def _nth(rows: int, n: int) -> int:
    """The row after `n` better ones."""
    for _ in range(n):
        rows &= rows - 1
    row = 0
    while not (rows >> row) & 1:
        row += 1
    return row
