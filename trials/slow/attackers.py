"""Those who attack. Each kind runs in a process of its own, so that it takes no time from the people who play.

None of them hangs up: each stays until the server ends its connection, and notes how long that took, or that it had
waited in vain.
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
"""For each sort of attackers the seconds that the server took to end each of their connections; `inf` for never."""

_OF_AN_ADDRESS: Final = 100
"""Attackers who share an address: what an address may do is little, so they have many."""

_HEADER_EACH: Final = 0.5
_TINY: Final = 2048
"""Bytes that the system of somebody who never reads takes for it."""

_SERVED: Final = 60.0
"""Seconds in which a first request is answered, however busy a machine is; whoever waits for that is no burden yet."""

_UNREAD: Final = 300
"""Requests of somebody who never reads the answers."""

_LOOK: Final = 0.05
_NUDGE: Final = 0.5
"""Seconds between two requests of somebody who never reads: the answer to one that comes too late is a reset."""

_BURST: Final = 50
_POSTS: Final = 8
"""Commands that wait for their answers: less than the 4 KiB that may come before the last one is answered."""

_OPEN: Final = 20
"""Connections at a time of a flooder who says nothing over them."""

_OVER: Final = select.POLLRDHUP | select.POLLHUP | select.POLLERR
_ANSWER: Final = b"HTTP/1.1 "
_TOO_MANY: Final = b"HTTP/1.1 429"


class Target(Struct, frozen=True):
    """Where they come, and `count` of them; until when they come back, and how long they stay to be sent away."""

    port: int
    code: str
    count: int
    until: float
    stay: float


def address(number: int) -> str:
    return f"127.2.{number // _OF_AN_ADDRESS // 250}.{number // _OF_AN_ADDRESS % 250 + 1}"


class Line:
    """A connection of an attacker, and since when the server has a reason to end it."""

    def __init__(self, stay: float, since: float) -> None:
        self._stay = stay
        self.since = since

    def begin(self) -> None:
        """Nothing before now can be held against it."""
        self.since = time.monotonic()

    @property
    def left(self) -> float:
        """Seconds for which it stays."""
        return max(0.0, self.since + self._stay - time.monotonic())


class Attackers:
    """Everybody who attacks in one way, and how long the server took to end their connections."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.waits = defaultdict[str, list[float]](list)

    @asynccontextmanager
    async def line(self, sort: str, since: float) -> AsyncIterator[Line]:
        """A connection that the server ends within the block; who gives up there raises a TimeoutError."""
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

    async def all_day(self, one: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Whoever is thrown out comes back as long as there is time."""
        while time.monotonic() < self.target.until:
            with contextlib.suppress(OSError):  # there was no way in
                await one()
            await asyncio.sleep(0)


async def slow_headers(here: Attackers) -> None:
    """Requests that never end: another header every half a second."""

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
    """Request after request, and nobody reads the answers."""
    request = f"GET /api/tables/{here.target.code} HTTP/1.1\r\nHost: knobel\r\n\r\n".encode()
    await _deaf(here, "requests", request, request)


async def deaf_sockets(here: Attackers) -> None:
    """They look at a table and ask for sign of life after sign of life there, and nobody reads any."""
    await _deaf(here, "sockets", handshake(f"/api/tables/{here.target.code}/ws", ""), text_frame("null"))


async def _deaf(here: Attackers, sort: str, first: bytes, more: bytes) -> None:
    """They hear a little of the first answer, and no more of anything.

    That the server has hung up they learn from the system, without reading. Behind an answer that nobody takes its
    goodbye never arrives, so they go on asking: whoever has hung up answers that with a reset.
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
    """As many connections, commands and frames as they can get rid of, again at once whenever they are thrown out."""
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
        """With the first 429 the server has to end the connection. Until then its last answer says that all is well."""
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
            await here.all_day(lambda: do(number))
        else:
            await asyncio.gather(*[here.all_day(lambda: say_nothing(number)) for _ in range(_OPEN)])

    await here.each(one)


ATTACKS: Final[dict[str, Callable[[Attackers], Coroutine[Any, Any, None]]]] = {
    "slow headers": slow_headers,
    "unread answers": deaf_requests,
    "unread frames": deaf_sockets,
    "flood": flood,
}
SORTS: Final = {
    "slow headers": {"headers"},
    "unread answers": {"requests"},
    "unread frames": {"sockets"},
    "flood": {"connections", "commands", "frames"},
}
"""Those of whom an attack consists: if the server has ended none of them, it was no attack."""


def attack(kind: str, target: Target) -> Waits:
    here = Attackers(target)
    asyncio.run(ATTACKS[kind](here))
    return dict(here.waits)


def ready() -> None:
    """Whoever answers this is there to attack."""
