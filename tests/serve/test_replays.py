"""Replays: computed once, one at a time, in a thread, from the entries of their game only."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knobel.bots import play_out
from knobel.rules.records import dumps, loads
from knobel.serve.limits.rate_limit import Limits
from knobel.serve.live import replays
from knobel.serve.messages import encode
from knobel.store import entries
from knobel.table.events import Started

from .memory_server import Device, memory_server


class Counted:
    """Counts calls of a function: in total, at the same time, and in the thread of the loop."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._lock = threading.Lock()
        self._now = 0
        self.calls = self.at_once = self.in_the_loop = 0

    def __call__(self, *given: Any) -> Any:
        with self._lock:
            self._now += 1
            self.calls += 1
            self.at_once = max(self.at_once, self._now)
            self.in_the_loop += threading.current_thread() is threading.main_thread()
        time.sleep(0.002)  # other threads can run in between
        try:
            return self._function(*given)
        finally:
            with self._lock:
                self._now -= 1


async def _loaded(device: Device, seed: int) -> str:
    text = dumps(play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=seed))
    name: str = (await device.http.post("/api/records", content=text)).json()["replay"]
    return name


async def test_concurrent_requests_for_a_replay_share_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        name = await _loaded(anna, 1)
        read = Counted(loads)
        monkeypatch.setattr(replays, "loads", read)
        guests = [await server.device() for _ in range(30)]
        answers = await asyncio.gather(*(guest.http.get(f"/api/replays/{name}") for guest in guests))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert (await anna.http.get(f"/api/replays/{name}")).content == answers[0].content
        assert (read.calls, read.in_the_loop) == (1, 0)


async def test_replays_are_computed_one_at_a_time_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        names = [await _loaded(anna, seed) for seed in range(8)]
        read, found, made = Counted(loads), Counted(server.services.store.game), Counted(encode)
        monkeypatch.setattr(replays, "loads", read)
        monkeypatch.setattr(replays, "encode", made)
        monkeypatch.setattr(server.services.store, "game", found)
        answers = await asyncio.gather(*(anna.http.get(f"/api/replays/{name}") for name in names))
        assert {answer.status_code for answer in answers} == {200}
        assert (read.calls, read.at_once, made.calls) == (8, 1, 8)
        await anna.http.get(f"/api/replays/{names[0]}/record")
        assert (found.at_once, found.in_the_loop, made.in_the_loop) == (1, 0, 0)


async def test_waiting_replays_per_address_are_limited(tmp_path: Path) -> None:
    """Other addresses are not affected, and a repeated request for the same replay does not count."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        names = [await _loaded(anna, seed) for seed in range(Limits().computations_of_address + 1)]
        guests = [await server.device() for _ in names]
        other = await server.device(address="10.0.0.2")
        async with server.hub.offload.turn:  # another computation is running
            waiting = [
                asyncio.create_task(guest.http.get(f"/api/replays/{name}"))
                for guest, name in zip(guests, names, strict=True)
            ]
            again = asyncio.create_task(anna.http.get(f"/api/replays/{names[0]}"))
            await server.settle()
            elsewhere = asyncio.create_task(other.http.get(f"/api/replays/{names[-1]}"))
            await server.settle()
            assert [task.done() for task in waiting] == [False] * Limits().computations_of_address + [True]
        assert [(await task).status_code for task in waiting] == [200] * Limits().computations_of_address + [429]
        assert (await waiting[-1]).json()["sentence"] == "too many games are being looked at; try it again in a moment"
        assert [(await again).status_code, (await elsewhere).status_code] == [200, 200]


async def test_a_game_is_read_without_what_came_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        anna, stranger = await server.device(), await server.device()
        code = await anna.make(options={"games": 1})
        socket = await anna.look(code)
        await socket.play()
        ended, name = socket.version, socket.table["replay"]
        await socket.ask("rematch")
        await socket.until(lambda: socket.table["phase"] == "playing")
        await socket.play()
        began = next(entry.v for entry in server.services.store.load(code) if isinstance(entry.event, Started))
        read = Counted(entries._decode_of("zock"))
        monkeypatch.setattr(entries, "_decode_of", lambda _: read)
        assert (await stranger.http.get(f"/api/replays/{name}")).status_code == 200
        assert read.calls == ended - began + 1
        assert socket.version > ended + 5


async def test_the_record_of_the_last_game_reads_its_entries_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the whole log of a table with many games."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(options={"games": 1})
        socket = await anna.look(code)
        await socket.play()
        while socket.version < 600:
            await socket.ask("rematch")
            await socket.until(lambda: socket.table["phase"] == "playing")
            await socket.play()
        last = server.hub.tables[code].table
        whole = (await anna.http.get(f"/api/replays/{last.finished}/record")).content
        read = Counted(entries._decode_of("zock"))
        monkeypatch.setattr(entries, "_decode_of", lambda _: read)
        assert (await anna.http.get(f"/api/tables/{code}/record")).content == whole
        assert read.calls == last.version - last.began + 1 + last.began % 256


async def test_a_game_too_long_for_a_replay_can_be_downloaded(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(replay_events=5)) as server:
        anna = await server.device()
        name = await _loaded(anna, 1)
        answer = await anna.http.get(f"/api/replays/{name}")
        assert (answer.status_code, answer.json()["why"]) == (413, "limit")
        assert answer.json()["sentence"] == "a game of more than 5 events is too long to be shown; download its record"
        assert (await anna.http.get(f"/api/replays/{name}/record")).status_code == 200
