"""Starting positions of rollouts of Zock'n'Roll: a seat's view and the states after its moves, as arrays.

Hidden cups are drawn from the belief given the others' decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ...rules.game import FACE_DOWN
from ...rules.zocknroll import END, Mark, State, hand, play
from ...solve.arrays import Array, Bytes, Floats
from ...solve.compiled import compiled
from ...solve.zocknroll.policy import Policy, belief, node_of, order
from ..dice import Words, draw
from .kernel import BETWEEN_TURNS, Point
from .tables import white_numbers

_FINE: Final = 2**30
"""Resolution with which hidden cups are sampled."""

UNTHROWN: Final = -1
"""The white dice of a point whose cups are thrown and whose first three white dice are not."""


class Start(NamedTuple):
    """For each state to play on from: the starter, the point in the turn, the decisions in it so far, and the marks.

    `cups` are those of the view, and `hidden` lists the unknown ones, each with the cumulative distribution of its
    content.
    """

    starters: Array
    points: Array
    made: Array
    marks: Bytes
    cups: Array
    hidden: Array
    likely: Floats

    def only(self, states: Sequence[int]) -> Start:
        """The start with these states only."""
        some = list(states)
        return self._replace(
            starters=self.starters[some], points=self.points[some], made=self.made[some], marks=self.marks[some]
        )


def start_of(policy: Policy, view: State, states: Sequence[State]) -> Start:
    """Start from these states, reached from the view by moves; cups are drawn by the belief in the view."""
    cups = policy.setting.cups
    hidden = [cup for cup, dice in enumerate(view.cups) if FACE_DOWN in dice]
    likely = [np.cumsum(belief(policy, view, cup)) for cup in hidden]
    return Start(
        np.array([state.starter for state in states], np.int64),
        np.array([_point(state) for state in states], np.int64),
        np.array([_made(state) for state in states], np.int64),
        np.array([state.marks for state in states], np.uint8),
        np.array([cups.index(cup) if FACE_DOWN not in cup else 0 for cup in view.cups], np.int64),
        np.array(hidden, np.int64),
        np.array(likely).reshape(len(hidden), len(cups)),
    )


def settled(state: State) -> State:
    """The state after all winners of the turn have marked their best rows."""
    while state.phase == "mark":
        seat = state.queue[0]
        state = play(state, Mark(seat, hand(state, seat)[0]))
    return state


def _point(state: State) -> Point:
    """The public point of the turn."""
    if state.phase not in ("decide", "white"):
        return BETWEEN_TURNS
    last = any(max(sheet) >= END for sheet in state.marks)
    if not state.white:
        return Point(0, UNTHROWN, 0, (1 << len(state.cups)) - 1, 1, 0, 1, 0, 0, last)
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
        last,
    )


def _made(state: State) -> int:
    """The number of decisions made in this turn."""
    if state.phase not in ("decide", "white") or not state.white:
        return 0
    came = state.players if len(state.white) == 3 else sum(each != 1 for each in state.dropped)
    return (len(state.white) - 3) * state.players + came - len(state.queue)


@compiled
def draw_cup(stream: Words, likely: Floats) -> int:
    """Sample a cup from the cumulative distribution."""
    lot, cup = (draw(stream, _FINE) + 0.5) / _FINE, 0
    while likely[cup] < lot:
        cup += 1
    return cup


@compiled
def point_at(points: Array, nth: int) -> Point:
    """The `Point` in a row of `Start.points`."""
    p = points[nth]
    return Point(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9] > 0)
