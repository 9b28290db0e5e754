"""Retention by age, quotas of bytes, and the free-space alarm."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.rules.records import dumps
from knobel.serve.config import Config, Retention, StorageQuotas
from knobel.serve.live.hub import SWEEP_INTERVAL
from knobel.store.audit import read_audit, stored_bytes

from .club_server import club_server, play, seated
from .memory_server import MemoryServer, memory_server

DAY = 24 * 60 * 60.0


async def _sweep(server: MemoryServer, seconds: float) -> None:
    """Let time pass and the sweeps do their work; the first one drops idle tables from memory."""
    server.time.skip(seconds)
    for _ in range(4):
        await server.time.advance(SWEEP_INTERVAL)
        await server.settle()


def _codes(server: MemoryServer) -> set[str]:
    rows: Any = server.services.store.read(lambda connection: connection.execute("SELECT code FROM tables").fetchall())
    return {code for (code,) in rows}


async def test_tables_expire_by_phase_and_age(where: Path | str) -> None:
    options = Config(retention=Retention(lobby=DAY, playing=3 * DAY, finished=5 * DAY))
    async with memory_server(where, options=options) as server:
        anna = await server.device()
        lobby = await anna.make(start=False, id="1")
        playing = await anna.make(id="2")
        over = await anna.make(options={"games": 1}, id="3")
        socket = await anna.look(over)
        await socket.play()
        await socket.leave()
        await _sweep(server, 0.9 * DAY)
        assert _codes(server) == {lobby, playing, over}
        await _sweep(server, 0.2 * DAY)
        assert _codes(server) == {playing, over}
        await _sweep(server, 2 * DAY)
        assert _codes(server) == {over}
        assert len((await anna.http.get("/api/me/games")).json()) == 1
        await _sweep(server, 2 * DAY)
        assert _codes(server) == set()
        assert (await anna.http.get("/api/me/games")).json() == []
        assert (await anna.http.get(f"/api/tables/{over}")).status_code == 404
        answers = server.services.store.read(lambda connection: connection.execute("SELECT * FROM answers").fetchall())
        assert answers == [], "they name the device that made a table"
        counts = [row.detail for row in server.services.store.read(read_audit)]
        assert {"lobby": 1} in counts
        assert {"finished": 1} in counts
        assert sum(row["faces"][0] for row in _dice(server)) > 0, "dice statistics stay"


def _dice(server: MemoryServer) -> list[dict[str, Any]]:
    return [{"faces": row.counts.faces} for row in server.services.store.dice_counts()]


async def test_without_ages_nothing_expires_and_a_table_in_use_never_does(tmp_path: Path) -> None:
    async with memory_server(tmp_path / "off") as server:
        code = await (await server.device()).make(start=False)
        await _sweep(server, 1000 * DAY)
        assert _codes(server) == {code}
    async with memory_server(tmp_path / "on", options=Config(retention=Retention(lobby=DAY))) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        socket = await anna.look(code)
        server.time.skip(2 * DAY)
        socket.send("null")
        await _sweep(server, 0)
        assert _codes(server) == {code}


async def test_clubs_keep_the_results_of_expired_tables(tmp_path: Path) -> None:
    async with memory_server(tmp_path, options=Config(retention=Retention(finished=DAY))) as server:
        club = await club_server(server)
        founder, member = club.devices["founder"], club.devices["member"]
        code = await seated(server, (founder, "Anna"), (member, "Ben"))
        await club.ask("founder", "POST", "/tables", json={"code": code})
        await play(server, code, founder, member)
        before = (await club.ask("founder", "GET", "/standings")).json()
        for device in (founder, member):
            for socket in device.sockets:
                await socket.leave()
        await _sweep(server, 2 * DAY)
        assert _codes(server) == set()
        after = (await club.ask("founder", "GET", "/standings")).json()
        assert after == before
        assert before["games"] == 1


async def test_a_device_over_its_quota_makes_no_more_tables(tmp_path: Path) -> None:
    async with memory_server(tmp_path, options=Config(quotas=StorageQuotas(device=500))) as server:
        anna, ben = await server.device(), await server.device()
        await anna.make()
        used = server.services.store.read(stored_bytes)
        assert used > 500
        answer = await anna.http.post("/api/tables", json={"id": "x", "game": "zock", "name": "Anna"})
        assert (answer.status_code, answer.json()["why"]) == (413, "full")
        assert "500 B" in answer.json()["sentence"]
        await ben.make()


async def test_the_total_quota_and_a_full_disk_refuse_new_tables_but_no_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with memory_server(tmp_path, options=Config(quotas=StorageQuotas(free_space=1000))) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(start=False))
        usage = shutil.disk_usage(tmp_path)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=999))
        with caplog.at_level(logging.ERROR, "knobel.serve"):
            await _sweep(server, 60)
        assert "the disk is nearly full: no new tables" in caplog.text
        assert b"knobel_free_bytes 999.0" in server.services.metrics.text()
        answer = await anna.http.post("/api/tables", json={"id": "x", "game": "zock", "name": "Anna"})
        assert (answer.status_code, answer.json()["why"]) == (507, "full")
        assert (await socket.ask("emote", emote="laugh"))["m"] == "ok"
        monkeypatch.undo()
        await _sweep(server, 60)
        await anna.make(id="y")
    full = Config(quotas=StorageQuotas(total=1))
    async with memory_server(tmp_path, options=full) as server:
        await _sweep(server, 60)
        ben = await server.device()
        answer = await ben.http.post("/api/tables", json={"id": "x", "game": "zock", "name": "Ben"})
        assert answer.status_code == 507


async def test_the_total_quota_holds_for_clubs_and_their_imports(tmp_path: Path) -> None:
    listed = "date,game,names,places\n2024-01-01,zock,Anna/Ben,1/2"
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        await anna.make()
        club = (await anna.http.post("/api/clubs", json={"name": "Stammtisch", "you": "Anna"})).json()["club"]
    async with memory_server(tmp_path, options=Config(quotas=StorageQuotas(total=1))) as server:
        await _sweep(server, 60)
        anna = await server.device()
        made = await anna.http.post("/api/clubs", json={"name": "Another", "you": "Anna"})
        assert (made.status_code, made.json()["why"]) == (507, "full")
        assert (await anna.http.post(f"/api/clubs/{club}/import?check=1", content=listed)).status_code == 200
        assert (await anna.http.post(f"/api/clubs/{club}/import", content=listed)).status_code == 507


async def test_loaded_records_count_and_expire(tmp_path: Path) -> None:
    options = Config(retention=Retention(finished=DAY), quotas=replace(StorageQuotas(), device=50))
    async with memory_server(tmp_path, options=options) as server:
        anna = await server.device()
        record = dumps(play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=3))
        assert (await anna.http.post("/api/records", content=record)).status_code == 201
        assert (await anna.http.post("/api/records", content=record)).status_code == 413
        await _sweep(server, 2 * DAY)
        assert (await anna.http.get("/api/me/games")).json() == []
        assert server.services.store.read(stored_bytes) == 0
