"""Whether the host is still there: the role does not wait for ever for somebody who has gone without a word."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from ...table import Table

_PATIENCE: Final = 60.0
"""Seconds without the host after which somebody else who is there becomes host."""


class Vigil:
    """Watches the host of one table. Time counts only while somebody is there who waits for the host."""

    def __init__(self) -> None:
        self._missed: tuple[int, float] | None = None

    def heir(self, table: Table, here: Set[int], now: float) -> int | None:
        """The person who becomes host now, if any; `here` are the seats from which somebody looks on."""
        host, heir = table.host, _next_person(table, here)
        if host is None or host in here or heir is None or table.phase == "closed":
            self._missed = None
            return None
        if self._missed is None or self._missed[0] != host:
            self._missed = host, now
        return heir if now - self._missed[1] >= _PATIENCE else None


def _next_person(table: Table, here: Set[int]) -> int | None:
    """Of those who are there the next one after the host, rather one who plays than one for whom a bot plays."""
    host, count = table.host or 0, len(table.seats)
    others = [place for place in ((host + turn) % count for turn in range(1, count)) if place in here]
    people = [place for place in others if table.seats[place].person]
    return next((place for place in people if table.seats[place].present), people[0] if people else None)
