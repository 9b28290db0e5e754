"""Limits from the configuration take effect where they are used, from the file and from the environment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from socket import create_connection
from typing import Any, Final

import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect

from knobel.bots import play_out
from knobel.rules.records import dumps
from knobel.serve.config import load
from knobel.serve.transport.slow_readers import SlowReaderTimeout

from ..browser.memory_http import served
from .memory_server import MemoryServer, memory_server

_FASTER: Final = 50
"""How much sooner timers of the configured length run here."""

_CONFIGURED: Final = 7.0
"""In seconds: no other limit, and no timeout of a client, has this length."""

_HANDSHAKE: Final = (
    b"GET /api/tables/lido-kasu-reba/ws HTTP/1.1\r\nhost: knobel\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Bench:
    """A server with configured limits at a real port, and the delays of the loop's timers in seconds."""

    def __init__(self, memory: MemoryServer, base: str, delays: list[float]) -> None:
        self.memory = memory
        self.base = base
        self.delays = delays

    async def answer(self, sent: bytes) -> str:
        """What a raw connection gets until it is closed; `sent` is there before the server knows of it."""
        connection = create_connection(("127.0.0.1", int(self.base.rpartition(":")[2])))
        connection.sendall(sent)
        reader, writer = await asyncio.open_connection(sock=connection)
        try:
            return (await reader.read()).decode("latin-1")
        finally:
            writer.close()


async def _command_size(bench: Bench) -> None:
    anna = await bench.memory.device()
    answer = await anna.http.post("/api/tables", content=b" " * (8192 + 1))
    assert (answer.status_code, answer.json()["sentence"]) == (413, "a request holds 8192 bytes at most")
    url = f"{bench.base.replace('http', 'ws')}/api/tables/{await anna.make()}/ws"
    async with connect(url, proxy=None, ping_interval=None) as socket:
        await socket.recv()
        await socket.send(" " * (8192 + 1))
        await socket.wait_closed()
    assert socket.close_code == 1009


async def _record_size(bench: Bench) -> None:
    answer = await (await bench.memory.device()).http.post("/api/records", content=b" " * (16_384 + 1))
    assert (answer.status_code, answer.json()["sentence"]) == (413, "a request holds 16384 bytes at most")


async def _header_size(bench: Bench) -> None:
    answer = await bench.answer(b"GET / HTTP/1.1\r\nx: " + b"y" * 5000)
    assert answer.startswith("HTTP/1.1 431 ")
    assert "4096 bytes at most" in answer


async def _queue_size(bench: Bench) -> None:
    anna = await bench.memory.device()
    code = await anna.make(start=False)
    socket = await anna.look(code)
    connection = next(iter(bench.memory.hub.tables[code].subscribers))
    socket.reading.clear()
    for _ in range(4):
        connection.push(b'{"m":"%b"}' % (b"x" * 30_000))
    socket.reading.set()
    await socket.until(lambda: socket.closed is not None)
    assert socket.closed == (4413, "too much is waiting to be read: come back")


async def _replay_events(bench: Bench) -> None:
    anna = await bench.memory.device()
    record = dumps(play_out("schocken", ["Anna", "Ben", "Cleo", "Dora"], seed=1))
    name = (await anna.http.post("/api/records", content=record)).json()["replay"]
    answer = await anna.http.get(f"/api/replays/{name}")
    assert answer.json()["sentence"] == "a game of more than 100 events is too long to be shown; download its record"


async def _header_timeout(bench: Bench) -> None:
    assert "within 7 seconds" in await bench.answer(b"GET / HT")
    assert _CONFIGURED in bench.delays


async def _body_timeout(bench: Bench) -> None:
    answer = await bench.answer(b"POST /api/tables HTTP/1.1\r\nhost: knobel\r\ncontent-length: 9\r\n\r\n{")
    assert answer.startswith("HTTP/1.1 408 ")
    assert "within 7 seconds" in answer
    assert _CONFIGURED in bench.delays


async def _handshake_timeout(bench: Bench) -> None:
    async def never_accepting(_: Scope, receive: Receive, __: Send) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass

    bench.memory.app = never_accepting
    async with served(bench.memory, bench.memory.services.limits) as base:
        assert await Bench(bench.memory, base, bench.delays).answer(_HANDSHAKE) == ""
    assert _CONFIGURED in bench.delays


