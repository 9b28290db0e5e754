"""A fault-injecting TCP proxy: it drops, delays, splits, duplicates and reorders frames, and cuts connections."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from enum import Enum
from typing import Final

from .frames import Frames


class Fault(Enum):
    """A fault of a frame, or of its connection."""

    NONE = "passed on"
    LATE = "late"
    SPLIT = "in two pieces"
    TWICE = "twice"
    TWICE_LATER = "again, after others"
    OVERTAKEN = "after the next one"
    MUTE = "this direction silent from now on"
    DEAD = "both directions silent from now on"
    DROPPED = "connection dropped"
    TORN = "connection dropped in the middle of a frame"


WEIGHTS: Final = {
    Fault.NONE: 860,
    Fault.LATE: 30,
    Fault.SPLIT: 25,
    Fault.TWICE: 25,
    Fault.TWICE_LATER: 20,
    Fault.OVERTAKEN: 15,
    Fault.MUTE: 4,
    Fault.DEAD: 3,
    Fault.DROPPED: 10,
    Fault.TORN: 8,
}
_BY_THE_DOOR: Final = {Fault.NONE: 92, Fault.DROPPED: 3, Fault.TORN: 3, Fault.DEAD: 2}
"""Faults of a handshake."""

_LATE: Final = 0.03
_HELD: Final = 0.05
"""The longest delay of a frame, and of one that is reordered, in seconds."""


def drawn(rng: random.Random, weights: dict[Fault, int]) -> Fault:
    return rng.choices(list(weights), list(weights.values()))[0]


class Line:
    """One connection through the proxy, with both directions."""

    def __init__(self, rng: random.Random, met: Counter[Fault]) -> None:
        self.rng = rng
        self.met = met
        self.dead = False
        self.ends = list[asyncio.StreamWriter]()

    def drop(self) -> None:
        for end in self.ends:
            end.transport.abort()


class Direction:
    """One direction of a connection."""

    def __init__(self, line: Line, target: asyncio.StreamWriter) -> None:
        self._line = line
        self._target = target
        self._frames = Frames()
        self._mute = False
        self._held: bytes | None = None
        self._copies = list[tuple[int, bytes]]()
        self._count = 0

    async def carry(self, source: asyncio.StreamReader) -> None:
        """Forward until one side closes."""
        try:
            while data := await source.read(1 << 16):
                for frame in self._frames.add(data):
                    await self._pass(frame)
        except ConnectionError:
            pass
        finally:
            self._line.drop()

    async def _pass(self, frame: bytes) -> None:
        line = self._line
        fault = drawn(line.rng, WEIGHTS if self._count else _BY_THE_DOOR)
        line.met[fault] += 1
        self._count += 1
        if self._mute or line.dead:
            return
        match fault:
            case Fault.LATE:
                await asyncio.sleep(line.rng.uniform(0, _LATE))
                self._write(frame)
            case Fault.SPLIT:
                at = line.rng.randrange(1, len(frame))
                self._write(frame[:at])
                await self._target.drain()
                await asyncio.sleep(0.001)
                self._write(frame[at:])
            case Fault.TWICE:
                self._write(frame + frame)
            case Fault.TWICE_LATER:
                self._write(frame)
                self._copies.append((self._count + line.rng.randrange(1, 8), frame))
            case Fault.OVERTAKEN:
                self._hold(frame)
                return
            case Fault.MUTE:
                self._mute = True
            case Fault.DEAD:
                line.dead = True
            case Fault.DROPPED:
                line.drop()
            case Fault.TORN:
                self._write(frame[: line.rng.randrange(1, len(frame))])
                await self._target.drain()
                self._target.close()  # what is written still arrives
            case Fault.NONE:
                self._write(frame)
        self._release()
        self._repeat()
        await self._target.drain()

    def _write(self, frame: bytes) -> None:
        if not self._target.transport.is_closing():
            self._target.write(frame)

    def _hold(self, frame: bytes) -> None:
        """Hold a frame until the next one was sent; without a next one it is only delayed."""
        self._release()
        self._held = frame
        asyncio.get_running_loop().call_later(_HELD, self._release)

    def _release(self) -> None:
        frame, self._held = self._held, None
        if frame is not None and not self._mute and not self._line.dead:
            self._write(frame)

    def _repeat(self) -> None:
        """Send duplicates that are due."""
        for due, frame in self._copies:
            if due <= self._count and not self._mute and not self._line.dead:
                self._write(frame)
        self._copies = [(due, frame) for due, frame in self._copies if due > self._count]


class ChaosProxy:
    """Listens on its own port; `met` counts faults. All randomness comes from one seed."""

    def __init__(self, port: int, seed: str) -> None:
        self._port = port
        self._rng = random.Random(seed)
        self.met = Counter[Fault]()
        self.base = ""

    async def __aenter__(self) -> ChaosProxy:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        self.base = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect to the server from the client's address: limits apply per address."""
        line = Line(random.Random(self._rng.random()), self.met)
        line.ends.append(writer)
        try:
            address = writer.get_extra_info("peername")[0]
            onward = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(address, 0))
        except OSError:
            line.drop()
            return
        line.ends.append(onward[1])
        async with asyncio.TaskGroup() as group:
            group.create_task(Direction(line, onward[1]).carry(reader))
            group.create_task(Direction(line, writer).carry(onward[0]))
