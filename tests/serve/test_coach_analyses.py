"""Analyses of finished games: requests, progress, cancellation, storage."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.coach.analyse import analyse
from knobel.rules.game import Lift
from knobel.rules.records import dumps, loads
from knobel.serve.limits.rate_limit import Limits
from knobel.serve.workers.coach import analyses
from knobel.serve.workers.coach.client import CoachError
from knobel.serve.workers.coach.jobs import Analyse

from .memory_server import FREE, Device, MemoryServer, memory_server
from .scribe import play_on, real_table


async def _loaded(device: Device, seed: int = 1) -> str:
    """The id of a record of ZOCK that this device has uploaded."""
    text = dumps(play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=seed))
    replay: str = (await device.http.post("/api/records", content=text)).json()["replay"]
    return replay


async def _state(answer: httpx.Response) -> tuple[str, int, int]:
    found = answer.json()
    return found["state"], found["done"], found["total"]


async def _until_done(server: MemoryServer, path: str, device: Device) -> dict[str, Any]:
    """Poll as a client does; time passes only here."""
    while True:
        found: dict[str, Any] = (await device.http.get(f"{path}?wait=20")).json()
        if found["state"] not in ("waiting", "running"):
            return found


async def test_an_analysis_is_computed_once_and_stored(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        replay = await _loaded(anna)
        path = f"/api/replays/{replay}/analysis"
        assert (await anna.http.get(path)).json() == {"state": "none", "done": 0, "total": 0, "analysis": None}
        begun = await anna.http.post(path)
        assert (await _state(begun))[0] == "waiting"
        done = await _until_done(server, path, anna)
        record = (await anna.http.get(f"/api/replays/{replay}/record")).text
        assert done["state"] == "done"
        assert done["analysis"] == msgspec.json.decode(msgspec.json.encode(analyse(loads(record))))
        for again in (await ben.http.get(path), await ben.http.post(path)):
            assert again.json() == done
        assert server.coach.asked == [Analyse(record)]


async def test_a_game_with_real_dice_is_judged_as_if_its_dice_had_been_known(tmp_path: Path) -> None:
    """R7: the record of the table has lifts and withdrawn tellings behind it; the coach fills the dice in."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await real_table(anna, "schocken"))
        await play_on(socket, Random(4), 5)
        assert socket.game is not None
        answer = await socket.ask("take_back", to=socket.game["real"]["undo"])
        await socket.until(lambda: socket.version >= answer["v"])
        await play_on(socket, Random(4))
        path = f"/api/replays/{socket.table['replay']}"
        record = loads((await anna.http.get(f"{path}/record")).text)
        assert any(isinstance(event, Lift) for event in record.events)
        assert (await anna.http.post(f"{path}/analysis")).status_code == 200
        done = await _until_done(server, f"{path}/analysis", anna)
        assert done["state"] == "done"
        assert done["analysis"] == msgspec.json.decode(msgspec.json.encode(analyse(record)))


