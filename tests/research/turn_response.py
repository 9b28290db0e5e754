"""Values and best responses in a turn of Zock'n'Roll after three given white dice, with a vector over cups per seat.

The public part of the tree of `knobel.research` is walked with a vector for each seat: how likely its cup came here.
The third round is counted from the ranks of the hands (N10). No code is shared with the solver.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, TypeAlias

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from knobel.research.parts.zocknroll_turn import ZocknrollTurn
from knobel.research.tree import Node
from knobel.rules.boards import COMBINATIONS, CUP_SIZE
from knobel.rules.dice import multisets
from knobel.rules.zocknroll import GAME, hand, plays_jorg, scores, values

Vector: TypeAlias = NDArray[np.float64]
Both: TypeAlias = tuple[list[Vector], ...]
"""Played as the others do, and as best response."""
Stay: TypeAlias = Callable[[ZocknrollTurn, Node, int], float]
"""The chance to stay at a decision of this seat."""


def assessed(part: ZocknrollTurn, stay: Stay) -> tuple[Vector, Vector]:
    """The expected points of each seat if all play like this, and with a best response of the seat to the others."""
    walk = _Walk(part, stay)
    node = part.root()
    for _ in range(part.players):  # any cups: those of each seat are a vector
        node = part.child(node, 0)
    node = part.child(node, 0)  # the three white dice
    played, best = walk.at(node, [np.ones(len(walk.cups))] * part.players)
    return np.array([walk.chance @ each for each in played]), np.array([walk.chance @ each for each in best])


class _Walk:
    def __init__(self, part: ZocknrollTurn, stay: Stay) -> None:
        self.part, self.stay = part, stay
        outcomes = [
            (dice, weight) for dice, weight in multisets(CUP_SIZE[part.options.board]) if dice[-1] <= part.faces
        ]
        self.cups = [dice for dice, _ in outcomes]
        weights = np.array([weight for _, weight in outcomes], np.float64)
        self.chance = weights / weights.sum()
        self.prize, *self.worth, _ = values(part.options, part.players)

    def at(self, node: Node, reach: list[Vector]) -> Both:
        """For each seat and each of its cups the points to come, weighted with how the others came here."""
        if self.part.is_over(node):
            nothing = [np.zeros(len(self.cups))] * self.part.players
            return nothing, nothing
        state: Any = node.state
        if len(state.white) == 5:
            found = self._third_round(node, reach)
            return found, found
        seat = self.part.mover(node)
        if seat is None:
            falls = [(chance, self.at(self.part.child(node, fall), reach)) for fall, chance in self.part.chances(node)]
            return tuple(
                [np.sum([chance * found[which][who] for chance, found in falls], axis=0) for who in self._seats]
                for which in (0, 1)
            )
        return self._decision(node, seat, reach)

    @property
    def _seats(self) -> range:
        return range(self.part.players)

    def _decision(self, node: Node, seat: int, reach: list[Vector]) -> Both:
        with_cup = [self._holding(node, seat, cup) for cup in self.cups]
        stays = np.array([self.stay(self.part, each, seat) for each in with_cup])
        drops = [next(action for action in self.part.moves(each) if action) for each in with_cup]
        dropped = [self.part.child(each, drop) for each, drop in zip(with_cup, drops, strict=True)]
        after: list[Any] = [each.state for each in dropped]
        points = np.array([scores(each)[seat] for each in after], np.float64)
        going_on = self.at(self.part.child(node, 0), _with(reach, seat, reach[seat] * stays))
        gone = self.at(dropped[0], _with(reach, seat, reach[seat] * (1 - stays)))
        played, best = ([a + b for a, b in zip(*pair, strict=True)] for pair in zip(going_on, gone, strict=True))
        points *= prod(float(self.chance @ reach[other]) for other in self._seats if other != seat)
        played[seat] = stays * going_on[0][seat] + (1 - stays) * points
        best[seat] = np.maximum(going_on[1][seat], points)
        return played, best

    @staticmethod
    def _holding(node: Node, seat: int, cup: tuple[int, ...]) -> Node:
        state: Any = node.state
        state = replace(state, cups=(*state.cups[:seat], cup, *state.cups[seat + 1 :]))
        return replace(node, state=state, waits=GAME.pending(state))

    def _third_round(self, node: Node, reach: list[Vector]) -> list[Vector]:
        state: Any = node.state
        names, players = COMBINATIONS[state.options.board], self.part.players
        held = [hand(replace(state, cups=(cup,) * len(state.cups)), 0)[0] for cup in self.cups]
        rank = np.array([names.index(row) for row in held])
        worth = np.array([self.worth[place] for place in rank], np.float64)
        lower, equal = rank[:, None] < rank[None, :], rank[:, None] == rank[None, :]
        found = [np.zeros(len(self.cups)) for _ in range(players)]
        for seat in range(players):
            if state.dropped[seat]:
                continue
            others = [
                self.chance * reach[other] for other in range(players) if other != seat and not state.dropped[other]
            ]
            others += [self.chance] if plays_jorg(players) else []
            left = prod(float(self.chance @ reach[other]) for other in range(players) if state.dropped[other])
            alone = np.prod([lower @ each for each in others], axis=0) if others else np.ones(len(rank))
            shared = np.prod([(lower | equal) @ each for each in others], axis=0) if others else np.ones(len(rank))
            found[seat] = left * (alone * self.prize + shared * worth)
        return found


def _with(reach: list[Vector], seat: int, now: Vector) -> list[Vector]:
    return [*reach[:seat], now, *reach[seat + 1 :]]
