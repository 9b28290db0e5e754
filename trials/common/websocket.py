"""A minimal WebSocket client, cheap enough that a load test with thousands of them measures the server."""

from __future__ import annotations

import asyncio
from collections import deque
from struct import pack
from typing import Final

from ..chaos.frames import Frames

_KEY: Final = "a25vYmVsLWtub2JlbC1rbg=="
_TEXT: Final = 0x81
_CLOSE: Final = 0x88
_NO_MASK: Final = b"\0\0\0\0"


class Refused(OSError):
    """The server refused the handshake or closed; `code` is the HTTP status or the close code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"refused: {code}")
        self.code = code


def text_frame(text: str) -> bytes:
    """A client's text frame, masked with zeros."""
    data = text.encode()
    length = pack("!BB", _TEXT, 0x80 | len(data)) if len(data) < 126 else pack("!BBH", _TEXT, 0xFE, len(data))
    return length + _NO_MASK + data


def handshake(path: str, cookie: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: knobel\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {cookie}\r\n"
        f"Sec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def payload(frame: bytes) -> bytes:
    """The payload of a server's frame.

    >>> payload(bytes([0x81, 2]) + b"hi"), payload(bytes([0x81, 126, 0, 2]) + b"hi")
    (b'hi', b'hi')
    """
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]


class LightSocket(asyncio.Protocol):
    """A WebSocket client. Text frames are queued; after the close `recv` raises `Refused` or `ConnectionError`."""

    def __init__(self, path: str, cookie: str) -> None:
        self._greeting = handshake(path, cookie)
        self._frames = Frames()
        self._texts = deque[str]()
        self._end: OSError | None = None
        self._news = asyncio.Event()
        self._open = False
        self.transport: asyncio.Transport

    @classmethod
    async def connect(cls, port: int, local: str, path: str, cookie: str) -> LightSocket:
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(path, cookie), "127.0.0.1", port, local_addr=(local, 0))
        while not socket._open and socket._end is None:  # what comes before the server's answer may be lost
            socket._news.clear()
            await socket._news.wait()
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._greeting)

    def data_received(self, data: bytes) -> None:
        for frame in self._frames.add(data):
            if not self._open:
                self._open = True
                status = int(frame.split(b" ", 2)[1])
                if status != 101:
                    self._finish(Refused(status))
            elif frame[0] == _TEXT:
                self._texts.append(payload(frame).decode())
            elif frame[0] == _CLOSE:
                self._finish(Refused(int.from_bytes(payload(frame)[:2], "big")))
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as asyncio calls it
        self._finish(ConnectionResetError("the connection is lost"))

    def _finish(self, end: OSError) -> None:
        self._end = self._end or end
        self._news.set()

    def send(self, text: str) -> None:
        self.transport.write(text_frame(text))

    async def recv(self) -> str:
        while not self._texts:
            if self._end is not None:
                self.transport.abort()
                raise self._end
            self._news.clear()
            await self._news.wait()
        return self._texts.popleft()

    async def ended(self) -> None:
        """Return when the server has closed the connection."""
        while self._end is None:
            self._news.clear()
            await self._news.wait()

    def close(self) -> None:
        self.transport.abort()
