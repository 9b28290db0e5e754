"""Sampled futures of Zock'n'Roll: games played once in advance, and then applied to any tableaus.

The stored policy ignores tableaus, so later turns bring the same marks for any tableaus. A *future* is a game from
empty tableaus to its own end. Applied to tableaus with marks it ends no later: with the turn that brings the first row
its sixth mark (N12). Finding that turn takes a lookup per row, which is dozens of times faster than playing.

Seats are counted from the starter of the first turn on. Futures lie in blocks, side by side as `LANES`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...solve.arrays import Array, Bytes, Floats, Int32s
from ...solve.compiled import compiled
from ..batch import Trace, no_trace
from ..dice import Words, streams
from .kernel import BETWEEN_TURNS, END, WON_THIRD, KernelRules, Point, Sheets, play_on
from .tables import Dice, Plans

Ranks: TypeAlias = NDArray[np.int16]

LANES: Final = 16
"""Futures in a block: as many as SIMD instructions compare at once."""

_LONGEST: Final = 64
"""The most turns of a future; games have about a dozen, and longer ones are cut off there."""

_NEVER: Final = _LONGEST
_TIE: Final = 16
"""A point outweighs all marks of `won_third`, which decide among equal points (N14)."""

_ONE_TURN: Final = Point(*BETWEEN_TURNS[:-1], True)
"""Between turns, with only one to come."""


class Futures(NamedTuple):
    """Blocks of futures.

    `comes[block, column, missing - 1, lane]` is the turn with which a row has got as many marks as are missing, where
    columns are the rows of the first seat, then those of the second and so on. `ranks[block, lane, turn, seat]` is what
    a seat has got after so many turns, as `rank` counts.
    """

    comes: Bytes
    ranks: Ranks


class GameModel(NamedTuple):
    """Rules, tables of dice, the plans of all seats, and the points of a mark in each row."""

    rules: KernelRules
    dice_of: Dice
    plans: Plans
    worth: Int32s


def futures(model: GameModel, seed: int, first: int, blocks: int) -> Futures:
    """Play `blocks` blocks of futures from number `first` on."""
    players, rows, count = len(model.plans.table), len(model.worth), blocks * LANES
    comes = np.full((blocks, players * rows, END, LANES), _NEVER, np.uint8)
    ranks = np.zeros((blocks, LANES, _LONGEST + 1, players), np.int16)
    turns = _play_futures(model, *streams(seed, first * LANES, count), no_trace(), comes, ranks)
    return Futures(comes, np.ascontiguousarray(ranks[:, :, : turns + 1]))


@compiled
def _play_futures(model: GameModel, dice: Words, rngs: Words, trace: Trace, comes: Bytes, ranks: Ranks) -> int:
    """Play all futures; the number of turns of the longest."""
    rules, dice_of, plans, worth = model
    players, rows, longest = len(plans.table), len(worth), 0
    marks, before = np.zeros((players, rows), np.uint8), np.zeros((players, rows), np.uint8)
    sheets = Sheets(marks, np.zeros(players, np.int32), worth)
    cups = np.zeros(players + rules.jorg, np.int64)
    for nth in range(len(dice)):
        block, lane, turn, over = nth // LANES, nth % LANES, 0, False
        marks[:] = 0
        mine = dice[nth], rngs[nth]
        while not over and turn < _LONGEST:
            before[:] = marks
            play_on(rules, dice_of, plans, turn % players, _ONE_TURN, cups, *mine, *mine, trace, sheets)
            turn += 1
            for seat in range(players):
                ranks[block, lane, turn, seat] = rank(marks[seat], worth)
                for row in range(rows):
                    if marks[seat, row] > before[seat, row]:
                        comes[block, seat * rows + row, marks[seat, row] - 1, lane] = turn
                        over |= marks[seat, row] >= END
        longest = max(longest, turn)
    return longest


@compiled
def rank(sheet: Bytes, worth: Int32s) -> int:
    """The ranking that decides the victory (N14)."""
    total = int(sheet[WON_THIRD])
    for row in range(len(worth)):
        total += _TIE * int(sheet[row]) * int(worth[row])
    return total


@compiled
def find_ends(some: Futures, marks: Bytes, starter: int, ends: Bytes) -> None:
    """Find the turn with which every future ends when it is applied to these tableaus."""
    players, rows = marks.shape
    ends[:] = _NEVER
    for block in range(len(ends)):
        for place in range(players):
            seat = (starter + place) % players
            for row in range(rows):
                missing = max(END - int(marks[seat, row]), 1)
                sooner(ends[block], some.comes[block, place * rows + row, missing - 1])


@compiled
def sooner(ends: Bytes, comes: Bytes) -> None:
    """The minimum of both, lane by lane."""
    for lane in range(LANES):
        if comes[lane] < ends[lane]:
            ends[lane] = comes[lane]


class Tableaus(NamedTuple):
    """Tableaus between turns, the next starter, and `ends[block, lane]` of futures applied to them."""

    marks: Bytes
    starter: int
    ends: Bytes


class Workspace(NamedTuple):
    """Reused buffers."""

    ends: Bytes
    have: Array


def new_workspace(players: int) -> Workspace:
    return Workspace(np.zeros(LANES, np.uint8), np.zeros(players, np.int64))


@compiled
def apply_futures(
    some: Futures, block: int, tableaus: Tableaus, marks: Bytes, worth: Int32s, workspace: Workspace, shares: Floats
) -> None:
    """Apply a block of futures to tableaus between turns, and set the mean share of the victory of each seat.

    `marks` are those of `tableaus` and more; only the additional ones are checked: more marks never end a game later.
    """
    ranks, ends, have = some.ranks[block], workspace.ends, workspace.have
    players, rows = marks.shape
    ends[:] = tableaus.ends[block]
    for place in range(players):
        seat = (tableaus.starter + place) % players
        have[place] = rank(marks[seat], worth)
        for row in range(rows):
            if marks[seat, row] != tableaus.marks[seat, row]:
                sooner(ends, some.comes[block, place * rows + row, END - 1 - marks[seat, row]])
    shares[:] = 0
    for lane in range(LANES):
        gained, best, winner, winners = ranks[lane, ends[lane]], -1, 0, 0
        for place in range(players):
            total = have[place] + gained[place]
            if total > best:
                best, winner, winners = total, place, 0
            winners += total == best
        if winners == 1:
            shares[(tableaus.starter + winner) % players] += 1 / LANES
            continue
        for place in range(players):
            if have[place] + gained[place] == best:
                shares[(tableaus.starter + place) % players] += 1 / (winners * LANES)


@compiled
def apply_all(some: Futures, tableaus: Tableaus, worth: Int32s, workspace: Workspace, shares: Floats) -> None:
    """Apply every block to the tableaus themselves."""
    for block in range(len(shares)):
        apply_futures(some, block, tableaus, tableaus.marks, worth, workspace, shares[block])


@compiled
def is_over(marks: Bytes) -> bool:
    """Whether a seat has the last mark (N12)."""
    for seat in range(marks.shape[0]):
        for row in range(marks.shape[1]):
            if marks[seat, row] >= END:
                return True
    return False


@compiled
def victory(marks: Bytes, worth: Int32s, shares: Floats) -> None:
    """Set the share of the victory of each seat in a finished game."""
    players, best, winners = len(marks), -1, 0
    for seat in range(players):
        total = rank(marks[seat], worth)
        if total > best:
            best, winners = total, 0
        winners += total == best
    for seat in range(players):
        shares[seat] = 1 / winners if rank(marks[seat], worth) == best else 0.0
