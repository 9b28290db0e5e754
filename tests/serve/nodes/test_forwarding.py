"""HTTP requests about a table of another node are answered by that node."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from knobel.store.leases import revoke
from knobel.store.moderation import rename

from ..memory_server import carry_token
from .cluster import cluster

READ = ("", "/steps?since=1", "/choices", "/told", "/stats", "/honesty", "/record", "/hint")


async def test_every_request_gets_the_same_answer_at_every_node(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        host, code, seat = await owner.opened(settings={"throws": "hand"})
        await seat.until(lambda: seat.my_turn)
        there = await edge.device(host.token)
        for path in READ:
            here, forwarded = [await each.http.get(f"/api/tables/{code}{path}") for each in (host, there)]
            assert forwarded.status_code == here.status_code, path
            assert forwarded.content == here.content, path
            same = ("set-cookie", "content-type", "cache-control", "content-security-policy", "content-length")
            assert [forwarded.headers.get(each) for each in same] == [here.headers.get(each) for each in same]
        assert code not in edge.hub.tables


async def test_a_command_is_done_once_wherever_it_is_repeated(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        host, code, _ = await owner.opened()
        there = await edge.device(host.token)
        command = {"id": "once", "v": 1, "do": {"c": "emote", "emote": "hello"}}
        answers = [await each.http.post(f"/api/tables/{code}/commands", json=command) for each in (there, host, there)]
        assert [answer.json()["m"] for answer in answers] == ["ok"] * 3
        assert len({answer.content for answer in answers}) == 1


async def test_errors_are_forwarded_too(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        _, code, _ = await owner.opened()
        stranger = await edge.device()
        assert (await stranger.http.post(f"/api/tables/{code}/carry")).status_code == 403
        assert (await stranger.http.get(f"/api/tables/{code}/record")).status_code == 409
        assert (await stranger.http.get("/api/tables/lala-lala-lala")).status_code == 404


async def test_a_new_device_gets_its_cookie_from_the_node_it_asked(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        _, code, _ = await owner.opened(bots=0, start=False)
        fresh = await edge.device()
        fresh.http.cookies.clear()
        answer = await fresh.http.get(f"/api/tables/{code}")
        assert answer.headers["set-cookie"].startswith("knobel=")
        joined = await fresh.http.post(
            f"/api/tables/{code}/commands", json={"id": "j", "v": 1, "do": {"c": "join", "name": "Ben"}}
        )
        assert joined.json()["m"] == "ok", "and keeps its seat under that cookie"
        assert (await fresh.http.get(f"/api/tables/{code}")).json()["table"]["you"] == 1


async def test_a_seat_is_carried_over_another_node(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        host, code, _ = await owner.opened()
        link = (await (await edge.device(host.token)).http.post(f"/api/tables/{code}/carry")).json()
        phone = await edge.device()
        assert (await phone.http.post("/api/carry", json=carry_token(link["url"]))).json() == {"code": code}
        assert (await phone.http.get(f"/api/tables/{code}")).json()["table"]["you"] == 0


async def test_a_long_poll_wakes_up_at_another_node(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        _, code, seat = await owner.opened(bots=0, start=False)
        there = await edge.device()
        poll = asyncio.create_task(there.http.get(f"/api/tables/{code}/steps?since={seat.version}&wait=20"))
        await made.settle()
        await seat.ask("emote", emote="hello")
        assert [step["e"]["t"] for step in (await poll).json()["steps"]] == ["emoted"]


async def test_the_own_tables_are_listed_at_every_node(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        host, code, _ = await owner.opened(settings={"throws": "hand"})
        lists = [(await each.http.get("/api/me/tables")).json() for each in (host, await edge.device(host.token))]
        assert lists[0] == lists[1]
        assert lists[0][0]["code"] == code
        assert code not in edge.hub.tables


async def test_a_request_is_not_lost_while_its_table_moves(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        host, code, _ = await owner.opened()
        there = await edge.device(host.token)
        await there.http.get(f"/api/tables/{code}")
        asked = asyncio.create_task(there.http.get(f"/api/tables/{code}"))
        await owner.hub.hand_over()
        assert (await asked).status_code == 200
        assert code in edge.hub.tables


async def test_a_rewritten_log_reaches_the_owner(tmp_path: Path) -> None:
    """A club deletes a name: the table in the memory of its owner is read again."""
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        host, code, seat = await owner.opened(settings={"throws": "hand"})
        other = await edge.device(host.token)
        edge.hub.reload([code])
        await seat.until(lambda: seat.closed is not None)
        assert code not in owner.hub.tables
        assert (await other.http.get(f"/api/tables/{code}")).status_code == 200


async def test_a_rewritten_log_reaches_a_node_that_is_reading_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        anna = await owner.device()
        code = await anna.make(start=False, name="Rude")
        read, reading, go_on = owner.hub.read, asyncio.Event(), asyncio.Event()

        async def held(work: Callable[..., Any], *args: Any) -> Any:
            found = await read(work, *args)
            reading.set()
            await go_on.wait()
            return found

        monkeypatch.setattr(owner.hub, "read", held)
        asked = asyncio.create_task(anna.http.get(f"/api/tables/{code}"))
        await reading.wait()
        await asyncio.wrap_future(made.store.write(partial(rename, code=code, seat=0, name="Nice")))
        edge.hub.reload([code])
        await made.settle()
        go_on.set()
        assert (await asked).json()["table"]["seats"][0]["name"] == "Nice"
        socket = await anna.look(code)
        assert (await socket.ask("emote", emote="hello"))["m"] == "ok", "the lease is a new one"


async def test_an_owner_notices_a_rewritten_log_without_a_message(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, _ = made.nodes
        host, code, seat = await owner.opened(bots=0, start=False)
        await asyncio.wrap_future(made.store.write(lambda connection: revoke(connection, code)))
        for _ in range(6):
            await owner.beat()
        await seat.until(lambda: seat.closed is not None)
        again = await host.look(code)
        assert (await again.ask("emote", emote="hello"))["m"] == "ok"
