"""Charts of perfect play over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.serve.workers.coach.jobs import Explore

from .memory_server import memory_server


async def test_each_game_has_its_chart(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        asked = await anna.http.get("/api/explorer/zock", params={"variant": "B", "own": "39", "rival": "1"})
        assert asked.json()["asked"]["own"] == [3, 9]
        assert len(asked.json()["throws"]) == 21
        openings = (await anna.http.get("/api/explorer/zock/openings?aim=points")).json()
        assert [chart["asked"]["variant"] for chart in openings["charts"]] == ["basic", "A", "B", "C"]
        keeps = await anna.http.get("/api/explorer/schocken?before=1%3F%3F&stones=6,7&throw=2")
        assert (keeps.json()["asked"]["before"], keeps.json()["middle"]) == (["1??"], 0)
        stays = await anna.http.get("/api/explorer/zocknroll?round=2&white=122&came=1101&history=1")
        assert (stays.json()["place"], len(stays.json()["whites"])) == (1, 6)


@pytest.mark.parametrize(
    ("query", "rule", "words"),
    [
        ("zock?own=", "K7", "has won already"),
        ("zock?own=1a", None, "own is wrong: expected `int`"),
        ("zock?variant=D", None, "variant is wrong: invalid enum value 'D'"),
        ("zock?colour=red", None, "'colour' cannot be asked for; there is: variant"),
        ("zock?own=" + "1" * 41, None, "own is too long"),
        ("schocken?players=5", "S1", "2 to 4 players"),
        ("schocken?stones=x", None, "stones is wrong"),
        ("zocknroll?players=2", "N1", "3 to 12 players"),
        ("zocknroll?round=3", None, "round is wrong"),
    ],
)
async def test_a_malformed_question_is_explained(tmp_path: Path, query: str, rule: str | None, words: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.get(f"/api/explorer/{query}")
        problem = answer.json()
        assert (answer.status_code, problem["why"], problem["rule"]) == (400, "malformed", rule)
        assert words in problem["sentence"]


async def test_there_are_three_games(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        assert (await anna.http.get("/api/explorer/poker")).status_code == 422


async def test_a_chart_is_cached(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        charts = [await anna.http.get("/api/explorer/zocknroll?players=3") for _ in range(2)]
        assert charts[0].content == charts[1].content
        assert [type(job) for job in server.coach.asked] == [Explore]
