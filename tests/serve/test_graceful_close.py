"""Closed connections may read the last response, with a timeout."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.transport import http
from knobel.serve.transport.http import HttpProtocol

from ..browser.memory_http import served
from .memory_server import memory_server


async def test_a_client_that_does_not_read_is_reset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The unread responses are too small for backpressure."""
    monkeypatch.setattr(http, "CLOSE_TIMEOUT", 0.05)
    gone, few = _short_of_memory(monkeypatch), Limits(requests_of_address=RateLimit(0.001, 1))
    async with memory_server(tmp_path, limits=few) as server, served(server) as base:
        loop, port = asyncio.get_running_loop(), int(base.rpartition(":")[2])
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            deaf.setblocking(False)
            await loop.sock_connect(deaf, ("127.0.0.1", port))
            await loop.sock_sendall(deaf, b"GET /api/rules/zocknroll/de HTTP/1.1\r\nhost: knobel\r\n\r\n" * 2)
            async with asyncio.timeout(20):
                await gone.wait()


def _short_of_memory(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Shrink the kernel's send buffer; counts closed connections."""
    gone, made, lost = asyncio.Event(), HttpProtocol.connection_made, HttpProtocol.connection_lost

    def connection_made(line: HttpProtocol, transport: asyncio.Transport) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        made(line, transport)

    def connection_lost(line: HttpProtocol, exc: Exception | None) -> None:
        lost(line, exc)
        gone.set()

    monkeypatch.setattr(HttpProtocol, "connection_made", connection_made)
    monkeypatch.setattr(HttpProtocol, "connection_lost", connection_lost)
    return gone
