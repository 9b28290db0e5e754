"""Halves of six to eight players of Schocken, approximated by states that do not tell the later seats apart.

The seats of those who do not begin matter little, so states that differ only in them share their values: with six
players 761 states instead of 18,564. The rounds between them are those of the approximation (`many`), which knows the
halves of fewer players; states without a middle depend on each other and are solved by repetition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import numpy as np

from ..arrays import Floats
from ..progress import Progress, silent
from .few import State, Stones

Round: TypeAlias = Callable[[int, Stones], Floats]
"""The risks of all seats before a round, by the stones in the middle and those of the seats from the beginner on."""

_NEAR: Final = 1e-4
"""Values without a middle that change by less than this in a sweep are found."""
_SWEEPS: Final = 50


class SymmetricHalf:
    """The risks of `players` who all take part.

    >>> half = SymmetricHalf(stones=2, players=3)
    >>> [state for state in half.states() if state[0]]
    [(1, (0, 0, 1)), (1, (1, 0, 0)), (2, (0, 0, 0))]
    """

    def __init__(self, stones: int, players: int) -> None:
        self.stones = stones
        self.players = players
        self.values = dict[State, Floats]()
        """By states in which the others are in the order of their stones."""

    def value(self, middle: int, held: Stones) -> Floats:
        """The risk of each seat, from the beginner on."""
        places = [0, *sorted(range(1, self.players), key=held.__getitem__)]
        risks = np.empty(self.players)
        risks[places] = self.values[middle, tuple(held[place] for place in places)]
        return risks

    def states(self) -> Iterator[State]:
        """All states, those with few stones in the middle first."""
        for middle in range(self.stones + 1):
            least = int(middle == 0)  # S9: without a middle who has no stones is out
            for own in range(least, self.stones - middle + 1):
                for others in _sorted_shares(self.stones - middle - own, self.players - 1, least):
                    yield middle, (own, *others)

    def solve(self, first: Round, rounds: Callable[[], Round], progress: Progress = silent) -> None:
        """Find the values; `first` guesses those without a middle, and `rounds` know the values found so far."""
        states = list(self.states())
        without = [state for state in states if state[0] == 0]
        for state in without:
            self._set(state, first)
        for _ in range(_SWEEPS):
            before, risks = dict(self.values), rounds()
            for state in without:
                self._set(state, risks)
            if all(np.max(np.abs(self.values[state] - before[state])) < _NEAR for state in without):
                break
        else:
            raise ArithmeticError("the values without a middle do not settle")
        risks = rounds()
        for done, state in enumerate(states, start=1):
            if state[0]:
                self._set(state, risks)
            progress(done, len(states))

    def _set(self, state: State, risks: Round) -> None:
        """Set the values of a state; the others sit so that those with more stones are not the later ones."""
        middle, held = state
        seats = [0, *range(1, self.players, 2), *reversed(range(2, self.players, 2))]
        seated = [0] * self.players
        for seat, stones in zip(seats, held, strict=True):
            seated[seat] = stones
        found = risks(middle, tuple(seated))[seats]
        for stones in set(held[1:]):
            alike = [place for place in range(1, self.players) if held[place] == stones]
            found[alike] = found[alike].mean()
        self.values[state] = found


def _sorted_shares(stones: int, players: int, least: int) -> Iterator[Stones]:
    """Every way to share stones among players in ascending order, each with at least so many."""
    if players == 1:
        if stones >= least:
            yield (stones,)
        return
    for first in range(least, stones // players + 1):
        for others in _sorted_shares(stones - first, players - 1, first):
            yield (first, *others)
