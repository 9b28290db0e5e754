"""Those who look at a table at this moment, from its seats and from around it."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Set
from typing import Final, Protocol

from ...table import Table
from ..messages import Here
from .views import Viewer, viewer_of


class Subscriber(Protocol):
    """A connection of a device to a table. `heard` is when it gave its last sign of life."""

    device: str
    heard: float

    def push(self, frame: bytes, /) -> None:
        """Send a frame as soon as the connection takes it."""
        ...

    def close(self, code: int, /) -> None:
        """End the connection with a close code, after everything that was pushed before."""
        ...


class Subscribers:
    """All connections to one table."""

    def __init__(self) -> None:
        self._all = dict[Subscriber, Viewer]()
        self.seats: frozenset[int] = frozenset()
        """The seats from which somebody looks on."""

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def items(self) -> ItemsView[Subscriber, Viewer]:
        """The connections, and what each of them may see."""
        return self._all.items()

    def add(self, onlooker: Subscriber, viewer: Viewer) -> None:
        self._all[onlooker] = viewer
        self._count()

    def remove(self, onlooker: Subscriber) -> bool:
        """Whether it was there."""
        was_there = self._all.pop(onlooker, None) is not None
        self._count()
        return was_there

    def look_again(self, table: Table) -> None:
        """Find out anew who everybody is, because seats have changed."""
        for onlooker in self._all:
            self._all[onlooker] = viewer_of(table, onlooker.device)
        self._count()

    def _count(self) -> None:
        """Who sits where is asked for at every move, and changes seldom."""
        seats = [viewer.seat for viewer in self._all.values()]
        self.seats = frozenset([seat for seat in seats if seat is not None])

    def playing(self, table: Table) -> bool:
        """Whether anybody looks on from a seat and plays there: for who is away a bot does."""
        seats = table.seats
        return any(place < len(seats) and seats[place].present for place in self.seats)

    def here(self, table: Table, asleep: bool) -> Here:
        seats = self.seats
        watching = sum(viewer.seat is None for viewer in self._all.values())
        return Here(tuple(place in seats for place in range(len(table.seats))), watching, asleep)


_HOST_TIMEOUT: Final = 60.0
"""Seconds without the host after which somebody else who is there becomes host."""


class HostPresence:
    """Watches the host of one table. Time counts only while somebody is there who waits for the host."""

    def __init__(self) -> None:
        self._missed: tuple[int, float] | None = None

    def heir(self, table: Table, here: Set[int], now: float) -> int | None:
        """The person who becomes host now, if any; `here` are the seats from which somebody looks on."""
        host, heir = table.host, _successor(table, here)
        if host is None or host in here or heir is None or table.phase == "closed":
            self._missed = None
            return None
        if self._missed is None or self._missed[0] != host:
            self._missed = host, now
        return heir if now - self._missed[1] >= _HOST_TIMEOUT else None


def _successor(table: Table, here: Set[int]) -> int | None:
    """Of those who are there the next one after the host, rather one who plays than one for whom a bot plays."""
    host, count = table.host or 0, len(table.seats)
    others = [place for place in ((host + turn) % count for turn in range(1, count)) if place in here]
    people = [place for place in others if table.seats[place].person]
    return next((place for place in people if table.seats[place].present), people[0] if people else None)
