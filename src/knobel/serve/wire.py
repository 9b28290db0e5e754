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


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket for an application that answers at once.

    Once somebody listens, each text is heard in the turn of the loop in which it comes, instead of waiting in a queue
    while the socket is not read; and frames that belong together are written together. Everything else, handshake and
    closing too, is as any ASGI application knows it.
    """

    listener: Callable[[str], None] | None = None

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
