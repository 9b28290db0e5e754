"""With a database on another machine, requests that read the store do not make the event loop wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from knobel.serve.live.table import LiveTable
from knobel.serve.tokens import digest
from knobel.store import CommandKey, Store, StoreError
from knobel.store.connection import Connection, ReadPool
from knobel.table import Carry

from .memory_server import Socket, memory_server
from .nodes.cluster import ClusterNode, cluster

_PATHS = (
    "/api/me/tables",
    "/api/me/games",
    "/api/honesty",
    "/api/training/me",
    "/api/me/clubs",
    "/api/clubs/none/box/tariff",
    "/api/replays/none/analysis",
)


async def test_reads_of_requests_and_housekeeping_run_in_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, connection = list[threading.Thread](), ReadPool.connection

    def recorded(pool: ReadPool) -> object:
        threads.append(threading.current_thread())
        return connection(pool)

    async with memory_server(tmp_path) as server:
        anna = await server.device()
        monkeypatch.setattr(Store, "remote", True)
        monkeypatch.setattr(ReadPool, "connection", recorded)
        for path in _PATHS:
            threads.clear()
            await anna.http.get(path)
            assert threads, path
            assert threading.main_thread() not in threads, path
        threads.clear()
        await server.hub.housekeeping.refresh()
        assert threads
        assert threading.main_thread() not in threads


@pytest.fixture
def far_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A database on another machine: a read in the thread of the event loop fails."""
    connection = ReadPool.connection

    def refusing(pool: ReadPool) -> AbstractContextManager[Connection]:
        assert threading.current_thread() is not threading.main_thread(), "the event loop reads the store"
        return connection(pool)

    monkeypatch.setattr(Store, "remote", True)
    monkeypatch.setattr(ReadPool, "connection", refusing)
    yield
    monkeypatch.undo()


async def _table(node: ClusterNode, code: str) -> LiveTable:
    live = await node.hub.find(code)
    assert live is not None
    return live


async def _settled(node: ClusterNode, socket: Socket) -> None:
    """Return when the client has everything that is stored."""
    await node.settle()
    await socket.until(lambda: socket.version == node.hub.tables[socket.table["code"]].version)


@pytest.mark.usefixtures("far_away")
async def test_a_repeated_request_for_a_table_gets_the_same_one(tmp_path: Path) -> None:
    async with cluster(tmp_path, 1) as made:
        anna = await made.nodes[0].device()
        first = await anna.make()
        assert await anna.make() == first


@pytest.mark.usefixtures("far_away")
async def test_commands_that_may_be_repeats_are_looked_up_and_done_once(tmp_path: Path) -> None:
    async with cluster(tmp_path, 1) as made:
        (node,) = made.nodes
        anna = await node.device()
        code = await anna.make(settings={"throws": "hand"})
        seat = await anna.look(code)
        version = seat.version
        hello = {"id": "once", "v": version, "do": {"c": "emote", "emote": "hello"}}
        for _ in range(3):  # two of them while the store is read for the first
            seat.send(hello)
        await seat.until(lambda: sum('"once"' in frame for frame in seat.frames) == 3)
        assert len({frame for frame in seat.frames if '"once"' in frame}) == 1
        assert (await seat.ask("emote", emote="hello", id="once", v=version))["m"] == "ok"
        await seat.until(lambda: seat.my_turn)
        assert (await seat.ask("throw", v=1, id="stale"))["why"] == "stale"
        await seat.play()
        assert (await seat.ask("throw", v=1, id="stale"))["why"] == "stale"
        await _settled(node, seat)
        assert sum('"t":"emoted"' in step for step in seat.steps) == 1


@pytest.mark.usefixtures("far_away")
async def test_those_who_wait_for_a_lookup_are_told_when_the_table_is_dropped_or_unreadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cluster(tmp_path, 1) as made:
        (node,) = made.nodes
        anna = await node.device()
        code = await anna.make()
        command = {"id": "late", "v": 1, "do": {"c": "emote", "emote": "hello"}}
        go_on, found = threading.Event(), Store.answer

        def slow(*args: object) -> bytes | None:
            go_on.wait()
            return found(*args)  # type: ignore[arg-type]

        def broken(*_: object) -> bytes | None:
            raise StoreError("the database fails")

        live = await _table(node, code)
        monkeypatch.setattr(Store, "answer", slow)
        waiting = [asyncio.create_task(anna.http.post(f"/api/tables/{code}/commands", json=command)) for _ in range(2)]
        while not live._lookups:
            await asyncio.sleep(0.001)
        assert not live.idle
        node.hub.drop(code)
        go_on.set()
        assert [(await each).status_code for each in waiting] == [503, 503]
        monkeypatch.setattr(Store, "answer", broken)
        answer = await anna.http.post(f"/api/tables/{code}/commands", json=command)
        assert (answer.status_code, code in node.hub.tables) == (503, False)
        monkeypatch.setattr(Store, "answer", found)
        assert (await anna.http.post(f"/api/tables/{code}/commands", json=command)).json()["m"] == "ok"


