"""Long polling: a request that waits for the next step subscribes its device to the table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..live.hub import Hub
from ..live.table import LiveTable
from ..timers import Time
from .common import ApiError

MAX_WAIT: Final = 25
"""Seconds that a request waits at most; proxies give up after thirty."""

_PRESENCE_TIMEOUT: Final = 15.0
"""Seconds after a response in which the next request keeps the device subscribed."""


class LongPoll:
    """A subscriber that lasts from one request to the next. Frames only wake it up: the steps come from the history."""

    def __init__(self, device: str, now: float) -> None:
        self.device = device
        self.last_seen = now
        self._over = False
        self._waits = True
        self._changed = asyncio.Event()

    def push(self, _: bytes, /) -> None:
        self._changed.set()

    def close(self, _: int = 0, /) -> None:
        self._over = True
        self._changed.set()

    async def wait(self, live: LiveTable, since: int, time: Time, seconds: float) -> None:
        """Return when there is something after version `since`, or the seconds are over."""
        for other in [each for each in live.subscribers if isinstance(each, LongPoll) and each._precedes(self)]:
            live.subscribers.remove(other)
        live.subscribe(self, live.table.version)
        timer = time.later(seconds, self.close)
        try:
            while live.table.version <= since and not self._over:
                self._changed.clear()
                await self._changed.wait()
        finally:
            timer.cancel()
            self._waits = False
            time.later(_PRESENCE_TIMEOUT, lambda: live.unsubscribe(self))

    def _precedes(self, poll: LongPoll) -> bool:
        """Whether this poll has returned, and `poll` of the same device replaces it."""
        return self.device == poll.device and not self._waits


@contextmanager
def counted_as_connection(hub: Hub, address: str) -> Iterator[None]:
    """Count a waiting request against the connection quota."""
    if not hub.acquire_connection(address):
        raise ApiError(429, "limit", "too many connections from this address; wait a moment")
    try:
        yield
    finally:
        hub.release_connection(address)
