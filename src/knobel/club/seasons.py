"""Seasons and evenings: how the games of a club are divided in time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

PAUSE: Final = 6 * 60 * 60 * 1000
"""Milliseconds without a finished game after which another evening begins."""

ALL: Final = 0
"""The season that holds all games."""


class Season(Struct, frozen=True):
    """A season from `begins` up to but not including `ends`, in milliseconds; without an end it still runs."""

    season: int
    name: str
    begins: int
    ends: int | None = None

    def holds(self, at: int) -> bool:
        return self.begins <= at and (self.ends is None or at < self.ends)


def seasons_of(at: int, seasons: Iterable[Season]) -> list[int]:
    """The seasons that a game counts for; all games count for the season of all games."""
    return [ALL, *(season.season for season in seasons if season.holds(at))]


def evenings(times: Sequence[int]) -> list[int]:
    """The evening of each game, named by the time of its first game; `times` are in order.

    >>> evenings([0, 1000, 1000 + PAUSE, 2000 + 2 * PAUSE])
    [0, 0, 0, 43202000]
    """
    found = list[int]()
    for index, at in enumerate(times):
        found.append(at if index == 0 or at - times[index - 1] > PAUSE else found[-1])
    return found
