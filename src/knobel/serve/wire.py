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

from .limits import Bucket, Rate
from .stalling import Stalling

_EXTENSION: Final = "knobel.wire"
_TEXT: Final = 0x81
"""The first byte of a text frame that is a whole message (RFC 6455, 5.2)."""

_MASKED: Final = 0x80
_NO_TEXT: Final = 1007
"""The standard's number for a text frame that is none."""

_TEXTLESS: Final = Rate(20, 60)
"""Pings, pongs and pieces of texts; browsers send none of them by themselves."""

PATIENCE: Final = 3.0
"""Seconds for whoever is sent away to read why; then the line is cut, or who never reads would stay for ever."""

HANDSHAKE: Final = 30.0
"""Seconds until a WebSocket has to be accepted, or refused; a crowd after a restart is let in within a few."""

_END_OF_REQUEST: Final = b"\r\n\r\n"


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket for an application that answers at once.

    Once somebody listens, each text is heard in the turn of the loop in which it comes, instead of waiting in a queue
    while the socket is not read; and frames that belong together are written together. Everything else, handshake and
    closing too, is as any ASGI application knows it.

    As long as nothing but whole texts has come, they are read right here. The first bytes that are anything else, half
    a frame or a close, go to the library's parser, and so does all that follows: it has missed nothing that it needs.
    """

    listener: Callable[[str], None] | None = None
    overrun: Callable[[], None] | None = None
    """What is done about a flood of frames that hold no text; without it the line is cut."""

    _plain = False

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = PATIENCE
        self._textless = Bucket(_TEXTLESS)
        self._stalling: Stalling | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._stalling = Stalling(self.transport, self.loop)
        self._alarm = self.loop.call_later(HANDSHAKE, self._forget)

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
        if self._plain:
            data = self._hear_plain(data)
            if not data:
                return
            self._plain = False
        elif not self.handshake_initiated:
            self._plain = data.find(_END_OF_REQUEST) == len(data) - len(_END_OF_REQUEST)
        super().data_received(data)

    def _hear_plain(self, data: bytes) -> bytes:
        """Hear the texts that come first in `data`, and give back what comes after them."""
        while data and self.listener is not None and not self.close_sent:
            found = read_text(data, self.config.ws_max_size)
            if found is None:
                return data
            text, data = found
            self.listener(text)
        return data

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
            self.conn.send_close(_NO_TEXT)
            self.handle_parser_exception()
            return
        self.frames = []
        self.listener(text)

    def write(self, frames: Sequence[bytes]) -> bool:
        """Send texts at once; False if the other side reads too slowly, and they have to wait."""
        if not self.writable.is_set():
            return False
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            headers = map(header, map(len, frames))
            self.transport.write(b"".join(chain.from_iterable(zip(headers, frames, strict=True))))
        return True

    def cut(self) -> None:
        """End the connection at once, whatever still waits to be read."""
        if not self.disconnected:
            self.transport.abort()


def read_text(data: bytes, most: int) -> tuple[str, bytes] | None:
    """The whole text frame of a client with which `data` begins, and the rest; None if there is none to be read simply.

    That is the case for whatever the standard forbids too: the library's parser knows how to refuse it.
    """
    if len(data) < 6 or data[0] != _TEXT or data[1] < _MASKED:
        return None
    length, begin = data[1] - _MASKED, 6
    if length == 127:
        return None
    if length == 126:
        length, begin = int.from_bytes(data[2:4], "big"), 8
    end = begin + length
    if length > most or end > len(data):
        return None
    try:
        return apply_mask(data[begin:end], data[begin - 4 : begin]).decode(), data[end:]
    except UnicodeDecodeError:
        return None


@lru_cache(maxsize=4096)
def header(length: int) -> bytes:
    """What stands before a text of so many bytes."""
    if length < 126:
        return pack("!BB", _TEXT, length)
    if length < 1 << 16:
        return pack("!BBH", _TEXT, 126, length)
    return pack("!BBQ", _TEXT, 127, length)


def wire_of(scope: Scope) -> Wire | None:
    """The wire behind a WebSocket, if the server has one."""
    found = scope.get("extensions", {}).get(_EXTENSION)
    return found["wire"] if found else None
