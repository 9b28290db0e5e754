"""Zock'n'Roll looked ahead from a seat's view: the turn is played to its end, and futures are laid upon what it brings.

A *time* is one try: hidden cups and decisions as one lot has it, the next white die by the number of the time, and one
block of futures for all states that are compared. Decisions draw by their number in the turn. So the same time brings
the same luck not only to all moves of a decision, but also to the positions before and after it.
"""

from __future__ import annotations

import numpy as np

from ...solve.compiled import compiled
from ...solve.zocknroll.turn import Floats
from ..arrays import Array
from ..dice import LEFT, POOL, TICK, Words, draw
from ..trace import Trace
from .futures import Desk, Futures, Table, Upon, is_over, lay, victory
from .kernel import Point, Sheets, play_on
from .start import UNTHROWN, Start, draw_cup, point_at

FACES = 6
THROWS = FACES**3


@compiled
def look_ahead(
    table: Table,
    start: Start,
    some: Futures,
    upon: Upon,
    desk: Desk,
    begin: int,
    first: int,
    lots: Words,
    minds: Words,
    trace: Trace,
    shares: Floats,
    gained: Floats,
) -> None:
    """Look ahead from time number `first` on, with the blocks from `begin` on.

    `shares[time, state, seat]` gets shares of the victory, `gained[time, state, seat]` points of the turn.
    """
    house, dice_of, plans, worth = table
    states, players = len(start.starters), len(plans.table)
    drawn, cups, dice, mind = start.cups.copy(), start.cups.copy(), lots[0].copy(), minds[0].copy()
    marks, points = start.marks[0].copy(), np.zeros(players, np.int32)
    sheets = Sheets(marks, points, worth)
    for time in range(len(lots)):
        lot, number = lots[time], first + time
        fifth = draw(lot, FACES)
        _draw_cups(lot, start, drawn)
        for state in range(states):
            point, starter = point_at(start.points, state), int(start.starters[state])
            marks[:], points[:] = start.marks[state], 0
            if point.playing_round > 0:
                cups[:] = drawn
                point = _thrown(point, dice_of.white[number % THROWS])
                next_face = number // THROWS if start.points[state][1] == UNTHROWN else number
                dice[POOL], dice[LEFT] = next_face % FACES + FACES * fifth, 2
                mind[:] = minds[time]
                mind[TICK] = start.made[state]
                play_on(house, dice_of, plans, starter, point, cups, dice, mind, dice, mind, trace, sheets)
                for place in range(players):
                    gained[time, state, (starter + place) % players] = points[place]
            if is_over(marks):
                victory(marks, worth, shares[time, state])
            else:
                lay(some, begin + time, upon, marks, worth, desk, shares[time, state])


@compiled
def _draw_cups(lot: Words, start: Start, drawn: Array) -> None:
    """Draw all hidden cups; each cup has its own number in the lot, whichever others are hidden."""
    for nth in range(len(start.hidden)):
        cup = start.hidden[nth]
        lot[TICK] = 1 + cup
        drawn[cup] = draw_cup(lot, start.likely[nth])


@compiled
def _thrown(point: Point, triple: int) -> Point:
    """The point in the turn, once its first three white dice are thrown; the turn is taken to be the last to play."""
    white = triple if point.white == UNTHROWN else point.white
    first = triple if point.white == UNTHROWN else point.triple
    return Point(
        first,
        white,
        point.fourth,
        point.inside,
        point.playing_round,
        point.place,
        point.node,
        point.those,
        point.stayers,
        True,
    )
