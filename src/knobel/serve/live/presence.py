"""Presence at a table: connected subscribers by seat, and the host presence timeout."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Set
from typing import Final, Protocol

from ...table import Seat, Table
from ..messages import Here
from .views import Viewer, viewer_of

_HOST_TIMEOUT: Final = 60.0
"""Seconds without the host after which another connected player becomes host."""


class Subscriber(Protocol):
    """A connection of a device to a table. `last_seen` is the time of its last sign of life."""

    device: str
    last_seen: float

    def push(self, frame: bytes, /) -> None:
        """Send a frame as soon as the connection takes it."""
        ...

    def close(self, code: int, /) -> None:
        """Close the connection with a close code, after all frames that were pushed before."""
        ...


class Subscribers:
    """All connections to one table, with what each of them may see."""

    def __init__(self) -> None:
        self._all = dict[Subscriber, Viewer]()
        self._checked: tuple[Seat, ...] | None = None
        self._playing = False
        self.seats: frozenset[int] = frozenset()
        """The seats with a connection."""

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def items(self) -> ItemsView[Subscriber, Viewer]:
        return self._all.items()

    def add(self, subscriber: Subscriber, viewer: Viewer) -> None:
        self._all[subscriber] = viewer
        self._update_seats()

    def remove(self, subscriber: Subscriber) -> bool:
        """Remove a connection; False if there was none."""
        removed = self._all.pop(subscriber, None) is not None
        self._update_seats()
        return removed

    def update_viewers(self, table: Table) -> None:
        """Compute what each connection may see again, because seats have changed."""
        for subscriber in self._all:
            self._all[subscriber] = viewer_of(table, subscriber.device)
        self._update_seats()

    def _update_seats(self) -> None:
        """Cache the connected seats: they are read at every move and change seldom."""
        seats = [viewer.seat for viewer in self._all.values()]
        self.seats = frozenset([seat for seat in seats if seat is not None])
        self._checked = None

    def playing(self, table: Table) -> bool:
        """Whether any connected seat plays itself; a bot plays for seats that are away."""
        seats = table.seats
        if seats is not self._checked:  # most moves leave the seats as they are
            self._playing = any(place < len(seats) and seats[place].present for place in self.seats)
            self._checked = seats
        return self._playing

    def here(self, table: Table, asleep: bool) -> Here:
        """Which seats are connected; guests are by the host's device, which tells for them."""
        seats, host = self.seats, table.host in self.seats
        connected = tuple(place in seats or (seat.guest and host) for place, seat in enumerate(table.seats))
        return Here(connected, self._spectators(table), asleep)

    def _spectators(self, table: Table) -> int:
        """The number of devices that watch.

        Not counted are newcomers: before the first game, as long as a seat is free, all devices without one are asked
        to sit down, and those that have knocked wait to be let in.
        """
        if table.phase == "lobby" and len(table.seats) < table.rules.players[-1]:
            return 0
        return len({each.device for each, viewer in self._all.items() if viewer.seat is None and not viewer.knocked})


class HostPresence:
    """Host presence timeout of one table. Time counts only while another player is connected."""

    def __init__(self) -> None:
        self._absent: tuple[int, float] | None = None

    def successor(self, table: Table, connected: Set[int], now: float) -> int | None:
        """The seat that becomes host now; None while the host is connected or the timeout has not passed."""
        host, successor = table.host, _successor(table, connected)
        if host is None or host in connected or successor is None or table.phase == "closed":
            self._absent = None
            return None
        if self._absent is None or self._absent[0] != host:
            self._absent = host, now
        return successor if now - self._absent[1] >= _HOST_TIMEOUT else None


def _successor(table: Table, connected: Set[int]) -> int | None:
    """The next connected seat after the host; a seat that plays itself goes before one that a bot plays for."""
    host, count = table.host or 0, len(table.seats)
    others = [place for place in ((host + turn) % count for turn in range(1, count)) if place in connected]
    people = [place for place in others if table.seats[place].person]
    return next((place for place in people if table.seats[place].present), people[0] if people else None)
