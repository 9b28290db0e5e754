"""Those who look at a table at this moment, from its seats and from around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ...table import Table
from ..messages import Here
from .views import Viewer, viewer_of


class Onlooker(Protocol):
    """A connection of a device to a table.

    `viewer` is who it is there; the table keeps it up to date. `heard` is when it gave its last sign of life.
    """

    device: str
    viewer: Viewer
    heard: float

    def push(self, frame: bytes, /) -> None:
        """Send a frame as soon as the connection takes it."""
        ...

    def close(self, code: int, /) -> None:
        """End the connection with a close code, after everything that was pushed before."""
        ...


class Onlookers:
    """All connections to one table."""

    def __init__(self) -> None:
        self._all = dict[Onlooker, None]()
        self.seats: frozenset[int] = frozenset()
        """The seats from which somebody looks on."""

    def __iter__(self) -> Iterator[Onlooker]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, onlooker: Onlooker) -> None:
        self._all[onlooker] = None
        self._count()

    def remove(self, onlooker: Onlooker) -> bool:
        """Whether it was there."""
        was_there = self._all.pop(onlooker, self) is None
        self._count()
        return was_there

    def look_again(self, table: Table) -> None:
        """Find out anew who everybody is, because seats have changed."""
        for onlooker in self._all:
            onlooker.viewer = viewer_of(table, onlooker.device)
        self._count()

    def _count(self) -> None:
        """Who sits where is asked for at every move, and changes seldom."""
        seats = [onlooker.viewer.seat for onlooker in self._all]
        self.seats = frozenset([seat for seat in seats if seat is not None])

    def playing(self, table: Table) -> bool:
        """Whether anybody looks on from a seat and plays there: for who is away a bot does."""
        seats = table.seats
        return any(place < len(seats) and seats[place].present for place in self.seats)

    def here(self, table: Table, asleep: bool) -> Here:
        seats = self.seats
        watching = sum(onlooker.viewer.seat is None for onlooker in self._all)
        return Here(tuple(place in seats for place in range(len(table.seats))), watching, asleep)
