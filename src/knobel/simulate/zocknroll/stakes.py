"""The stakes of a turn of Zock'n'Roll: by how much each mark changes the winning chance of each seat.

Sampled futures tell the chances after a turn. A mark is measured by its effect on top of what all others mark in this
turn, sampled from the stored policy: a sixth mark that ends the game is worth more or less by what they get.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from ...rules.zocknroll import Counts, Options, plays_jorg
from ...solve.arrays import Array, Bytes, Floats, Int32s, Integers
from ...solve.compiled import compiled
from ...solve.zocknroll.stakes_kernel import Stakes
from ...solve.zocknroll.turn import TRIPLES, setting, turn
from ..batch import Trace, no_trace
from ..dice import Words, roll_three, roll_two, streams
from .futures import (
    LANES,
    Futures,
    GameModel,
    Ranks,
    Tableaus,
    find_ends,
    futures,
    is_over,
    rank,
    sooner,
    victory,
)
from .kernel import END, WON_THIRD, Point, Sheets, play_on
from .lookahead import game_model
from .tables import Dice

BLOCKS: Final = 512
"""Blocks of futures, each with a sampled turn."""

_NOTHING, _FIRST_ONLY, _ROWS = range(3)
"""Gains of a seat in a turn, as `Worths` numbers them: nothing, `dropped_first` alone, and from the third on with rows.

