"""Exact values in the last round of decisions of a game of Zock'n'Roll, by enumeration instead of rollouts.

The sixth mark is made and four white dice lie: unknown are hidden cups, decisions of others, and one die.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...rules.zocknroll import END, State
from ...solve.arrays import Array, Floats
from ...solve.compiled import compiled
from .futures import GameModel, victory
from .kernel import WON_THIRD, Point, Sheets, best_hands, make_mark
from .start import Start, point_at
from .tables import NO_ROW

_MOST_DEALS: Final = 10_000
"""With more combinations of hidden cups, rollouts are faster."""

_FIFTHS: Final = 6


def can_finish(state: State, start: Start) -> bool:
    """Whether the rest of the game is small enough to enumerate."""
    last = any(max(sheet) >= END for sheet in state.marks)
    deals = start.likely.shape[1] ** len(start.hidden)
    return state.phase == "over" or (
        last and state.phase in ("decide", "white") and len(state.white) == 4 and deals <= _MOST_DEALS
    )


def finish(model: GameModel, start: Start) -> tuple[Floats, Floats]:
    """The values of each state to each seat: the share of the victory, and the points of this turn."""
    states, players = start.marks.shape[:2]
    shares, gained = np.zeros((states, players)), np.zeros((states, players))
    likely = np.diff(start.likely, axis=1, prepend=0.0)
    for nth in range(states):
        if start.points[nth][4] == 0:
            victory(start.marks[nth], model.worth, shares[nth])
        else:
            _finish(model, start, nth, likely, shares[nth], gained[nth])
    return shares, gained


@compiled
def _finish(model: GameModel, start: Start, nth: int, likely: Floats, shares: Floats, gained: Floats) -> None:
    """Sum over all contents of hidden cups."""
    cups, deal, hidden = start.cups.copy(), np.zeros(len(start.hidden), np.int64), start.hidden
    point, starter, marks = point_at(start.points, nth), int(start.starters[nth]), start.marks[nth].copy()
    sheets = Sheets(marks, np.zeros(len(shares), np.int32), model.worth)
    while True:
        chance = 1.0
        for one in range(len(hidden)):
            cups[hidden[one]] = deal[one]
            chance *= likely[one, deal[one]]
        if chance > 0:
            _decide(model, starter, point, cups, chance, start.marks[nth], sheets, shares, gained)
        one = 0
        while one < len(deal) and deal[one] == likely.shape[1] - 1:
            deal[one] = 0
            one += 1
        if one == len(deal):
            return
        deal[one] += 1


@compiled
def _decide(
    model: GameModel,
    starter: int,
    point: Point,
    cups: Array,
    chance: float,
    marks: Array,
    sheets: Sheets,
    shares: Floats,
    gained: Floats,
) -> None:
    """Sum over all decisions of the others with these cups; bits of `script` say who stays."""
    rules, dice_of, plans, worth = model
    players, deciders = len(shares), 0
    for place in range(point.place, players):
        deciders += (point.inside >> (starter + place + rules.left_first) % players) & 1
    for script in range(1 << deciders):
        sheets.marks[:], sheets.by_place[:] = marks, 0
        inside, node, stayers, nth, likely = point.inside, point.node, point.stayers, 0, chance
        for place in range(point.place, players):
            seat = (starter + place + rules.left_first) % players
            if not (inside >> seat) & 1:
                continue
            row = plans.second_row[plans.offset[point.those] + node - 1]
            stays = plans.second[plans.table[seat], point.triple, point.fourth, row, cups[seat]]
            level = stays / plans.levels[plans.table[seat]]
            if (script >> nth) & 1:
                likely, node, stayers = likely * level, 2 * node + 1, stayers | 1 << place
            else:
                likely, node, inside = likely * (1 - level), 2 * node, inside & ~(1 << seat)
                best = int(dice_of.best[point.white, cups[seat]])
                if best != NO_ROW:
                    make_mark(sheets.marks, sheets.by_place, worth, seat, (seat - starter) % players, 1 + best)
            nth += 1
        if likely > 0:
            _lift(model, starter, point.white, inside, stayers, cups, likely, sheets, shares, gained)


@compiled
def _lift(
    model: GameModel,
    starter: int,
    white: int,
    inside: int,
    stayers: int,
    cups: Array,
    chance: float,
    sheets: Sheets,
    shares: Floats,
    gained: Floats,
) -> None:
    """Sum over the fifth white die (N10), or end the turn if no player is left (N8)."""
    dice_of, worth, players = model.dice_of, model.worth, len(shares)
    if stayers == 0:
        _add(sheets, starter, chance, shares, gained)
        return
    marks, by_place = sheets.marks.copy(), sheets.by_place.copy()
    for fifth in range(_FIFTHS):
        sheets.marks[:], sheets.by_place[:] = marks, by_place
        full = int(dice_of.more[white, fifth])
        high, winners = best_hands(dice_of.best, cups, full, inside)
        for seat in range(players):
            if (inside >> seat) & 1 and dice_of.best[full, cups[seat]] == high:
                ahead = (seat - starter) % players
                if winners == 1:
                    make_mark(sheets.marks, sheets.by_place, worth, seat, ahead, WON_THIRD)
                make_mark(sheets.marks, sheets.by_place, worth, seat, ahead, 1 + high)
        _add(sheets, starter, chance / _FIFTHS, shares, gained)


@compiled
def _add(sheets: Sheets, starter: int, chance: float, shares: Floats, gained: Floats) -> None:
    players = len(shares)
    part = np.zeros(players)
    victory(sheets.marks, sheets.worth, part)
    for seat in range(players):
        shares[seat] += chance * part[seat]
        gained[seat] += chance * sheets.by_place[(seat - starter) % players]