async def _close_timeout(bench: Bench) -> None:
    """There is no such table: the connection is closed, but the client never answers the close frame."""
    assert (await bench.answer(_HANDSHAKE)).startswith("HTTP/1.1 101 ")
    assert _CONFIGURED in bench.delays


async def _presence_timeout(bench: Bench) -> None:
    anna = await bench.memory.device()
    socket = await anna.look(await anna.make())
    await bench.memory.time.advance(30)
    await socket.until(lambda: socket.closed is not None)
    assert socket.closed == (4408, "nothing was heard for too long")


class _Transport:
    """A transport with a megabyte of unsent data, of which the peer reads some between two checks."""

    def __init__(self, read: int) -> None:
        self._left, self._read = 1_000_000, read
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        self._left = max(0, self._left - self._read)
        return self._left

    def get_extra_info(self, _: str) -> None: ...

    def abort(self) -> None:
        self.aborted = True


class _Loop:
    """A loop with one timer, whose time passes at once."""

    def __init__(self) -> None:
        self.now, self.delays = 0.0, list[float]()
        self._timer: Callable[[], None] | None = None

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, timer: Callable[[], None]) -> None:
        self.delays.append(delay)
        self._timer = timer

    def run(self) -> None:
        while self._timer is not None:
            timer, self._timer = self._timer, None
            self.now += self.delays[-1]
            timer()


def _slow_reader(bench: Bench, read: int) -> _Loop:
    """The timers until a connection is reset whose peer reads so many bytes between two checks."""
    transport, loop = _Transport(read), _Loop()
    timeout: Any = SlowReaderTimeout
    timeout(transport, loop, bench.memory.services.limits).start()
    loop.run()
    assert transport.aborted
    return loop


async def _slow_reader_timeout(bench: Bench) -> None:
    assert _slow_reader(bench, 0).delays == [0.5, 7.0]


async def _slow_reader_grace(bench: Bench) -> None:
    """The first check after the grace period finds that 2 kB a second are too little."""
    assert _slow_reader(bench, 10_000).now == 10.5


async def _slow_reader_rate(bench: Bench) -> None:
    """2 kB a second are enough until all is read, about 500 seconds later."""
    assert _slow_reader(bench, 10_000).now > 450


_PROBES: Final[dict[str, tuple[object, Callable[[Bench], Awaitable[None]]]]] = {
    "command_size": ("8 KiB", _command_size),
    "record_size": ("16 KiB", _record_size),
    "header_size": ("4 KiB", _header_size),
    "queue_size": ("64 KiB", _queue_size),
    "replay_events": (100, _replay_events),
    "header_timeout": ("7s", _header_timeout),
    "body_timeout": ("7s", _body_timeout),
    "handshake_timeout": ("7s", _handshake_timeout),
    "close_timeout": ("7s", _close_timeout),
    "presence_timeout": ("20s", _presence_timeout),
    "slow_reader_timeout": ("7s", _slow_reader_timeout),
    "slow_reader_grace": ("7s", _slow_reader_grace),
    "slow_reader_rate": ("1 KiB", _slow_reader_rate),
}


@pytest.mark.parametrize("source", ["file", "environment"])
@pytest.mark.parametrize("name", _PROBES)
async def test_a_configured_limit_takes_effect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str
) -> None:
    value, probe = _PROBES[name]
    file, environment = tmp_path / "knobel.toml", dict[str, str]()
    if source == "file":
        file.write_text(f"[limits]\n{name} = {value!r}\n", encoding="utf-8")
    else:
        file.touch()
        environment[f"KNOBEL_LIMITS_{name.upper()}"] = str(value)
    limits = load(file, environment, {}).config.limits
    delays = _accelerate(monkeypatch)
    async with memory_server(tmp_path, limits=limits) as memory, served(memory, limits) as base:
        await probe(Bench(memory, base, delays))


def _accelerate(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let timers of the configured length run sooner; the delays of all are listed as they were asked for.

    Others keep their length: those of clients, for example, which a busy machine holds up.
    """
    loop = asyncio.get_running_loop()
    delays, call_at = list[float](), loop.call_at

    def sooner(when: float, *args: Any, **more: Any) -> asyncio.TimerHandle:
        now = loop.time()
        delays.append(round(when - now, 1))
        return call_at(now + (when - now) / _FASTER if delays[-1] == _CONFIGURED else when, *args, **more)

    monkeypatch.setattr(loop, "call_at", sooner)
    return delays
