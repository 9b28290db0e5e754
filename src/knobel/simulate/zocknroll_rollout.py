"""Zock'n'Roll played on from a seat's view, again and again: how likely each move wins the game.

What lies in hidden cups is drawn from what the others' decisions justify. Then everybody plays turns as the stored
policy says, to the end of the game. All moves meet the same hidden cups and the same later dice. The policy does not
look at the tableaus, so later turns bring the same marks whatever the move was, and moves differ by little else than
their own doing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..rules.boards import CUP_SIZE
from ..rules.game import FACE_DOWN
from ..rules.zocknroll import END, Event, Mark, State, hand, play, plays_jorg, result, values
from ..solve.compiled import compiled
from ..solve.zocknroll_policy import Policy, silent
from ..solve.zocknroll_seat import belief, node_of, order
from ..solve.zocknroll_turn import Floats
from .arrays import Array, Bytes
from .dice import Words, draw, streams
from .trace import Trace, no_trace
from .zocknroll import best
from .zocknroll_kernel import BETWEEN_TURNS, WON_THIRD, House, Point, Sheets, play_on
from .zocknroll_tables import Dice, Plans, dice_of, plans, white_numbers

_FINE = 2**30
"""So finely a hidden cup is drawn."""


class _Start(NamedTuple):
    """Where to play on: after each move the starter, the point in the turn and the marks; the cups, and which of them
    are `hidden`, each with the summed chances of what it may hold.
    """

    starters: Array
    points: Array
    marks: Bytes
    cups: Array
    hidden: Array
    likely: Floats


class Rollouts:
    """The moves of a seat in its view, each played on as often as wanted.

    `shares` gets the seat's share of the victory, one row for each time and one column for each move.
    """

    def __init__(self, policy: Policy, view: State, seat: int, moves: Sequence[Event], seed: int) -> None:
        options, players = view.options, view.players
        self._seed, self._seat, self._players = seed, seat, players
        self._house = House(CUP_SIZE[options.board], plays_jorg(players), options.first_to_decide == "left_of_starter")
        self._dice_of, self._plans = dice_of(options), plans(options, [best(policy.setting, silent)] * players)
        self._worth = np.array(values(options, players), dtype=np.int32)
        self._after = [_settled(play(view, move)) for move in moves]
        points = np.array([_point(after) for after in self._after], np.int64)
        starters = np.array([after.starter for after in self._after], np.int64)
        marks = np.array([after.marks for after in self._after], np.uint8)
        cups = policy.setting.cups
        known = np.array([cups.index(cup) if FACE_DOWN not in cup else 0 for cup in view.cups], np.int64)
        hidden = np.array([cup for cup, dice in enumerate(view.cups) if FACE_DOWN in dice], np.int64)
        likely = [np.cumsum(belief(policy, view, int(cup))) for cup in hidden]
        chances = np.array(likely).reshape(len(hidden), len(cups))
        self._start = _Start(starters, points, marks, known, hidden, chances)

    def shares(self, first: int, count: int) -> Array:
        """Play on `count` times from number `first` on."""
        found = np.zeros((count, len(self._after)))
        now, later = streams(self._seed, first, count), streams(self._seed + 1, first, count)
        _roll_out(
            self._house,
            self._dice_of,
            self._plans,
            self._worth,
            self._start,
            *now,
            *later,
            no_trace(),
            self._seat,
            found,
        )
        for move, after in enumerate(self._after):
            over = result(after)
            if over is not None:
                found[:, move] = (self._seat in over.winners) / len(over.winners)
        return found


def _settled(state: State) -> State:
    """The state once all other winners of the turn have marked their best rows."""
    while state.phase == "mark":
        seat = state.queue[0]
        state = play(state, Mark(seat, hand(state, seat)[0]))
    return state


def _point(state: State) -> Point:
    """Where the turn stands, by what everybody sees."""
    if state.phase not in ("decide", "white"):
        return BETWEEN_TURNS
    seats, playing_round = order(state), len(state.white) - 2
    place = seats.index(state.queue[0]) if state.queue else state.players
    in_round_two = sum(1 << nth for nth, seat in enumerate(seats) if state.dropped[seat] != 1)
    came = [nth for nth in range(place) if playing_round == 1 or in_round_two >> nth & 1]
    stayed = [nth for nth in came if state.dropped[seats[nth]] != playing_round]
    inside = sum(1 << cup for cup in range(len(state.cups)) if cup >= state.players or not state.dropped[cup])
    white = white_numbers()
    return Point(
        white[tuple(sorted(state.white[:3]))],
        white[tuple(sorted(state.white))],
        state.white[3] - 1 if playing_round == 2 else 0,
        inside,
        playing_round,
        place,
        node_of([nth in stayed for nth in came]),
        in_round_two if playing_round == 2 else 0,
        sum(1 << nth for nth in stayed),
        any(max(sheet) >= END for sheet in state.marks),
    )


@compiled
def _roll_out(
    house: House,
    dice_of: Dice,
    plans: Plans,
    worth: Array,
    start: _Start,
    dice: Words,
    minds: Words,
    later_dice: Words,
    later_minds: Words,
    trace: Trace,
    seat: int,
    shares: Floats,
) -> None:
    players, moves = len(plans.table), len(start.starters)
    drawn, cups = start.cups.copy(), start.cups.copy()
    marks, by_place = start.marks[0].copy(), np.zeros(players, np.int32)
    sheets = Sheets(marks, by_place, worth)
    for time in range(len(dice)):
        for nth in range(len(start.hidden)):
            lot, cup = (draw(dice[time], _FINE) + 0.5) / _FINE, 0
            while start.likely[nth, cup] < lot:
                cup += 1
            drawn[start.hidden[nth]] = cup
        for move in range(moves):
            cups[:], marks[:] = drawn, start.marks[move]
            p = start.points[move]
            point = Point(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9] > 0)
            mine = dice[time].copy(), minds[time].copy()
            later = later_dice[time].copy(), later_minds[time].copy()
            if point.playing_round == 0:
                mine = later
            play_on(house, dice_of, plans, start.starters[move], point, cups, *mine, *later, trace, sheets)
            shares[time, move] = _share(marks, worth, seat)


@compiled
def _share(marks: Bytes, worth: Array, seat: int) -> float:
    """A seat's share of the victory (N14)."""
    best, mine, winners = -1, -1, 0
    for other in range(len(marks)):
        rank = 0
        for row in range(len(worth)):
            rank += 1000 * marks[other, row] * worth[row]
        rank += marks[other, WON_THIRD]
        if other == seat:
            mine = rank
        if rank > best:
            best, winners = rank, 0
        winners += rank == best
    return 1 / winners if mine == best else 0.0
