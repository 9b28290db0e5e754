"""A short way between WebSockets and tables, past the queue and the task that every frame would have to go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import pack
from typing import Final

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_EXTENSION: Final = "knobel.wire"
_TEXT: Final = 0x81
"""The first byte of a text frame that is a whole message (RFC 6455, 5.2)."""

_MASKED: Final = 0x80
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
    _plain = False

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
            super().send_receive_event_to_app()  # which knows how to end a connection that sends no text
            return
        self.frames = []
        self.listener(text)

    def write(self, frames: Sequence[bytes]) -> bool:
        """Send texts at once; False if the other side reads too slowly, and they have to wait."""
        if not self.writable.is_set():
            return False
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join([part for frame in frames for part in (header(len(frame)), frame)]))
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
    mask = data[begin - 4 : begin] * (length // 4 + 1)
    bits = int.from_bytes(data[begin:end], "big") ^ int.from_bytes(mask[:length], "big")
    try:
        return bits.to_bytes(length, "big").decode(), data[end:]
    except UnicodeDecodeError:
        return None


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
