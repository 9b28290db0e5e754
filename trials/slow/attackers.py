"""The attackers, one process per kind, so that they take no time from the players.

None of them closes its connection: each waits until the server does, and records how long that took.
"""

from __future__ import annotations

import asyncio
import contextlib
import select
import socket
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from math import inf
from typing import Any, Final, TypeAlias

from msgspec import Struct

from ..common.websocket import handshake, text_frame

Waits: TypeAlias = dict[str, list[float]]
"""By kind of attacker, the seconds until the server closed each connection; `inf` for never."""

_OF_AN_ADDRESS: Final = 100
"""Attackers per address: limits apply per address."""

_HEADER_EACH: Final = 0.5
_TINY: Final = 2048
"""The receive buffer of a client that never reads, in bytes."""

_SERVED: Final = 60.0
"""Timeout for a first answer, in seconds, generous for busy machines."""

_UNREAD: Final = 300
"""Requests of a client that never reads."""

_LOOK: Final = 0.05
_NUDGE: Final = 0.5
"""Seconds between two requests of a client that never reads: after a close, the next one gets a reset."""

_BURST: Final = 50
_POSTS: Final = 8
"""Pipelined commands: less than the 4 KiB that the server buffers."""

_OPEN: Final = 20
"""Idle connections per flooder."""

LONG: Final = 3000
"""Entries of the long table."""

_REFUSED: Final = 0.2
"""Seconds after a refusal in a loop of catch-ups; a loop without a pause is the attack `flood`."""

_HERE: Final = "127.3.0.1"
_OVER: Final = select.POLLRDHUP | select.POLLHUP | select.POLLERR
_ANSWER: Final = b"HTTP/1.1 "
_TOO_MANY: Final = b"HTTP/1.1 429"


class Target(Struct, frozen=True):
    """The server, a table and one with a long log, `count` attackers, until when they reconnect, and how long they wait
    for a close."""

    port: int
    code: str
    long: str
    count: int
    until: float
    stay: float


def address(number: int) -> str:
    return f"127.2.{number // _OF_AN_ADDRESS // 250}.{number // _OF_AN_ADDRESS % 250 + 1}"


class Line:
    """A connection of an attacker, and since when the server has a reason to close it."""

    def __init__(self, stay: float, since: float) -> None:
        self._stay = stay
        self.since = since

    def begin(self) -> None:
        """Restart the measured time."""
        self.since = time.monotonic()

    @property
    def left(self) -> float:
        """Seconds that it still waits."""
        return max(0.0, self.since + self._stay - time.monotonic())


class Attackers:
    """All attackers of one kind, and the times until the server closed their connections."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.waits = defaultdict[str, list[float]](list)

    @asynccontextmanager
    async def line(self, sort: str, since: float) -> AsyncIterator[Line]:
        """A connection that the server has to close within the block, else TimeoutError."""
        line = Line(self.target.stay, since)
        try:
            yield line
        except TimeoutError:
            self.waits[sort].append(inf)
            return
        except OSError:
            pass  # a reset is an end, too
        self.waits[sort].append(time.monotonic() - line.since)

    async def connect(self, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.target.port, local_addr=(address(number), 0))

    async def each(self, one: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        await asyncio.gather(*[one(number) for number in range(self.target.count)])

    async def repeat(self, one: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Reconnect after every close until the time is up."""
        while time.monotonic() < self.target.until:
            with contextlib.suppress(OSError):  # there was no way in
                await one()
            await asyncio.sleep(0)


async def slow_headers(here: Attackers) -> None:
    """Slowloris: requests that never end, another header every half a second."""

    async def one(number: int) -> None:
        began = time.monotonic()
        reader, writer = await here.connect(number)
        async with here.line("headers", began) as line:
            writer.write(f"GET /api/tables/{here.target.code} HTTP/1.1\r\nHost: knobel\r\n".encode())
            more = True
            while more:
                if not line.left:
                    raise TimeoutError
                writer.write(b"X-More: to come\r\n")
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_HEADER_EACH):
                        more = bool(await reader.read(1 << 16))
        writer.transport.abort()

    await here.each(one)


async def deaf_requests(here: Attackers) -> None:
    """Requests whose answers are never read."""
    request = f"GET /api/tables/{here.target.code} HTTP/1.1\r\nHost: knobel\r\n\r\n".encode()
    await _deaf(here, "requests", request, request)


async def deaf_sockets(here: Attackers) -> None:
    """WebSockets that send pings and never read."""
    await _deaf(here, "sockets", handshake(f"/api/tables/{here.target.code}/ws", ""), text_frame("null"))


