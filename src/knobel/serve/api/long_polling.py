"""Following a table by HTTP: whoever asks and waits looks on, and so does whoever will ask again in a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..live.hub import Hub
from ..live.table import Live
from ..timers import Time
from .common import Trouble

_LINGER: Final = 15.0
"""Seconds after an answer in which the next request keeps the onlooker at the table."""


class Poll:
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

    async def wait(self, live: Live, since: int, time: Time, seconds: float) -> None:
        """Come back when there is something after version `since`, or the seconds are over."""
        for other in [each for each in live.onlookers if isinstance(each, Poll) and each._precedes(self)]:
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
            time.later(_LINGER, lambda: live.leave(self))

    def _precedes(self, poll: Poll) -> bool:
        """Whether this one has its answer, and `poll` comes from the same device in its place."""
        return self.device == poll.device and not self._waits


LONGEST_WAIT: Final = 25
"""Seconds that a request waits for something to happen; proxies give up after thirty."""


@contextmanager
def counted(hub: Hub, address: str) -> Iterator[None]:
    """A request that waits counts as a connection."""
    if not hub.enter(address):
        raise Trouble(429, "limit", "too many connections from this address; wait a moment")
    try:
        yield
    finally:
        hub.leave(address)
