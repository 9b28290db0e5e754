"""Tables with real dice over HTTP and WebSocket: one phone for all, a phone each, and what is taken back."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from knobel.rules.records import loads
from knobel.serve.limits.rate_limit import Limits
from knobel.telling.phrase import Phrase, render
from knobel.words import words

from .club_server import club_server
from .memory_server import Device, Frame, Socket, memory_server
from .scribe import GUESTS, REAL, play_on, real_table, tell, telling


@pytest.mark.parametrize("game", GUESTS)
async def test_one_phone_tells_whole_games(tmp_path: Path, game: str) -> None:
    async with memory_server(tmp_path, fair=True) as server:
        anna = await server.device()
        code = await real_table(anna, game)
        socket = await anna.look(code)
        assert socket.last("snapshot")["fair"] is None, "real dice cannot be verified"
        assert socket.table["settings"]["dice"] == "real"
        await play_on(socket, Random(1))
        record = await anna.http.get(f"/api/tables/{code}/record")
        assert loads(record.text).players == ("Anna", *GUESTS[game])
        assert (await socket.ask("rematch"))["m"] == "ok"
        await socket.until(lambda: socket.table["phase"] == "playing")
        await play_on(socket, Random(2))
        assert [tally["games"] for tally in socket.table["tally"]] == [2] * (1 + len(GUESTS[game]))
        stats = (await anna.http.get("/api/me/stats")).json()
        assert [line["name"] for line in stats if line["you"]] == ["Anna"]
        assert {line["games"] for line in stats} == {2}


async def test_what_is_asked_is_data(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await real_table(anna, options={})
        host, other = await anna.look(code), await ben.look(code)
        assert _asked(host) == ("lot", None, [{"e": "starter", "seat": seat} for seat in range(3)])
        assert host.table["real"] == {"guests": [1, 2], "tells": [0, 1, 2], "bench": [], "benched": None}
        assert other.table["real"]["tells"] == []
        await tell(host, {"e": "starter", "seat": 1})
        assert _asked(host) == ("tell", None, [{"e": "white", "dice": [0, 0, 0]}])
        assert _now(host) == "White dice: three"
        await tell(host, {"e": "white", "dice": [2, 2, 3]})
        assert _asked(host) == ("decision", 1, [{"e": "stay", "seat": 1}, {"e": "lift", "seat": 1, "dice": [0, 0]}])
        await tell(host, {"e": "lift", "seat": 1, "dice": [2, 3]})
        kind, seat, moves = _asked(host)
        assert (kind, seat, moves[0]) == ("decision", 1, {"e": "drop", "seat": 1, "row": "full_house"})
        await other.until(lambda: other.version == host.version)
        assert other.game == host.game, "all see the same"
        assert host.game is not None
        assert host.game["real"] == {"told": 4, "undo": 3, "covered": False}


def _asked(socket: Socket) -> tuple[str, int | None, list[Frame]]:
    assert socket.game is not None
    pending = socket.game["pending"]
    return pending["kind"], pending["seat"], pending["moves"]


def _now(socket: Socket) -> str:
    assert socket.game is not None
    return _rendered(socket.game["now"])


def _rendered(line: Any) -> str:
    return render(words("en"), msgspec.convert(line, Phrase))


async def test_a_covered_throw_takes_no_dice(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await real_table(anna, "schocken"))
        await tell(socket, {"e": "starter", "seat": 0})
        assert (_asked(socket)[0], _now(socket)) == ("tell", "Anna: which dice?")
        for covered in (False, False, True):
            assert socket.game is not None
            assert socket.game["real"]["covered"] is covered
            dice = [0, 0, 0] if covered else [2, 3, 5]
            assert (await tell(socket, {"e": "throw", "seat": 0, "keep": [], "dice": dice}))["m"] == "ok"
        for seat in (1, 2):
            await tell(socket, {"e": "throw", "seat": seat, "keep": [], "dice": [2, 3, 5]})
            await tell(socket, {"e": "stand", "seat": seat})
        assert _asked(socket) == ("tell", 0, [{"e": "lift", "seat": 0, "dice": [0, 0, 0]}])


@pytest.mark.parametrize(
    "more",
    [{"bots": ["casual"]}, {"settings": {"dice": "real", "clock": 30}}, {"settings": {}}],
)
async def test_mixed_tables_are_refused_with_the_rule(tmp_path: Path, more: dict[str, Any]) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        body = {"id": "x", "game": "schocken", "name": "Anna", "guests": ["Ben"], "settings": REAL, **more}
        answer = await anna.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["rule"]) == (422, "R1")


async def _two_phones(anna: Device, ben: Device) -> tuple[Socket, Socket]:
    code = await real_table(anna)
    host, other = await anna.look(code), await ben.look(code)
    assert (await other.ask("claim", seat=1))["m"] == "ok"
    await host.until(lambda: host.version == other.version)
    return host, other


async def test_two_phones_that_tell_differently_are_asked_again(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        host, other = await _two_phones(await server.device(), await server.device())
        assert (other.table["you"], other.table["real"]["tells"]) == (1, [1])
        await tell(host, {"e": "starter", "seat": 0})
        await other.until(lambda: other.version == host.version)
        seen = host.version
        white = {"e": "white", "dice": [1, 2, 3]}
        assert (await tell(host, white, seen))["m"] == "ok"
        same = await other.ask("tell", event={**white, "dice": [3, 1, 2]}, v=seen)
        assert (same["m"], same["v"]) == ("ok", host.version), "no entry"
        different = await tell(other, {**white, "dice": [1, 2, 4]}, seen)
        assert different["m"] == "ok"
        await host.until(lambda: host.version == different["v"])
        for socket in (host, other):
            assert _asked(socket) == ("tell", None, [{"e": "white", "dice": [0, 0, 0]}])
        step = host.last("steps")["steps"][0]
        assert step["e"] == {"t": "taken_back", "to": 2, "seat": 1, "instead": {**white, "dice": [1, 2, 4]}}
        assert "Ben entered something else" in _rendered(step["told"][0])
        assert (await tell(other, white))["m"] == "ok"


async def test_a_repeated_telling_is_done_once(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        host, _ = await _two_phones(await server.device(), await server.device())
        seen = host.version
        first = await host.ask("tell", event={"e": "starter", "seat": 0}, id="one", v=seen)
        await host.until(lambda: host.version >= first["v"])
        assert await host.ask("tell", event={"e": "starter", "seat": 0}, id="one", v=seen) == first
        same = await host.ask("tell", event={"e": "starter", "seat": 0}, id="two", v=seen)
        assert (same["m"], same["v"]) == ("ok", host.version)
        assert await host.ask("tell", event={"e": "starter", "seat": 0}, id="two", v=seen) == same


async def test_a_preview_shows_what_is_taken_back(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await real_table(anna)
        socket = await anna.look(code)
        assert (await anna.http.get(f"/api/tables/{code}/told")).json() == []
        await play_on(socket, Random(4), 9)
        listed = (await anna.http.get(f"/api/tables/{code}/told")).json()
        assert [telling["event"]["e"] for telling in listed][:2] == ["starter", "white"], "cups are not told"
        assert all(telling["told"] for telling in listed)
        assert socket.game is not None
        assert listed[-1]["to"] == socket.game["real"]["undo"]
        assert listed[-1]["v"] <= socket.version
        answer = await socket.ask("take_back", to=listed[3]["to"])
        await socket.until(lambda: socket.version >= answer["v"])
        assert (await anna.http.get(f"/api/tables/{code}/told")).json() == listed[:3]
        snapshot = (await anna.http.get(f"/api/tables/{code}")).json()
        lines = [_rendered(line) for lines in snapshot["told"] for line in lines]
        assert lines[-1] == f"Anna takes back the last {len(listed) - 3} entries (R6)."
        assert all(_rendered(line) in lines for telling in listed for line in telling["told"]), "they stay in the log"


async def test_a_finished_game_is_taken_out_of_all_lists(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await real_table(anna, "schocken")
        socket = await anna.look(code)
        await play_on(socket, Random(1))
        (line,) = (await anna.http.get("/api/me/games")).json()
        assert socket.game is not None
        last, events = socket.game["real"]["undo"], (await anna.http.get(f"/api/tables/{code}/told")).json()
        answer = await socket.ask("take_back", to=last)
        await socket.until(lambda: socket.version >= answer["v"])
        assert socket.table["phase"] == "playing"
        assert (await anna.http.get("/api/me/games")).json() == []
        assert (await anna.http.get(f"/api/replays/{line['replay']}/record")).status_code == 404
        assert (await anna.http.get(f"/api/tables/{code}/stats")).json() == []
        await tell(socket, events[-1]["event"])
        (again,) = (await anna.http.get("/api/me/games")).json()
        assert again["replay"] != line["replay"]
        assert {**again, "replay": "", "at": 0} == {**line, "replay": "", "at": 0}
        record = (await anna.http.get(f"/api/replays/{again['replay']}/record")).text
        assert loads(record).events == loads((await anna.http.get(f"/api/tables/{code}/record")).text).events


async def test_real_dice_are_not_counted_as_the_server_s(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await real_table(anna, "zock")
        socket = await anna.look(code)
        assert (await anna.http.get(f"/api/tables/{code}/honesty")).json()["unfinished"] == 0
        await play_on(socket, Random(1))
        for path in ("/api/honesty", f"/api/tables/{code}/honesty"):
            assert (await anna.http.get(path)).json()["everybody"]["dice"] == 0


async def test_a_game_without_the_host_is_not_in_the_host_s_statistics(tmp_path: Path) -> None:
    """The phone tells from a guest's seat meanwhile; whose games these are, their names say."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await real_table(anna, "schocken", guests=["Ben", "Cleo"], start=False)
        socket = await anna.look(code)
        commands: list[dict[str, Any]] = [{"command": "sit_out", "seat": 0}, {"command": "start"}]
        for command in commands:
            answer = await socket.ask(**command)
            await socket.until(lambda: socket.version >= answer["v"])  # noqa: B023 - it is awaited at once
        assert [out["name"] for out in socket.table["real"]["bench"]] == ["Anna"]
        assert (socket.table["you"], socket.table["host"], socket.table["real"]["tells"]) == (0, 0, [0, 1])
        await play_on(socket, Random(1))
        stats = (await anna.http.get(f"/api/tables/{code}/stats")).json()
        assert {line["name"] for line in stats} == {"Ben", "Cleo"}
        assert [line["seat"] for line in (await anna.http.get("/api/me/games")).json()] == [None]
        assert not any(line["you"] for line in (await anna.http.get("/api/me/stats")).json())


