"""Who sits where in the games of one deal: every bot in every seat, and everybody against everybody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from typing import TypeAlias

Seating: TypeAlias = tuple[str, ...]
"""The bot at each seat."""


def seatings(bots: Sequence[str], players: int) -> tuple[Seating, ...]:
    """All tables of a deal, each once, seats rotated.

    If there are more bots than seats, every choice of them plays. If there are fewer, they fill the seats in turn, and
    each of them begins the filling once, so that no bot sits more often than another.

    >>> seatings(["strong", "casual"], 2)
    (('strong', 'casual'), ('casual', 'strong'))
    >>> len(seatings(["random", "casual", "strong"], 2)), len(seatings(["casual", "strong"], 3))
    (6, 6)
    """
    if len(bots) >= players:
        tables = [tuple(some) for some in combinations(bots, players)]
    else:
        tables = [_filled(_rotated(bots, first), players) for first in range(len(bots))]
    return tuple(dict.fromkeys(_rotated(table, shift) for table in tables for shift in range(players)))


def _rotated(bots: Sequence[str], shift: int) -> Seating:
    return (*bots[-shift:], *bots[:-shift]) if shift else tuple(bots)


def _filled(bots: Seating, players: int) -> Seating:
    return tuple(islice(bots * players, players))
