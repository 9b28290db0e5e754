"""Real nodes, a real PostgreSQL and a real NATS: a game goes on when its owner is killed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from trials.kill.check import check, reconnect
from trials.kill.table import KillTable

from knobel.rules.errors import KnobelError
from knobel.serve.nodes.bus import NatsBus
from knobel.serve.nodes.postgres_runner import PostgresRunner
from knobel.store import StoreError
from knobel.store.postgres import PostgresConnection, connect_for_leases
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


async def test_a_connection_that_nats_has_closed_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    """NATS answers nonsense with an error, after which its client would be closed for good."""
    with NatsServer() as nats:
        bus, received = await NatsBus.connect(nats.url, "n0"), asyncio.Queue[bytes]()
        await bus.listen("old", received.put_nowait)
        first = bus._client
        assert first is not None
        transport: Any = first._transport
        transport.write(b"NONSENSE\r\n")
        async with asyncio.timeout(60):
            while bus._client is first:
                await asyncio.sleep(0.01)
            await bus.listen("new", received.put_nowait)
            while bus._client is None:
                await asyncio.sleep(0.01)
            for subject in ("old", "new"):
                bus.publish(subject, subject.encode())
            assert {await received.get() for _ in range(2)} == {b"old", b"new"}
        await bus.close()
        assert received.empty(), "each message arrives once"
    assert "NATS has closed the connection" in caplog.messages


async def test_a_connection_that_is_given_up_while_it_is_opened_is_closed(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner, opened = PostgresRunner(postgres.new_store()), list[PostgresConnection]()

    def slow_connect(url: str) -> PostgresConnection:
        connection = connect_for_leases(url)
        opened.append(connection)
        runner._thread.abort()
        return connection

    monkeypatch.setattr("knobel.store.postgres.connect_for_leases", slow_connect)
    with pytest.raises(StoreError):
        await runner.run(lambda connection: connection.execute("SELECT 1").get)
    assert not opened[0].is_usable()


async def test_a_closed_runner_refuses_work_as_a_store_does() -> None:
    """A table that is dropped while its node stops gives up its lease, which must not become an internal error."""
    runner = PostgresRunner("postgresql://knobel@127.0.0.1:1/none")
    await runner.close()
    with pytest.raises(StoreError):
        await runner.run(lambda _: None)
