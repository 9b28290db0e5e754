"""WebSocket fast path: uvicorn's protocol, but texts reach the application without a queue and a task per frame."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import lru_cache
from struct import pack
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library has been installed without its compiled part
    from websockets.utils import apply_mask

from ..limits.rate_limit import Limits, RateLimit, TokenBucket
from .slow_readers import SlowReaderTimeout

_EXTENSION: Final = "knobel.protocol"
_TEXT: Final = 0x81
"""First byte of an unfragmented text frame (RFC 6455, 5.2)."""

_MASKED: Final = 0x80
_INVALID_TEXT: Final = 1007
"""Close code for a text frame that is not UTF-8 (RFC 6455, 7.4.1)."""

_CONTROL_FRAMES: Final = RateLimit(20, 60)
"""Pings, pongs and continuation frames; browsers send none of them on their own."""

_TEXTS_PER_ITERATION: Final = 8
"""Texts of one connection that are handled per iteration of the loop; the rest waits for the other connections."""

_CHUNK: Final = 512
"""Bytes that the library's parser reads per iteration: a few texts, or many frames without one."""

_END_OF_REQUEST: Final = b"\r\n\r\n"


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket for an application that answers at once.

    While `on_text` is set, each text is passed to it when it arrives, instead of waiting in a queue while reading is
    paused; and frames that belong together are written together. Handshake, closing and everything else follow ASGI.

    As long as only complete text frames arrive, they are parsed here. The first bytes of any other kind (a partial
    frame, a close) go to the library's parser, and so does all that follows: it has missed nothing that it needs.

    A flood is parsed a little per iteration, and reading pauses until all of it is parsed.
    """

    on_text: Callable[[str], None] | None = None
    on_flood: Callable[[], None] | None = None
    """Called for a flood of control frames; without it the connection is aborted."""

    _fast_path = False
    _unparsed = b""
    """Data for the next iteration, from offset `_offset` on."""
    _offset = 0

    def __init__(self, *args: Any, limits: Limits, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limits = limits
        self.close_timeout = limits.close_timeout
        self._control_frames = TokenBucket(_CONTROL_FRAMES)
        self._slow_reader: SlowReaderTimeout | None = None
        self._handshake_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._slow_reader = SlowReaderTimeout(self.transport, self.loop, self._limits)
        self._handshake_timer = self.loop.call_later(self._limits.handshake_timeout, self._handshake_timed_out)

    def _handshake_timed_out(self) -> None:
        self._handshake_timer = None
        if not self.handshake_complete:
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._handshake_timer is not None:
            self._handshake_timer.cancel()
        if self._slow_reader is not None:
            self._slow_reader.stop()
        self._unparsed = b""
        super().connection_lost(exc)
        self._break_cycles()

    def _break_cycles(self) -> None:
        """Break the reference cycles that would keep this object in memory until a garbage collection."""
        self.conn.parser.close()
        if hasattr(self, "scope"):  # a refused handshake has none
            self.scope.pop("extensions", None)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._slow_reader is not None:
            self._slow_reader.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._slow_reader is not None:
            self._slow_reader.stop()

    def handle_ping(self) -> None:
        """Answer, unless the client does not read: unread pongs would fill the memory."""
        self._count_control_frame()
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        self._count_control_frame()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A continuation frame; empty ones never exceed the size limit, so their rate is limited, too."""
        self._count_control_frame()
        super().handle_cont(event)

    def _count_control_frame(self) -> None:
        if not self._control_frames.take(self.loop.time()):
            (self.on_flood or self.abort)()

    def data_received(self, data: bytes) -> None:
        if self._unparsed:
            self._unparsed, self._offset = self._unparsed[self._offset :] + data, 0
        elif self._fast_path:
            at = self._read_text_frames(data, 0)
            if at < len(data):
                self._parse(data, at)
        elif self.handshake_initiated:
            self._parse(data, 0)
        else:
            self._fast_path = data.find(_END_OF_REQUEST) == len(data) - len(_END_OF_REQUEST)
            super().data_received(data)

    def _parse(self, data: bytes, at: int) -> None:
        """Pass a chunk to the library's parser, unless on the fast path. The rest waits for the next iteration, and
        reading pauses until then."""
        if not self._fast_path:
            super().data_received(data[at : at + _CHUNK])
            at += _CHUNK
        if at < len(data) and not self.transport.is_closing():
            self._unparsed, self._offset = data, at
            self.transport.pause_reading()
            self.loop.call_soon(self._parse_rest)

    def _parse_rest(self) -> None:
        data, at, self._unparsed = self._unparsed, self._offset, b""
        if not data or self.transport.is_closing():
            return
        if self._fast_path:
            at = self._read_text_frames(data, at)
        if at < len(data):
            self._parse(data, at)
        if not (self._unparsed or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def _read_text_frames(self, data: bytes, at: int) -> int:
        """Pass on the first text frames of `data` and return the offset after them. Other data ends the fast path."""
        on_text, most, left = self.on_text, self.config.ws_max_size, _TEXTS_PER_ITERATION
        while at < len(data) and left:
            found = None if on_text is None or self.close_sent else read_text_frame(data, at, most)
            if on_text is None or found is None:
                self._fast_path = False
                break
            text, at = found
            left -= 1
            on_text(text)
        return at

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope.get("extensions") or {}), _EXTENSION: {"protocol": self}}
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        if self.on_text is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.send_close(_INVALID_TEXT)
            self.handle_parser_exception()
            return
        self.frames = []
        self.on_text(text)

    def write(self, frames: Sequence[bytes]) -> bool:
        """Write texts at once; False if the client reads too slowly (backpressure) and they have to wait."""
        if not self.writable.is_set():
            return False
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join([part for frame in frames for part in (frame_header(len(frame)), frame)]))
        return True

    def abort(self) -> None:
        """Close the connection at once and drop unsent data."""
        if not self.disconnected:
            self.transport.abort()


def read_text_frame(data: bytes, at: int, most: int) -> tuple[str, int] | None:
    """The complete text frame of a client at an offset of `data`, and the offset after it; None if there is none.

    Invalid frames give None, too: the library's parser knows how to refuse them.
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
    """The header of an unmasked text frame with a payload of so many bytes."""
    if length < 126:
        return pack("!BB", _TEXT, length)
    if length < 1 << 16:
        return pack("!BBH", _TEXT, 126, length)
    return pack("!BBQ", _TEXT, 127, length)


def protocol_of(scope: Scope) -> WebSocketProtocol | None:
    """The connection behind an ASGI scope; None under another server."""
    found = scope.get("extensions", {}).get(_EXTENSION)
    return found["protocol"] if found else None
