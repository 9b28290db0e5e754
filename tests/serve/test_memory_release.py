"""Dropped tables and closed connections are freed at once, without the cycle collector."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from trials.common.websocket import LightSocket

from knobel.fair.throw_keys import ThrowKeys
from knobel.serve.fairness import keys
from knobel.serve.fairness.keys import KeyPool
from knobel.serve.live.table import LiveTable
from knobel.serve.transport.http import HttpProtocol
from knobel.serve.transport.websocket import WebSocketProtocol
from knobel.table.fairness import Fairness

from .fakes import ManualTime
from .memory_server import memory_server
from .test_websocket_fast_path import serving


@pytest.fixture
def _no_collector() -> Iterator[None]:
    """Switch the cycle collector off, as it hardly runs in a server."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collector")
@pytest.mark.parametrize(("game", "bots"), [("zock", 1), ("schocken", 2), ("zocknroll", 2)])
async def test_a_dropped_table_is_freed_with_its_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, bots: int
) -> None:
    keys, make = list[ref[ThrowKeys]](), KeyPool.keys

    def made(server: KeyPool, fair: Fairness) -> ThrowKeys:
        fresh = make(server, fair)
        keys.append(ref(fresh))
        return fresh

    monkeypatch.setattr(KeyPool, "keys", made)
    async with memory_server(tmp_path, fair=True) as server:
        anna = await server.device()
        code = await anna.make(game, bots)
        socket = await anna.look(code)
        await server.settle()
        await socket.leave()
        table = ref[LiveTable](server.hub.tables[code])
        await server.time.advance(120)
        assert code not in server.hub.tables
        await server.settle()
        assert table() is None
        assert len(keys) == 1, "a table makes them once"
        assert keys[0]() is None


@pytest.mark.usefixtures("_no_collector")
async def test_a_closed_connection_is_freed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, ended = list[ref[object]](), asyncio.Event()
    for kind in (HttpProtocol, WebSocketProtocol):
        _note(monkeypatch, kind, made, ended)
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        path = f"/api/tables/{await anna.make()}/ws"
        async with serving(server) as port:
            socket = await LightSocket.connect(port, "127.0.0.1", path, f"knobel={anna.token}")
            await socket.recv()
            socket.close()
            await ended.wait()
            await server.settle()
            assert [type(there).__name__ for each in made if (there := each())] == []
    assert len(made) == 3, "one line, which became a wire with a protocol"


def _note(
    monkeypatch: pytest.MonkeyPatch,
    kind: type[HttpProtocol | WebSocketProtocol],
    made: list[ref[object]],
    ended: asyncio.Event,
) -> None:
    """Remember weak references to the connections of a kind."""
    begin, end = kind.connection_made, kind.connection_lost

    def connection_made(self: Any, transport: Any) -> None:
        made.append(ref(self))
        begin(self, transport)
        if isinstance(self, WebSocketProtocol):
            made.append(ref(self.conn))

    def connection_lost(self: Any, error: Exception | None) -> None:
        end(self, error)
        ended.set()

    monkeypatch.setattr(kind, "connection_made", connection_made)
    monkeypatch.setattr(kind, "connection_lost", connection_lost)


@pytest.mark.usefixtures("_no_collector")
async def test_building_keys_leaves_nothing_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[ref[ThrowKeys]]()

    def make(*given: Any) -> ThrowKeys:
        keys = ThrowKeys(*given)
        made.append(ref(keys))
        return keys

    monkeypatch.setattr(keys, "ThrowKeys", make)
    server = KeyPool(bytes(32))
    server.prepare(time := ManualTime())
    await time.advance(60)
    assert len(server._ready) == keys._PREPARED_GAMES
    assert made
    assert not [keys for keys in made if keys() is not None]
