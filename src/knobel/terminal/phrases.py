"""What the terminal says when dice are typed in or the people agree on who begins."""

from __future__ import annotations

from collections.abc import Sequence

from ..telling.terms import dice
from ..words import Words


def example_dice(count: int) -> str:
    """How so many dice can be typed in.

    >>> example_dice(3)
    '3 6 1'
    """
    return dice((3, 6, 1)[:count])


def starters(say: Words, names: Sequence[str]) -> list[str]:
    """Who can begin: whom the lot names, or one of the players (N3, S3)."""
    return [say("ui-draw-lot"), *(say("ui-begins", name=name) for name in names)]
