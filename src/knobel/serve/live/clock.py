"""Thinking time: how long a seat may still think about its turn. It runs only while the table is awake."""

from __future__ import annotations

from collections.abc import Callable

from ..messages import Clock
from ..timers import Time, Timer


class TurnClock:
    """The clock of one table. `up` is called with the seat and the position when nothing is left.

    A turn is the position, by the number of the entry that led to it, and the seat that has to act in it; the same turn
    goes on with what was left, another one begins with the whole limit.
    """

    def __init__(self, time: Time, up: Callable[[int, int], None]) -> None:
        self._time = time
        self._up = up
        self._turn: tuple[int, int] | None = None
        self._limit = 0
        self._left = 0
        self._since: float | None = None
        self._timer: Timer | None = None

    def set(self, seat: int | None, moved: int, limit: int, left: int | None = None) -> None:
        """It is this seat's turn, with so many seconds; None if nobody has to hurry. `left` is in milliseconds."""
        turn = None if seat is None or not limit else (seat, moved)
        if turn == self._turn:
            return
        self.stop()
        self._turn = turn
        self._limit = limit * 1000
        self._left = self._limit if left is None else min(left, self._limit)

    def run(self) -> None:
        """Let the time run, if it is somebody's."""
        if self._turn is None or self._since is not None:
            return
        self._since = self._time.now()
        self._timer = self._time.later(self._left / 1000, self._ring)

    def stop(self) -> None:
        """Let the time stand still; what is left stays."""
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
        """The seat that has to hurry, and the entry that led to its turn."""
        return self._turn

    def shown(self) -> Clock | None:
        if self._turn is None:
            return None
        return Clock(self._turn[0], self.left, self._limit, self._since is not None)

    def _ring(self) -> None:
        assert self._turn is not None
        seat, moved = self._turn
        self.stop()
        self._up(seat, moved)
