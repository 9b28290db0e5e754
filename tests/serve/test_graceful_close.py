"""Closed connections: the last response may be read, with a timeout, and a client that has gone is no error."""

from __future__ import annotations

import asyncio
import logging
import socket
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.live.ownership import Unreachable
from knobel.serve.transport.http import HttpProtocol
from knobel.serve.transport.websocket import WebSocketProtocol

from ..browser.memory_http import served
from .memory_server import memory_server


async def test_a_client_that_does_not_read_is_reset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The unread responses are too small for backpressure."""
    gone, few = _short_of_memory(monkeypatch), Limits(requests_of_address=RateLimit(0.001, 1), close_timeout=0.05)
    async with memory_server(tmp_path, limits=few) as server, served(server, few) as base:
        loop, port = asyncio.get_running_loop(), int(base.rpartition(":")[2])
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            deaf.setblocking(False)
            await loop.sock_connect(deaf, ("127.0.0.1", port))
            await loop.sock_sendall(deaf, b"GET /api/rules/zocknroll/de HTTP/1.1\r\nhost: knobel\r\n\r\n" * 2)
            async with asyncio.timeout(60):
                await gone.wait()


async def test_a_client_that_leaves_before_its_table_is_found_is_no_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As in a cluster, where a client gives up while the owner of its table is replaced."""
    asked, gone, answered = asyncio.Event(), asyncio.Event(), asyncio.Event()
    lost, run = WebSocketProtocol.connection_lost, WebSocketProtocol.run_asgi

    def connection_lost(line: WebSocketProtocol, exc: Exception | None) -> None:
        lost(line, exc)
        gone.set()

    async def run_asgi(line: WebSocketProtocol) -> None:
        await run(line)
        answered.set()

    async def access(code: str) -> None:
        asked.set()
        await gone.wait()
        raise Unreachable(f"the owner of {code} does not answer")

    monkeypatch.setattr(WebSocketProtocol, "connection_lost", connection_lost)
    monkeypatch.setattr(WebSocketProtocol, "run_asgi", run_asgi)
    async with memory_server(tmp_path) as server, served(server) as base, asyncio.timeout(60):
        code = await (await server.device()).make()
        monkeypatch.setattr(server.hub, "access", access)
        client = await connect(f"{base.replace('http', 'ws')}/api/tables/{code}/ws", proxy=None)
        await asked.wait()
        client.transport.abort()
        await answered.wait()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


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
