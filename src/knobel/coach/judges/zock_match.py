"""The game at hand of a ZOCK match, as part of the match, however long that is.

Matches of up to ten games are solved. What a longer one is worth is taken from ten games: the lead is a sum of many
games by then, and the chance that it holds depends on the lead divided by the root of how many are left.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor, sqrt
from typing import Final

import numpy as np

from ...rules.zock import ALL_FIELDS, Options
from ...solve.zock.box import covering, zock_box
from ...solve.zock.solver import MOST_GAMES, Solution, match_solution, match_table

LONG_ERROR: Final = 0.001
"""The standard error of a chance in a match that is longer than those that are solved (docs/coach.md)."""


def before_roll_off(options: Options, games: int, lead: int) -> float:
    """The chance to win the match of the player who is `lead` points better, with so many games left.

    >>> before_roll_off(Options(), 40, 30) == before_roll_off(Options(), 10, 15)  # twice the lead, four times as many
    True
    """
    table = match_table(options, min(games, MOST_GAMES))
    if games <= MOST_GAMES:
        return table.value(games, lead)
    shrunk = lead * sqrt(MOST_GAMES / games)
    below = floor(shrunk)
    low, high = table.value(MOST_GAMES, below), table.value(MOST_GAMES, below + 1)
    return low + (high - low) * (shrunk - below)


def game_at_hand(options: Options, games: int, lead: int) -> Solution:
    """The next of so many games to the player who is `lead` points better, played for the match."""
    return _game_at_hand(covering(options), games, lead)


@lru_cache(maxsize=8)
def _game_at_hand(options: Options, games: int, lead: int) -> Solution:
    if games <= MOST_GAMES:
        return match_solution(options, games, lead)
    losses = range(sum(ALL_FIELDS) + 1)  # K7
    win = np.array([before_roll_off(options, games - 1, lead + loss) for loss in losses])
    lose = np.array([before_roll_off(options, games - 1, lead - loss) for loss in losses])
    box = zock_box(options)
    return Solution(box, box, options.variant == "A", win, lose)
