"""A half of five players of Schocken, exact by tables that a GPU solved (`tools/schocken_five`).

The last three deciders of a round are solved when they are asked for. The beginner needs all that can follow each set
of dice that may be kept for a covered throw, so these values come from a second table: the own risk as a 32-bit float,
those of the next three players as 16-bit fractions. The second player is solved if no throw is covered; else the round
is approximated, because it would take seconds.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...rules.schocken import MOST_THROWS
from ..arrays import Floats
from ..compiled import compiled
from .closing_kernel import extremes_of, worth_of_last, worth_of_second_last, worth_of_third_last
from .few import HalfValues, State
from .few_kernel import answers, extremes
from .finals import Finals
from .hands import KEEPS, Tables
from .rounds import Rounds

PLAYERS: Final = 5
_SCALE: Final = 65535
_OTHERS: Final = 3
_ROW: Final = 4 + 2 * _OTHERS
"""Bytes per state and kept dice."""


@compiled
def worth_of_open_round(tables: Tables, finals: Finals, pays: Floats, first: int) -> Floats:
    """The values to all of the second player's keys after the beginner's key `first`, where no throw is hidden.

    Without a first key (-1) those of the beginner's.
    """
    keys, players, seats = len(finals.deals), len(pays), pays.shape[3]
    after, values = np.empty((1, 1, keys, keys, seats)), np.empty((keys, seats))
    for player in range(players - 1, 0 if first < 0 else 1, -1):
        known = np.empty((player, player, keys, keys, seats))
        for lowest in range(player):
            for best in range(player):
                if player == 1 or lowest != best:
                    for low in range(keys):
                        end = low + 1 if player == 1 else keys
                        block = np.empty((end - low, keys, seats))
                        for high in range(low, end):
                            for key in range(keys):
                                loser, last = (player, key) if key <= low else (lowest, low)
                                winner, top = (player, key) if key > high else (best, high)
                                if player == players - 1:
                                    block[high - low, key] = pays[loser, winner, finals.deals[top]]
                                else:
                                    block[high - low, key] = after[loser, winner, last, top]
                        answers(tables, finals, player, block, values[: end - low])
                        known[lowest, best, low, low:end] = values[: end - low]
        after = known
    worth = np.empty((keys, seats))
    for key in range(keys):
        low, lowest, high, best = (key, 0, key, 0) if first < 0 else extremes(first, key)
        worth[key] = after[lowest, best, low, high]
    return worth


def worth_of_late(rounds: Rounds, limit: int, seen: tuple[int, ...], pays: Floats) -> Floats:
    """The values of the finals of one of the last three players of a round."""
    follow, finals = len(pays) - len(seen) - 1, rounds.followers[limit]
    extremes, shares = extremes_of(finals, np.array(seen, dtype=np.int64))
    if follow == 0:
        last: Floats = worth_of_last(finals.deals, pays, extremes, shares)
        return last
    worth_of = worth_of_second_last if follow == 1 else worth_of_third_last
    worth: Floats = worth_of(rounds.tables, finals, pays, extremes, shares)
    return worth


def worth_of_second(rounds: Rounds, limit: int, first: int, pays: Floats) -> Floats:
    """The values of the second player's finals where no throw is covered; if all throw once, of that throw."""
    finals = rounds.followers[limit]
    worth = np.zeros((len(finals.start) - 1, pays.shape[3]))
    worth[: len(finals.deals)] = worth_of_open_round(rounds.tables, finals, pays, first)
    thrown = slice(finals.start[len(finals.deals)], finals.start[len(finals.deals) + 1])
    worth[len(finals.deals)] = finals.chance[thrown] @ worth[finals.key[thrown]]
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
    rounds, pays = half.rounds, half.pays(state)
    worth = np.zeros((len(rounds.beginner.start) - 1, PLAYERS))
    for limit in range(1, MOST_THROWS):
        ends, finals = rounds.ends_of_beginner(limit), rounds.followers[limit]
        worth[ends] = worth_of_open_round(rounds.tables, finals, pays, -1)
    worth[rounds.ends_of_beginner(MOST_THROWS)] = covered.worth(state)
    return worth
