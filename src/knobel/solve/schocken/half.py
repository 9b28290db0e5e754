"""A half of Schocken between two players: the chance to lose it from every state of stones.

While stones lie in the middle every round takes some away, so these states are solved by backward induction. Once the
middle is empty stones go back and forth, and states depend on each other. Then the risks are the fixed point of
`risk = round(risk)`, found by Newton's method (policy iteration): optimal play against the last risks is a Markov chain
over the states of stones, and a linear system gives the next risks. Each round ends the half by Schock out with some
chance under any play, so `round` is a contraction: the fixed point is unique, and a small residual bounds the error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from ...rules.errors import BadOptions
from ...rules.schocken import Options
from ..arrays import Floats
from ..progress import Progress, silent
from .hands import DEALS, hands_of
from .kernels.two import THROWS, begin, outcome

MOST_STONES: Final = 100
"""The most stones that are solved: about 5000 states."""

_NEAR: Final = 1e-11
"""Newton's method converges quadratically: one step after such a change only rounding errors are left."""
_STEPS: Final = 50


class Half:
    """The risk of the player who begins the next round, by the stones in the middle and his own.

    >>> half = Half(Options(stones=1))
    >>> half.solve()
    >>> round(half.risk(1, 0), 4)  # one stone is one round
    0.3783
    """

    def __init__(self, options: Options, risks: Floats | None = None) -> None:
        if options.stones > MOST_STONES:
            raise BadOptions(f"Schocken is solved with up to {MOST_STONES} stones, not {options.stones}", "S1")
        self.stones = options.stones
        self.tables = hands_of(options).tables
        self.by_throws = options.ties == "throws_then_order"
        self.third_open = options.covered == "none"
        self.risks = np.full((self.stones + 1, self.stones + 1), np.nan) if risks is None else risks
        """By the stones in the middle and the beginner's; not a number where there is no such state."""

    def risk(self, middle: int, own: int) -> float:
        """The chance that the beginner, who has `own` stones, loses the half."""
        return float(self.risks[middle, own])

    def pays(self, middle: int, own: int) -> Floats:
        """The risk after the next round, for the kernels: S9, and S10 for Schock out."""
        other = self.stones - middle - own
        pays = np.empty((2, DEALS))
        pays[:, 0] = 0, 1
        for deals in range(1, DEALS):
            from_beginner = min(deals, middle or own)
            pays[0, deals] = 1 - self.risks[middle - from_beginner if middle else 0, other + from_beginner]
            from_follower = min(deals, middle or other)
            pays[1, deals] = self.risks[middle - from_follower if middle else 0, own + from_follower]
        return pays

    def solve(self, progress: Progress = silent) -> None:
        """Find the risks of all states."""
        self.risks[0, self.stones] = 1  # S9: all stones lose
        self._back_and_forth()
        states = list(self._with_a_middle())
        for done, (middle, own) in enumerate(states, start=1):
            self.risks[middle, own] = self._round(middle, own)
            progress(done, len(states))

    def residual(self) -> float:
        """The largest difference between the risk of a state and that of its next round under optimal play."""
        back_and_forth = ((0, own) for own in range(1, self.stones))
        states = (*self._with_a_middle(), *back_and_forth)
        return max(abs(self._round(*state) - self.risk(*state)) for state in states)

    def _with_a_middle(self) -> Iterator[tuple[int, int]]:
        return ((middle, own) for middle in range(1, self.stones + 1) for own in range(self.stones - middle + 1))

    def _round(self, middle: int, own: int) -> float:
        standing = np.empty((THROWS + 1, len(self.tables.deals)))
        throwing = np.empty((THROWS + 1, len(self.tables.fall) - 1))
        return begin(self.tables, self.by_throws, self.third_open, self.pays(middle, own), standing, throwing)

    def _back_and_forth(self) -> None:
        """Newton's method for the states without a middle."""
        inner = slice(1, self.stones)
        self.risks[0, inner] = np.arange(1, self.stones) / self.stones
        for _ in range(_STEPS):
            before = self.risks[0, inner].copy()
            chain, ends = self._chain()
            self.risks[0, inner] = np.linalg.solve(np.eye(self.stones - 1) - chain, ends)
            if np.all(np.abs(self.risks[0, inner] - before) <= _NEAR):
                return
        raise ArithmeticError("the risks without a middle do not settle")

    def _chain(self) -> tuple[Floats, Floats]:
        """Markov chain of optimal play against the current risks: `risk = chain @ risk + ends` for the inner states."""
        size = self.stones + 1
        chain, ends = np.zeros((size, size)), np.zeros(size)
        for own in range(1, self.stones):
            other = self.stones - own
            likely = outcome(self.tables, self.by_throws, self.third_open, self.pays(0, own))
            ends[own] += likely[1, 0]
            for deals in range(1, DEALS):
                chain[own, own + min(deals, other)] += likely[1, deals]
                ends[own] += likely[0, deals]
                chain[own, other + min(deals, own)] -= likely[0, deals]
        inner = slice(1, self.stones)
        return chain[inner, inner], ends[inner] + chain[inner, self.stones]
