"""Whoever does not read what is sent is cut off, or would keep it in memory for ever."""

from __future__ import annotations

import asyncio
from typing import Final

PATIENCE: Final = 5.0
"""Seconds in which something has to be taken of what waits to be read."""


class Stalling:
    """Watches a transport whose buffer is full: as long as it gets emptier, however slowly, all is well."""

    __slots__ = ("_alarm", "_left", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._left = 0
        self._alarm: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Something waits to be read from now on."""
        self.end()
        self._left = self._transport.get_write_buffer_size()
        self._alarm = self._loop.call_later(PATIENCE, self._look)

    def end(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() < self._left:
            self.begin()
        else:
            self._transport.abort()
