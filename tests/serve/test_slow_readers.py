"""Slow readers: unread responses do not fill the memory."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Final

import pytest
from starlette.types import Receive, Scope, Send

from knobel.serve.limits.rate_limit import Limits
from knobel.serve.transport.http import HttpProtocol

from ..browser.memory_http import served
from .memory_server import memory_server

_LONG: Final = 200_000


async def _talkative(_: Scope, __: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % _LONG)]})
    await send({"type": "http.response.body", "body": b"x" * _LONG})


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[HttpProtocol]:
    """All connections, with small kernel buffers and short timeouts."""
    made, kept = HttpProtocol.connection_made, list[HttpProtocol]()

    def connection_made(line: HttpProtocol, transport: asyncio.Transport) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        line.timeout_keep_alive = 0  # a whole number to uvicorn
        kept.append(line)
        made(line, transport)

    monkeypatch.setattr(HttpProtocol, "connection_made", connection_made)
    return kept


async def _asked(base: str, close: bool = False) -> socket.socket:
    """A connection with a small receive buffer that has requested a long response."""
    loop, new = asyncio.get_running_loop(), socket.socket()
    new.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    new.setblocking(False)
    await loop.sock_connect(new, ("127.0.0.1", int(base.rpartition(":")[2])))
    kind = b"close" if close else b"keep-alive"
    await loop.sock_sendall(new, b"GET / HTTP/1.1\r\nhost: knobel\r\nconnection: " + kind + b"\r\n\r\n")
    return new


@pytest.mark.parametrize("close", [False, True], ids=["kept", "to be closed"])
async def test_a_slow_reader_gets_everything(tmp_path: Path, lines: list[HttpProtocol], close: bool) -> None:
    """Neither the keep-alive timeout nor `Connection: close` cuts the response."""
    loop, got = asyncio.get_running_loop(), 0
    async with memory_server(tmp_path) as server:
        server.app = _talkative
        async with asyncio.timeout(60), served(server, Limits(close_timeout=1)) as base:
            with await _asked(base, close) as slow:
                while part := await loop.sock_recv(slow, 1 << 15):
                    got += len(part)
                    await asyncio.sleep(0.01)
    assert got > _LONG
    assert len(lines) == 1


async def test_unread_bytes_per_address_are_limited(tmp_path: Path, lines: list[HttpProtocol]) -> None:
    """A connection over the quota of its address is reset, and others are not."""
    patient = Limits(unread_bytes_of_address=4 * _LONG, slow_reader_timeout=60)  # not reset for not reading
    async with memory_server(tmp_path) as server:
        server.app = _talkative
        async with asyncio.timeout(60), served(server, patient) as base:
            deaf = [await _asked(base) for _ in range(9)]
            while len(lines) < 9 or sum(not line.transport.is_closing() for line in lines) > 4:
                await asyncio.sleep(0.01)
            assert sum(not line.transport.is_closing() for line in lines) >= 3
            for each in deaf:
                each.close()


async def test_a_reset_drops_the_kernel_buffer(tmp_path: Path, lines: list[HttpProtocol]) -> None:
    """Otherwise the kernel would keep sending its buffer for hours."""
    async with memory_server(tmp_path) as server:
        server.app = _talkative
        async with asyncio.timeout(60), served(server, Limits(slow_reader_timeout=0.05)) as base:
            with await _asked(base) as deaf:
                while not lines or not lines[0].transport.is_closing():
                    await asyncio.sleep(0.01)
                with pytest.raises(ConnectionResetError):
                    await _read_all(deaf)


async def _read_all(line: socket.socket) -> None:
    while await asyncio.get_running_loop().sock_recv(line, 1 << 15):
        pass
