"""A half of Schocken between two players: the chance to lose it from every state of stones.

While stones lie in the middle every round takes some away, so these states are solved by backward induction. Once the
middle is empty stones go back and forth, and states depend on each other. Then the risks are the fixed point of
`risk = round(risk)`, found by Newton's method (policy iteration): optimal play against the last risks is a Markov chain
over the states of stones, and a linear system gives the next risks. Each round ends the half by Schock out with some
chance under any play, so `round` is a contraction: the fixed point is unique, and a small residual bounds the error.

The kernels solve one round between a beginner and a follower by backward induction. All values are the *risk*: the
chance that the beginner of this round loses the half. The beginner minimises it, the follower maximises it.
`pays[0, d]` is the risk after a round that the follower lost to a throw that deals out `d` stones, `pays[1, d]` that
after one that the beginner lost.

A follower faces a *mixture*, the chance of each rank of the beginner: a single rank if the dice lie open, and what can
fall after keeping some dice if the last throw is covered. No decision follows a last throw, so whether it is covered
matters for the beginner's third throw only. Tables with a first index from 1 to 3 are by the number of the throw;
keeping nothing is number 0, so `throwing[1, 0]` is the value of the round. Of equal moves the first one counts,
standing before all others; the values do not depend on that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from ...rules.errors import BadOptions
from ...rules.schocken import Options
from ..arrays import Floats
from ..compiled import compiled
from ..progress import Progress, silent
from .hands import DEALS, Tables, hands_of

THROWS = 3


@compiled
def begin(tables: Tables, by_throws: bool, third_open: bool, pays: Floats, standing: Floats, throwing: Floats) -> float:
    """Fill the values of standing with a rank and of throwing after keeping dice for the beginner; returns the risk.

    Of a covered third throw only `throwing` is known.
    """
    ranks, hands, keeps = len(tables.deals), len(tables.rank), len(tables.fall) - 1
    mixture, by_hand = np.zeros(ranks), np.empty(hands)
    follows, throws = np.empty(standing.shape), np.empty(throwing.shape)
    for n in range(1, THROWS + third_open):
        for rank in range(ranks):
            mixture[rank] = 1
            standing[n, rank] = follow(tables, by_throws, n, mixture, pays, follows, throws)
            mixture[rank] = 0
    if not third_open:
        for keep in range(keeps):
            mix(tables, keep, mixture)
            throwing[THROWS, keep] = follow(tables, by_throws, THROWS, mixture, pays, follows, throws)
    for n in range(THROWS - 1 + third_open, 0, -1):
        for hand in range(hands):
            by_hand[hand] = standing[n, tables.rank[hand]]
            if n < THROWS:
                for i in range(tables.first[hand], tables.first[hand + 1]):
                    by_hand[hand] = min(by_hand[hand], throwing[n + 1, tables.keep[i]])
        _expect(tables, n, by_hand, throwing)
    return float(throwing[1, 0])


@compiled
def follow(
    tables: Tables, by_throws: bool, limit: int, mixture: Floats, pays: Floats, standing: Floats, throwing: Floats
) -> float:
    """Fill the same for a follower who has at most `limit` throws; the risk before the first of them."""
    hands = len(tables.rank)
    by_hand = np.empty(hands)
    _face(tables, mixture, pays, False, standing[limit])
    if limit > 1:
        _face(tables, mixture, pays, by_throws, standing[1])
        standing[limit - 1] = standing[1]
    for n in range(limit, 0, -1):
        for hand in range(hands):
            by_hand[hand] = standing[n, tables.rank[hand]]
            if n < limit:
                for i in range(tables.first[hand], tables.first[hand + 1]):
                    by_hand[hand] = max(by_hand[hand], throwing[n + 1, tables.keep[i]])
        _expect(tables, n, by_hand, throwing)
    return float(throwing[1, 0])


@compiled
def mix(tables: Tables, keep: int, mixture: Floats) -> None:
    """Set the chance of every rank when these dice are kept and the others are thrown."""
    mixture[:] = 0
    for i in range(tables.fall[keep], tables.fall[keep + 1]):
        mixture[tables.rank[tables.hand[i]]] += tables.chance[i]


@compiled
def _face(tables: Tables, mixture: Floats, pays: Floats, wins_ties: bool, standing: Floats) -> None:
    """Set the risk when the follower ends with each rank; S8 says who wins ties."""
    lower, higher = 0.0, 0.0
    for rank in range(len(mixture)):
        equal = mixture[rank]
        standing[rank] = (lower + equal if wins_ties else lower) * pays[1, tables.deals[rank]]
        lower += equal
    for rank in range(len(mixture) - 1, -1, -1):
        equal = mixture[rank] * pays[0, tables.deals[rank]]
        standing[rank] += higher if wins_ties else higher + equal
        higher += equal


@compiled
def _expect(tables: Tables, n: int, by_hand: Floats, throwing: Floats) -> None:
    """Set the values of the `n`-th throw from those of the hands that it may lead to."""
    for keep in range(1 if n == 1 else len(tables.fall) - 1):
        value = 0.0
        for i in range(tables.fall[keep], tables.fall[keep + 1]):
            value += tables.chance[i] * by_hand[tables.hand[i]]
        throwing[n, keep] = value


@compiled
def outcome(tables: Tables, by_throws: bool, third_open: bool, pays: Floats) -> Floats:
    """Outcome distribution of optimal play: by who is lowest (0 follower, 1 beginner) and the stones of the other."""
    ranks, keeps = len(tables.deals), len(tables.fall) - 1
    standing, throwing = np.empty((THROWS + 1, ranks)), np.empty((THROWS + 1, keeps))
    begin(tables, by_throws, third_open, pays, standing, throwing)
    stood, thrown = np.zeros(standing.shape), np.zeros(throwing.shape)
    seen = THROWS if third_open else THROWS - 1
    _walk(tables, THROWS, seen, -1.0, standing, throwing, stood, thrown)

    ends, mixture = np.zeros((2, len(pays[0]))), np.zeros(ranks)
    follows, throws = np.empty(standing.shape), np.empty(throwing.shape)
    for n in range(1, THROWS + third_open):
        for rank in range(ranks):
            if stood[n, rank] > 0:
                mixture[rank] = stood[n, rank]
                follow(tables, by_throws, n, mixture, pays, follows, throws)
                _compare(tables, by_throws, n, mixture, follows, throws, ends)
                mixture[rank] = 0
    if not third_open:
        for keep in range(keeps):
            if thrown[THROWS, keep] > 0:
                mix(tables, keep, mixture)
                mixture *= thrown[THROWS, keep]
                follow(tables, by_throws, THROWS, mixture, pays, follows, throws)
                _compare(tables, by_throws, THROWS, mixture, follows, throws, ends)
    return ends


@compiled
def _walk(
    tables: Tables,
    limit: int,
    seen: int,
    sign: float,
    standing: Floats,
    throwing: Floats,
    stood: Floats,
    thrown: Floats,
) -> None:
    """Add the chances of each keep and each final rank of a player with `limit` throws.

    The player follows the tables; with the sign -1 the lowest risk is best. The walk covers the throws that are `seen`;
    later ones are left to the caller.
    """
    thrown[1, 0] = 1
    for n in range(1, seen + 1):
        for keep in range(len(tables.fall) - 1):
            if thrown[n, keep] > 0:
                for i in range(tables.fall[keep], tables.fall[keep + 1]):
                    hand, reach = tables.hand[i], thrown[n, keep] * tables.chance[i]
                    best, choice = sign * standing[n, tables.rank[hand]], -1
                    if n < limit:
                        for j in range(tables.first[hand], tables.first[hand + 1]):
                            if sign * throwing[n + 1, tables.keep[j]] > best:
                                best, choice = sign * throwing[n + 1, tables.keep[j]], tables.keep[j]
                    if choice < 0:
                        stood[n, tables.rank[hand]] += reach
                    else:
                        thrown[n + 1, choice] += reach


@compiled
def _compare(
    tables: Tables, by_throws: bool, limit: int, mixture: Floats, standing: Floats, throwing: Floats, ends: Floats
) -> None:
    """Add the outcome distribution of the follower's optimal play against a mixture."""
    stood, thrown = np.zeros(standing.shape), np.zeros(throwing.shape)
    _walk(tables, limit, limit, 1.0, standing, throwing, stood, thrown)
    for n in range(1, limit + 1):
        for own in range(len(mixture)):
            if stood[n, own] > 0:
                for rank in range(len(mixture)):
                    if own > rank or (own == rank and by_throws and n < limit):
                        ends[1, tables.deals[own]] += stood[n, own] * mixture[rank]
                    else:
                        ends[0, tables.deals[rank]] += stood[n, own] * mixture[rank]


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
        self._solve_without_middle()
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

    def _solve_without_middle(self) -> None:
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
