"""A TCP proxy that can be shut: as with a partition of the network, nothing comes through, and no error either.

It can be shut in one direction only.
"""

from __future__ import annotations

import asyncio
import contextlib
from types import TracebackType


class Gate:
    """Listens on its own port, and forwards to another one while it is open."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._out, self._in = asyncio.Event(), asyncio.Event()
        self._out.set()
        self._in.set()
        self._writers = set[asyncio.StreamWriter]()
        self._tasks = set[asyncio.Task[None]]()
        self.port = 0

    async def __aenter__(self) -> Gate:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.open()
        await asyncio.gather(*self._tasks)

    def shut(self, *, out: bool = True, back: bool = True) -> None:
        """Let nothing through to the target (`out`), or back from it."""
        if out:
            self._out.clear()
        if back:
            self._in.clear()

    def open(self) -> None:
        """Let new connections through; those from before are broken, as after a timeout of the network."""
        self._drop()
        self._out.set()
        self._in.set()

    def _drop(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connected(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            await self._out.wait()
            there = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers.add(there[1])
            try:
                await asyncio.gather(self._carry(reader, there[1], self._out), self._carry(there[0], writer, self._in))
            finally:
                self._writers.discard(there[1])
                there[1].transport.abort()
        except (OSError, EOFError):
            pass
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_open: asyncio.Event) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await is_open.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
