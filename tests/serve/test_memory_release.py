"""Tables that are forgotten and connections that have ended are gone at once, not when somebody looks for circles."""

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
    """As at a server, which looks for circles so seldom that whatever waits for it stays."""
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

    def made(house: KeyPool, fair: Fairness) -> ThrowKeys:
        fresh = make(house, fair)
        keys.append(ref(fresh))
        return fresh

    monkeypatch.setattr(KeyPool, "keys", made)
    async with memory_server(tmp_path, fair=True) as house:
        anna = await house.device()
        code = await anna.make(game, bots)
        socket = await anna.look(code)
        await house.settle()
        await socket.leave()
        table = ref[LiveTable](house.hub.tables[code])
        await house.time.pass_by(120)
        assert code not in house.hub.tables
        await house.settle()
        assert table() is None
        assert len(keys) == 1, "a table makes them once"
        assert keys[0]() is None


@pytest.mark.usefixtures("_no_collector")
async def test_a_closed_connection_is_freed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, ended = list[ref[object]](), asyncio.Event()
    for kind in (HttpProtocol, WebSocketProtocol):
        _note(monkeypatch, kind, made, ended)
    async with memory_server(tmp_path) as house:
        anna = await house.device()
        path = f"/api/tables/{await anna.make()}/ws"
        async with serving(house) as port:
            socket = await LightSocket.connect(port, "127.0.0.1", path, f"knobel={anna.token}")
            await socket.recv()
            socket.close()
            await ended.wait()
            await house.settle()
            assert [type(there).__name__ for each in made if (there := each())] == []
    assert len(made) == 3, "one line, which became a wire with a protocol"


def _note(
    monkeypatch: pytest.MonkeyPatch,
    kind: type[HttpProtocol | WebSocketProtocol],
    made: list[ref[object]],
    ended: asyncio.Event,
) -> None:
    """Remember each connection of a kind, without keeping it."""
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
    house = KeyPool(bytes(32))
    house.prepare(time := ManualTime())
    await time.pass_by(60)
    assert len(house._ready) == keys._PREPARED_GAMES
    assert made
    assert not [keys for keys in made if keys() is not None]
