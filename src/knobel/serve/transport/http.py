"""Plain HTTP connections that may not take for ever: to say what they want, or to read what they get."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from msgspec import Struct
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from ..documents import Problem
from ..limits.admission import AdmissionControl
from ..limits.quotas import Doorway
from ..limits.rate_limit import Limits
from ..messages import encode
from .devices import client_network
from .middleware import SECURITY_HEADERS
from .slow_readers import SlowReaderTimeout, reset_connection, unsent_bytes
from .websocket import WebSocketProtocol

MAX_HEADERS: Final = 16 * 1024
"""Bytes of the line and the headers of a request, and of what stands between the pieces of its body."""

CHUNK: Final = 256
"""Bytes that are read at once: a piece of a usual request, or a few short ones, which do not keep anybody waiting."""

READS_PER_ITERATION: Final = 16
"""Lines of which something is read in one turn of the loop: a thousand who ask at once took a quarter of a second."""

MAX_PIPELINED: Final = 4 * 1024
"""Bytes that may come before the last request is answered. Browsers send none."""

REQUEST_TIMEOUT: Final = 3.0
"""Seconds in which they have to come in, from the beginning of the connection or the end of the last answer."""

CLOSE_TIMEOUT: Final = 3.0
"""Seconds for whoever is sent away to read something of the last answer; who never reads would stay for ever."""


class _Rejection(Struct, frozen=True):
    status: int
    sentence: str


_MALFORMED: Final = _Rejection(400, "this is no HTTP request")
_TOO_SLOW: Final = _Rejection(408, f"a request has to say what it wants within {REQUEST_TIMEOUT:g} seconds")
_TOO_LONG: Final = _Rejection(
    431, f"the headers of a request, and what is around its body, hold {MAX_HEADERS} bytes at most"
)
_BAD_UPGRADE: Final = _Rejection(400, "a connection becomes a WebSocket or nothing, and its handshake has no body")
_TRAILER: Final = _Rejection(400, "a request ends with its body")
_TOO_MANY: Final = _Rejection(429, "too many connections; wait a moment")
_PIPELINED: Final = _Rejection(429, f"at most {MAX_PIPELINED} bytes may come before the last request is answered")


class ConnectionQuotas(Struct, frozen=True):
    """What is counted of lines: those that have not said yet what they want, all of them, bytes that wait for them, and
    those that are read in one turn of the loop.

    Whoever has said what it is is counted elsewhere too, by an address that a proxy may have told; here everybody
    behind a proxy counts as the proxy.
    """

    unsaid: Doorway
    lines: Doorway
    unread: Doorway
    reading: AdmissionControl

    @staticmethod
    def of(limits: Limits) -> ConnectionQuotas:
        return ConnectionQuotas(
            Doorway(limits.unsaid, limits.unsaid_of_address),
            Doorway(limits.lines, limits.lines_of_address),
            Doorway(limits.unread, limits.unread_of_address),
            AdmissionControl(READS_PER_ITERATION),
        )


class _Rejected(Exception):
    """Ends the reading of a request that has been refused in the middle."""


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP connection with limits: for headers that are too long or too slow, and for answers that nobody
    reads. How long a body may take, its reader decides; what is around the pieces of it counts as headers do, and
    nothing may follow it: uvicorn would put that among the headers after the application has looked at them.

    Only few may wait without saying what they want. A proxy in front of the server says it at once, so that all its
    people may come from one address.

    Whoever asks for more before the last thing is answered may do so, but it is not even read before: to read hundreds
    of requests that come in one go would keep everybody else waiting. If it is much it is never read.
    """

    def __init__(self, config: Config, *rest: Any, doors: ConnectionQuotas, **more: Any) -> None:
        super().__init__(config, *rest, **more)
        self._doors = doors
        self._counted = False
        self._waiting = 0
        self._alarm: asyncio.TimerHandle | None = None
        self._heading = False
        self._came = 0
        self._unread = memoryview(b"")
        self._hasty = False
        self._in_line = False
        self._stalling: SlowReaderTimeout | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._stalling = SlowReaderTimeout(transport, self.loop)
        self._counted = self._doors.lines.enter(self._address)
        if self._counted:
            self._wait()
        else:
            self._refuse(_TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        """Count no more as a line."""
        self._wait_no_more()
        self._all_read()
        if self._counted:
            self._counted = False
            self._doors.lines.leave(self._address)

    @property
    def _address(self) -> str:
        return client_network(self.client[0]) if self.client else ""

    def _wait(self) -> None:
        """Wait for headers, if there is room to wait in."""
        if self._alarm is not None:
            return
        if not self._doors.unsaid.enter(self._address):
            self._refuse(_TOO_MANY)
            return
        self._alarm = self.loop.call_later(REQUEST_TIMEOUT, self._refuse, _TOO_SLOW)

    def _wait_no_more(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
            self._doors.unsaid.leave(self._address)

    def data_received(self, data: bytes) -> None:
        """Read, or, if many others have something to say in this turn, do so in one of the next ones."""
        self._unread = memoryview(bytes(self._unread) + data)
        if self._in_line:
            return
        if self._doors.reading.admits(self._called):
            self._read_on()
        else:
            self._in_line = True
            self.flow.pause_reading()

    def _called(self) -> bool:
        self._in_line = False
        if self.transport.is_closing():
            return False
        if self.transport.get_protocol() is self:
            self.flow.resume_reading()
        self._read_on()
        return True

    def _read_on(self) -> None:
        """Read part by part until there is something to answer; the rest waits for that, and no more is taken in."""
        while self._unread and not self.transport.is_closing():
            if self._busy:
                self.flow.pause_reading()
                if len(self._unread) > MAX_PIPELINED:
                    self._hasty, self._unread = True, memoryview(b"")
                return
            part, self._unread = self._unread[:CHUNK], self._unread[CHUNK:]
            self._read(bytes(part))

    def _read(self, part: bytes) -> None:
        if self._answered:
            self._wait()  # what is left of an old request, or blank lines, may not hold the connection either
        super().data_received(part)
        self._came += len(part)
        if self._came > MAX_HEADERS and self.transport.get_protocol() is self:
            self._refuse(_TOO_LONG)

    @property
    def _busy(self) -> bool:
        """Whether a request is here with all that belongs to it and has no answer yet."""
        return bool(self.pipeline) or not (self._answered or self.cycle.more_body)

    def on_response_complete(self) -> None:
        """Go on to what was asked for next, unless that is too much."""
        if self._hasty:
            self.cycle = None  # type: ignore[assignment]  # as in uvicorn before the first one
            self._refuse(_PIPELINED)
        else:
            super().on_response_complete()
        if self.transport.is_closing():
            self._see_off()
        else:
            self._read_on()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing was asked for in a while; but who is still reading the last answer may ask after that."""
        if not self._waiting:
            super().timeout_keep_alive_handler()
            self._see_off()

    def _see_off(self) -> None:
        """Hang up on somebody, who may still read what was said; if that is much, as long as it is read at all."""
        self.transport.close()
        if self._stalling is not None and not self._waiting and self.transport.get_write_buffer_size():
            self._stalling.begin(CLOSE_TIMEOUT)

    @property
    def _answered(self) -> bool:
        """Whether nothing that was asked for is being answered now."""
        return self.cycle is None or self.cycle.response_complete

    def on_message_begin(self) -> None:
        self._heading, self._came = True, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._heading:
            self._refuse(_TRAILER)
            raise _Rejected
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._came -= len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """Let the request begin; not if an upgrade is asked for that there is not, or its body would be read as the
        next request."""
        self._heading = False
        assert self.parser is not None
        if self.parser.should_upgrade() and not self._should_upgrade():
            self._refuse(_BAD_UPGRADE)
            raise _Rejected
        self._wait_no_more()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Become a WebSocket, if everything that was asked for before has been answered and read."""
        self._unread = memoryview(b"")  # nobody may speak before the handshake is answered
        if not self._answered or self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        self._leave()
        super().handle_websocket_upgrade()
        del self.parser  # it knows this line: both would stay in memory until somebody looks for circles
        wire = self.transport.get_protocol()
        if isinstance(wire, WebSocketProtocol) and not wire.handshake_initiated:
            self._refuse(_BAD_UPGRADE)  # the library has refused it and says nothing

    def pause_writing(self) -> None:
        """An answer is not read as fast as it is given: it waits, if there is room for it."""
        super().pause_writing()
        size = unsent_bytes(self.transport)  # all of it is in memory until the last of it is in the system's hands
        if not self._doors.unread.enter(self._address, size):
            reset_connection(self.transport)
            return
        self._waiting = size
        if self._stalling is not None:
            self._stalling.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._all_read()
        if self.transport.is_closing():
            self._see_off()
        elif self._answered:
            self._unset_keepalive_if_required()
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def _all_read(self) -> None:
        if self._stalling is not None:
            self._stalling.end()
        if self._waiting:
            self._doors.unread.leave(self._address, self._waiting)
            self._waiting = 0

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - what uvicorn would say instead
        self._refuse(_MALFORMED)

    def _refuse(self, why: _Rejection) -> None:
        """Answer instead of the application, unless that is answering already, and hang up."""
        self._wait_no_more()
        if not (self._answered or self.transport.is_closing()):
            self._take_over()
        if self.transport.is_closing():
            return
        body = encode(Problem("malformed" if why.status == _MALFORMED.status else "limit", why.sentence))
        headers = {
            **SECURITY_HEADERS,
            "content-type": "application/json",
            "content-length": str(len(body)),
            "connection": "close",
        }
        lines = [f"{name}: {value}\r\n".encode() for name, value in headers.items()]
        self.transport.write(b"".join([STATUS_LINE[why.status], *lines, b"\r\n", body]))
        self._see_off()

    def _take_over(self) -> None:
        """Let the application believe that the other side has gone; what has begun to be answered has to be cut."""
        if self.pipeline or self.cycle.response_started:
            self.transport.abort()
        else:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
