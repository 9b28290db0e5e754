"""A half of Schocken among up to four players: the value of every state of stones to each of them.

A half may be played for its own sake, or as the first of a game, where the loser matters to all. `ends[k]` is the cost
to the player `k` seats after the loser of the half. A *state* is the stones in the middle, and those of the players
from the beginner of the next round on. Once the middle is empty and all but two are out, the solution for two applies.

States without a middle depend on each other; as with two players they are found by Newton's method, and a small
residual proves them. No player gains by another move in any round, so the values are those of an equilibrium.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Final, TypeAlias

import numpy as np

from ...rules.schocken import Options
from ..arrays import Floats
from ..progress import Progress, silent
from .half import Half
from .hands import DEALS
from .rounds import Rounds, rounds_of

Stones: TypeAlias = tuple[int, ...]
State: TypeAlias = tuple[int, Stones]

_NEAR: Final = 1e-11
_STEADY: Final = 1e-3
"""Below this change the Markov chain of best play is reused for the next Newton step."""
_STEPS: Final = 50


class HalfValues:
    """The values of a half among `len(ends)` players.

    >>> two = Half(Options(stones=1))
    >>> two.solve()
    >>> three = HalfValues(Options(stones=1), two, np.array([1.0, 0.0, 0.0]))
    >>> three.solve()
    >>> three.value(1, (0, 0, 0)).round(3).tolist()  # the beginner is better off
    [0.22, 0.388, 0.392]
    """

    def __init__(self, options: Options, two: Half, ends: Floats) -> None:
        self.stones = options.stones
        self.players = len(ends)
        self.rounds: Rounds = rounds_of(options)
        self._two = two
        self._ends = ends
        self.values = dict[State, Floats]()

    def value(self, middle: int, held: Stones) -> Floats:
        """The value to each player, from the beginner on."""
        if _taking_part((middle, held)) == 2:
            _, rival, *_ = self.order((middle, held))
            risk = self._two.risk(middle, held[0])
            return risk * self.end(0) + (1 - risk) * self.end(rival)
        return self.values[middle, held]

    def end(self, loser: int) -> Floats:
        """The cost to each player, from the beginner on, when the player `loser` seats after him loses the half."""
        return np.roll(self._ends, loser)

    def order(self, state: State) -> list[int]:
        """The players of the next round, then those who are out, by their seats after the beginner."""
        middle, held = state
        return sorted(range(self.players), key=lambda seat: middle == 0 and held[seat] == 0)

    def pays(self, state: State) -> Floats:
        """The values to each player after the next round, for the kernels: S9 and S10."""
        order, taking_part = self.order(state), _taking_part(state)
        pays = np.empty((taking_part, taking_part, DEALS, self.players))
        for loser, best, deals in product(range(taking_part), range(taking_part), range(DEALS)):
            pays[loser, best, deals] = self._after(state, order[loser], order[best], deals)[order]
        return pays

    def _after(self, state: State, loser: int, best: int, deals: int) -> Floats:
        following = next_state(self.stones, state, loser, best, deals)
        return self.end(loser) if following is None else np.roll(self.value(*following), loser)

    def states(self, middle: int) -> Iterator[State]:
        """The states with so many stones in the middle in which three or more players take part."""
        for held in shares(self.stones - middle, self.players):
            if _taking_part((middle, held)) > 2 and (middle or held[0]):
                yield middle, held

    def all_states(self) -> list[State]:
        """All states in the order in which they are solved: with few players and few stones in the middle first."""
        without = sorted(self.states(0), key=_taking_part)
        return [*without, *(state for middle in range(1, self.stones + 1) for state in self.states(middle))]

    def solve(self, progress: Progress = silent) -> None:
        """Find the values of all states that have none yet."""
        waiting = [state for state in self.all_states() if state not in self.values]
        total = len(self.values) + len(waiting)
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            while waiting:
                stage = [state for state in waiting if _level(state) == _level(waiting[0])]
                waiting = waiting[len(stage) :]
                if stage[0][0] == 0:
                    self._solve_without_middle(stage, threads)
                else:
                    self.values.update(zip(stage, threads.map(self._round, stage), strict=True))
                progress(total - len(waiting), total)

    def residual(self, states: Iterable[State] | None = None) -> float:
        """The largest difference between a value and that of its next round under optimal play."""
        states = self.values if states is None else states
        return max(float(np.max(np.abs(self._round(state) - self.values[state]))) for state in states)

    def _round(self, state: State) -> Floats:
        value = np.empty(self.players)
        value[self.order(state)] = self.rounds.value(self.pays(state))
        return value

    def _solve_without_middle(self, states: list[State], threads: ThreadPoolExecutor) -> None:
        """Newton's method for the states without a middle and with the same number of players taking part."""
        for state in states:
            _, held = state
            losses = (held[player] / self.stones * self.end(player) for player in range(self.players))
            self.values[state] = np.sum(list(losses), axis=0)
        chain = self._chain(states, threads)
        for _ in range(_STEPS):
            before = np.array([self.values[state] for state in states]).ravel()
            after = np.array(list(threads.map(self._round, states))).ravel()
            steps = np.linalg.solve(np.eye(len(chain)) - chain, after - before)
            self.values.update(zip(states, (before + steps).reshape(-1, self.players), strict=True))
            change = float(np.max(np.abs(steps)))
            if change <= _NEAR:
                return
            if change > _STEADY:
                chain = self._chain(states, threads)
        raise ArithmeticError("the values without a middle do not settle")

    def _chain(self, states: list[State], threads: ThreadPoolExecutor) -> Floats:
        """Transition matrix between states under optimal play against the current values."""
        number = {state: self.players * i for i, state in enumerate(states)}
        size = self.players * len(states)
        chain = np.zeros((size, size))
        for state, likely in zip(states, threads.map(self._likely, states), strict=True):
            own, order = number[state], self.order(state)
            for loser, best, deals in np.argwhere(likely > 0).tolist():
                following = next_state(self.stones, state, order[loser], order[best], deals)
                if following in number:
                    for player in range(self.players):
                        next_one = number[following] + (player - order[loser]) % self.players
                        chain[own + player, next_one] += likely[loser, best, deals]
        return chain

    def _likely(self, state: State) -> Floats:
        return self.rounds.likely(self.pays(state))


def next_state(all_stones: int, state: State, loser: int, best: int, deals: int) -> State | None:
    """The state after a round, or None if the half is lost by it: S9 and S10."""
    middle, held = state
    if deals == 0:
        return None
    stones = list(held)
    taken = min(deals, middle or stones[best])
    if middle:
        middle -= taken
    else:
        stones[best] -= taken
    stones[loser] += taken
    return None if stones[loser] == all_stones else (middle, (*stones[loser:], *stones[:loser]))


def _taking_part(state: State) -> int:
    middle, held = state
    return len(held) if middle else len(held) - held.count(0)


def _level(state: State) -> tuple[int, int]:
    """States of one level are solved together."""
    middle, _ = state
    return middle, _taking_part(state)


def shares(stones: int, players: int) -> Iterator[Stones]:
    """Every way to share stones among players."""
    if players == 1:
        yield (stones,)
        return
    for first in range(stones + 1):
        for others in shares(stones - first, players - 1):
            yield (first, *others)
