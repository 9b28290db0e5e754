"""Timeouts, size limits and quotas of real HTTP connections."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from socket import create_connection
from typing import Final

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from knobel.serve.limits.quotas import Quota
from knobel.serve.limits.rate_limit import Limits
from knobel.serve.transport.middleware import SECURITY_HEADERS
from knobel.serve.transport.slow_readers import SlowReaderTimeout

from ..browser.memory_http import served
from .memory_server import MemoryServer, memory_server

_HEADERS: Final = Limits().header_size
GET: Final = b"GET /healthz HTTP/1.1\r\nhost: knobel\r\n\r\n"


@contextlib.asynccontextmanager
async def _line(base: str, sent: bytes = b"") -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection; `sent` is there before the server knows of it, however long the event loop is held up."""
    connection = create_connection(("127.0.0.1", int(base.rpartition(":")[2])))
    connection.sendall(sent)
    reader, writer = await asyncio.open_connection(sock=connection)
    try:
        yield reader, writer
    finally:
        writer.close()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """The next response on a connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in head[1:] if line)
    body = await reader.readexactly(int(headers["content-length"]))
    return int(head[0].split()[1]), headers, body


async def _last_answer(reader: asyncio.StreamReader, status: int, words: str) -> None:
    """A response with security headers and one sentence, after which the connection is closed."""
    async with asyncio.timeout(60):
        code, headers, body = await _answer(reader)
        assert await reader.read() == b"", "the line is cut"
    assert code == status
    assert words in json.loads(body)["sentence"]
    assert {name: headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS


@pytest.mark.parametrize("begun", [b"", b"GET /api/ga", b"GET / HTTP/1.1\r\nhost: a\r\nx: ", b"\r\n\r\n"])
async def test_headers_have_a_timeout(tmp_path: Path, begun: bytes) -> None:
    short = Limits(header_timeout=0.05)
    async with memory_server(tmp_path) as server, served(server, short) as base, _line(base, begun) as (reader, _):
        await _last_answer(reader, 408, "within 0.05 seconds")


async def test_the_second_request_has_a_timeout(tmp_path: Path) -> None:
    """A blank line does not extend the timeout."""
    short = Limits(header_timeout=0.05)
    async with memory_server(tmp_path) as server, served(server, short) as base, _line(base, GET) as (reader, writer):
        assert (await _answer(reader))[0] == 200
        writer.write(b"\r\n")
        await _last_answer(reader, 408, "within 0.05 seconds")


@pytest.mark.parametrize("headers", [b"x: " + b"y" * _HEADERS, b"x: y\r\n" * (_HEADERS // 6), b"x" * _HEADERS])
async def test_headers_have_a_size_limit(tmp_path: Path, headers: bytes) -> None:
    async with memory_server(tmp_path) as server, served(server) as base, _line(base) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\n" + headers)
        await _last_answer(reader, 431, f"{_HEADERS} bytes at most")


_POST: Final = b"POST /api/tables HTTP/1.1\r\nhost: knobel\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n"
"""A request whose body has begun and can go on for ever."""


@pytest.mark.parametrize(
    "framing",
    [b"0\r\nx: " + b"y" * 2 * _HEADERS, b"1;" + b"x" * 2 * _HEADERS, b"1;x=y\r\nz\r\n" * (_HEADERS // 8)],
    ids=["a trailer", "an extension", "many extensions"],
)
async def test_chunk_framing_has_a_size_limit(tmp_path: Path, framing: bytes) -> None:
    async with memory_server(tmp_path) as server, served(server) as base, _line(base) as (reader, writer):
        writer.write(_POST + framing)
        await _last_answer(reader, 431, f"{_HEADERS} bytes at most")


@pytest.mark.parametrize("trailers", [b"x: y\r\n\r\n", b"cookie: knobel=" + b"d" * 32 + b"\r\n" + b"x: y\r\n" * 99])
async def test_trailers_are_rejected(tmp_path: Path, trailers: bytes) -> None:
    """uvicorn would add trailers to headers that have been read already."""
    async with memory_server(tmp_path) as server, served(server) as base, _line(base) as (reader, writer):
        writer.write(_POST + b"0\r\n" + trailers)
        await _last_answer(reader, 400, "ends with its body")


async def test_a_body_of_many_chunks_is_accepted(tmp_path: Path) -> None:
    """Only the chunk framing counts as headers."""
    async with memory_server(tmp_path) as server, served(server) as base, _line(base) as (reader, writer):
        start = _POST.replace(b"tables", b"records") + b"%x\r\n%b\r\n" % (1000, b" " * 1000) * 100
        writer.write(start + b"0\r\n\r\n")
        async with asyncio.timeout(60):
            assert (await _answer(reader))[0] == 422


@pytest.mark.parametrize(
    "nonsense", [b"\x16\x03\x01\x02\x00", b"HELO knobel\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"\0" * 99]
)
async def test_malformed_requests_are_rejected(tmp_path: Path, nonsense: bytes) -> None:
    async with memory_server(tmp_path) as server, served(server) as base, _line(base) as (reader, writer):
        writer.write(nonsense)
        await _last_answer(reader, 400, "no HTTP request")


def test_connections_without_a_request_are_limited() -> None:
    quota = Quota(3, 2)
    assert [quota.acquire(address) for address in "aaabb"] == [True, True, False, True, False]
    quota.release("a")
    assert [quota.acquire(address) for address in "ba"] == [True, False]


async def test_a_connection_over_the_quota_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Quota, "acquire", lambda *_, **__: False)
    async with memory_server(tmp_path) as server, served(server) as base, _line(base) as (reader, _):
        await _last_answer(reader, 429, "too many connections")


class _Transport:
    """A transport with given sizes of unsent data."""

    def __init__(self, *left: int) -> None:
        self._left = list(left)
        self.aborted = asyncio.Event()

    def get_write_buffer_size(self) -> int:
        return self._left.pop(0) if len(self._left) > 1 else self._left[0]

    def get_extra_info(self, _: str) -> None: ...

    def abort(self) -> None:
        self.aborted.set()


async def test_a_slow_reader_continues_and_a_stalled_one_is_reset() -> None:
    loop, limits = asyncio.get_running_loop(), Limits(slow_reader_timeout=0.001)
    slow = _Transport(100, 90, 80, 70)
    timeout = SlowReaderTimeout(slow, loop, limits)  # type: ignore[arg-type]  # as much of one as is needed
    timeout.start()
    async with asyncio.timeout(60):
        await slow.aborted.wait()
    assert slow.get_write_buffer_size() == 70, "as long as something was taken, it went on"
    fine = _Transport(100)
    timeout = SlowReaderTimeout(fine, loop, limits)  # type: ignore[arg-type]  # as much of one as is needed
    timeout.start()
    timeout.stop()
    dead = _Transport(100)
    SlowReaderTimeout(dead, loop, limits).start()  # type: ignore[arg-type]  # as much of one as is needed
    async with asyncio.timeout(60):
        await dead.aborted.wait()
    assert not fine.aborted.is_set()


async def test_a_reader_below_the_minimum_rate_is_reset() -> None:
    """The peer reads all the time, but far too slowly."""
    limits = Limits(slow_reader_timeout=0.001, slow_reader_grace=0.1, slow_reader_rate=10_000)
    loop = asyncio.get_running_loop()
    begun, slow, quick = loop.time(), _Transport(*range(1_000_000, 0, -1)), _Transport(*range(10**9, 0, -(10**6)))
    SlowReaderTimeout(slow, loop, limits).start()  # type: ignore[arg-type]  # as much of one as is needed
    timeout = SlowReaderTimeout(quick, loop, limits)  # type: ignore[arg-type]  # as much of one as is needed
    timeout.start()
    async with asyncio.timeout(60):
        await slow.aborted.wait()
    assert loop.time() - begun > 0.1
    assert not quick.aborted.is_set()
    timeout.stop()


async def test_open_http_connections_are_limited(tmp_path: Path) -> None:
    """A connection counts until it closes or becomes a WebSocket."""
    few = Limits(http_connections_of_address=3)
    async with memory_server(tmp_path) as server, served(server, few) as base:
        async with _line(base) as first, _line(base) as second, await _socket(server, base), _line(base) as third:
            for reader, writer in (first, second, third):
                writer.write(GET)
                assert (await _answer(reader))[0] == 200
            async with _line(base) as (reader, _):
                await _last_answer(reader, 429, "too many connections")
        async with asyncio.timeout(60):
            while True:
                async with _line(base) as (reader, writer):
                    writer.write(GET)
                    if (await _answer(reader))[0] == 200:
                        break


async def _socket(server: MemoryServer, base: str) -> ClientConnection:
    anna = await server.device()
    code = await anna.make(start=False)
    return await connect(f"{base.replace('http', 'ws')}/api/tables/{code}/ws", ping_interval=None, proxy=None)


async def _listen(socket: ClientConnection) -> None:
    async with asyncio.timeout(60):
        while True:
            await socket.recv()


async def _closed(socket: ClientConnection) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as closed:
        await _listen(socket)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


@pytest.mark.parametrize(
    "frame",
    [Frame(Opcode.PING, b"x" * 125), Frame(Opcode.PONG, b""), Frame(Opcode.CONT, b"", fin=False)],
    ids=["pings", "pongs", "pieces"],
)
async def test_a_flood_of_control_frames_closes_the_connection(tmp_path: Path, frame: Frame) -> None:
    async with memory_server(tmp_path) as server, served(server) as base, await _socket(server, base) as socket:
        begin = Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True) if frame.opcode is Opcode.CONT else b""
        socket.transport.write(begin + frame.serialize(mask=True) * 200)
        assert await _closed(socket) == (4429, "too much at once: try it again later")


async def test_invalid_utf8_closes_the_connection(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with memory_server(tmp_path) as server, served(server) as base, await _socket(server, base) as socket:
        socket.transport.write(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
        assert (await _closed(socket))[0] == 1007
    assert not [record for record in caplog.records if record.exc_info], "no traceback"


async def test_websocket_compression_is_not_negotiated(tmp_path: Path) -> None:
    """Without compression there are no decompression bombs, and no sizes that leak secrets."""
    async with memory_server(tmp_path) as server, served(server) as base, await _socket(server, base) as socket:
        assert socket.protocol.extensions == []
