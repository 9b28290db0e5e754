"""What stones are worth if chance alone decided who is lowest: a half of Schocken among many, for one seat.

Who begins a round is lowest with some chance, and everybody else equally often; of the others everybody is best equally
often. While stones lie in the middle it matters to a seat how many it holds itself, and how many others hold none,
because those will be out. After that it matters how many are left; the stones of the others may be shared in any way,
all equally likely.
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

import numpy as np

from ..compiled import compiled
from .hands import DEALS, Floats

WAITS: Final = 0
BEGINS: Final = 1


class Pace(NamedTuple):
    """How rounds end, by the number of players: how often who begins is `lowest`, and how likely what is dealt out."""

    lowest: Floats
    deals: Floats


class Lottery:
    """The chance of a seat to lose a half of so many players and stones."""

    def __init__(self, players: int, stones: int, pace: Pace) -> None:
        self.players = players
        self.stones = stones
        self._left = np.full((players + 1, stones + 1, 2), np.nan)
        self._left[1] = 1
        self._left[2:, 0] = 0
        for left in range(2, players + 1):
            self._back_and_forth(left, pace)
        self._shared = _with_a_middle(players, stones, pace.lowest[players], pace.deals[players], self._left)

    def risk(self, middle: int, own: int, empty: int, begins: bool) -> float:
        """Of a seat with its own stones, where `empty` others hold none; without a middle those are out."""
        if middle == 0:
            return float(self._left[self.players - empty, own, int(begins)])
        return float(self._shared[middle, own, empty, int(begins)])

    def _back_and_forth(self, left: int, pace: Pace) -> None:
        """The states without a middle, `left` players and any stones, as a linear system."""
        most = self.stones - left + 1  # everybody else has one at least
        if most < 1:
            return
        chain, ends = np.zeros((most + 1, 2, most + 1, 2)), np.zeros((most + 1, 2))
        for own in range(1, most + 1):
            theirs = _theirs(self.stones - own, left - 1)
            for begins in (WAITS, BEGINS):
                lowest = pace.lowest[left] if begins else (1 - pace.lowest[left]) / (left - 1)
                best = (1 - lowest) / (left - 1)
                ends[own, begins] += pace.deals[left, 0] * lowest
                for deals in range(1, DEALS):
                    dealt = pace.deals[left, deals]
                    if own > deals:
                        chain[own, begins, own - deals, WAITS] += dealt * best
                    for held, chance in theirs.items():
                        out = held <= deals
                        for share, after, next_one in (
                            (lowest, own + min(held, deals), BEGINS),
                            (1 - lowest - best, own, WAITS),
                        ):
                            likely = dealt * share * chance
                            if out:
                                ends[own, begins] += likely * self._left[left - 1, after, next_one]
                            else:
                                chain[own, begins, after, next_one] += likely
        size = 2 * (most + 1)
        solved = np.linalg.solve(np.eye(size) - chain.reshape(size, size), ends.ravel())
        self._left[left, 1 : most + 1] = solved.reshape(most + 1, 2)[1:]


def _theirs(stones: int, others: int) -> dict[int, float]:
    """How likely one of the others holds how many, if all ways to share are equally likely and nobody has none."""
    if others == 1:
        return {stones: 1.0}
    ways = comb(stones - 1, others - 1)
    return {held: comb(stones - held - 1, others - 2) / ways for held in range(1, stones - others + 2)}


@compiled
def _with_a_middle(players: int, stones: int, lowest: float, deals: Floats, left: Floats) -> Floats:
    """The risks by the stones in the middle, the own ones, the number of others who have none, and who begins."""
    risks = np.zeros((stones + 1, stones + 1, players, 2))
    for own in range(1, stones + 1):
        for empty in range(players):
            risks[0, own, empty] = left[players - empty, own]
    for middle in range(1, stones + 1):
        for own in range(stones - middle + 1):
            for empty in range(players):
                for begins in range(2):
                    loses = lowest if begins else (1 - lowest) / (players - 1)
                    fills = empty / (players - 1)
                    risk = deals[0] * loses
                    for dealt in range(1, len(deals)):
                        rest = max(middle - dealt, 0)
                        taken = middle - rest
                        waits = (1 - fills) * risks[rest, own, empty, 0]
                        if empty > 0:
                            waits += fills * risks[rest, own, empty - 1, 0]
                        risk += deals[dealt] * (loses * risks[rest, own + taken, empty, 1] + (1 - loses) * waits)
                    risks[middle, own, empty, begins] = risk
    return risks