async def test_a_person_on_the_bench_looks_on_and_comes_back(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await real_table(anna, "schocken", start=False)
        host, other = await anna.look(code), await ben.look(code)
        for command in ("claim", "sit_out"):
            answer = await other.ask(command, seat=1)
            assert answer["m"] == "ok"
            await other.until(lambda: other.version >= answer["v"])  # noqa: B023 - it is awaited at once
        assert (other.table["you"], other.table["real"]["benched"]) == (None, 0)
        await host.until(lambda: host.version == other.version)
        assert host.table["real"]["benched"] is None
        answer = await other.ask("sit_in", bench=0)
        await other.until(lambda: other.version >= answer["v"])
        assert (other.table["you"], other.table["real"]["bench"]) == (1, [])


async def test_guests_are_there_with_the_host(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await real_table(anna)
        onlooker = await ben.look(code)
        host = await anna.look(code)
        await onlooker.until(lambda: onlooker.last("here")["seats"] == [True] * 3)
        await host.leave()
        await onlooker.until(lambda: onlooker.last("here")["seats"] == [False] * 3)


async def test_the_host_s_list_says_that_a_telling_is_due(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        host, other = await _two_phones(anna, ben)
        await tell(host, {"e": "starter", "seat": 2})
        await tell(host, {"e": "white", "dice": [1, 2, 3]})
        assert [line["yours"] for line in (await anna.http.get("/api/me/tables")).json()] == [True]
        assert [line["yours"] for line in (await ben.http.get("/api/me/tables")).json()] == [False], "Cleo decides"
        choices = (await anna.http.get(f"/api/tables/{host.table['code']}/choices")).json()["choices"]
        assert [choice["move"]["e"] for choice in choices] == ["stay", "lift"]
        assert (await ben.http.get(f"/api/tables/{other.table['code']}/choices")).json()["choices"] == []


async def test_a_scribe_who_taps_fast_meets_no_limit(tmp_path: Path) -> None:
    """A whole round of Schocken with 24 seats on one phone, without a pause, within the usual limits."""
    async with memory_server(tmp_path, limits=Limits()) as server:
        anna = await server.device()
        guests = [f"Gast {number}" for number in range(1, 24)]
        socket = await anna.look(await real_table(anna, "schocken", guests=guests))
        await tell(socket, {"e": "starter", "seat": 0})
        for seat in range(24):
            for event in ({"e": "throw", "seat": seat, "keep": [], "dice": [1, 2, 6]}, {"e": "stand", "seat": seat}):
                assert socket.game is not None
                if _asked(socket)[1] == seat and not socket.game["view"]["rounds"]:
                    assert (await tell(socket, event))["m"] == "ok"
        assert socket.game is not None
        assert socket.game["view"]["rounds"] == 1


@pytest.mark.parametrize("game", ["zocknroll", "schocken"])
async def test_questions_to_the_coach_say_what_cannot_be_known(tmp_path: Path, game: str) -> None:
    """R5: an answer, or one sentence with the rule; never an internal error."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await real_table(anna, game, settings={**REAL, "help": "all"})
        socket, chance = await anna.look(code), Random(1)
        for _ in range(12):
            assert socket.game is not None
            for question in ("odds", "hint", "choices"):
                answer = await anna.http.get(f"/api/tables/{code}/{question}")
                assert answer.status_code in (200, 409, 422), answer.text
                assert answer.status_code != 422 or answer.json()["rule"] in ("R5", "R7")
            await tell(socket, telling(socket.game, chance))


@pytest.mark.parametrize("game", ["zocknroll", "schocken"])
async def test_a_club_counts_real_dice_and_takes_back_what_the_table_does(tmp_path: Path, game: str) -> None:
    """A game that runs again costs no fines; when it ends again, it counts once."""
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        anna = club.devices["founder"]
        await club.done("PUT", "/box/tariff", {"events": {"lost_game": 100}}, "treasurer")
        code = await real_table(anna, game, guests=["Ben", "Carla"])
        await club.done("POST", "/tables", {"code": code})
        socket = await anna.look(code)
        await play_on(socket, Random(1))
        assert ((await club.get())["games"], (await club.get("/box"))["owed"]) == (1, 100)
        assert socket.game is not None
        last = (await anna.http.get(f"/api/tables/{code}/told")).json()[-1]
        answer = await socket.ask("take_back", to=last["to"])
        await socket.until(lambda: socket.version >= answer["v"])
        assert ((await club.get())["games"], (await club.get("/box"))["owed"]) == (0, 0)
        await tell(socket, last["event"])
        assert ((await club.get())["games"], (await club.get("/box"))["owed"]) == (1, 100)
        assert {line["name"] for line in (await club.get("/standings"))["lines"]} == {"Anna", "Ben", "Carla"}
