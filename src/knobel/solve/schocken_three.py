"""A half of Schocken among three players: what each of them expects from every state of stones.

A half may be played for its own sake, or as part of a game in which it matters who lost the half before. So the
players have names, 0 to 2 clockwise, and `ends[l]` says what each of them suffers when player `l` loses the half. A
*state* is the name of who begins the next round, the stones in the middle, and the stones of the players from the
beginner on. Once the middle is empty and somebody is out, two players are left, and they are solved already.

States without a middle depend on each other; as with two players they are found by Newton's method, and a small
residual proves them. That nobody gains by another move in any round is what makes them an equilibrium.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Final, TypeAlias

import numpy as np

from ..rules.schocken import Options
from .schocken_half import Half, Progress, silent
from .schocken_hands import DEALS, Floats
from .schocken_kernel import THROWS
from .schocken_three_kernel import LAST, NEVER, THIRD, begins, outcome

Stones: TypeAlias = tuple[int, int, int]
State: TypeAlias = tuple[int, int, Stones]

PLAYERS: Final = 3
_COVERS: Final = {"none": NEVER, "third": THIRD, "last": LAST}
_NEAR: Final = 1e-11
_STEPS: Final = 50


class Three:
    """The values of a half among three; a single row of `ends` is that of player 0, and the others' are alike.

    >>> two = Half(Options(stones=1))
    >>> two.solve()
    >>> three = Three(Options(stones=1), two, np.array([[1.0, 0.0, 0.0]]))
    >>> three.solve()
    >>> three.value(0, 1, (0, 0, 0)).round(3).tolist()  # who begins is better off
    [0.22, 0.388, 0.392]
    """

    def __init__(self, options: Options, two: Half, ends: Floats) -> None:
        self.stones = options.stones
        self.tables = two.tables
        self.by_throws = two.by_throws
        self.covers = _COVERS[options.covered]
        self.alike = len(ends) == 1
        self._two = two
        self._ends = np.array([np.roll(ends[0], name) for name in range(PLAYERS)]) if self.alike else ends
        self.values = dict[State, Floats]()

    def value(self, beginner: int, middle: int, held: Stones) -> Floats:
        """What the beginner, the next and the last player expect."""
        return self.values[0 if self.alike else beginner, middle, held]

    def pays(self, state: State) -> Floats:
        """What each player expects after the next round, for the kernels: S9 and S10."""
        pays = np.empty((PLAYERS, PLAYERS, DEALS, PLAYERS))
        for loser, best, deals in product(range(PLAYERS), range(PLAYERS), range(DEALS)):
            pays[loser, best, deals] = self._after(state, loser, best, deals)
        return pays

    def _after(self, state: State, loser: int, best: int, deals: int) -> Floats:
        beginner, *_ = state
        following = self._next(state, loser, best, deals)
        if following is None:
            return self._end(beginner, loser)
        _, middle, held = following
        if middle == 0 and 0 in held:
            rival = (loser + 1 if held[1] else loser + 2) % PLAYERS
            risk = self._two.risk(0, held[0])
            return risk * self._end(beginner, loser) + (1 - risk) * self._end(beginner, rival)
        return np.roll(self.value(*following), loser)

    def _next(self, state: State, loser: int, best: int, deals: int) -> State | None:
        """The state after a round, or None if the half is lost by it."""
        beginner, middle, held = state
        if deals == 0:
            return None
        stones = list(held)
        taken = min(deals, middle or stones[best])
        if middle:
            middle -= taken
        else:
            stones[best] -= taken
        stones[loser] += taken
        if stones[loser] == self.stones:
            return None
        a, b, c = stones[loser:] + stones[:loser]
        return (beginner + loser) % PLAYERS, middle, (a, b, c)

    def _end(self, beginner: int, loser: int) -> Floats:
        """What each player suffers, from the beginner on, when the player so many seats after him loses the half."""
        return np.roll(self._ends[(beginner + loser) % PLAYERS], -beginner)

    def solve(self, progress: Progress = silent) -> None:
        """Find the values of all states."""
        total, done = sum(1 for middle in range(self.stones + 1) for _ in self.states(middle)), 0
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            self._back_and_forth(threads)
            for middle in range(self.stones + 1):
                states = list(self.states(middle))
                if middle:
                    for state, value in zip(states, threads.map(self._round, states), strict=True):
                        self.values[state] = value
                done += len(states)
                progress(done, total)

    def residual(self, states: Iterable[State] | None = None) -> float:
        """By how much any value differs from that of its next round, in which everybody plays as well as possible."""
        states = self.values if states is None else states
        return max(float(np.max(np.abs(self._round(state) - self.values[state]))) for state in states)

    def states(self, middle: int) -> Iterator[State]:
        """The states with so many stones in the middle in which three players take part."""
        held = self.stones - middle
        least = 0 if middle else 1
        for beginner in range(1 if self.alike else PLAYERS):
            for a in range(least, held + 1):
                for b in range(least, held - a - least + 1):
                    yield beginner, middle, (a, b, held - a - b)

    def _round(self, state: State) -> Floats:
        standing = np.empty((THROWS + 1, len(self.tables.deals), PLAYERS))
        throwing = np.empty((THROWS + 1, len(self.tables.fall) - 1, PLAYERS))
        begins(self.tables, self.by_throws, self.covers, self.pays(state), standing, throwing)
        value: Floats = throwing[1, 0].copy()
        return value

    def _back_and_forth(self, threads: ThreadPoolExecutor) -> None:
        """Newton's method for the states without a middle."""
        states = list(self.states(0))
        for state in states:
            beginner, _, held = state
            shares = (held[player] / self.stones * self._end(beginner, player) for player in range(PLAYERS))
            self.values[state] = np.sum(list(shares), axis=0)
        for _ in range(_STEPS if states else 0):
            before = np.array([self.values[state] for state in states])
            after = self._newton(states, threads)
            self.values.update(zip(states, after, strict=True))
            if np.max(np.abs(after - before)) <= _NEAR:
                return
        if states:
            raise ArithmeticError("the values without a middle do not settle")

    def _newton(self, states: list[State], threads: ThreadPoolExecutor) -> Floats:
        """The values of best play against the values so far, as a Markov chain over the states."""
        number = {state: PLAYERS * i for i, state in enumerate(states)}
        size = PLAYERS * len(states)
        chain, ends = np.eye(size), np.zeros(size)
        for state, likely in zip(states, threads.map(self._likely, states), strict=True):
            own = number[state]
            for loser, best, deals in np.argwhere(likely > 0).tolist():
                chance = likely[loser, best, deals]
                following = self._next(state, loser, best, deals)
                if following is not None and self.alike:
                    following = (0, *following[1:])
                if following in number:
                    for player in range(PLAYERS):
                        chain[own + player, number[following] + (player - loser) % PLAYERS] -= chance
                else:
                    ends[own : own + PLAYERS] += chance * self._after(state, loser, best, deals)
        return np.asarray(np.linalg.solve(chain, ends).reshape(len(states), PLAYERS), dtype=np.float64)

    def _likely(self, state: State) -> Floats:
        likely: Floats = outcome(self.tables, self.by_throws, self.covers, self.pays(state))
        return likely