These come in three kinds: a row with `dropped_first`, a row alone, a row with `won_third`.
"""

FIRST, ALONE, WON = range(3)


class Worths(NamedTuple):
    """`change[by, gain, to]`: the change of the winning chance of one seat by the gain of a seat, in a turn."""

    change: Floats

    def row(self, seat: int, kind: int, can_form: int) -> int:
        """The row to mark, of those in the bits of `can_form`: the best of the board unless another is worth more."""
        return int(_choose(self.change[seat, :, seat], kind, can_form))


def worths(
    options: Options, marks: tuple[Counts, ...], starter: int, triple: int, blocks: int = BLOCKS, seed: int = 1
) -> Worths:
    """What gains are worth in a turn with these first three white dice, from sheets between turns."""
    players, sheets = len(marks), np.array(marks, np.uint8)
    model, some = game_model(options, players), _futures(options, players, blocks, seed)
    cups, rows = players + plays_jorg(players), sheets.shape[1]
    gained = np.zeros((blocks, *sheets.shape), np.uint8)
    lots = streams(seed + triple, blocks, blocks)
    _play_turns(model, starter, triple, *lots, no_trace(), np.zeros(cups, np.int64), gained)
    after, ends = (starter + 1) % players, np.zeros((blocks, LANES), np.uint8)
    find_ends(some, sheets, after, ends)
    change = np.zeros((players, _ROWS + 3 * (rows - 2), players))
    measure(some, Tableaus(sheets, after, ends), gained, model.worth, change)
    return Worths(change)


def stakes_of(options: Options, some: Worths, starter: int, triple: int) -> Stakes:
    """The stakes of the turn, by the order in which the seats decide (N6)."""
    players = len(some.change)
    first = starter + (options.first_to_decide == "left_of_starter")
    seats = np.array([(first + place) % players for place in range(players)])
    plain = turn(setting(options, players), TRIPLES[triple])
    dice_of, cups = game_model(options, players).dice_of, len(plain.chance)
    stakes = Stakes(
        plain.chance,
        np.zeros((players, players, cups)),
        np.zeros((6, players, players, cups)),
        np.zeros((6, players, players, 6, cups)),
        np.zeros((6, players, players, 6, cups)),
        plain.place,
        len(plain.worth) // 6,
        plain.jorg,
    )
    _fill(dice_of, some.change, seats, triple, stakes)
    return stakes


@lru_cache(maxsize=8)
def _futures(options: Options, players: int, blocks: int, seed: int) -> Futures:
    return futures(game_model(options, players), seed, 0, blocks)


@compiled
def _play_turns(
    model: GameModel, starter: int, triple: int, dice: Words, rngs: Words, trace: Trace, cups: Array, gained: Bytes
) -> None:
    """Play the turn by the stored policy, once for each stream; the marks that each seat gained."""
    rules, dice_of, plans, worth = model
    points, everybody = np.zeros(gained.shape[1], np.int32), (1 << len(cups)) - 1
    for nth in range(len(dice)):
        mine = dice[nth], rngs[nth]
        for cup in range(len(cups)):
            cups[cup] = dice_of.cup[roll_two(dice[nth]) if rules.cup_size == 2 else roll_three(dice[nth])]
        point = Point(triple, triple, 0, everybody, 1, 0, 1, 0, 0, True)
        sheets = Sheets(gained[nth], points, worth)
        play_on(rules, dice_of, plans, starter, point, cups, *mine, *mine, trace, sheets)


@compiled
def measure(some: Futures, tableaus: Tableaus, gained: Bytes, worth: Int32s, change: Floats) -> None:
    """The mean change of all winning chances by each gain of each seat, instead of none.

    A gain moves the own rank, and rarely the end of a future: the best of the others is found once for all gains of a
    seat, and most futures have the same winners as without the gain.
    """
    marks, (players, gains, _) = tableaus.marks, change.shape
    rows, weight = marks.shape[1], 1 / len(gained)
    shares, without, sheet = np.zeros(players), np.zeros(players), marks.copy()
    have, ends, before = np.zeros(players, np.int64), np.zeros(LANES, np.uint8), np.zeros(LANES, np.uint8)
    best, others, winners = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    for block in range(len(gained)):
        ranks, comes = some.ranks[block], some.comes[block]
        for by in range(players):
            sheet[:] = marks + gained[block]
            sheet[by] = marks[by]
            over, own = is_over(sheet), (by - tableaus.starter) % players
            before[:] = tableaus.ends[block]
            for place in range(players):
                seat = (tableaus.starter + place) % players
                have[place] = rank(sheet[seat], worth)
                for row in range(rows):
                    if not over and sheet[seat, row] != marks[seat, row]:
                        sooner(before, comes[place * rows + row, END - 1 - sheet[seat, row]])
            if over:
                victory(sheet, worth, without)
            else:
                for lane in range(LANES):
                    best[lane], others[lane] = _best_of_others(ranks[lane, before[lane]], have, own)
                    winners[lane] = _winners(have[own] + ranks[lane, before[lane], own], own, best[lane], others[lane])
            for gain in range(1, gains):
                sheet[by] = marks[by]
                _add(sheet[by], gain)
                total = rank(sheet[by], worth)
                if over or is_over(sheet):
                    victory(sheet, worth, shares)
                    for to in range(players):
                        change[by, gain, to] += weight * shares[to]
                        if over:
                            change[by, gain, to] -= weight * without[to]
                    if not over:
                        for lane in range(LANES):
                            _pay(change[by, gain], winners[lane], tableaus.starter, -weight / LANES)
                    continue
                ends[:] = before
                for row in range(rows):
                    if sheet[by, row] != marks[by, row]:
                        sooner(ends, comes[own * rows + row, END - 1 - sheet[by, row]])
                for lane in range(LANES):
                    to_beat, equal = best[lane], others[lane]
                    if ends[lane] != before[lane]:
                        to_beat, equal = _best_of_others(ranks[lane, ends[lane]], have, own)
                    won = _winners(total + ranks[lane, ends[lane], own], own, to_beat, equal)
                    if won != winners[lane]:
                        _pay(change[by, gain], won, tableaus.starter, weight / LANES)
                        _pay(change[by, gain], winners[lane], tableaus.starter, -weight / LANES)


@compiled
def _best_of_others(gained: Ranks, have: Array, own: int) -> tuple[int, int]:
    """The best rank of all places but one, and those who have it, as bits."""
    best, those = -1, 0
    for place in range(len(have)):
        if place != own:
            total = int(have[place]) + int(gained[place])
            if total > best:
                best, those = total, 0
            if total == best:
                those |= 1 << place
    return best, those


@compiled
def _winners(total: int, own: int, best: int, others: int) -> int:
    """The places that win if one has this rank, as bits."""
    if total > best:
        return 1 << own
    return others | 1 << own if total == best else others


@compiled
def _pay(change: Floats, winners: int, starter: int, weight: float) -> None:
    """Share a weight between these places."""
    players, count = len(change), 0
    for place in range(players):
        count += winners >> place & 1
    for place in range(players):
        if winners >> place & 1:
            change[(starter + place) % players] += weight / count


@compiled
def _add(sheet: Bytes, gain: int) -> None:
    """Mark a gain."""
    rows = len(sheet) - 2
    kind = (gain - _ROWS) // rows
    if gain >= _ROWS:
        sheet[1 + (gain - _ROWS) % rows] += 1
        if kind == WON:
            sheet[WON_THIRD] += 1
    if gain == _FIRST_ONLY or (gain >= _ROWS and kind == FIRST):
        sheet[len(sheet) - 1] += 1


@compiled
def _choose(change: Floats, kind: int, can_form: int) -> int:
    rows, chosen = (len(change) - _ROWS) // 3, -1
    begin = _ROWS + kind * rows
    for row in range(rows):
        if can_form >> row & 1 and (chosen < 0 or change[begin + row] > change[begin + chosen]):
            chosen = row
    return chosen


@compiled
def _fill(dice_of: Dice, change: Floats, seats: Integers, triple: int, stakes: Stakes) -> None:
    """What each cup brings; every player marks the row that is worth most to the own seat."""
    forms, more, players, rows = dice_of.rows, dice_of.more, len(seats), (change.shape[1] - _ROWS) // 3
    for by in range(players):
        own = change[seats[by], :, seats[by]]
        for cup in range(len(stakes.chance)):
            bits = forms[triple, cup]
            gain = _ROWS + _choose(own, FIRST, bits) if bits else _FIRST_ONLY
            for to in range(players):
                stakes.first[to, by, cup] = change[seats[by], gain, seats[to]]
            for fourth in range(6):
                white = more[triple, fourth]
                bits = forms[white, cup]
                gain = _ROWS + ALONE * rows + _choose(own, ALONE, bits) if bits else _NOTHING
                for to in range(players):
                    stakes.second[fourth, to, by, cup] = change[seats[by], gain, seats[to]]
                for fifth in range(6):
                    bits = forms[more[white, fifth], cup]
                    alone = _ROWS + ALONE * rows + _choose(own, ALONE, bits)
                    won = _ROWS + WON * rows + _choose(own, WON, bits)
                    for to in range(players):
                        stakes.tie[fourth, by, to, fifth, cup] = change[seats[by], alone, seats[to]] / 6
                        stakes.sole[fourth, by, to, fifth, cup] = change[seats[by], won, seats[to]] / 6
