"""A seat at the table and its place in the tables of play: how often it should stay, and what its cup may hold.

A state or the view of a seat will do; only what everybody can see is looked at, and the cup of the seat in question.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...rules.dice import multisets
from ...rules.zocknroll import State, first_to_decide
from .policy import LEVELS, Policy
from .tree import is_exact, tree
from .turn import TRIPLES, Floats

DOUBT: Final = 0.02
"""How often others are taken to stay or drop for no reason, so that no play is beyond belief."""


def stays(policy: Policy, state: State, seat: int) -> float:
    """How often the seat that decides should stay with its cup."""
    return float(stays_by_cup(policy, state, seat)[policy.setting.cups.index(state.cups[seat])])


def stays_by_cup(policy: Policy, state: State, seat: int) -> Floats:
    """How often it should stay with each cup that it might hold."""
    return _chances(policy, state, seat, len(state.white) - 2)


def belief(policy: Policy, state: State, seat: int) -> Floats:
    """How likely each cup of a seat that is still in is, given how it has decided in this turn; Jörg's may be any."""
    likely = np.array([weight for _, weight in multisets(len(policy.setting.cups[0]))], np.float64)
    if seat < state.players:
        for playing_round in _decided(state, seat):
            likely *= (1 - DOUBT) * _chances(policy, state, seat, playing_round) + DOUBT / 2
    return np.asarray(likely / likely.sum())


def order(state: State) -> tuple[int, ...]:
    """The seats in the order in which they decide (N6)."""
    first = first_to_decide(state)
    return tuple((first + place) % state.players for place in range(state.players))


def _decided(state: State, seat: int) -> range:
    """The rounds of this turn in which a seat has decided already."""
    playing_round = len(state.white) - 2
    waits = state.phase == "decide" and seat in state.queue
    return range(1, min(playing_round, 2) + (not waits))


def _chances(policy: Policy, state: State, seat: int, playing_round: int) -> Floats:
    """How often each cup stays at the seat's decision of this round."""
    seats, setting = order(state), policy.setting
    rows, triple = tree(setting.players, is_exact(setting)), TRIPLES.index(tuple(sorted(state.white[:3])))
    place = seats.index(seat)
    if playing_round == 1:
        row = rows.first[node_of([state.dropped[other] != 1 for other in seats[:place]]) - 1]
        return np.asarray(policy.first[triple, row] / LEVELS)
    came = [state.dropped[other] != 1 for other in seats]
    mask = sum(1 << bit for bit, stayed in enumerate(came) if stayed)
    node = node_of([state.dropped[other] != 2 for other, stayed in zip(seats[:place], came, strict=False) if stayed])
    row = rows.second[rows.begin[mask] + node - 1]
    return np.asarray(policy.second[triple, state.white[3] - 1, row] / LEVELS)


def node_of(stayed: list[bool]) -> int:
    """The node of a history.

    >>> node_of([]), node_of([True, False])
    (1, 6)
    """
    node = 1
    for one in stayed:
        node = 2 * node + one
    return node
