"""Dice statistics over HTTP."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from knobel.fair.statistics.counts import count
from knobel.serve.api.history import dice_statistics
from knobel.store import DiceRow

from .memory_server import memory_server


async def test_statistics_without_throws(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        shown = (await anna.http.get("/api/honesty")).json()
        assert shown["everybody"]["dice"] == shown["unproven"] == 0
        assert shown["everybody"]["odd"] is shown["apart"] is None


async def test_a_table_and_all_tables(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        over = await anna.make("zock", options={"games": 1})
        socket = await anna.look(over)
        await socket.play()
        running = await anna.make("zock", id="another")
        here = (await anna.http.get(f"/api/tables/{over}/honesty")).json()
        assert here["everybody"]["dice"] == here["people"]["dice"] + here["bots"]["dice"] > 0
        assert sum(here["everybody"]["faces"]) == here["everybody"]["dice"]
        assert (await anna.http.get("/api/honesty")).json() == here | {"unfinished": 1}
        there = (await anna.http.get(f"/api/tables/{running}/honesty")).json()
        assert there["everybody"]["dice"] == 0, "the dice of a running game are its own"
        assert (here["unfinished"], there["unfinished"]) == (0, 1)


async def test_dice_of_a_table_that_was_closed(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as server:
        anna = await server.device()
        code = await anna.make("zock", options={"games": 3})
        socket = await anna.look(code)
        for _ in range(4):
            await socket.until(lambda: socket.my_turn)
            await socket.act()
        before = (await anna.http.get(f"/api/tables/{code}/honesty")).json()
        assert (before["everybody"]["dice"], before["unfinished"]) == (0, 1)
        assert (await socket.ask("close"))["m"] == "ok"
        after = (await anna.http.get(f"/api/tables/{code}/honesty")).json()
        assert (after["everybody"]["dice"] > 0, after["unfinished"], after["unproven"]) == (True, 0, 0)


async def test_verifiable_dice_are_counted_as_proven(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make("zock", options={"games": 1}))
        await socket.play()
        record = (await anna.http.get(f"/api/replays/{socket.table['replay']}/record")).json()
        thrown = [event["dice"] for event in record["events"] if "dice" in event]
        shown = (await anna.http.get("/api/honesty")).json()
        assert shown["everybody"]["dice"] == len(str(thrown).replace("[", "").split(","))
        assert shown["unproven"] == 0


async def test_an_unknown_table(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.get("/api/tables/laka-laka-laka/honesty")
        assert (answer.status_code, answer.json()["why"]) == (404, "unknown")


def test_unverifiable_dice_are_counted_apart() -> None:
    high, low = count([(6, 6)] * 90), count([(1, 1)] * 80)
    shown = dice_statistics([DiceRow("person", True, high), DiceRow("bot", False, low), DiceRow("person", False, low)])
    assert shown.unproven == 320
    assert shown.people.faces == (160, 0, 0, 0, 0, 180)
    assert shown.bots.mean.thrown == 1
    assert shown.apart is not None
    assert shown.apart < 1e-6
    assert msgspec.to_builtins(shown)["everybody"]["mean"]["thrown"] == pytest.approx((320 * 1 + 180 * 6) / 500)
