"""Finished games: lists, statistics, records up and down, replays."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from knobel.bots import play_out
from knobel.rules.records import dumps
from knobel.serve.api.history import player_statistics
from knobel.serve.limits.rate_limit import MAX_BODY
from knobel.store import GameRow

from .memory_server import Device, MemoryServer, memory_server


async def _finished(server: MemoryServer, anna: Device) -> str:
    """A finished match of one game of ZOCK; its secret id."""
    code = await anna.make(options={"games": 1})
    socket = await anna.look(code)
    await socket.play()
    replay: str = socket.table["replay"]
    return replay


async def test_a_finished_game_is_in_the_history_of_its_devices_only(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, stranger = await server.device(), await server.device()
        replay = await _finished(server, anna)
        (line,) = (await anna.http.get("/api/me/games")).json()
        assert (line["replay"], line["game"], line["names"], line["seat"]) == (replay, "zock", ["Anna", "Ada"], 0)
        (stats,) = (await anna.http.get("/api/me/stats")).json()
        assert (stats["name"], stats["games"], stats["wins"]) == ("Anna", 1, int(0 in line["winners"]))
        assert (await anna.http.get(f"/api/tables/{line['code']}/stats")).json() == [stats]
        (table,) = (await anna.http.get("/api/me/tables")).json()
        assert (table["code"], table["phase"], table["yours"]) == (line["code"], "over", False)
        for what in ("games", "stats", "tables"):
            assert (await stranger.http.get(f"/api/me/{what}")).json() == []


async def test_the_list_marks_tables_that_wait_for_the_device(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(settings={"throws": "hand"}))
        await socket.until(lambda: socket.my_turn)
        assert (await anna.http.get("/api/me/tables")).json()[0]["yours"]


async def test_a_replay_link_shows_all_dice(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, stranger = await server.device(), await server.device()
        replay = await _finished(server, anna)
        shown = (await stranger.http.get(f"/api/replays/{replay}")).json()
        record = (await stranger.http.get(f"/api/replays/{replay}/record")).json()
        assert [step["e"]["event"] for step in shown["steps"]] == record["events"]
        assert shown["steps"][-1]["game"]["result"] == record["result"]
        assert any(step["told"] for step in shown["steps"])
        for path in ("/api/replays/nonsense", "/api/replays/nonsense/record"):
            assert (await stranger.http.get(path)).status_code == 404


@pytest.mark.parametrize("game", ["zocknroll", "zock", "schocken"])
async def test_an_uploaded_record_comes_back_unchanged(tmp_path: Path, game: str) -> None:
    names = ["Anna", "Ben"] if game == "zock" else ["Anna", "Ben", "Cleo"]
    text = dumps(play_out(game, names, seed=5))
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        loaded = await anna.http.post("/api/records", content=text)
        assert loaded.status_code == 201
        name = loaded.json()["replay"]
        record = await anna.http.get(f"/api/replays/{name}/record")
        assert record.text == text
        assert "attachment" in record.headers["content-disposition"]
        shown = (await anna.http.get(f"/api/replays/{name}")).json()
        events = msgspec.json.decode(text)["events"]
        assert len(shown["steps"]) == len(events)
        assert (await anna.http.get("/api/me/games")).json()[0]["replay"] == name
        assert (await anna.http.get("/api/me/stats")).json() == []  # watched, not played


async def test_invalid_records_are_refused_with_their_rule(tmp_path: Path) -> None:
    right = msgspec.json.decode(dumps(play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=5)))
    throw = next(event for event in right["events"] if event["e"] == "throw")
    throw["dice"] = [7, 7]
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        refused = await anna.http.post("/api/records", json=right)
        assert refused.status_code == 422
        assert refused.json()["rule"] is not None
        assert (await anna.http.post("/api/records", content=b"")).status_code == 422
        assert (await anna.http.post("/api/records", content=b"\xff\xfe")).status_code == 422
        assert (await anna.http.post("/api/records", content=b" " * (MAX_BODY + 1))).status_code == 413
        assert (await anna.http.get("/api/me/games")).json() == []


def test_statistics_count_streaks_and_the_best_as_each_game_counts() -> None:
    def row(at: int, game: str, winner: int, points: tuple[int, int]) -> GameRow:
        return GameRow(f"{at}", "bala-kimo-rosu", at, game, at, ("Anna", "Ada"), (None, "strong"), (winner,), points, 0)

    rows = [
        row(4, "zock", 1, (30, 10)),
        row(1, "zock", 0, (10, 40)),
        row(2, "zock", 0, (5, 45)),
        row(3, "zock", 1, (20, 9)),
        row(5, "zocknroll", 0, (70, 60)),
        row(6, "zocknroll", 0, (50, 40)),
    ]
    zock, zocknroll = player_statistics(rows)
    assert (zock.name, zock.games, zock.wins, zock.points) == ("Anna", 4, 2, 65)
    assert (zock.best, zock.streak, zock.longest) == (5, -2, 2)
    assert (zocknroll.best, zocknroll.streak, zocknroll.longest) == (70, 2, 2)
