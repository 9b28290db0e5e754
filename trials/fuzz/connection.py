"""An in-memory connection: bytes go straight into uvicorn's protocol, without a socket."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from msgspec import Struct
from uvicorn.server import ServerState

_STATUS: Final = re.compile(rb"HTTP/1\.1 (\d{3})")
_LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
_KIND: Final = re.compile(rb"\r\ncontent-type: ([^\r]+)\r\n", re.IGNORECASE)


class Stack:
    """The protocol classes and settings of the running server."""

    def __init__(self, config: uvicorn.Config) -> None:
        config.load()
        self._config = config
        self._state = ServerState()

    def protocol(self) -> Any:
        kind: Any = self._config.http_protocol_class
        return kind(config=self._config, server_state=self._state, app_state={})


class Answer(Struct, frozen=True):
    """An HTTP response."""

    status: int
    kind: str
    body: bytes


class Line(asyncio.Transport):
    """The client's end of a connection: `fed` was sent, `out` is what the server wrote, `over` if it is closed."""

    def __init__(self, stack: Stack, address: str) -> None:
        super().__init__({"peername": (address, 1), "sockname": ("127.0.0.1", 80)})
        self.fed = bytearray()
        self.out = bytearray()
        self.over = False
        self._news = asyncio.Event()
        self._held: list[bytes] | None = None
        self._protocol: Any = stack.protocol()
        self._protocol.connection_made(self)

    def feed(self, data: bytes) -> None:
        """Deliver bytes; they are buffered while the server has paused reading."""
        self.fed += data
        if self._held is not None:
            self._held.append(data)
        elif not self.over:
            self._protocol.data_received(data)

    def disconnect(self) -> None:
        if not self.over:
            self.over = True
            self._protocol.connection_lost(None)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.out += data
        self._news.set()

    def close(self) -> None:
        if not self.over:
            self.over = True
            self._news.set()
            asyncio.get_running_loop().call_soon(self._lose)

    def _lose(self) -> None:
        """Report the loss to the current protocol: a refused handshake closes before its protocol is set."""
        self._protocol.connection_lost(None)

    def abort(self) -> None:
        self.close()

    def is_closing(self) -> bool:
        return self.over

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        protocol: asyncio.BaseProtocol = self._protocol
        return protocol

    def pause_reading(self) -> None:
        self._held = self._held or []

    def resume_reading(self) -> None:
        held, self._held = self._held or [], None
        for data in held:
            self.feed(data)

    def is_reading(self) -> bool:
        return self._held is None

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """No write buffer: output is read at once."""

    def answer(self, head_only: bool = False) -> Answer | None:
        """The first complete HTTP response."""
        end = self.out.find(b"\r\n\r\n") + 4
        if end < 4:
            return None
        head = bytes(self.out[:end])
        status, length, kind = _STATUS.match(head), _LENGTH.search(head), _KIND.search(head)
        assert status is not None, head
        size = 0 if head_only or length is None else int(length[1])
        body = bytes(self.out[end : end + size])
        return Answer(int(status[1]), kind[1].decode() if kind else "", body) if len(body) == size else None

    async def answered(self, head_only: bool = False) -> bool:
        """Wait for the response or the close; False if neither comes."""
        try:
            async with asyncio.timeout(20):
                while not self.over and self.answer(head_only) is None:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True


def request(method: str, path: str, token: str, body: bytes = b"") -> bytes:
    """A request as a browser would send it."""
    head = f"{method} {path} HTTP/1.1\r\nHost: knobel\r\nCookie: knobel={token}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def until(happened: Callable[[], bool], settle: Callable[[], Any], most: int = 40) -> bool:
    """Run the event loop until a condition holds; False if it does not."""
    for turn in range(most):
        if happened():
            return True
        await (asyncio.sleep(0) if turn % 8 else settle())
    return happened()
