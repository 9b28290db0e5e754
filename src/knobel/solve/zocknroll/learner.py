"""Predictive counterfactual regret minimisation (CFR) for a turn of Zock'n'Roll.

Plain CFR cycles with four players and more; predictive CFR converges. It is deterministic: nothing is sampled, and the
same setting always gives the same policy.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np

from ...rules.game import Dice
from ..arrays import Floats
from .kernel import Strategy, learn, sweep
from .many_kernel import sweep_crowd
from .stakes_kernel import Stakes, sweep_stakes
from .turn import Setting, decisions, is_exact, lattice, tree, turn

TREMBLE: Final = 1e-6
"""Minimum chance of each move (trembling hand), so that every history is reachable and gets learned."""

Goal: TypeAlias = Dice | Stakes
"""What a turn is played for: its points after these white dice, or stakes."""


def values(setting: Setting, goal: Goal, stay: Strategy) -> Floats:
    """The expected values of the turn to each player when all play `stay`, in the order in which they decide."""
    gain, reach = _spare(stay), np.empty_like(stay.second)
    return _sweep(setting, goal, stay, gain, reach)


def best_values(setting: Setting, goal: Goal, stay: Strategy) -> Floats:
    """The value of each player's best response to the others' `stay`; it may depend on the whole history."""
    return _sweep(setting, goal, stay, _spare(stay), np.empty_like(stay.second), best=True)


def gains(setting: Setting, goal: Goal, stay: Strategy, best: bool = False) -> Strategy:
    """By how much staying is better than dropping, times the others' reach (counterfactual regret).

    All play `stay` from there on; if `best`, the deciding player plays a best response.
    """
    found = Strategy(np.zeros_like(stay.first), np.zeros_like(stay.second))
    _sweep(setting, goal, stay, found, np.empty_like(stay.second), best)
    return found


def best_responses(setting: Setting, goal: Goal, stay: Strategy) -> Strategy:
    """Each player's best response to the others' `stay`; among equal moves it does as they do."""
    more = gains(setting, goal, stay, best=True)
    return Strategy(*(np.where(gain == 0, part, gain > 0) for gain, part in zip(more, stay, strict=True)))


def exploitability(setting: Setting, goal: Goal, stay: Strategy) -> float:
    """Exploitability: the largest gain of a player by a best response."""
    return float((best_values(setting, goal, stay) - values(setting, goal, stay)).max())


def _spare(stay: Strategy) -> Strategy:
    return Strategy(np.empty_like(stay.first), np.empty_like(stay.second))


def _sweep(setting: Setting, goal: Goal, stay: Strategy, gain: Strategy, reach: Floats, best: bool = False) -> Floats:
    found, players = np.zeros(setting.players), setting.players
    histories = tree(players, is_exact(setting))
    if isinstance(goal, Stakes):
        sweep_stakes(goal, histories, stay, best, gain, reach, found)
    elif best or is_exact(setting):
        sweep(turn(setting, goal), histories, stay, best, gain, reach, found)
    else:
        sweep_crowd(turn(setting, goal), lattice(players), stay, gain, reach, found)
    return found


class Learner:
    """The learned strategy of all players in a turn; at first all stay with the chance `start`.

    >>> from knobel.rules.zocknroll import Options
    >>> from knobel.solve.zocknroll.turn import setting
    >>> three = setting(Options(), 3)
    >>> learner = Learner(three, (1, 1, 1))
    >>> learner.learn(steps=50)
    >>> exploitability(three, (1, 1, 1), learner.strategy()) < 0.001
    True
    """

    def __init__(self, setting: Setting, goal: Goal, start: float = 0.5) -> None:
        self._setting, self._goal = setting, goal
        cups, (first, second) = len(setting.cups), decisions(setting.players, is_exact(setting))
        self._shape = (first, cups), (6, second, cups)
        self._rows = (first, cups), (6 * second, cups)
        self._stay = [np.full(rows, start) for rows in self._rows]
        self._regret = [np.zeros((2, *rows)) for rows in self._rows]
        self._mean = [np.zeros((2, *rows)) for rows in self._rows]
        self._steps = 0

    def learn(self, steps: int) -> None:
        for _ in range(steps):
            self._steps += 1
            gain = [np.zeros(rows) for rows in self._rows]
            reach = [np.ones(self._rows[0]), np.zeros(self._rows[1])]
            stay, reached = self._strategy(self._stay), self._strategy(reach).second
            _sweep(self._setting, self._goal, stay, self._strategy(gain), reached)
            for part in zip(gain, reach, self._stay, self._regret, self._mean, strict=True):
                learn(float(self._steps) ** 2, TREMBLE, *part)

    def strategy(self) -> Strategy:
        """The average strategy of all steps, later ones counting more."""
        return self._strategy([sums / weights for sums, weights in self._mean])

    def _strategy(self, rows: list[Floats]) -> Strategy:
        first, second = (part.reshape(shape) for part, shape in zip(rows, self._shape, strict=True))
        return Strategy(first, second)
