"""Chances and points of a hand of Zock'n'Roll in round 3 if its player stays to the end.

The others' cups follow the belief given their decisions in this turn, and the others decide by the stored policy, each
knowing the decisions before. All white dice and decisions to come are enumerated.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ...odds.zocknroll import best_row
from ...rules.boards import INDEX
from ...rules.dice import FACES
from ...rules.game import Dice
from ...rules.zocknroll import Options, State, first_to_decide, values
from ...solve.arrays import Floats, Integers
from ...solve.zocknroll.policy import Policy, belief, stays_by_cup
from ...solve.zocknroll.solver import turn_policy

_MOST: Final = 6
"""With more players in round 1, all who stay there are assumed to stay to the end."""

_DIGITS: Final = 9
"""Sums are rounded to these, so that what is certain is not told as >99 %, and 9.25 points always as 9.2."""


class Duel(Struct, frozen=True):
    """The chance to win alone and to tie, the expected number of opponents, and the expected points."""

    won: float
    tied: float
    others: float
    points: float


def is_enumerated(view: State) -> bool:
    """Whether the decisions of round 2 are enumerated, too."""
    return view.players <= _MOST or len(view.white) > 3


@lru_cache(maxsize=64)
def duel(view: State) -> Duel:
    """The seat whose decision it is stays, now and to the end."""
    policy = turn_policy(view.options, view.players)
    return _Walk(policy, view).outcome()


class _Walk:
    """Enumerate everything until round 3; weights are the beliefs about the cups that are still in."""

    def __init__(self, policy: Policy, view: State) -> None:
        self._policy = policy
        self._view = view
        self._seat = view.queue[0]
        self._cups = policy.setting.cups
        self._own = self._cups.index(tuple(sorted(view.cups[self._seat])))
        self._won = self._not_beaten = self._others = self._points = 0.0
        self._worth = values(view.options, view.players)

    def outcome(self) -> Duel:
        view = self._view
        rivals = [cup for cup in range(len(view.cups)) if cup >= view.players or not view.dropped[cup]]
        weights = {cup: belief(self._policy, view, cup) for cup in rivals if cup != self._seat}
        self._decide(replace(view, queue=view.queue[1:]), weights, 1.0)
        tied = max(0.0, round(self._not_beaten - self._won, _DIGITS))
        return Duel(round(self._won, _DIGITS), tied, self._others, round(self._points, _DIGITS))

    def _decide(self, state: State, weights: dict[int, Floats], likely: float) -> None:
        if not state.queue:
            self._throw(state, weights, likely)
            return
        rival, *later = state.queue
        after = replace(state, queue=tuple(later))
        if rival == self._seat:
            self._decide(after, weights, likely)
            return
        stays = stays_by_cup(self._policy, state, rival)
        stayed, left = weights[rival] * stays, weights[rival] * (1 - stays)
        if (share := float(stayed.sum())) > 0:
            self._decide(after, {**weights, rival: stayed / share}, likely * share)
        if (share := float(left.sum())) > 0:
            dropped = (*state.dropped[:rival], len(state.white) - 2, *state.dropped[rival + 1 :])
            others = {cup: some for cup, some in weights.items() if cup != rival}
            self._decide(replace(after, dropped=dropped), others, likely * share)

    def _throw(self, state: State, weights: dict[int, Floats], likely: float) -> None:
        """Enumerate the next white die; the last one lifts all cups."""
        for face in FACES:
            white = (*state.white, face)
            if len(white) == 5:
                self._compare(white, weights, likely / len(FACES))
            else:
                queue = () if state.players > _MOST else _still_in(state)
                self._decide(replace(state, white=white, queue=queue), weights, likely / len(FACES))

    def _compare(self, white: Dice, weights: dict[int, Floats], likely: float) -> None:
        places = _places(self._view.options, self._cups, tuple(sorted(white)))
        worse, not_better = places > places[self._own], places >= places[self._own]
        ahead = alike = likely
        for some in weights.values():
            ahead *= float(some[worse].sum())
            alike *= float(some[not_better].sum())
        prize, row = self._worth[0], self._worth[int(places[self._own])]
        self._points += ahead * (prize + row) + (alike - ahead) * row  # N10
        self._won += ahead
        self._not_beaten += alike
        self._others += likely * len(weights)


def _still_in(state: State) -> tuple[int, ...]:
    first, players = first_to_decide(state), state.players
    clockwise = ((first + place) % players for place in range(players))
    return tuple(seat for seat in clockwise if not state.dropped[seat])


@lru_cache(maxsize=1 << 10)
def _places(options: Options, cups: tuple[Dice, ...], white: Dice) -> Integers:
    """The place on the board of the best row that each cup forms."""
    order = INDEX[options.board]
    return np.array([order[str(best_row(options, cup + white))] for cup in cups], np.int64)
