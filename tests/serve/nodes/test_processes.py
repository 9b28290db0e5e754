"""Real nodes, a real PostgreSQL and a real NATS: a game goes on when its owner is killed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from trials.kill.check import check, reconnect
from trials.kill.table import KillTable

from knobel.rules.errors import KnobelError
from knobel.serve.nodes.bus import NatsBus
from tests.nats import NatsServer
from tests.postgres import PostgresServer
from tests.server_process import ServerProcess


async def play(table: KillTable, commands: int) -> None:
    """Play until so many more commands are acknowledged."""
    enough = commands + sum(seat.acknowledged for seat in table.seats)
    async with asyncio.timeout(60):
        while sum(seat.acknowledged for seat in table.seats) < enough:
            playing = asyncio.create_task(table.play())
            while not playing.done() and sum(seat.acknowledged for seat in table.seats) < enough:
                await asyncio.sleep(0.01)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)


async def test_a_game_goes_on_when_its_owner_is_killed(tmp_path: Path, postgres: PostgresServer) -> None:
    store = postgres.new_store()
    with NatsServer() as nats:
        names = ("n0", "n1")
        shared = ("--store", store, "--nats", nats.url, "--rate", "0")
        nodes = [ServerProcess(tmp_path / name, *shared, "--node", name) for name in names]
        with nodes[0], nodes[1]:
            table = KillTable(nodes[0].base, 0, 1)
            await table.make()
            await play(table, 5)  # the first node owns the table
            table.base = nodes[1].base
            await play(table, 20)
            nodes[0].kill()
            await play(table, 20)
            found = await check(table)
            assert found.acknowledged >= 40
            assert (await reconnect(table)).reconnected == 2
            nodes[0].start()
            nodes[1].stop()  # drains
            table.base = nodes[0].base
            await play(table, 20)
            await check(table)


def test_several_nodes_need_postgresql(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", "--nats", "nats://127.0.0.1:1")
    with pytest.raises(RuntimeError, match="several servers need a store in PostgreSQL"):
        server.start()


def test_a_second_node_without_nats_is_refused(tmp_path: Path, postgres: PostgresServer) -> None:
    store = postgres.new_store()
    with ServerProcess(tmp_path / "a", "--store", store):
        second = ServerProcess(tmp_path / "b", "--store", store)
        with pytest.raises(RuntimeError, match="another knobel is using this store"):
            second.start()


async def test_the_password_of_nats_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.serve.nodes.bus._CONNECT_TIMEOUT", 0.3)
    with pytest.raises(KnobelError, match=r"NATS cannot be reached at nats://127\.0\.0\.1:1") as raised:
        await NatsBus.connect("nats://u:geheim@127.0.0.1:1", "n0")
    assert "geheim" not in str(raised.value)
