"""Whoever does not read what is sent, or hardly does, is cut off, or would keep it in memory for ever."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from struct import pack, unpack
from typing import Final

try:
    from fcntl import ioctl
    from termios import TIOCOUTQ
except ImportError:  # Windows does not tell what it keeps
    ioctl, TIOCOUTQ = None, 0  # type: ignore[assignment,misc]

TIMEOUT: Final = 5.0
"""Seconds in which something has to be taken of what waits to be read."""

FIRST_CHECK: Final = 0.5
"""Seconds until the first look: what the other system has room for without anybody reading is no sign of life."""

GRACE_PERIOD: Final = 30.0
"""Seconds in which it does not matter how much that is: phones come out of tunnels."""

MIN_RATE: Final = 32 * 1024
"""Bytes a second that have to be taken on the average after that."""


class SlowReaderTimeout:
    """Watches a transport from which somebody has to read: as long as less and less waits there, and in the long run
    not too slowly, all is well."""

    __slots__ = ("_alarm", "_left", "_loop", "_patience", "_since", "_size", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._left = self._size = 0
        self._since = self._patience = 0.0
        self._alarm: asyncio.TimerHandle | None = None

    def begin(self, patience: float | None = None) -> None:
        """Something waits to be read from now on."""
        self.end()
        self._patience = TIMEOUT if patience is None else patience
        self._left = self._size = unsent_bytes(self._transport) + 1
        self._since = self._loop.time()
        self._alarm = self._loop.call_later(min(FIRST_CHECK, self._patience), self._look)

    def end(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _look(self) -> None:
        before, self._left = self._left, unsent_bytes(self._transport)
        due = MIN_RATE * (self._loop.time() - self._since - GRACE_PERIOD)
        if self._left < before and self._size - self._left >= due:
            self._alarm = self._loop.call_later(self._patience, self._look)
        else:
            reset_connection(self._transport)


def unsent_bytes(transport: asyncio.Transport) -> int:
    """Bytes that the other side has not taken yet; the system has taken some over, and may keep them for a while before
    it takes more."""
    line, left = transport.get_extra_info("socket"), transport.get_write_buffer_size()
    if line is None or ioctl is None:
        return left
    with contextlib.suppress(OSError, ValueError):  # it may be gone already
        left += unpack("i", ioctl(line.fileno(), TIOCOUTQ, bytes(4)))[0]
    return left


def reset_connection(transport: asyncio.Transport) -> None:
    """End a connection at once; the system forgets what it still keeps for it too, which may be megabytes."""
    line = transport.get_extra_info("socket")
    if line is not None:
        with contextlib.suppress(OSError):  # it may be gone already
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))
    transport.abort()
