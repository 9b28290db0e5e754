"""A short way between WebSockets and tables, past the queue and the task that every frame would have to go through."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from struct import pack
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library has been installed without its compiled part
    from websockets.utils import apply_mask

from ..limits.rate_limit import RateLimit, TokenBucket
from .slow_readers import SlowReaderTimeout

_EXTENSION: Final = "knobel.wire"
_TEXT: Final = 0x81
"""The first byte of a text frame that is a whole message (RFC 6455, 5.2)."""

_MASKED: Final = 0x80
_INVALID_TEXT: Final = 1007
"""The standard's number for a text frame that is none."""

_CONTROL_FRAMES: Final = RateLimit(20, 60)
"""Pings, pongs and pieces of texts; browsers send none of them by themselves."""

CLOSE_TIMEOUT: Final = 3.0
"""Seconds for whoever is sent away to read why; then the line is cut, or who never reads would stay for ever."""

HANDSHAKE_TIMEOUT: Final = 30.0
"""Seconds until a WebSocket has to be accepted, or refused; a crowd after a restart is let in within a few."""

_TEXTS_PER_ITERATION: Final = 8
"""Texts that are heard in one turn of the loop. Who has more to say at once goes on after everybody else was served."""

_CHUNK: Final = 512
"""Bytes that the library's parser reads in one turn: a few texts, or many frames without any."""

_END_OF_REQUEST: Final = b"\r\n\r\n"


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket for an application that answers at once.

    Once somebody listens, each text is heard in the turn of the loop in which it comes, instead of waiting in a queue
    while the socket is not read; and frames that belong together are written together. Everything else, handshake and
    closing too, is as any ASGI application knows it.

    As long as nothing but whole texts has come, they are read right here. The first bytes that are anything else, half
    a frame or a close, go to the library's parser, and so does all that follows: it has missed nothing that it needs.

    Either way a flood is read a little in each turn, and no more is taken in before all of it is read.
    """

    listener: Callable[[str], None] | None = None
    overrun: Callable[[], None] | None = None
    """What is done about a flood of frames that hold no text; without it the line is cut."""

    _plain = False
    _unread = b""
    """What has come and is read in the next turn, from place `_at` on."""
    _at = 0

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = CLOSE_TIMEOUT
        self._textless = TokenBucket(_CONTROL_FRAMES)
        self._stalling: SlowReaderTimeout | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._stalling = SlowReaderTimeout(self.transport, self.loop)
        self._alarm = self.loop.call_later(HANDSHAKE_TIMEOUT, self._forget)

    def _forget(self) -> None:
        """Nobody has had time for this WebSocket."""
        self._alarm = None
        if not self.handshake_complete:
            self.cut()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._stalling is not None:
            self._stalling.end()
        self._unread = b""
        super().connection_lost(exc)
        self._let_go()

    def _let_go(self) -> None:
        """Break the circles that would keep all of this in memory until somebody looks for them."""
        self.conn.parser.close()
        if hasattr(self, "scope"):  # a handshake that was refused has none
            self.scope.pop("extensions", None)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalling is not None:
            self._stalling.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalling is not None:
            self._stalling.end()

    def handle_ping(self) -> None:
        """Answer, if the other side reads: pongs that nobody takes would fill the memory."""
        self._endure()
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        self._endure()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A piece of a text; empty ones never make it too long, so there may not be many of them either."""
        self._endure()
        super().handle_cont(event)

    def _endure(self) -> None:
        """Take a frame without a text, as long as there are not too many."""
        if not self._textless.take(self.loop.time()):
            (self.overrun or self.cut)()

    def data_received(self, data: bytes) -> None:
        if self._unread:
            self._unread, self._at = self._unread[self._at :] + data, 0
        elif self._plain:
            at = self._hear_plain(data, 0)
            if at < len(data):
                self._read(data, at)
        elif self.handshake_initiated:
            self._read(data, 0)
        else:
            self._plain = data.find(_END_OF_REQUEST) == len(data) - len(_END_OF_REQUEST)
            super().data_received(data)

    def _read(self, data: bytes, at: int) -> None:
        """Read a part with the library, unless only texts have come. The rest waits for the next turn, and so does the
        line."""
        if not self._plain:
            super().data_received(data[at : at + _CHUNK])
            at += _CHUNK
        if at < len(data) and not self.transport.is_closing():
            self._unread, self._at = data, at
            self.transport.pause_reading()
            self.loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        data, at, self._unread = self._unread, self._at, b""
        if not data or self.transport.is_closing():
            return
        if self._plain:
            at = self._hear_plain(data, at)
        if at < len(data):
            self._read(data, at)
        if not (self._unread or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def _hear_plain(self, data: bytes, at: int) -> int:
        """Hear a few texts that `data` has from a place on, and tell where they end. What is no text ends this way."""
        listener, most, left = self.listener, self.config.ws_max_size, _TEXTS_PER_ITERATION
        while at < len(data) and left:
            found = None if listener is None or self.close_sent else read_text_frame(data, at, most)
            if listener is None or found is None:
                self._plain = False
                break
            text, at = found
            left -= 1
            listener(text)
        return at

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope.get("extensions") or {}), _EXTENSION: {"wire": self}}
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        if self.listener is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.send_close(_INVALID_TEXT)
            self.handle_parser_exception()
            return
        self.frames = []
        self.listener(text)

    def write(self, frames: Sequence[bytes]) -> bool:
        """Send texts at once; False if the other side reads too slowly, and they have to wait."""
        if not self.writable.is_set():
            return False
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            headers = map(frame_header, map(len, frames))
            self.transport.write(b"".join(chain.from_iterable(zip(headers, frames, strict=True))))
        return True

    def cut(self) -> None:
        """End the connection at once, whatever still waits to be read."""
        if not self.disconnected:
            self.transport.abort()


def read_text_frame(data: bytes, at: int, most: int) -> tuple[str, int] | None:
    """The whole text frame of a client that `data` has at a place, and where it ends; None if none can be read simply.

    That is the case for whatever the standard forbids too: the library's parser knows how to refuse it.
    """
    if len(data) < at + 6 or data[at] != _TEXT or data[at + 1] < _MASKED:
        return None
    length, begin = data[at + 1] - _MASKED, at + 6
    if length == 127:
        return None
    if length == 126:
        length, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
    end = begin + length
    if length > most or end > len(data):
        return None
    try:
        return apply_mask(data[begin:end], data[begin - 4 : begin]).decode(), end
    except UnicodeDecodeError:
        return None


@lru_cache(maxsize=4096)
def frame_header(length: int) -> bytes:
    """What stands before a text of so many bytes."""
    if length < 126:
        return pack("!BB", _TEXT, length)
    if length < 1 << 16:
        return pack("!BBH", _TEXT, 126, length)
    return pack("!BBQ", _TEXT, 127, length)


def protocol_of(scope: Scope) -> WebSocketProtocol | None:
    """The wire behind a WebSocket, if the server has one."""
    found = scope.get("extensions", {}).get(_EXTENSION)
    return found["wire"] if found else None
