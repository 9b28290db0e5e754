"""TCP proxy that can drop the network silently, as for a phone in a lift."""

from __future__ import annotations

import asyncio
import contextlib
from types import TracebackType


class FlakyProxy:
    """Forwards bytes between its own port and the server's, unless it is cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._whole = asyncio.Event()
        self._whole.set()
        self._listener: asyncio.Server | None = None
        self._writers = set[asyncio.StreamWriter]()

    async def __aenter__(self) -> FlakyProxy:
        self._listener = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._listener is not None
        self._listener.close()
        for writer in self._writers:
            writer.transport.abort()

    @property
    def base(self) -> str:
        assert self._listener is not None
        return f"http://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        self._whole.clear()

    def restore(self) -> None:
        """Forward new connections; those from before are aborted."""
        for writer in self._writers:
            writer.transport.abort()
        self._whole.set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with contextlib.suppress(OSError):
                await self._whole.wait()
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
                self._writers.add(far_writer)
                await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._whole.wait()
            writer.write(data)
            await writer.drain()
        writer.close()
        self._writers.discard(writer)