@pytest.mark.usefixtures("far_away")
async def test_a_long_log_is_caught_up(tmp_path: Path) -> None:
    async with cluster(tmp_path, 1) as made:
        (node,) = made.nodes
        anna = await node.device()
        code = await anna.make(start=False)
        seat = await anna.look(code, since=0)
        last = seat.version + 300  # more than is in memory, and more than up to a checkpoint
        for number in range(300):
            seat.send({"id": str(number), "v": 2, "do": {"c": "emote", "emote": "hello"}})
        await seat.until(lambda: seat.version == last)
        answers = [frame for frame in seat.frames if frame.startswith('{"m":"ok"')]
        assert answers == [f'{{"m":"ok","id":"{number}","v":{number + last - 299}}}' for number in range(300)], (
            "in order"
        )
        for since in (0, 1, 290, seat.version - 10):
            later = await anna.look(code, since=since)
            await later.until(lambda each=later: each.version == seat.version)  # type: ignore[misc]
            assert later.steps == seat.steps[since:]
        fetched = (await anna.http.get(f"/api/tables/{code}/steps?since=0")).json()["steps"]
        assert [step["v"] for step in fetched] == list(range(1, 201))
        gone = await anna.look(code, since=0)
        await gone.leave()


@pytest.mark.usefixtures("far_away")
async def test_players_and_old_devices_are_recognised(tmp_path: Path) -> None:
    """Also from an address that has guessed too many codes."""
    async with cluster(tmp_path, 2) as made:
        node, other = made.nodes
        anna = await node.device(address="10.0.0.2")
        code, old = await anna.make(start=False), "0123456789abcdef" * 2
        (await _table(node, code)).apply(Carry(digest(anna.token), digest(old)))
        await node.settle()
        stranger, player = await other.device(address="10.0.0.3"), await other.device(old, address="10.0.0.3")
        tried = [(await stranger.http.get("/api/tables/lala-lala-lala")).status_code for _ in range(21)]
        assert tried == [404] * 20 + [429]
        answer = await player.http.get(f"/api/tables/{code}")
        assert (answer.json()["table"]["you"], "set-cookie" in answer.headers) == (0, False)
        assert (await player.look(code)).table["you"] == 0
        assert (await player.http.get("/api/tables/lala-lala-lala")).status_code == 404


@pytest.mark.usefixtures("far_away")
async def test_a_clock_goes_on_at_another_node(tmp_path: Path) -> None:
    async with cluster(tmp_path, 2) as made:
        drained, heir = made.nodes
        anna = await drained.device()
        code = await anna.make(settings={"clock": 60, "throws": "hand"})
        seat = await anna.look(code)
        await seat.until(lambda: seat.my_turn)
        for _ in range(20):
            await drained.beat()
        await drained.hub.hand_over()
        await made.settle()
        again = await (await heir.device(anna.token)).look(code)
        assert again.last("snapshot")["clock"]["left"] <= 40_000


@pytest.mark.usefixtures("far_away")
async def test_a_command_that_was_answered_before_after_all_gets_that_answer(tmp_path: Path) -> None:
    """With the newest version it is not looked up, and the store finds out."""
    async with cluster(tmp_path, 1) as made:
        (node,) = made.nodes
        anna = await node.device()
        code = await anna.make(settings={"throws": "hand"})
        seat = await anna.look(code)
        await seat.until(lambda: seat.my_turn)
        live = await _table(node, code)
        key, answer = CommandKey(code, digest(anna.token), "before"), b'{"m":"no"}'
        seen = live.version
        await asyncio.wrap_future(made.store.append(code, key=key, answer=answer, seen=seen, epoch=live._epoch))
        refused = {"id": "before", "v": seen, "do": {"c": "let_in", "guest": 7}}
        assert (await anna.http.post(f"/api/tables/{code}/commands", json=refused)).content == answer