async def _deaf(here: Attackers, sort: str, first: bytes, more: bytes) -> None:
    """Read a little of the first answer, then nothing.

    The operating system reports the close without a read. Behind unread data a FIN is not seen, so they keep sending:
    a closed connection answers with a reset.
    """
    loop = asyncio.get_running_loop()

    async def one(number: int) -> None:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _TINY)
            deaf.setblocking(False)
            deaf.bind((address(number), 0))
            await loop.sock_connect(deaf, ("127.0.0.1", here.target.port))
            async with here.line(sort, time.monotonic()) as line:
                async with asyncio.timeout(_SERVED):
                    await loop.sock_sendall(deaf, first)
                    await loop.sock_recv(deaf, 100)
                line.begin()
                _ask(deaf, more * _UNREAD)
                look, nudged = select.poll(), time.monotonic()
                look.register(deaf, _OVER)
                while not look.poll(0):
                    if not line.left:
                        raise TimeoutError
                    await asyncio.sleep(_LOOK)
                    if time.monotonic() > nudged + _NUDGE:
                        nudged = time.monotonic()
                        _ask(deaf, more)

    await here.each(one)


def _ask(deaf: socket.socket, more: bytes) -> None:
    with contextlib.suppress(BlockingIOError):  # the server does not read either
        deaf.send(more)


async def flood(here: Attackers) -> None:
    """A flood of connections, commands and frames, with an immediate reconnect after each close."""
    body = '{"id":"flood","v":1,"do":{"c":"emote","emote":"hello"}}'
    post = (
        f"POST /api/tables/{here.target.code}/commands HTTP/1.1\r\nHost: knobel\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
    greeting, frames = handshake(f"/api/tables/{here.target.code}/ws", ""), text_frame(body) * _BURST

    async def say_nothing(number: int) -> None:
        began = time.monotonic()
        reader, writer = await here.connect(number)
        async with here.line("connections", began) as line, asyncio.timeout(line.left):
            await reader.read()
        writer.transport.abort()

    async def post_commands(number: int) -> None:
        """The server has to close the connection with the first 429."""
        began = time.monotonic()
        reader, writer = await here.connect(number)
        async with here.line("commands", began) as line:
            refused, said = False, _ANSWER * _POSTS
            while said:
                if not line.left or time.monotonic() > here.target.until + here.target.stay:
                    raise TimeoutError
                writer.write(post * said.count(_ANSWER))
                async with asyncio.timeout(line.left):
                    said = await reader.read(1 << 16)
                refused = refused or _TOO_MANY in said
                if said and not refused:
                    line.begin()
        writer.transport.abort()

    async def send_frames(number: int) -> None:
        began = time.monotonic()
        reader, writer = await here.connect(number)
        async with here.line("frames", began) as line, asyncio.timeout(line.left):
            writer.write(greeting + frames)
            while await reader.read(1 << 16):
                writer.write(frames)
                await asyncio.sleep(0)
        writer.transport.abort()

    async def one(number: int) -> None:
        if number % 3:
            do = post_commands if number % 3 == 1 else send_frames
            await here.repeat(lambda: do(number))
        else:
            await asyncio.gather(*[here.repeat(lambda: say_nothing(number)) for _ in range(_OPEN)])

    await here.each(one)


async def catch_ups(here: Attackers) -> None:
    """Loops that read all of a long table again and again, over HTTP and WebSockets, all from one address."""

    async def pages(number: int) -> None:
        since = 0
        reader, writer = await asyncio.open_connection("127.0.0.1", here.target.port, local_addr=(_HERE, 0))
        while time.monotonic() < here.target.until:
            path = f"/api/tables/{here.target.long}/steps?since={since}"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: knobel\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]))
            if head.startswith(_TOO_MANY):
                await asyncio.sleep(_REFUSED)
                break
            since = (since + 200 + number) % LONG
        writer.transport.abort()

    async def sockets(_: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.target.port, local_addr=(_HERE, 0))
        writer.write(handshake(f"/api/tables/{here.target.long}/ws?v=0", ""))
        last = b""
        while time.monotonic() < here.target.until and b'{"m":"here"' not in last:
            last = last[-16:] + await reader.read(1 << 20)
            if len(last) <= 16:  # the server has closed the connection
                await asyncio.sleep(_REFUSED)
                break
        writer.transport.abort()

    async def one(number: int) -> None:
        await here.repeat(lambda: (sockets if number % 2 else pages)(number))

    await here.each(one)


ATTACKS: Final[dict[str, Callable[[Attackers], Coroutine[Any, Any, None]]]] = {
    "slow headers": slow_headers,
    "unread answers": deaf_requests,
    "unread frames": deaf_sockets,
    "flood": flood,
    "catch-up": catch_ups,
}
SORTS: Final = {
    "slow headers": {"headers"},
    "unread answers": {"requests"},
    "unread frames": {"sockets"},
    "flood": {"connections", "commands", "frames"},
}
"""The kinds of attackers per attack; if the server closed none of a kind, the attack did not happen. Loops of
catch-ups close their connections themselves."""


def attack(kind: str, target: Target) -> Waits:
    here = Attackers(target)
    asyncio.run(ATTACKS[kind](here))
    return dict(here.waits)


def ready() -> None:
    """A no-op that shows that the worker process is up."""
