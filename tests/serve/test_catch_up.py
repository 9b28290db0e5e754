"""Catch-up: a client that reconnects gets exactly the missed steps, from any version."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from knobel.serve.live.frames import transition
from knobel.serve.live.history import BATCH
from knobel.serve.transport import close_codes

from .memory_server import Device, MemoryServer, Socket, memory_server
from .scribe import play_on, real_table


def _steps(body: str) -> list[str]:
    return [msgspec.json.encode(step).decode() for step in msgspec.json.decode(body)["steps"]]


async def _evening(server: MemoryServer, game: str, bots: int) -> tuple[str, list[tuple[Device, Socket]]]:
    """Anna plays with Ben and bots, Cleo watches; with an emote, a reconnect and a rematch."""
    anna, ben, cleo = [await server.device() for _ in range(3)]
    code = await anna.make(game, bots, start=False, options={"games": 3} if game == "zock" else {})
    sockets = [await device.look(code, 0) for device in (anna, ben, cleo)]
    first, second, _ = sockets
    if game != "zock":
        await second.ask("join", name="Ben")
    await first.ask("emote", emote="hello")
    await first.until(lambda: second.version == first.version)
    assert (await first.ask("start"))["m"] == "ok"
    if game != "zock":
        await second.ask("leave")
        await second.ask("back")
        await second.ask("leave")
    await first.play()
    for socket in sockets:
        await socket.until(lambda: socket.version == first.version)  # noqa: B023 - it is awaited at once
    return code, list(zip((anna, ben, cleo), sockets, strict=True))


async def _real_evening(server: MemoryServer, game: str) -> tuple[str, list[tuple[Device, Socket]]]:
    """Anna tells for guests, Ben claims a seat, Cleo watches; with mistakes, a game that runs again, and the bench."""
    anna, ben, cleo = [await server.device() for _ in range(3)]
    code = await real_table(anna, game)
    sockets = [await device.look(code, 0) for device in (anna, ben, cleo)]
    first, chance = sockets[0], Random(7)
    assert (await sockets[1].ask("claim", seat=1))["m"] == "ok"
    await first.until(lambda: sockets[1].version == first.version)
    for depth in (1, 6, 0):
        await play_on(first, chance, 12 if depth else None)
        assert first.game is not None
        answer = await first.ask("take_back", to=first.game["real"]["undo"] - depth)
        assert answer["m"] == "ok", answer
        await first.until(lambda: first.version >= answer["v"])  # noqa: B023 - it is awaited at once
    await play_on(first, chance)
    bench: list[dict[str, Any]] = [{"command": "sit_out", "seat": 0}, {"command": "sit_in", "bench": 0}]
    for command in bench:
        answer = await first.ask(**command)
        assert answer["m"] == "ok", answer
        await first.until(lambda: first.version >= answer["v"])  # noqa: B023 - it is awaited at once
    for socket in sockets:
        await socket.until(lambda: socket.version == first.version)  # noqa: B023 - it is awaited at once
    return code, list(zip((anna, ben, cleo), sockets, strict=True))


@pytest.mark.parametrize("dice", ["server", "real"])
@pytest.mark.parametrize("game", ["zock", "schocken", "zocknroll"])
async def test_catch_up_from_any_version_gives_the_live_steps(tmp_path: Path, game: str, dice: str) -> None:
    async with memory_server(tmp_path) as server:
        code, people = await (_real_evening(server, game) if dice == "real" else _evening(server, game, 1))
        live = [socket.steps for _, socket in people]
        version = people[0][1].version
        assert all(len(steps) == version for steps in live)
    async with memory_server(tmp_path) as server:
        for (before, _), steps in zip(people, live, strict=True):
            device = await server.device(before.token)
            for since in {0, 1, 2, version // 3, version // 2, version - 65, version - 64, version - 1, version}:
                answer = await device.http.get(f"/api/tables/{code}/steps", params={"since": since})
                caught_up = _steps(answer.text)
                assert caught_up == steps[max(0, since) :][:200], since
                socket = await device.look(code, since)
                await socket.until(lambda: socket.version == version or since == version)  # noqa: B023 - as above
                assert socket.steps == steps[since:]
                await socket.leave()


@pytest.mark.parametrize("dice", ["server", "real"])
async def test_a_snapshot_equals_all_steps(tmp_path: Path, dice: str) -> None:
    async with memory_server(tmp_path) as server:
        code, people = await (
            _real_evening(server, "zocknroll") if dice == "real" else _evening(server, "zocknroll", 1)
        )
        for device, socket in people:
            shown = (await device.http.get(f"/api/tables/{code}")).json()
            assert (shown["v"], shown["table"], shown["game"]) == (socket.version, socket.table, socket.game)
            told = [msgspec.json.decode(step).get("told") for step in socket.steps]
            assert shown["told"] == [lines for lines in told if lines][-len(shown["told"]) :]


async def test_a_version_from_the_future_gets_a_snapshot(tmp_path: Path) -> None:
    """A client may have seen more than a restored backup contains."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(), 99_999)
        assert socket.last("snapshot")["v"] >= socket.version


