"""Those who attack. Each kind runs in a process of its own, so that it takes no time from the people who play."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeAlias

from .light_socket import handshake, text_frame

Attack: TypeAlias = Callable[[int, int, float, str], Coroutine[Any, Any, None]]
"""Comes from `count` clients at a port, for so many seconds; knows the code of a table."""

_OF_AN_ADDRESS: Final = 100
"""Attackers who share an address: what an address may do is little, so they have many."""

_HEADER_EACH: Final = 0.5
_TINY: Final = 2048
"""Bytes that the system of somebody who never reads takes for it."""

_UNREAD: Final = 300
"""Requests of somebody who never reads the answers."""

_BURST: Final = 50


def address(number: int) -> str:
    return f"127.2.{number // _OF_AN_ADDRESS // 250}.{number // _OF_AN_ADDRESS % 250 + 1}"


async def slow_headers(port: int, count: int, seconds: float, code: str) -> None:
    """Requests that never end: another header every half a second."""

    async def one(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address(number), 0))
        writer.write(f"GET /api/tables/{code} HTTP/1.1\r\nHost: knobel\r\n".encode())
        end = time.monotonic() + seconds
        while time.monotonic() < end and not reader.at_eof() and not writer.is_closing():
            writer.write(b"X-More: to come\r\n")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_HEADER_EACH):
                    await reader.read(100)
        writer.transport.abort()

    await _all(one, count)


async def deaf_requests(port: int, count: int, seconds: float, code: str) -> None:
    """Request after request, and nobody reads the answers."""
    request = f"GET /api/tables/{code} HTTP/1.1\r\nHost: knobel\r\n\r\n".encode()
    await _deaf(port, count, seconds, request, request * _UNREAD)


async def deaf_sockets(port: int, count: int, seconds: float, code: str) -> None:
    """They look at a table and ask for sign of life after sign of life there, and nobody reads any."""
    await _deaf(port, count, seconds, handshake(f"/api/tables/{code}/ws", ""), text_frame("null") * _UNREAD)


async def _deaf(port: int, count: int, seconds: float, first: bytes, more: bytes) -> None:
    """They hear a little of the first answer, and no more of anything."""
    loop = asyncio.get_running_loop()

    async def one(number: int) -> None:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _TINY)
            deaf.setblocking(False)
            deaf.bind((address(number), 0))
            await loop.sock_connect(deaf, ("127.0.0.1", port))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await loop.sock_sendall(deaf, first)
                    await loop.sock_recv(deaf, 100)
                    await loop.sock_sendall(deaf, more)
                    await asyncio.sleep(seconds)

    await _all(one, count)


async def flood(port: int, count: int, seconds: float, code: str) -> None:
    """As many connections, frames and commands as they can get rid of, again at once whenever they are thrown out."""
    end = time.monotonic() + seconds
    body = '{"id":"flood","v":1,"do":{"c":"emote","emote":"hello"}}'
    post = (
        f"POST /api/tables/{code}/commands HTTP/1.1\r\nHost: knobel\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
    frames = handshake(f"/api/tables/{code}/ws", "") + text_frame(body) * _BURST

    async def one(number: int) -> None:
        while time.monotonic() < end:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address(number), 0))
            try:
                if number % 3:
                    writer.write(post if number % 3 == 1 else frames)
                    while time.monotonic() < end and await reader.read(1 << 16) and not writer.is_closing():
                        writer.write(post if number % 3 == 1 else text_frame(body) * _BURST)
                        await asyncio.sleep(0)
            finally:
                writer.transport.abort()

    await _all(one, count, until=end)


async def _all(one: Callable[[int], Coroutine[Any, Any, None]], count: int, until: float | None = None) -> None:
    """Whoever is thrown out has lost, or comes back if there is time left."""

    async def again(number: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                await one(number)
            if until is None or time.monotonic() > until:
                return

    await asyncio.gather(*[again(number) for number in range(count)])


ATTACKS: Final[dict[str, Attack]] = {
    "slow headers": slow_headers,
    "unread answers": deaf_requests,
    "unread frames": deaf_sockets,
    "flood": flood,
}


def attack(kind: str, port: int, count: int, seconds: float, code: str) -> None:
    asyncio.run(ATTACKS[kind](port, count, seconds, code))
