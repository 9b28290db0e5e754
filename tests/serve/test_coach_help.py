"""Help at the table: who may ask, and that answers depend on the own view only."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.forms import position
from knobel.rules import GAMES
from knobel.serve.workers.coach.jobs import ComputeOdds, Weigh

from .memory_server import Device, MemoryServer, Socket, memory_server

BOTS = {"zock": 1, "schocken": 1, "zocknroll": 2}
OPTIONS = {"zock": {"games": 1}, "schocken": {"stones": 3}, "zocknroll": {}}


async def _deciding(anna: Device, game: str, **settings: object) -> tuple[str, Socket]:
    """A table against bots at which Anna has to decide."""
    code = await anna.make(game, BOTS[game], options=OPTIONS[game], settings=settings)
    socket = await anna.look(code)
    await socket.until(lambda: socket.my_turn)
    return code, socket


def _view(server: MemoryServer, code: str, seat: int = 0) -> str:
    table = server.hub.tables[code].table
    return position(table.rules.view(table.state, seat))


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_lists_all_moves_and_each_can_be_weighed_before_it_is_made(game: str, tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code, socket = await _deciding(anna, game)
        assert socket.game is not None
        hint = (await anna.http.get(f"/api/tables/{code}/hint")).json()
        assert (hint["v"], hint["exact"]) == (socket.version, game != "zocknroll")
        moves, values = [each["move"] for each in hint["moves"]], [each["value"] for each in hint["moves"]]
        assert sorted(map(str, moves)) == sorted(map(str, socket.game["pending"]["moves"]))
        assert values == sorted(values, reverse=True)
        assert len(values) == 1 or hint["reasons"]
        for place in (0, -1):
            answer = await anna.http.post(f"/api/tables/{code}/weigh", json={"move": moves[place]})
            weighed = answer.json()
            assert (weighed["best"], weighed["made"]) == (hint["moves"][0], hint["moves"][place])
            assert weighed["loss"] in (0.0, pytest.approx(values[0] - values[place], abs=1e-12))
            assert place != 0 or (weighed["loss"], weighed["reasons"]) == (0.0, [])
        view = _view(server, code)
        assert server.coach.asked == [Weigh(view), Weigh(view, moves[0]), Weigh(view, moves[-1])], "only the view"
        assert socket.version == hint["v"], "nothing has happened at the table"
        assert (await socket.act())["m"] == "ok"


@pytest.mark.parametrize("move", [{"e": "cover", "seat": 0, "fields": [1, 2, 3]}, {"e": "poker"}, {}])
async def test_an_illegal_move_cannot_be_weighed(move: dict[str, object], tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code, _ = await _deciding(anna, "zock")
        answer = await anna.http.post(f"/api/tables/{code}/weigh", json={"move": move})
        assert (answer.status_code, answer.json()["why"]) == (422, "illegal")
        assert (await anna.http.post(f"/api/tables/{code}/weigh", content=b"{")).status_code == 400


@pytest.mark.parametrize("game", GAMES)
async def test_players_get_odds(game: str, tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code, socket = await _deciding(anna, game)
        odds = (await anna.http.get(f"/api/tables/{code}/odds")).json()
        assert (odds["v"], odds["seat"]) == (socket.version, 0)
        assert odds["about"]
        assert odds["rows"]
        assert all(0 <= row["chance"] <= 1 for row in odds["rows"])
        assert server.coach.asked == [ComputeOdds(_view(server, code), 0)]


async def _statuses(device: Device, code: str) -> set[int]:
    move = {"move": {"e": "stand", "seat": 0}}
    answers = [
        await device.http.get(f"/api/tables/{code}/odds"),
        await device.http.get(f"/api/tables/{code}/hint"),
        await device.http.post(f"/api/tables/{code}/weigh", json=move),
    ]
    return {answer.status_code for answer in answers}


async def test_devices_without_a_seat_get_no_help(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, stranger = await server.device(), await server.device()
        code, _ = await _deciding(anna, "zock", help="all")
        assert await _statuses(stranger, code) == {403}
        assert server.coach.asked == []


async def test_help_ends_when_a_second_person_sits_down(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make("schocken", bots=1, start=False)
        socket = await anna.look(code)
        assert socket.table["help"] is True
        other = await ben.look(code)
        assert (await other.ask("join", name="Ben"))["m"] == "ok"
        await socket.until(lambda: len(socket.table["seats"]) == 3)
        assert (socket.table["help"], other.table["help"]) == (False, False)
        assert (await socket.ask("start"))["m"] == "ok"
        assert await _statuses(anna, code) == {403}
        assert await _statuses(ben, code) == {403}
        assert "unless the host allows it" in (await anna.http.get(f"/api/tables/{code}/hint")).json()["sentence"]
        assert server.coach.asked == []


async def test_help_is_for_all_players_or_none(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make("zock", bots=0, start=False, settings={"help": "all"})
        socket, other = await anna.look(code), await ben.look(code)
        await other.ask("join", name="Ben")
        await socket.until(lambda: len(socket.table["seats"]) == 2)
        await socket.ask("start")
        await socket.until(lambda: socket.my_turn or other.my_turn)
        await other.until(lambda: other.version == socket.version)
        assert other.table["settings"]["help"] == "all", "all players see the setting"
        decides, waits = (anna, ben) if socket.my_turn else (ben, anna)
        assert (await decides.http.get(f"/api/tables/{code}/hint")).status_code == 200
        late = await waits.http.get(f"/api/tables/{code}/hint")
        assert (late.status_code, late.json()["why"]) == (409, "stale")
        assert (await waits.http.get(f"/api/tables/{code}/odds")).status_code == 200


async def test_help_never_refuses_all_requests(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code, socket = await _deciding(anna, "zock", help="never")
        assert socket.table["help"] is False
        assert await _statuses(anna, code) == {403}


async def test_there_is_no_help_before_a_game(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        assert await _statuses(anna, code) == {409}
