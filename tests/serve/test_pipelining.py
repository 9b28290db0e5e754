"""HTTP pipelining: each request gets its response, in order, without blocking other clients."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from pathlib import Path
from typing import Final

import pytest

from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.transport.http import CHUNK, MAX_PIPELINED, READS_PER_ITERATION, HttpProtocol

from ..browser.memory_http import served
from .memory_server import memory_server

_GET: Final = b"GET /healthz HTTP/1.1\r\nhost: knobel\r\n\r\n"


def _post(body: bytes) -> bytes:
    """A request for a new table that is always refused."""
    return b"POST /api/tables HTTP/1.1\r\nhost: knobel\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)


_LONG: Final = _post(bytes(CHUNK - 100))
"""With its headers a little less than is read at once, so that most parts end in the middle of a body."""

_REQUESTS: Final = (
    (_GET, 200),
    (_post(b"{}"), 400),
    (_post(b"GET / HTTP/1.1\r\n\r\n" * 20), 400),
    (_post(b""), 400),
    (b"GET /api/nothing HTTP/1.1\r\nhost: knobel\r\nx: " + b"y" * 3 * CHUNK + b"\r\n\r\n", 404),
    (b"POST /api/tables HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400),
)
"""Requests with and without a body, longer and shorter than what is read at once, and their statuses."""


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of the next response on a connection, with a JSON body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in head[1:] if line)
    json.loads(await reader.readexactly(int(headers["content-length"])))
    return int(head[0].split()[1])


async def _opened(base: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))


@pytest.mark.parametrize("at_once", [True, False], ids=["in one go", "in pieces"])
async def test_every_request_gets_its_own_answer_in_order(tmp_path: Path, at_once: bool) -> None:
    rng = random.Random(seed := secrets.randbelow(2**32))
    print(f"seed {seed}")
    asked = [rng.choice(_REQUESTS)]
    while sum([len(request) for request, _ in asked[1:]]) < MAX_PIPELINED // 2:
        asked.append(rng.choice(_REQUESTS))
    whole = b"".join([request for request, _ in asked])
    async with asyncio.timeout(60), memory_server(tmp_path) as server, served(server) as base:
        reader, writer = await _opened(base)
        while whole:
            size = len(whole) if at_once else rng.randrange(1, 3 * CHUNK)
            writer.write(whole[:size])
            whole = whole[size:]
            await asyncio.sleep(0)
        assert [await _status(reader) for _ in asked] == [status for _, status in asked]
        writer.close()


@pytest.mark.parametrize("request_", [_GET, _post(b"{}"), _LONG], ids=["without a body", "with one", "with a long one"])
async def test_pipelined_requests_are_parsed_in_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_: bytes
) -> None:
    """At most the requests of one chunk are open, and one that continues in the next."""
    open_now, many = _counted(monkeypatch), MAX_PIPELINED // len(request_)
    async with asyncio.timeout(60), memory_server(tmp_path) as server, served(server) as base:
        reader, writer = await _opened(base)
        writer.write(request_ * many)
        for _ in range(many):
            await _status(reader)
        writer.close()
    assert len(open_now) == many
    assert max(open_now) <= CHUNK // len(request_) + 2


async def test_requests_after_a_refusal_are_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_now = _counted(monkeypatch)
    few, asked = Limits(requests_of_address=RateLimit(0.001, 3)), b"GET /api/games HTTP/1.1\r\nhost: knobel\r\n\r\n"
    async with asyncio.timeout(60), memory_server(tmp_path, limits=few) as server, served(server) as base:
        reader, writer = await _opened(base)
        writer.write(asked * (MAX_PIPELINED // len(asked)))
        statuses = [await _status(reader) for _ in range(4)]
        assert await reader.read() == b"", "the line is cut"
        writer.close()
    assert statuses == [200, 200, 200, 429]
    assert len(open_now) <= CHUNK // len(asked) + 1


@pytest.mark.parametrize("request_", [_GET, _post(b"{}"), _LONG], ids=["without a body", "with one", "with a long one"])
async def test_too_much_pipelined_data_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_: bytes
) -> None:
    """The current request is answered, and none of the rest."""
    open_now = _counted(monkeypatch)
    async with asyncio.timeout(60), memory_server(tmp_path) as server, served(server) as base:
        reader, writer = await _opened(base)
        writer.write(request_ * (2 * MAX_PIPELINED // len(request_)))
        assert await _status(reader) in (200, 400)
        assert await _status(reader) == 429
        assert await reader.read() == b"", "the line is cut"
        writer.close()
    assert len(open_now) <= CHUNK // len(request_) + 2


def _counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of open requests at the start of each."""
    open_now, answered = list[int](), 0
    begin, end = HttpProtocol.on_headers_complete, HttpProtocol.on_response_complete

    def begun(line: HttpProtocol) -> None:
        open_now.append(len(open_now) + 1 - answered)
        begin(line)

    def ended(line: HttpProtocol) -> None:
        nonlocal answered
        answered += 1
        end(line)

    monkeypatch.setattr(HttpProtocol, "on_headers_complete", begun)
    monkeypatch.setattr(HttpProtocol, "on_response_complete", ended)
    return open_now


async def test_reads_per_iteration_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop serves other connections in between, and every request gets a response."""
    crowd, each_turn, accepted = 10 * READS_PER_ITERATION, [0], list[HttpProtocol]()
    read, made = HttpProtocol._read, HttpProtocol.connection_made

    def counted(line: HttpProtocol, part: bytes) -> None:
        if not each_turn[-1]:
            asyncio.get_running_loop().call_soon(each_turn.append, 0)
        each_turn[-1] += 1
        read(line, part)

    def connection_made(line: HttpProtocol, transport: asyncio.Transport) -> None:
        made(line, transport)
        accepted.append(line)

    monkeypatch.setattr(HttpProtocol, "_read", counted)
    monkeypatch.setattr(HttpProtocol, "connection_made", connection_made)
    async with asyncio.timeout(60), memory_server(tmp_path) as server, served(server) as base:
        lines = [await _opened(base) for _ in range(crowd)]
        while len(accepted) < crowd:
            await asyncio.sleep(0)
        for _, writer in lines:
            writer.write(_GET)
        assert {await _status(reader) for reader, _ in lines} == {200}
        for _, writer in lines:
            writer.close()
    assert sum(each_turn) >= crowd
    assert max(each_turn) <= 2 * READS_PER_ITERATION, "its own turn may end in the middle of this one"
