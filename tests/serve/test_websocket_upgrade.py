"""HTTP upgrades: to a WebSocket, or rejected."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Final

import pytest
from starlette.types import Receive, Scope, Send

from knobel.serve.limits.rate_limit import Limits
from knobel.serve.transport.middleware import SECURITY_HEADERS

from ..browser.memory_http import served
from .memory_server import memory_server

_INNER: Final = b"GET /api/games HTTP/1.1\r\nhost: inner\r\n\r\n"
"""What a proxy takes for the body of a request, and a server that has forgotten that body for another request."""

_LENGTH: Final = b"content-length: %d\r\n\r\n%b" % (len(_INNER), _INNER)
_CHUNKED: Final = b"transfer-encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(_INNER), _INNER)
_SOCKET: Final = (
    b"GET /api/tables/lido-kasu-reba/ws HTTP/1.1\r\nhost: knobel\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


async def _statuses(base: str, sent: bytes) -> list[int]:
    """The statuses of all responses until the connection is closed; errors have a sentence and security headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))
    writer.write(sent)
    try:
        async with asyncio.timeout(60):
            answers = await reader.read()
    finally:
        writer.close()
    heads = [part.partition(b"\r\n\r\n") for part in answers.split(b"HTTP/1.1 ")[1:]]
    for head, _, body in heads:
        assert json.loads(body)["sentence"]
        assert set(SECURITY_HEADERS.items()) <= {tuple(line.split(": ", 1)) for line in head.decode().split("\r\n")[1:]}
    return [int(head[:3]) for head, _, _ in heads]


@pytest.mark.parametrize("what", [b"foo", b"h2c", b"TLS/1.0", b"websocket, foo"])
@pytest.mark.parametrize("method", [b"GET", b"POST"])
@pytest.mark.parametrize("rest", [_LENGTH, _CHUNKED, b"\r\n"], ids=["length", "chunked", "no body"])
async def test_no_request_is_smuggled_in_an_upgrade(tmp_path: Path, what: bytes, method: bytes, rest: bytes) -> None:
    """Neither the request nor a request in its body is answered."""
    head = method + b" /api/games HTTP/1.1\r\nhost: knobel\r\nconnection: Upgrade\r\nupgrade: " + what + b"\r\n"
    async with memory_server(tmp_path) as server, served(server) as base:
        assert await _statuses(base, head + rest) == [400]


async def test_an_upgrade_header_alone_is_ignored(tmp_path: Path) -> None:
    """Without `Connection: Upgrade` the header is hop-by-hop for a proxy."""
    ask = b"GET /api/nothing HTTP/1.1\r\nhost: knobel\r\nupgrade: h2c\r\nconnection: close\r\n\r\n"
    async with memory_server(tmp_path) as server, served(server) as base:
        assert await _statuses(base, ask) == [404]


@pytest.mark.parametrize(
    "rest",
    [_LENGTH, _CHUNKED, b"content-length: 9\r\n\r\n", b"x: y\r\n" * 130 + b"\r\n", b"x: " + b"y" * 9000 + b"\r\n\r\n"],
    ids=["body", "chunked", "no body yet", "many headers", "a long header"],
)
async def test_malformed_handshakes_are_rejected(tmp_path: Path, rest: bytes) -> None:
    async with memory_server(tmp_path) as server, served(server) as base:
        assert await _statuses(base, _SOCKET + rest) == [400]


async def test_an_upgrade_after_an_unanswered_request_is_aborted(tmp_path: Path) -> None:
    """Two protocols would write to one connection."""
    async with memory_server(tmp_path) as server, served(server) as base:
        code = await (await server.device()).make(start=False)
        ask = b"GET /api/tables/%b/steps?since=9&wait=9 HTTP/1.1\r\nhost: a\r\n\r\n" % code.encode()
        short = _SOCKET.replace(b"/api/tables/lido-kasu-reba/ws", b"/").replace(b"host: knobel", b"host: a")
        assert await _statuses(base, ask + short + b"\r\n") == []


async def test_a_handshake_that_is_not_accepted_times_out(tmp_path: Path) -> None:
    heard = list[str]()

    async def never_accepting(_: Scope, receive: Receive, __: Send) -> None:
        heard.extend([(await receive())["type"] for _ in range(2)])

    async with memory_server(tmp_path) as server:
        server.app = never_accepting
        async with served(server, Limits(handshake_timeout=0.05)) as base:
            assert await _statuses(base, _SOCKET + b"\r\n") == []
    assert heard == ["websocket.connect", "websocket.disconnect"]
