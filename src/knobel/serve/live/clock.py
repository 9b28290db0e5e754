"""Thinking-time clock of a table. It runs only while a player is connected."""

from __future__ import annotations

from collections.abc import Callable

from ..messages import Clock
from ..timers import Time, Timer


class TurnClock:
    """The clock of one table. `on_timeout` is called with the seat and the version when no time is left.

    A turn is a seat and the version of the entry that led to its position. The same turn continues with the time that
    is left; a new turn starts with the whole limit.
    """

    def __init__(self, time: Time, on_timeout: Callable[[int, int], None]) -> None:
        self._time = time
        self._on_timeout = on_timeout
        self._turn: tuple[int, int] | None = None
        self._limit = 0
        self._left = 0
        self._since: float | None = None
        self._timer: Timer | None = None

    def set(self, seat: int | None, moved: int, limit: int, left: int | None = None) -> None:
        """Set the turn: a seat, or None without a limit; `limit` in seconds, `left` in milliseconds."""
        turn = None if seat is None or not limit else (seat, moved)
        if turn == self._turn:
            return
        self.stop()
        self._turn = turn
        self._limit = limit * 1000
        self._left = self._limit if left is None else min(left, self._limit)

    def run(self) -> None:
        """Start or continue the clock, if there is a turn."""
        if self._turn is None or self._since is not None:
            return
        self._since = self._time.now()
        self._timer = self._time.later(self._left / 1000, self._timed_out)

    def stop(self) -> None:
        """Pause the clock; the time that is left stays."""
        self._left = self.left
        self._since = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def left(self) -> int:
        """Milliseconds that are left."""
        if self._since is None:
            return self._left
        return max(0, self._left - round((self._time.now() - self._since) * 1000))

    @property
    def turn(self) -> tuple[int, int] | None:
        """The seat on the clock, and the version of the entry that led to its turn."""
        return self._turn

    def shown(self) -> Clock | None:
        if self._turn is None:
            return None
        return Clock(self._turn[0], self.left, self._limit, self._since is not None)

    def _timed_out(self) -> None:
        assert self._turn is not None
        seat, moved = self._turn
        self.stop()
        self._on_timeout(seat, moved)
