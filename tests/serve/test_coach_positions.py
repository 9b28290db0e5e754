"""Positions without a table: examples, canonical texts, values, and timeouts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from knobel.bots import play_out
from knobel.forms import parse, position
from knobel.rules import GAMES
from knobel.rules.game import Decision
from knobel.serve.limits.rate_limit import Limits
from knobel.serve.workers.coach import client

from .memory_server import memory_server

ZOCK = "zock games=1 cover 0 36 123456789/123456789 - - - -"


@pytest.mark.parametrize("game", GAMES)
async def test_an_example_position(game: str, tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        http = (await server.device()).http
        shown = (await http.get(f"/api/positions/{game}")).json()
        state = parse(shown["position"])
        pending = GAMES[game].pending(state)
        assert isinstance(pending, Decision)
        assert len(pending.moves) > 1
        assert (shown["game"]["game"], shown["game"]["pending"]["seat"]) == (game, pending.seat)
        assert (await http.get(f"/api/positions/{game}")).json() == shown, "the same every time"
        assert (await http.get(f"/api/positions/{game}?seed=2")).json() != shown
        assert (await http.post("/api/positions", json={"position": shown["position"]})).json() == shown


async def test_an_example_of_a_short_game_is_a_decision(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        http = (await server.device()).http
        for seed in range(12):
            shown = (await http.get(f"/api/positions/zock?options=games=1&seed={seed}")).json()
            pending = GAMES["zock"].pending(parse(shown["position"]))
            assert isinstance(pending, Decision), f"seed {seed}"
            assert len(pending.moves) > 1


async def test_an_example_with_other_options(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        http = (await server.device()).http
        shown = (await http.get("/api/positions/zocknroll?players=5&options=board=pro")).json()
        state = parse(shown["position"])
        assert (state.players, shown["game"]["view"]["options"]) == (5, {"board": "pro"})
        for query, rule in (("players=99", "N1"), ("options=board=round", "N2")):
            answer = await http.get(f"/api/positions/zocknroll?{query}")
            assert (answer.status_code, answer.json()["rule"]) == (422, rule)
        assert (await http.get("/api/positions/poker")).status_code == 422


@pytest.mark.parametrize("path", ["/api/positions", "/api/values"])
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", None),
        ("poker", None),
        ("zock - throw 0 36 123456789/......... - - - -", "K7"),
        ("zocknroll - white - 0 0 - 12/34/56 ........./........./.........", "N4"),
    ],
)
async def test_an_invalid_position_is_refused_with_its_rule(
    path: str, text: str, rule: str | None, tmp_path: Path
) -> None:
    async with memory_server(tmp_path) as server:
        answer = await (await server.device()).http.post(path, json={"position": text})
        assert (answer.status_code, answer.json()["why"], answer.json()["rule"]) == (400, "malformed", rule)


async def test_a_position_gets_its_canonical_text(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        http = (await server.device()).http
        loose = ZOCK.replace(" 36 ", " 63 ").replace("games=1", "variant=basic,games=1")
        assert (await http.post("/api/positions", json={"position": loose})).json()["position"] == ZOCK
        assert (await http.post("/api/values", json={"position": loose})).json()["position"] == ZOCK


async def test_values_of_all_moves(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        http = (await server.device()).http
        found = (await http.post("/api/values", json={"position": ZOCK})).json()
        assert [each["move"]["fields"] for each in found["moves"]] == [[9], [3, 6]]
        assert (found["exact"], found["played"], found["note"]) == (True, 0, None)
        assert found["chances"][0] == found["moves"][0]["value"]
        assert sum(found["chances"]) == pytest.approx(1)
        assert found["odds"]["rows"][0]["kind"] == "usable"


OVER = position(play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=1).state)


@pytest.mark.parametrize(
    ("text", "note", "chances"),
    [
        ("zock games=1 roll_off 0 - 123456789/123456789 - - - -", "coach-note-dice", {0.5}),
        (OVER, "coach-note-over", {0.0, 1.0}),
        ("zocknroll - white - 0 0 - 12/??/??/?? ........./........./.........", "coach-note-hidden", set()),
    ],
)
async def test_a_note_explains_missing_moves(text: str, note: str, chances: set[float], tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        found = (await (await server.device()).http.post("/api/values", json={"position": text})).json()
        assert (found["moves"], found["note"]["key"], set(found["chances"])) == ([], note, chances)


async def test_the_deciding_seat_has_to_see_its_own_dice(tmp_path: Path) -> None:
    text = "zocknroll - decide 0 0 0 114 ??/12/??/?? ........./........./........."
    async with memory_server(tmp_path) as server:
        answer = await (await server.device()).http.post("/api/values", json={"position": text})
        assert (answer.status_code, answer.json()["rule"]) == (400, "N5")
        assert (await (await server.device()).http.post("/api/positions", json={"position": text})).status_code == 200


async def test_open_questions_per_device_are_limited(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        server.coach.going.clear()
        asking = [
            asyncio.create_task(anna.http.post("/api/values", json={"position": ZOCK}))
            for _ in range(Limits().questions_of_device)
        ]
        await server.settle()
        refused = await anna.http.post("/api/values", json={"position": ZOCK})
        assert (refused.status_code, refused.json()["why"]) == (429, "limit")
        others = asyncio.create_task(ben.http.post("/api/values", json={"position": ZOCK}))
        await server.settle()
        server.coach.going.set()
        assert {(await each).status_code for each in (*asking, others)} == {200}
        assert (await anna.http.post("/api/values", json={"position": ZOCK})).status_code == 200


async def test_a_question_times_out(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        server.coach.going.clear()
        asking = asyncio.create_task(anna.http.post("/api/values", json={"position": ZOCK}))
        await server.settle()
        await server.time.advance(client.TIMEOUT)
        answer = await asking
        assert (answer.status_code, answer.json()["why"]) == (503, "thinking")
        assert "ask again" in answer.json()["sentence"]
        assert server.coach.cancelled == 1


async def test_stopping_answers_open_questions(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        server.coach.going.clear()
        asking = asyncio.create_task(anna.http.post("/api/values", json={"position": ZOCK}))
        await server.settle()
        await server.hub.stop()
        assert (await asking).status_code == 503


async def test_positions_are_parsed_in_the_offload_thread(tmp_path: Path) -> None:
    """Parsing positions does not block the loop, and an address has a quota."""
    async with memory_server(tmp_path) as server:
        guests = [await server.device() for _ in range(Limits().computations_of_address + 1)]
        body = {"position": ZOCK}
        async with server.hub.offload.turn:  # another computation is running
            asked = [
                asyncio.create_task(each)
                for guest in guests[: Limits().computations_of_address // 3]
                for each in (
                    guest.http.post("/api/positions", json=body),
                    guest.http.get("/api/positions/zock"),
                    guest.http.post("/api/values", json=body),
                )
            ]
            await server.settle()
            assert not any(task.done() for task in asked)
            refused = await guests[-1].http.post("/api/positions", json=body)
            assert (refused.status_code, refused.json()["why"]) == (429, "limit")
        assert (await asked[0]).json()["position"] == ZOCK
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "text",
    [
        "zocknroll - drop 1 0 0 123 ??/22:1/??/?? ........./........./.........",
        "zocknroll - lift 3 0 0 12345 11/22/33/?? ........./........./.........",
        "schocken - lift 0 0 0 - 13 0/0 1|??:3/123:3",
    ],
)
async def test_positions_in_which_cups_are_lifted_have_no_values(tmp_path: Path, text: str) -> None:
    async with memory_server(tmp_path) as server:
        http = (await server.device()).http
        assert (await http.post("/api/positions", json={"position": text})).status_code == 200
        answer = await http.post("/api/values", json={"position": text})
        assert (answer.status_code, answer.json()["rule"]) == (400, "R7")
