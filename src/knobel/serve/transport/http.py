"""HTTP connections: uvicorn's protocol with timeouts, size limits and quotas."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from msgspec import Struct
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from ..documents import Problem
from ..limits.admission import AdmissionControl
from ..limits.quotas import Quota
from ..limits.rate_limit import Limits
from ..messages import encode
from .devices import client_network
from .middleware import SECURITY_HEADERS
from .slow_readers import SlowReaderTimeout, reset_connection, unsent_bytes
from .websocket import WebSocketProtocol

CHUNK: Final = 256
"""Bytes that are parsed at once: a part of a usual request, or a few short ones."""

READS_PER_ITERATION: Final = 16
"""Connections that are read per iteration of the loop: a thousand at once would block it for a quarter of a second."""

MAX_PIPELINED: Final = 4 * 1024
"""Bytes of pipelined requests that may arrive before the current one is answered. Browsers send none."""


class _Rejection(Struct, frozen=True):
    status: int
    sentence: str


_MALFORMED: Final = _Rejection(400, "this is no HTTP request")
_BAD_UPGRADE: Final = _Rejection(400, "a connection becomes a WebSocket or nothing, and its handshake has no body")
_TRAILER: Final = _Rejection(400, "a request ends with its body")
_TOO_MANY: Final = _Rejection(429, "too many connections; wait a moment")
_PIPELINED: Final = _Rejection(429, f"at most {MAX_PIPELINED} bytes may come before the last request is answered")


class ConnectionQuotas(Struct, frozen=True):
    """Quotas of HTTP connections, in total and per address of the peer, and admission control for reading.

    All clients behind a proxy count as the proxy here. Quotas by the address that the proxy tells are checked later.
    """

    awaiting_request: Quota
    connections: Quota
    unread_bytes: Quota
    reading: AdmissionControl
    limits: Limits

    @staticmethod
    def of(limits: Limits) -> ConnectionQuotas:
        return ConnectionQuotas(
            Quota(limits.awaiting_request, limits.awaiting_request_of_address),
            Quota(limits.http_connections, limits.http_connections_of_address),
            Quota(limits.unread_bytes, limits.unread_bytes_of_address),
            AdmissionControl(READS_PER_ITERATION),
            limits,
        )


class _Rejected(Exception):
    """Stops the parser in the middle of a request that has been rejected."""


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP connection with limits.

    - Headers have a size limit and a timeout; the framing of a chunked body counts as headers. The handler decides how
      long a body may take. Trailers are rejected: uvicorn would add them to the headers after the application has read
      these.
    - Only few connections may wait without a request. A proxy sends one at once, so all its clients may come from one
      address.
    - Pipelined requests are not parsed before the current one is answered: parsing hundreds of them at once would block
      the loop. Too many of them are rejected.
    - Responses that are not read are subject to a quota and to the slow-reader timeout.
    """

    def __init__(self, config: Config, *rest: Any, quotas: ConnectionQuotas, **more: Any) -> None:
        super().__init__(config, *rest, **more)
        self._quotas = quotas
        self._limits = quotas.limits
        self._counted = False
        self._unread_size = 0
        self._request_timer: asyncio.TimerHandle | None = None
        self._reading_headers = False
        self._header_bytes = 0
        self._unparsed = memoryview(b"")
        self._pipelined_too_much = False
        self._queued = False
        self._slow_reader: SlowReaderTimeout | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._slow_reader = SlowReaderTimeout(transport, self.loop, self._limits)
        self._counted = self._quotas.connections.acquire(self._address)
        if self._counted:
            self._await_request()
        else:
            self._reject(_TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release_quotas()
        super().connection_lost(exc)

    def _release_quotas(self) -> None:
        self._stop_waiting()
        self._release_unread()
        if self._counted:
            self._counted = False
            self._quotas.connections.release(self._address)

    @property
    def _address(self) -> str:
        return client_network(self.client[0]) if self.client else ""

    def _await_request(self) -> None:
        """Start the timeout for headers, if the quota of waiting connections allows it."""
        if self._request_timer is not None:
            return
        if not self._quotas.awaiting_request.acquire(self._address):
            self._reject(_TOO_MANY)
            return
        timeout = self._limits.header_timeout
        too_slow = _Rejection(408, f"a request has to say what it wants within {timeout:g} seconds")
        self._request_timer = self.loop.call_later(timeout, self._reject, too_slow)

    def _stop_waiting(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None
            self._quotas.awaiting_request.release(self._address)

    def data_received(self, data: bytes) -> None:
        """Parse now, or in one of the next iterations of the loop if many connections have data."""
        self._unparsed = memoryview(bytes(self._unparsed) + data)
        if self._queued:
            return
        if self._quotas.reading.try_admit(self._resume):
            self._parse()
        else:
            self._queued = True
            self.flow.pause_reading()

    def _resume(self) -> bool:
        self._queued = False
        if self.transport.is_closing():
            return False
        if self.transport.get_protocol() is self:
            self.flow.resume_reading()
        self._parse()
        return True

    def _parse(self) -> None:
        """Parse chunk by chunk up to a complete request; the rest waits for its response, and reading pauses."""
        while self._unparsed and not self.transport.is_closing():
            if self._busy:
                self.flow.pause_reading()
                if len(self._unparsed) > MAX_PIPELINED:
                    self._pipelined_too_much, self._unparsed = True, memoryview(b"")
                return
            part, self._unparsed = self._unparsed[:CHUNK], self._unparsed[CHUNK:]
            self._read(bytes(part))

    def _read(self, part: bytes) -> None:
        if self._answered:
            self._await_request()  # the rest of an old request, or blank lines, must not hold the connection either
        super().data_received(part)
        self._header_bytes += len(part)
        most = self._limits.header_size
        if self._header_bytes > most and self.transport.get_protocol() is self:
            sentence = f"the headers of a request, and what is around its body, hold {most} bytes at most"
            self._reject(_Rejection(431, sentence))

    @property
    def _busy(self) -> bool:
        """Whether a complete request has no response yet."""
        return bool(self.pipeline) or not (self._answered or self.cycle.more_body)

    def on_response_complete(self) -> None:
        """Continue with the next pipelined request."""
        if self._pipelined_too_much:
            self.cycle = None  # type: ignore[assignment]  # as in uvicorn before the first one
            self._reject(_PIPELINED)
        else:
            super().on_response_complete()
        if self.transport.is_closing():
            self._close_gracefully()
        else:
            self._parse()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, unless the client still reads the last response."""
        if not self._unread_size:
            super().timeout_keep_alive_handler()
            self._close_gracefully()

    def _close_gracefully(self) -> None:
        """Close after the client has read the response; a client that does not read is reset."""
        self.transport.close()
        if self._slow_reader is not None and not self._unread_size and self.transport.get_write_buffer_size():
            self._slow_reader.start(self._limits.close_timeout)

    @property
    def _answered(self) -> bool:
        """Whether no response is in progress."""
        return self.cycle is None or self.cycle.response_complete

    def on_message_begin(self) -> None:
        self._reading_headers, self._header_bytes = True, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._reading_headers:
            self._reject(_TRAILER)
            raise _Rejected
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._header_bytes -= len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """Start the request. An unsupported upgrade is rejected, or its body would be parsed as the next request."""
        self._reading_headers = False
        assert self.parser is not None
        if self.parser.should_upgrade() and not self._should_upgrade():
            self._reject(_BAD_UPGRADE)
            raise _Rejected
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Become a WebSocket, if all earlier responses have been sent."""
        self._unparsed = memoryview(b"")  # a client must not send before the handshake is answered
        if not self._answered or self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        self._release_quotas()
        super().handle_websocket_upgrade()
        del self.parser  # it refers to this object: a reference cycle would keep both until a garbage collection
        upgraded = self.transport.get_protocol()
        if isinstance(upgraded, WebSocketProtocol) and not upgraded.handshake_initiated:
            self._reject(_BAD_UPGRADE)  # the library has rejected it without a response

    def pause_writing(self) -> None:
        """A response is not read as fast as it is written: it waits in memory, if the quota allows it."""
        super().pause_writing()
        size = unsent_bytes(self.transport)  # all of it stays in memory until the kernel has taken the last byte
        if not self._quotas.unread_bytes.acquire(self._address, amount=size):
            reset_connection(self.transport)
            return
        self._unread_size = size
        if self._slow_reader is not None:
            self._slow_reader.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._release_unread()
        if self.transport.is_closing():
            self._close_gracefully()
        elif self._answered:
            self._unset_keepalive_if_required()
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def _release_unread(self) -> None:
        if self._slow_reader is not None:
            self._slow_reader.stop()
        if self._unread_size:
            self._quotas.unread_bytes.release(self._address, amount=self._unread_size)
            self._unread_size = 0

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the text that uvicorn would send
        self._reject(_MALFORMED)

    def _reject(self, why: _Rejection) -> None:
        """Respond in place of the application, unless its response has started, and close."""
        self._stop_waiting()
        if not (self._answered or self.transport.is_closing()):
            self._disconnect_app()
        if self.transport.is_closing():
            return
        body = encode(Problem("malformed" if why.status == _MALFORMED.status else "limit", why.sentence))
        kind = {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
        lines = [f"{name}: {value}\r\n".encode() for name, value in {**SECURITY_HEADERS, **kind}.items()]
        self.transport.write(b"".join([STATUS_LINE[why.status], *lines, b"\r\n", body]))
        self._close_gracefully()

    def _disconnect_app(self) -> None:
        """Tell the application that the client has disconnected; abort if a response has started."""
        if self.pipeline or self.cycle.response_started:
            self.transport.abort()
        else:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
