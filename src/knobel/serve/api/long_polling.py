"""Following a table by HTTP: whoever asks and waits looks on, and so does whoever will ask again in a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..live.hub import Hub
from ..live.table import LiveTable
from ..timers import Time
from .common import ApiError

_PRESENCE_TIMEOUT: Final = 15.0
"""Seconds after an answer in which the next request keeps the onlooker at the table."""


class LongPoll:
    """An onlooker between two requests. It needs no frames: what they tell is read from the log."""

    def __init__(self, device: str, now: float) -> None:
        self.device = device
        self.heard = now
        self._over = False
        self._waits = True
        self._news = asyncio.Event()

    def push(self, _: bytes, /) -> None:
        self._news.set()

    def close(self, _: int = 0, /) -> None:
        self._over = True
        self._news.set()

    async def wait(self, live: LiveTable, since: int, time: Time, seconds: float) -> None:
        """Come back when there is something after version `since`, or the seconds are over."""
        for other in [each for each in live.onlookers if isinstance(each, LongPoll) and each._precedes(self)]:
            live.onlookers.remove(other)
        live.enter(self, live.table.version)
        alarm = time.later(seconds, self.close)
        try:
            while live.table.version <= since and not self._over:
                self._news.clear()
                await self._news.wait()
        finally:
            alarm.cancel()
            self._waits = False
            time.later(_PRESENCE_TIMEOUT, lambda: live.leave(self))

    def _precedes(self, poll: LongPoll) -> bool:
        """Whether this one has its answer, and `poll` comes from the same device in its place."""
        return self.device == poll.device and not self._waits


MAX_WAIT: Final = 25
"""Seconds that a request waits for something to happen; proxies give up after thirty."""


@contextmanager
def counted_as_connection(hub: Hub, address: str) -> Iterator[None]:
    """A request that waits counts as a connection."""
    if not hub.enter(address):
        raise ApiError(429, "limit", "too many connections from this address; wait a moment")
    try:
        yield
    finally:
        hub.leave(address)
