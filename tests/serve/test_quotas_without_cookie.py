"""Requests without a cookie get a fresh device id each time, so quotas count by address, too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from knobel.bots import play_out
from knobel.rules.records import dumps
from knobel.serve.limits.rate_limit import Limits

from .memory_server import Device, MemoryServer, memory_server

ELSEWHERE = "10.0.0.2"


async def _begun(
    server: MemoryServer, ask: Callable[[Device, int], Coroutine[Any, Any, httpx.Response]], most: int
) -> None:
    """A number of fresh devices of an address wait; the next one is refused, and one of another address waits."""
    server.coach.going.clear()
    devices = [await server.device() for _ in range(most + 1)] + [await server.device(address=ELSEWHERE)]
    tasks = [asyncio.create_task(ask(device, number)) for number, device in enumerate(devices)]
    async with asyncio.timeout(60):
        while not tasks[most].done():  # some of it runs in the offload thread
            await asyncio.sleep(0.01)
    await server.settle()
    waits = [not task.done() for task in tasks]
    server.coach.going.set()
    answers = [(await task).status_code for task in tasks]
    assert waits == [True] * most + [False, True]
    assert answers == [200] * most + [429, 200]


async def test_questions_to_the_coach(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        position = (await anna.http.get("/api/positions/zock")).json()["position"]

        async def ask(device: Device, _: int) -> httpx.Response:
            return await device.http.post("/api/values", json={"position": position})

        await _begun(server, ask, Limits().questions_of_address)


async def test_puzzles(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:

        async def ask(device: Device, number: int) -> httpx.Response:
            return await device.http.get(f"/api/training/zock/puzzle?level=1&seed={10 * number}")

        await _begun(server, ask, Limits().puzzles_of_address)


async def test_concurrent_requests_for_one_puzzle_count_once(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        server.coach.going.clear()
        devices = [await server.device() for _ in range(3 * Limits().puzzles_of_address)]
        tasks = [asyncio.create_task(device.http.get("/api/training/zock/puzzle?level=1&seed=1")) for device in devices]
        await server.settle()
        server.coach.going.set()
        assert {(await task).status_code for task in tasks} == {200}


async def _loaded(server: MemoryServer, seed: int) -> str:
    text = dumps(play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=seed))
    replay: str = (await (await server.device()).http.post("/api/records", content=text)).json()["replay"]
    return f"/api/replays/{replay}/analysis"


async def test_analyses(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        server.coach.going.clear()
        most = Limits().analyses_of_address
        paths = [await _loaded(server, seed) for seed in range(most + 1)]
        answers = [await (await server.device()).http.post(path) for path in paths]
        assert [answer.status_code for answer in answers] == [200] * most + [429]
        assert (
            answers[most].json()["sentence"]
            == f"{most} games are being analysed for this address; wait for one of them"
        )
        assert (await (await server.device()).http.post(paths[0])).status_code == 200, (
            "one that is wanted already is none"
        )
        assert (await (await server.device(address=ELSEWHERE)).http.post(paths[most])).status_code == 200


async def test_an_abandoned_analysis_is_cancelled(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        server.coach.going.clear()
        wanted, forgotten = [await _loaded(server, seed) for seed in range(2)]
        anna, ben = await server.device(), await server.device()
        for device, path in ((anna, wanted), (ben, forgotten)):
            await device.http.post(path)
        waiting = asyncio.create_task(anna.http.get(f"{wanted}?wait=25"))
        for _ in range(4):
            await server.settle()
            await server.time.advance(20)
            if waiting.done():
                waiting = asyncio.create_task(anna.http.get(f"{wanted}?wait=25"))
        assert (await anna.http.get(wanted)).json()["state"] == "running"
        assert (await ben.http.get(forgotten)).json()["state"] == "cancelled"
        assert (await ben.http.post(forgotten)).json()["state"] == "waiting", "it can be requested again"
        server.coach.going.set()
        await waiting


def _refusals(server: MemoryServer) -> int:
    with server.services.store._readers.connection() as connection:
        count: int = connection.execute("SELECT count(*) FROM refusals").get
        return count


async def test_refusals_of_devices_without_a_seat_are_not_stored(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(bots=1, start=False)
        command = {"id": "same", "v": 0, "do": {"c": "back"}}
        for _ in range(20):
            stranger = await server.device()
            answer = await stranger.http.post(f"/api/tables/{code}/commands", json=command)
            assert answer.json()["why"] == "forbidden"
        assert _refusals(server) == 0
        assert (await anna.http.post(f"/api/tables/{code}/commands", json=command)).json()["why"] == "illegal"
        assert _refusals(server) == 1


@pytest.mark.parametrize("v", [0, 3])
async def test_a_repeated_refusal_without_a_seat_is_the_same(tmp_path: Path, v: int) -> None:
    """Also after a player has left, and a seat is free."""
    async with memory_server(tmp_path) as server:
        anna, stranger = await server.device(), await server.device()
        code = await anna.make("zock", bots=1, start=False)
        host = await anna.look(code)
        command = {"id": "same", "v": v, "do": {"c": "join", "name": "Ben"}}
        first = await stranger.http.post(f"/api/tables/{code}/commands", json=command)
        assert (first.json()["m"], first.json()["rule"]) == ("no", "K1")
        await host.ask("unseat", seat=1)
        again = await stranger.http.post(f"/api/tables/{code}/commands", json=command)
        assert again.content == first.content
        new = await stranger.http.post(f"/api/tables/{code}/commands", json={**command, "id": "new"})
        assert new.json()["m"] == "ok"