async def test_a_long_poll_waits_for_the_next_step(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make(bots=0, start=False)
        version = server.services.store.last_version(code)
        socket = await anna.look(code)
        waiting = anna.http.get(f"/api/tables/{code}/steps", params={"since": version, "wait": 20})
        poll = asyncio.create_task(waiting)
        await socket.until(lambda: len([text for text in socket.frames if '"here"' in text]) >= 2)
        other = await ben.look(code)
        await other.ask("join", name="Ben")
        answer = (await poll).json()
        assert [step["e"]["t"] for step in answer["steps"]] == ["sat"]


async def test_a_long_poll_times_out_empty(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(bots=0, start=False)
        socket = await anna.look(code)
        version = socket.version
        poll = asyncio.create_task(anna.http.get(f"/api/tables/{code}/steps?since={version}&wait=20"))
        await socket.until(lambda: len([text for text in socket.frames if '"here"' in text]) >= 2)
        await server.time.advance(20)
        assert (await poll).json()["steps"] == []


async def test_two_long_polls_of_one_device_both_return(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make("schocken", bots=0, start=False)
        other = await ben.look(code)
        address = f"/api/tables/{code}/steps?since={other.version}&wait=20"
        polls = [asyncio.ensure_future(anna.http.get(address)) for _ in range(2)]
        await other.until(lambda: other.last("here")["seats"] == [True])
        await server.settle()
        await other.ask("join", name="Ben")
        async with asyncio.timeout(60):
            answers = await asyncio.gather(*polls)
        assert [len(answer.json()["steps"]) for answer in answers] == [1, 1]


async def _long_table(server: MemoryServer, length: int = 4 * BATCH) -> tuple[Device, str, Socket]:
    """A table whose log is longer than a batch."""
    anna = await server.device()
    code = await anna.make(bots=0, start=False)
    socket = await anna.look(code, 0)
    for number in range(length):
        socket.send({"id": f"emote-{number}", "v": socket.version, "do": {"c": "emote", "emote": "hello"}})
    await socket.until(lambda: socket.version >= length)
    return anna, code, socket


async def test_a_client_that_takes_few_steps_gets_a_snapshot(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        device, code, anna = await _long_table(server)
        late = await device.look(code, anna.version - 101, most=100)
        assert late.last("snapshot")["v"] == anna.version
        assert (late.version, late.table, late.steps) == (anna.version, anna.table, [])
        early = await device.look(code, anna.version - 100, most=100)
        await early.until(lambda: early.version == anna.version)
        assert early.steps == anna.steps[-100:]


async def test_every_page_of_a_long_log_equals_the_live_steps(tmp_path: Path) -> None:
    """A page may begin before, at and after a checkpoint."""
    async with memory_server(tmp_path) as server:
        device, code, anna = await _long_table(server, 600)
        for again in range(2):
            for since in (0, 1, 254, 255, 256, 257, 400, 511, 512, 513):
                page = _steps((await device.http.get(f"/api/tables/{code}/steps?since={since}")).text)
                assert page == anna.steps[since : since + 200], (again, since)
            server.hub.tables.clear()  # and from the store


async def test_catch_up_runs_in_batches_while_others_play(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        device, code, anna = await _long_table(server)
        late = await device.look(code, 0)
        assert late.version == BATCH, "the loop is free after the first part"
        while late.version < anna.version:
            await anna.ask("emote", emote="hurry")
            await asyncio.sleep(0)
        await late.until(lambda: late.version == anna.version)
        assert late.steps == anna.steps


async def test_disconnecting_during_catch_up_leaves_nothing_behind(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        device, code, anna = await _long_table(server)
        late = await device.look(code, 0)
        await late.leave()
        await anna.leave()
        assert late.version < anna.version
        assert server.hub.tables[code].idle


async def test_closing_a_table_closes_clients_that_catch_up(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        device, code, anna = await _long_table(server)
        late = await device.look(code, 0)
        server.hub.tables[code].end(close_codes.RELOAD)
        await late.until(lambda: late.closed is not None)
        assert late.closed is not None
        assert late.closed[0] == close_codes.RELOAD
        assert late.version < anna.version


@pytest.mark.parametrize("remote", [False, True], ids=["file", "database"])
async def test_a_fault_while_steps_are_made_closes_the_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, remote: bool
) -> None:
    async with memory_server(tmp_path) as server:
        monkeypatch.setattr(type(server.services.store), "remote", remote)
        device, code, anna = await _long_table(server)
        made = 0

        def failing(*given: Any) -> Any:
            nonlocal made
            made += 1
            if made > BATCH + 3:
                raise ZeroDivisionError
            return transition(*given)

        monkeypatch.setattr("knobel.serve.live.history.transition", failing)
        late = await device.look(code, 0)
        await late.until(lambda: late.closed is not None)
        assert late.closed is not None
        assert late.closed[0] == close_codes.RELOAD
        answer = await device.http.get(f"/api/tables/{code}/steps?since=0")
        assert answer.status_code == 500
        monkeypatch.undo()
        assert anna.closed is None
        await anna.leave()
        assert server.hub.tables[code].idle
