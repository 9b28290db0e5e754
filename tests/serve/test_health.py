"""Health check: it says whether commands can be stored, and writes seldom."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import apsw
import pytest

from knobel.serve.live import health
from knobel.serve.live.hub import SWEEP_INTERVAL
from knobel.store import StoreError

from ..store.disk import NAME, Call, Disk
from ..store.faults import expected, full_disk
from .memory_server import Device, memory_server

PAGE = 4096


async def _health(device: Device) -> tuple[int, dict[str, object]]:
    answer = await device.http.get("/healthz")
    return answer.status_code, answer.json()


def _errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR and "stored" in each.getMessage()
    ]


async def test_a_full_disk_is_unhealthy_until_it_can_be_written_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Disk(tmp_path)
    with expected():
        async with memory_server(tmp_path, vfs=NAME) as server:
            anna = await server.device()
            assert await _health(anna) == (200, {"ok": True})
            disk.trouble = full_disk
            made = await anna.http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Anna"})
            assert made.status_code == 503
            for _ in range(3):
                assert await _health(anna) == (503, {"ok": False, "why": "full"})
                await server.time.advance(2)
            assert _errors(caplog) == ["commands cannot be stored"], "logged once"
            disk.trouble = None
            await server.time.advance(health._RETRY)
            assert await _health(anna) == (200, {"ok": True})
            await anna.make(id="b")


async def test_small_commits_that_fit_on_a_full_disk_make_no_healthy_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The disk takes a little now and then; health is steady until a large write fits."""
    disk, room = Disk(tmp_path), [1 << 40]

    def nearly_full(call: Call) -> None:
        if call.kind == "Write":
            room[0] -= PAGE
            if room[0] < 0:
                raise apsw.FullError("database or disk is full")

    with expected(), caplog.at_level(logging.INFO, "knobel"):
        async with memory_server(tmp_path, vfs=NAME) as server:
            anna = await server.device()
            code = await anna.make(bots=0, start=False)
            disk.trouble = nearly_full
            states, commits = list[int](), server.services.store.commits
            for free in (0, 20, 0, 60, 20, 0, 100):  # pages
                room[0] = free * PAGE
                said = {"id": str(len(states)), "v": 0, "do": {"c": "emote", "emote": "hello"}}
                await anna.http.post(f"/api/tables/{code}/commands", json=said)
                states.append((await _health(anna))[0])
                await server.time.advance(1.0)
                states.append((await _health(anna))[0])
            assert server.services.store.commits - commits > server.services.store.failures > 0, "some of them fit"
            assert states == [503] * len(states)
            assert _errors(caplog) == ["commands cannot be stored"]
            room[0] = 1 << 40
            for step in range(4):  # commands that are stored do not put off the next probe
                said = {"id": f"more {step}", "v": 0, "do": {"c": "emote", "emote": "hello"}}
                assert (await anna.http.post(f"/api/tables/{code}/commands", json=said)).status_code == 200
                server.hub.health.note()
                await server.time.advance(health._RETRY / 2)
            assert await _health(anna) == (200, {"ok": True})
            assert [each.getMessage() for each in caplog.records][-1] == "commands can be stored again"


async def test_a_recovery_is_noticed_by_the_sweep(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing has to ask for the health of the server, and no command has to come."""
    disk = Disk(tmp_path)
    with expected(), caplog.at_level(logging.INFO, "knobel"):
        async with memory_server(tmp_path, vfs=NAME) as server:
            anna = await server.device()
            disk.trouble = full_disk
            await anna.http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Anna"})
            await server.time.advance(SWEEP_INTERVAL)
            disk.trouble = None
            await server.time.advance(2 * SWEEP_INTERVAL)
            said = [each.getMessage() for each in caplog.records if "stored" in each.getMessage()]
            assert said == ["commands cannot be stored", "commands can be stored again"]


async def test_an_idle_server_notices_a_full_disk(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    with expected():
        async with memory_server(tmp_path, vfs=NAME) as server:
            anna = await server.device()
            assert await _health(anna) == (200, {"ok": True})
            disk.trouble = full_disk
            await server.time.advance(health._TRUSTED)
            assert await _health(anna) == (503, {"ok": False, "why": "full"})
            disk.trouble = None


async def test_health_checks_write_seldom(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, before = await server.device(), server.services.store.commits
        for _ in range(50):
            await asyncio.gather(*[_health(anna) for _ in range(4)])
        assert server.services.store.commits - before == 1
        await server.time.advance(health._TRUSTED - 1)
        await anna.make()
        commits = server.services.store.commits
        await server.time.advance(health._TRUSTED - 1)
        assert (await _health(anna))[0] == 200
        assert server.services.store.commits == commits, "a command was stored a moment ago"


async def test_a_store_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_PATIENCE", 0)
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        assert await _health(anna) == (503, {"ok": False, "why": "slow"})


def test_words_for_errors() -> None:
    assert health._word(StoreError("?", key="error-store-read-only")) == "read_only"
    assert health._word(StoreError("?")) == "failed"
