"""TCP proxies that can be shut: as with a partition of the network, nothing comes through, and no error either.

They can be shut in one direction only. They run in a process of their own: a busy event loop would delay everything
that goes through them.

    python -m trials.cluster.gate TARGET_PORT ...

prints the ports of the proxies as JSON, then takes lines such as `shut 0 out back` or `open 0` until its input ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from types import TracebackType
from typing import IO

from msgspec import Struct, json


class Gate(Struct, frozen=True):
    """A proxy in the other process, which listens on `port`."""

    port: int
    number: int
    commands: IO[str]

    def shut(self, *, out: bool = True, back: bool = True) -> None:
        """Let nothing through to the target (`out`), or back from it."""
        self._say(f"shut {self.number}{' out' * out}{' back' * back}")

    def open(self) -> None:
        """Let new connections through; those from before are broken, as after a timeout of the network."""
        self._say(f"open {self.number}")

    def _say(self, command: str) -> None:
        self.commands.write(f"{command}\n")
        self.commands.flush()


@contextmanager
def gates(targets: list[int]) -> Iterator[list[Gate]]:
    """A process with a proxy for each of these ports."""
    program = [sys.executable, "-m", "trials.cluster.gate", *map(str, targets)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        ports = json.decode(process.stdout.readline(), type=list[int])
        try:
            yield [Gate(port, number, process.stdin) for number, port in enumerate(ports)]
        finally:
            process.stdin.close()


class Proxy:
    """Listens on its own port, and forwards to another one while it is open."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._out, self._in = asyncio.Event(), asyncio.Event()
        self._out.set()
        self._in.set()
        self._writers = set[asyncio.StreamWriter]()
        self._tasks = set[asyncio.Task[None]]()
        self.port = 0

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.open()
        await asyncio.gather(*self._tasks)

    def shut(self, directions: list[str]) -> None:
        for direction, passing in (("out", self._out), ("back", self._in)):
            if direction in directions:
                passing.clear()

    def open(self) -> None:
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


async def main() -> None:
    async with AsyncExitStack() as stack:
        proxies = [await stack.enter_async_context(Proxy(int(target))) for target in sys.argv[1:]]
        print(json.encode([proxy.port for proxy in proxies]).decode(), flush=True)
        while words := (await asyncio.to_thread(sys.stdin.readline)).split():
            proxy = proxies[int(words[1])]
            if words[0] == "shut":
                proxy.shut(words[2:])
            else:
                proxy.open()


if __name__ == "__main__":
    asyncio.run(main())
