"""Slow-reader timeout: a connection whose peer does not read what is sent is reset.

Otherwise unsent data would stay in memory for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from struct import pack, unpack
from typing import Final

try:
    from fcntl import ioctl
    from termios import TIOCOUTQ
except ImportError:  # Windows does not tell the size of its send buffer
    ioctl, TIOCOUTQ = None, 0  # type: ignore[assignment,misc]

from ..limits.rate_limit import Limits

FIRST_CHECK: Final = 0.5
"""Seconds until the first check: until then the peer's receive buffer takes data without being read."""


class SlowReaderTimeout:
    """Watches a transport with unsent data: it has to shrink, and in the long run at a minimum rate."""

    __slots__ = ("_last", "_limits", "_loop", "_size", "_started", "_timeout", "_timer", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        self._transport = transport
        self._loop = loop
        self._limits = limits
        self._last = self._size = 0
        self._started = self._timeout = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self, timeout: float | None = None) -> None:
        """Watch the data that is unsent now."""
        self.stop()
        self._timeout = self._limits.slow_reader_timeout if timeout is None else timeout
        self._last = self._size = unsent_bytes(self._transport) + 1
        self._started = self._loop.time()
        self._timer = self._loop.call_later(min(FIRST_CHECK, self._timeout), self._check)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check(self) -> None:
        before, self._last = self._last, unsent_bytes(self._transport)
        watched = self._loop.time() - self._started
        due = self._limits.slow_reader_rate * (watched - self._limits.slow_reader_grace)
        if self._last < before and self._size - self._last >= due:
            self._timer = self._loop.call_later(self._timeout, self._check)
        else:
            reset_connection(self._transport)


def unsent_bytes(transport: asyncio.Transport) -> int:
    """Bytes that the peer has not acknowledged: in the transport's buffer and in the kernel's send buffer."""
    line, left = transport.get_extra_info("socket"), transport.get_write_buffer_size()
    if line is None or ioctl is None:
        return left
    with contextlib.suppress(OSError, ValueError):  # the socket may be closed already
        left += unpack("i", ioctl(line.fileno(), TIOCOUTQ, bytes(4)))[0]
    return left


_RESET: Final = pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""`struct linger`: on, and no time; Windows has short fields."""


def reset_connection(transport: asyncio.Transport) -> None:
    """Close a connection with a TCP reset (SO_LINGER 0), so that the kernel drops its send buffer, too."""
    line = transport.get_extra_info("socket")
    if line is not None:
        with contextlib.suppress(OSError):  # the socket may be closed already
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    transport.abort()
