"""Continuing a game from a replay over HTTP: the table, its record, and that it counts in no statistics."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.bots import play_out
from knobel.rules import GAMES
from knobel.rules.records import dumps

from .memory_server import Device, memory_server

SMALL: dict[str, dict[str, object]] = {"zock": {"games": 1}, "schocken": {"stones": 3}, "zocknroll": {"board": "pro"}}
PLAYERS = {"zock": 2, "schocken": 3, "zocknroll": 4}


async def _loaded(device: Device, game: str) -> tuple[str, list[object]]:
    """The id of an uploaded game, and its events."""
    session = play_out(game, ["Xaver", "Yvonne", "Zita", "Willi"][: PLAYERS[game]], SMALL[game], seed=3)
    replay: str = (await device.http.post("/api/records", content=dumps(session))).json()["replay"]
    return replay, (await device.http.get(f"/api/replays/{replay}/record")).json()["events"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_is_continued_to_its_end(game: str, tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        replay, events = await _loaded(anna, game)
        step, seat = len(events) // 2, PLAYERS[game] - 1
        code = await anna.make(game, bots=1, from_replay={"replay": replay, "step": step, "seat": seat})
        socket = await anna.look(code)
        assert (socket.table["you"], socket.table["played_on"], socket.table["help"]) == (seat, True, True)
        told = [phrase for lines in socket.last("snapshot")["told"] for phrase in lines]
        assert told[0] == {"key": "table-played-on", "values": {"taken": step}}
        await socket.play()
        (line,) = [each for each in (await anna.http.get("/api/me/games")).json() if each["code"] == code]
        assert (line["played_on"], line["seat"]) == (True, seat)
        record = (await anna.http.get(f"/api/replays/{line['replay']}/record")).json()
        assert record["events"][:step] == events[:step]
        assert record["result"]
        assert (await anna.http.get("/api/me/stats")).json() == []
        assert (await anna.http.get(f"/api/tables/{code}/stats")).json() == []
        assert {seat["games"] for seat in socket.table["tally"]} == {0}
        assert (await socket.ask("rematch"))["m"] == "ok"
        await socket.until(lambda: socket.table["phase"] == "playing")
        assert socket.table["played_on"] is False


async def test_a_repeated_request_creates_one_table(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        replay, _ = await _loaded(anna, "zock")
        codes = {await anna.make(from_replay={"replay": replay, "step": 4, "seat": 0}) for _ in range(2)}
        assert len(codes) == 1


async def test_a_game_that_ends_at_once_is_in_the_history(tmp_path: Path) -> None:
    """If only dice are missing, the game may end before a client connects."""
    session = play_out("schocken", ["Xaver", "Yvonne"], {"stones": 1}, level="random", seed=21)
    async with memory_server(tmp_path, seed=1) as server:
        anna = await server.device()
        replay = (await anna.http.post("/api/records", content=dumps(session))).json()["replay"]
        code = await anna.make("schocken", 1, from_replay={"replay": replay, "step": 14, "seat": 0})
        table = (await anna.http.get(f"/api/tables/{code}")).json()["table"]
        assert table["phase"] == "over"
        listed = [line["replay"] for line in (await anna.http.get("/api/me/games")).json() if line["code"] == code]
        assert listed == [table["replay"]]
        assert (await anna.http.get(f"/api/replays/{table['replay']}")).status_code == 200


@pytest.mark.parametrize(
    ("wanted", "more", "status"),
    [
        ({"replay": "nonsense"}, {}, 404),
        ({"step": 10_000}, {}, 422),
        ({"seat": 2}, {}, 422),
        ({}, {"options": {"games": 3}}, 422),
        ({}, {"game": "schocken"}, 422),
        ({}, {"bots": []}, 422),
        ({}, {"bots": ["jorg"]}, 422),
        ({}, {"name": " "}, 400),
        ({"step": "4"}, {}, 400),
        ({"secret": 1}, {}, 400),
    ],
)
async def test_an_invalid_continuation_creates_no_table(
    wanted: dict[str, object], more: dict[str, object], status: int, tmp_path: Path
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        replay, _ = await _loaded(anna, "zock")
        body = {"id": "1", "game": "zock", "name": "Anna", "bots": ["random"], **more}
        from_replay = {"replay": replay, "step": 4, "seat": 0, **wanted}
        answer = await anna.http.post("/api/tables", json={**body, "from_replay": from_replay})
        assert (answer.status_code, bool(answer.json()["sentence"])) == (status, True)
        assert (await anna.http.get("/api/me/tables")).json() == []


async def test_a_running_game_cannot_be_continued(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        running = await server.hub.find(await anna.make())
        assert running is not None
        from_replay = {"replay": running.table.replay, "step": 0, "seat": 0}
        body = {"id": "2", "game": "zock", "name": "Anna", "bots": ["random"], "from_replay": from_replay}
        assert (await anna.http.post("/api/tables", json=body)).status_code == 404
