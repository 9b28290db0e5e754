"""What later turns of Zock'n'Roll bring: games played once, in advance, and then laid upon any tableaus.

The stored policy does not look at tableaus, so later turns bring the same marks whatever is marked already. A *future*
is a game from empty tableaus to its own end. Laid upon tableaus with marks it ends no later: with the turn that brings
the first row its sixth mark (N12). To find that turn is to look up, for every row, when the mark comes that is missing
there; which is dozens of times quicker than to play.

Seats are counted from the starter of the first turn on. Futures lie in blocks, side by side as `LANES`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...solve.arrays import Array, Bytes, Floats, Int32s
from ...solve.compiled import compiled
from ..dice import Words, streams
from ..trace import Trace, no_trace
from .kernel import BETWEEN_TURNS, END, WON_THIRD, KernelRules, Point, Sheets, play_on
from .tables import Dice, Plans

Ranks: TypeAlias = NDArray[np.int16]

LANES: Final = 16
"""Futures in a block: as many as the processor compares at once."""

_LONGEST: Final = 64
"""Turns that a future has at most; games have about a dozen, and one that would go on is taken to end there."""

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
    """Who plays, and how: the rules, its dice, everybody's plans, and what a mark in each row is worth."""

    rules: KernelRules
    dice_of: Dice
    plans: Plans
    worth: Int32s


def futures(model: GameModel, seed: int, first: int, blocks: int) -> Futures:
    """Play so many blocks of futures from number `first` on."""
    players, rows, count = len(model.plans.table), len(model.worth), blocks * LANES
    comes = np.full((blocks, players * rows, END, LANES), _NEVER, np.uint8)
    ranks = np.zeros((blocks, LANES, _LONGEST + 1, players), np.int16)
    turns = _play_futures(model, *streams(seed, first * LANES, count), no_trace(), comes, ranks)
    return Futures(comes, np.ascontiguousarray(ranks[:, :, : turns + 1]))


@compiled
def _play_futures(model: GameModel, dice: Words, minds: Words, trace: Trace, comes: Bytes, ranks: Ranks) -> int:
    """Play them all, and say how many turns the longest has."""
    rules, dice_of, plans, worth = model
    players, rows, longest = len(plans.table), len(worth), 0
    marks, before = np.zeros((players, rows), np.uint8), np.zeros((players, rows), np.uint8)
    sheets = Sheets(marks, np.zeros(players, np.int32), worth)
    cups = np.zeros(players + rules.jorg, np.int64)
    for nth in range(len(dice)):
        block, lane, turn, over = nth // LANES, nth % LANES, 0, False
        marks[:] = 0
        mine = dice[nth], minds[nth]
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
    """By what victory is decided (N14)."""
    total = int(sheet[WON_THIRD])
    for row in range(len(worth)):
        total += _TIE * int(sheet[row]) * int(worth[row])
    return total


@compiled
def find_ends(some: Futures, marks: Bytes, starter: int, ends: Bytes) -> None:
    """Find the turn with which every future ends when it is laid upon these tableaus."""
    players, rows = marks.shape
    ends[:] = _NEVER
    for block in range(len(ends)):
        for place in range(players):
            seat = (starter + place) % players
            for row in range(rows):
                missing = max(END - int(marks[seat, row]), 1)
                _sooner(ends[block], some.comes[block, place * rows + row, missing - 1])


@compiled
def _sooner(ends: Bytes, comes: Bytes) -> None:
    for lane in range(LANES):
        if comes[lane] < ends[lane]:
            ends[lane] = comes[lane]


class Tableaus(NamedTuple):
    """Tableaus before a turn is over, whose starter then is known, and `ends[block, lane]` of futures upon them."""

    marks: Bytes
    starter: int
    ends: Bytes


class Workspace(NamedTuple):
    """Room to work in."""

    ends: Bytes
    have: Array


def new_workspace(players: int) -> Workspace:
    return Workspace(np.zeros(LANES, np.uint8), np.zeros(players, np.int64))


@compiled
def apply_futures(
    some: Futures, block: int, tableaus: Tableaus, marks: Bytes, worth: Int32s, workspace: Workspace, shares: Floats
) -> None:
    """Lay a block of futures upon tableaus between turns, and set everybody's mean share of the victory.

    They have all marks of `upon`, and only the others need a look: more marks end a game sooner, never later.
    """
    ranks, ends, have = some.ranks[block], workspace.ends, workspace.have
    players, rows = marks.shape
    ends[:] = tableaus.ends[block]
    for place in range(players):
        seat = (tableaus.starter + place) % players
        have[place] = rank(marks[seat], worth)
        for row in range(rows):
            if marks[seat, row] != tableaus.marks[seat, row]:
                _sooner(ends, some.comes[block, place * rows + row, END - 1 - marks[seat, row]])
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
    """Lay every block upon the tableaus themselves."""
    for block in range(len(shares)):
        apply_futures(some, block, tableaus, tableaus.marks, worth, workspace, shares[block])


@compiled
def is_over(marks: Bytes) -> bool:
    """Whether somebody has the last mark (N12)."""
    for seat in range(marks.shape[0]):
        for row in range(marks.shape[1]):
            if marks[seat, row] >= END:
                return True
    return False


@compiled
def victory(marks: Bytes, worth: Int32s, shares: Floats) -> None:
    """Set everybody's share of the victory of a game that is over."""
    players, best, winners = len(marks), -1, 0
    for seat in range(players):
        total = rank(marks[seat], worth)
        if total > best:
            best, winners = total, 0
        winners += total == best
    for seat in range(players):
        shares[seat] = 1 / winners if rank(marks[seat], worth) == best else 0.0
