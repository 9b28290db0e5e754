"""How long a bot seems to think."""

from __future__ import annotations

from typing import Final, Literal

from ...rules.dice import mix

_LEAST: Final = {"human": 600, "quick": 150, "instant": 0}
_MOST: Final = {"human": 1800, "quick": 400, "instant": 0}
_EASY: Final = 0.35
"""Where there is nothing to choose, a bot needs at most this share of the time between least and most."""


def pause(pace: Literal["human", "quick", "instant"], version: int, moves: int) -> float:
    """Seconds before a bot moves.

    They depend on the version of the table and on whether there is anything to choose, which everybody knows, and not
    on the dice or the thoughts of the bot, so that they tell nothing.

    >>> pause("instant", 7, 3), 0.6 <= pause("human", 7, 3) <= 1.8
    (0.0, True)
    """
    share = mix(version) / 2**64 * (1.0 if moves != 1 else _EASY)
    return (_LEAST[pace] + share * (_MOST[pace] - _LEAST[pace])) / 1000