async def test_an_analysis_that_is_only_offered_does_not_queue_behind_another(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        first, second = [f"/api/replays/{await _loaded(anna, seed)}/analysis" for seed in (1, 2)]
        server.coach.going.clear()
        assert (await _state(await anna.http.post(f"{first}?idle=1")))[0] == "waiting"
        await server.settle()
        refused = await ben.http.post(f"{second}?idle=1")
        assert (refused.status_code, refused.json()["state"]) == (200, "none")
        assert (await _state(await ben.http.post(f"{first}?idle=1")))[0] == "running"
        assert (await _state(await ben.http.post(second)))[0] == "waiting"
        server.coach.going.set()
        assert (await _until_done(server, first, anna))["state"] == "done"


async def test_a_stored_analysis_survives_a_restart(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        await anna.http.post(path)
        done = await _until_done(server, path, anna)
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        assert (await anna.http.post(path)).json() == done
        assert server.coach.asked == []


async def test_an_open_analysis_is_requested_again_after_a_restart(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        server.coach.going.clear()
        await anna.http.post(path)
        await server.settle()
        assert len(server.coach.asked) == 1
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        assert (await _state(await anna.http.get(path)))[0] == "none"
        await anna.http.post(path)
        assert (await _until_done(server, path, anna))["state"] == "done"


async def test_a_new_version_of_the_coach_analyses_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        await anna.http.post(path)
        await _until_done(server, path, anna)
        monkeypatch.setattr(analyses, "VERSION", analyses.VERSION + 1)
        assert (await _state(await anna.http.get(path)))[0] == "none"


async def test_progress_reaches_waiting_requests(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        server.coach.going.clear()
        await anna.http.post(path)
        await server.settle()
        assert await _state(await anna.http.get(path)) == ("running", 0, 0)
        waiting = asyncio.create_task(anna.http.get(f"{path}?wait=20"))
        await server.settle()
        server.coach.told[0](3, 40)
        assert await _state(await waiting) == ("running", 3, 40)
        assert await _state(await anna.http.get(path)) == ("running", 3, 40)


async def test_a_waiting_request_times_out_and_can_wait_again(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        server.coach.going.clear()
        await anna.http.post(path)
        await server.settle()
        for _ in range(2):
            waiting = asyncio.create_task(anna.http.get(f"{path}?wait=20"))
            await server.settle()
            assert not waiting.done(), "nothing has changed"
            await server.time.advance(20)
            assert await _state(await waiting) == ("running", 0, 0)


async def test_analyses_run_one_at_a_time(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        paths = [f"/api/replays/{await _loaded(anna, seed)}/analysis" for seed in (1, 2)]
        server.coach.going.clear()
        for path in paths:
            await anna.http.post(path)
        await server.settle()
        assert [(await _state(await anna.http.get(path)))[0] for path in paths] == ["running", "waiting"]
        server.coach.going.set()
        for path in paths:
            assert (await _until_done(server, path, anna))["state"] == "done"


async def test_a_cancelled_analysis_can_be_requested_again(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        assert (await _state(await anna.http.delete(path)))[0] == "none", "there is nothing to cancel"
        server.coach.going.clear()
        await anna.http.post(path)
        await server.settle()
        waiting = asyncio.create_task(anna.http.get(f"{path}?wait=20"))
        await server.settle()
        assert (await _state(await anna.http.delete(path)))[0] == "cancelled"
        assert (await _state(await waiting))[0] == "cancelled"
        await server.settle()
        assert server.coach.cancelled == 1
        server.coach.going.set()
        assert (await _state(await anna.http.post(path)))[0] == "waiting"
        assert (await _until_done(server, path, anna))["state"] == "done"


async def test_old_cancelled_analyses_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MAX_ENDED", 1)
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        paths = [f"/api/replays/{await _loaded(anna, seed)}/analysis" for seed in (1, 2, 3)]
        server.coach.going.clear()
        for path in paths[:2]:
            await anna.http.post(path)
            await anna.http.delete(path)
        await anna.http.post(paths[2])
        await server.settle()
        states = [(await _state(await anna.http.get(path)))[0] for path in paths]
        assert states == ["none", "cancelled", "running"]


async def test_cancelling_keeps_an_analysis_that_another_device_waits_for(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        server.coach.going.clear()
        await anna.http.post(path)
        await ben.http.post(path)
        await server.settle()
        assert (await _state(await ben.http.delete(path)))[0] == "running"
        assert (await _state(await ben.http.delete(path)))[0] == "running", "ben has given up already"
        assert len(server.coach.asked) == 1
        assert (await _state(await anna.http.delete(path)))[0] == "cancelled"


async def test_a_failed_analysis_can_be_requested_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> bytes:
        raise CoachError("it was too hard", ours=True)

    async with memory_server(tmp_path) as server:
        anna = await server.device()
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        with monkeypatch.context() as broken:
            broken.setattr(server.coach, "ask", fail)
            await anna.http.post(path)
            assert (await _until_done(server, path, anna))["state"] == "failed"
        await anna.http.post(path)
        assert (await _until_done(server, path, anna))["state"] == "done"


async def test_open_analyses_per_device_are_limited(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        most = Limits().analyses_of_device
        paths = [f"/api/replays/{await _loaded(anna, seed)}/analysis" for seed in range(most + 1)]
        server.coach.going.clear()
        for path in paths[:-1]:
            assert (await anna.http.post(path)).status_code == 200
        refused = await anna.http.post(paths[-1])
        assert (refused.status_code, refused.json()["why"]) == (429, "limit")
        assert (await anna.http.post(paths[0])).status_code == 200, "it is the same one"
        assert (await ben.http.post(paths[-1])).status_code == 200, "others may"
        assert (await anna.http.delete(paths[0])).status_code == 200
        assert (await anna.http.post(paths[-1])).status_code == 200


async def test_open_analyses_in_total_are_limited(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=replace(FREE, analyses=1)) as server:
        anna, ben = await server.device(), await server.device()
        paths = [f"/api/replays/{await _loaded(anna, seed)}/analysis" for seed in (1, 2)]
        server.coach.going.clear()
        await anna.http.post(paths[0])
        assert (await ben.http.post(paths[1])).status_code == 429
        assert (await ben.http.post(paths[0])).status_code == 200, "that one is made already"


async def test_only_finished_games_and_own_origins_can_request_analyses(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make()
        secret = await server.hub.find(code)
        assert secret is not None
        assert secret.table.replay is not None
        for path in (f"/api/replays/{secret.table.replay}/analysis", "/api/replays/nonsense/analysis"):
            for method in ("GET", "POST", "DELETE"):
                assert (await anna.http.request(method, path)).status_code == 404
        path = f"/api/replays/{await _loaded(anna)}/analysis"
        for method in ("POST", "DELETE"):
            answer = await anna.http.request(method, path, headers={"origin": "http://elsewhere"})
            assert answer.status_code == 403
