"""Rollouts of Zock'n'Roll from a seat's view: the chance of each move to win the game.

Hidden cups are drawn from the belief given the others' decisions. Then all seats play by the stored policy to the end
of the game. All moves share hidden cups and later dice (common random numbers). The policy ignores tableaus, so later
turns bring the same marks after every move, and differences between moves have little variance.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...rules.boards import CUP_SIZE
from ...rules.zocknroll import Event, State, play, plays_jorg, result, values
from ...solve.arrays import Array, Bytes, Floats
from ...solve.compiled import compiled
from ...solve.progress import silent
from ...solve.zocknroll.policy import Policy
from ..batch import Trace, no_trace
from ..dice import Words, streams
from .games import best
from .kernel import WON_THIRD, KernelRules, Sheets, play_on
from .start import Start, draw_cup, point_at, settled, start_of
from .tables import Dice, Plans, dice_of, plans


class Rollouts:
    """Rollouts of the moves of a seat in its view.

    `shares` gives the seat's share of the victory, one row for each rollout and one column for each move.
    """

    def __init__(self, policy: Policy, view: State, seat: int, moves: Sequence[Event], seed: int) -> None:
        options, players = view.options, view.players
        self._seed, self._seat, self._players = seed, seat, players
        self._rules = KernelRules(
            CUP_SIZE[options.board], plays_jorg(players), options.first_to_decide == "left_of_starter"
        )
        self._dice_of, self._plans = dice_of(options), plans(options, [best(policy.setting, silent)] * players)
        self._worth = np.array(values(options, players), dtype=np.int32)
        self._after = [settled(play(view, move)) for move in moves]
        self._start = start_of(policy, view, self._after)

    def shares(self, first: int, count: int) -> Array:
        """Play `count` rollouts from number `first` on."""
        found = np.zeros((count, len(self._after)))
        now, later = streams(self._seed, first, count), streams(self._seed + 1, first, count)
        _roll_out(
            self._rules,
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
                found[:, move] = over.shares(after.players)[self._seat]
        return found


@compiled
def _roll_out(
    rules: KernelRules,
    dice_of: Dice,
    plans: Plans,
    worth: Array,
    start: Start,
    dice: Words,
    rngs: Words,
    later_dice: Words,
    later_rngs: Words,
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
            drawn[start.hidden[nth]] = draw_cup(dice[time], start.likely[nth])
        for move in range(moves):
            cups[:], marks[:] = drawn, start.marks[move]
            point = point_at(start.points, move)
            mine = dice[time].copy(), rngs[time].copy()
            later = later_dice[time].copy(), later_rngs[time].copy()
            if point.playing_round == 0:
                mine = later
            play_on(rules, dice_of, plans, start.starters[move], point, cups, *mine, *later, trace, sheets)
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
