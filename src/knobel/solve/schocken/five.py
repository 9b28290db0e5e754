"""A half of five players of Schocken, exact by tables that a GPU solved (`tools/schocken_five`).

A round is solved when a decision is asked for, which takes 1.4 seconds of CPU time for the second player after a
covered throw, and less for all others. The beginner would need that 28 times, for each set of dice that may be kept for
a covered throw, so these values come from a second table: the own risk as a 32-bit float, those of the next three
players as 16-bit fractions.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from ...rules.schocken import MOST_THROWS
from ..arrays import Floats
from .closing import fill_open_throws, is_open, worth_of_late, worth_of_open
from .closing_kernel import after_each, extremes_of, worth_of_fourth_last
from .few import HalfValues, State
from .finals import offered
from .hands import KEEPS
from .rounds import Rounds

PLAYERS: Final = 5
_SCALE: Final = 65535
_OTHERS: Final = 3
_ROW: Final = 4 + 2 * _OTHERS
"""Bytes per state and kept dice."""


def worth_of_follower(half: HalfValues, state: State, limit: int, seen: tuple[int, ...]) -> Floats:
    """The values to all of a follower's finals."""
    if is_open(half.rounds.followers[limit]):
        return worth_of_open(half, state, limit, seen)
    return (_worth_of_second if len(seen) == 1 else worth_of_late)(half.rounds, limit, seen, half.pays(state))


def _worth_of_second(rounds: Rounds, limit: int, seen: tuple[int, ...], pays: Floats) -> Floats:
    """The values of the second player's finals after a covered throw."""
    tables, finals = rounds.tables, rounds.followers[limit]
    after = after_each(finals, pays, *extremes_of(finals, np.array(seen)))
    worth = np.zeros((len(finals.start) - 1, PLAYERS))

    def solve(final: int) -> None:
        worth[final] = worth_of_fourth_last(tables, finals, after, final, PLAYERS - 1)

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(solve, range(*offered(finals))))
    return worth


class CoveredThrows:
    """The values of the beginner's covered throws to all five players, by the state of stones."""

    def __init__(self, states: list[State], table: bytes) -> None:
        self._number = {state: number for number, state in enumerate(states)}
        rows = np.frombuffer(table, dtype=np.uint8).reshape(len(states), len(KEEPS), _ROW)
        self._own = rows[:, :, :4].copy().view("<f4")[:, :, 0]
        self._others = rows[:, :, 4:].copy().view("<u2")

    def worth(self, state: State) -> Floats:
        number = self._number[state]
        worth = np.empty((len(KEEPS), PLAYERS))
        worth[:, 0] = self._own[number]
        worth[:, 1:-1] = self._others[number] / _SCALE
        worth[:, -1] = 1 - worth[:, :-1].sum(axis=1)
        return worth

    @staticmethod
    def packed(worths: Floats) -> bytes:
        """The table of these values, by state, kept dice and player."""
        own = np.ascontiguousarray(worths[:, :, :1]).astype("<f4").view(np.uint8)
        others = np.rint(worths[:, :, 1 : 1 + _OTHERS] * _SCALE).astype("<u2").view(np.uint8)
        return np.concatenate([own, others], axis=2).tobytes()


def worth_of_beginner(half: HalfValues, covered: CoveredThrows, state: State) -> Floats:
    """The values of the beginner's finals to all."""
    rounds = half.rounds
    worth = np.zeros((len(rounds.beginner.start) - 1, PLAYERS))
    fill_open_throws(half, state, worth)
    worth[rounds.ends_of_beginner(MOST_THROWS)] = covered.worth(state)
    return worth
