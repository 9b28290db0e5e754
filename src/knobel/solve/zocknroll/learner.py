"""Predictive counterfactual regret minimisation (CFR) for a turn of Zock'n'Roll.

Plain CFR cycles with four players and more; predictive CFR converges. It is deterministic: nothing is sampled, and the
same setting always gives the same policy.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...rules.game import Dice
from ..arrays import Floats
from .kernel import Strategy, learn, sweep
from .many_kernel import sweep_crowd
from .turn import Setting, decisions, is_exact, lattice, tree, turn

TREMBLE: Final = 1e-6
"""Minimum chance of each move (trembling hand), so that every history is reachable and gets learned."""


def values(setting: Setting, white: Dice, stay: Strategy) -> Floats:
    """The expected values of the turn to each player when all play `stay`, in the order in which they decide."""
    gain, reach = _spare(stay), np.empty_like(stay.second)
    return _sweep(setting, white, stay, gain, reach)


def best_values(setting: Setting, white: Dice, stay: Strategy) -> Floats:
    """The value of each player's best response to the others' `stay`; it may depend on the whole history."""
    found, histories = np.zeros(setting.players), tree(setting.players, is_exact(setting))
    sweep(turn(setting, white), histories, stay, True, _spare(stay), np.empty_like(stay.second), found)
    return found


def exploitability(setting: Setting, white: Dice, stay: Strategy) -> float:
    """Exploitability: the largest gain of a player by a best response."""
    return float((best_values(setting, white, stay) - values(setting, white, stay)).max())


def _spare(stay: Strategy) -> Strategy:
    return Strategy(np.empty_like(stay.first), np.empty_like(stay.second))


def _sweep(setting: Setting, white: Dice, stay: Strategy, gain: Strategy, reach: Floats) -> Floats:
    found, players = np.zeros(setting.players), setting.players
    if is_exact(setting):
        sweep(turn(setting, white), tree(players, True), stay, False, gain, reach, found)
    else:
        sweep_crowd(turn(setting, white), lattice(players), stay, gain, reach, found)
    return found


class Learner:
    """The learned strategy of all players in the turn after three white dice.

    >>> from knobel.rules.zocknroll import Options
    >>> from knobel.solve.zocknroll.turn import setting
    >>> three = setting(Options(), 3)
    >>> learner = Learner(three, (1, 1, 1))
    >>> learner.learn(steps=50)
    >>> exploitability(three, (1, 1, 1), learner.strategy()) < 0.001
    True
    """

    def __init__(self, setting: Setting, white: Dice) -> None:
        self._setting, self._white = setting, white
        cups, (first, second) = len(setting.cups), decisions(setting.players, is_exact(setting))
        self._shape = (first, cups), (6, second, cups)
        self._rows = (first, cups), (6 * second, cups)
        self._stay = [np.full(rows, 0.5) for rows in self._rows]
        self._regret = [np.zeros((2, *rows)) for rows in self._rows]
        self._mean = [np.zeros((2, *rows)) for rows in self._rows]
        self._steps = 0

    def learn(self, steps: int) -> None:
        for _ in range(steps):
            self._steps += 1
            gain = [np.zeros(rows) for rows in self._rows]
            reach = [np.ones(self._rows[0]), np.zeros(self._rows[1])]
            stay, reached = self._strategy(self._stay), self._strategy(reach).second
            _sweep(self._setting, self._white, stay, self._strategy(gain), reached)
            for part in zip(gain, reach, self._stay, self._regret, self._mean, strict=True):
                learn(float(self._steps) ** 2, TREMBLE, *part)

    def strategy(self) -> Strategy:
        """The average strategy of all steps, later ones counting more."""
        return self._strategy([sums / weights for sums, weights in self._mean])

    def _strategy(self, rows: list[Floats]) -> Strategy:
        first, second = (part.reshape(shape) for part, shape in zip(rows, self._shape, strict=True))
        return Strategy(first, second)
