"""A minimal HTTP client for load: one keep-alive connection, answers with a Content-Length.

A full client takes longer for a request than the server does.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

from msgspec import json

_LENGTH: Final = b"content-length:"
_IN_A_MOMENT: Final = 503
_RETRIES: Final = 10
_PAUSE: Final = 0.5


class Http:
    """The connection of one device, opened with the first request."""

    def __init__(self, base: str, local: str, cookie: str) -> None:
        there = urlsplit(base)
        self._host, self._port = there.hostname or "", there.port or 80
        self._local = local
        self._common = f"Host: {there.netloc}\r\nCookie: {cookie}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()

    async def get(self, path: str) -> Any:
        status, text = await self._ask(f"GET {path} HTTP/1.1\r\n{self._common}\r\n")
        assert status == 200, f"{path}: {status} {text}"
        return json.decode(text)

    async def post(self, path: str, body: str) -> str:
        """The text of the answer, whatever its status."""
        length = f"Content-Type: application/json\r\nContent-Length: {len(body.encode())}\r\n"
        return (await self._ask(f"POST {path} HTTP/1.1\r\n{self._common}{length}\r\n{body}"))[1]

    async def _ask(self, request: str) -> tuple[int, str]:
        """Send a request, again if the server says that it can be answered in a moment."""
        for _ in range(_RETRIES):
            status, text = await self._ask_once(request)
            if status != _IN_A_MOMENT:
                return status, text
            await asyncio.sleep(_PAUSE)
        return await self._ask_once(request)

    async def _ask_once(self, request: str) -> tuple[int, str]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port, local_addr=(self._local, 0))
        reader, writer = self._streams
        writer.write(request.encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head[head.index(_LENGTH) + len(_LENGTH) :].split(b"\r\n", 1)[0])
        return int(head.split(b" ", 2)[1]), (await reader.readexactly(length)).decode()
