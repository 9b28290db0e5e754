"""Dice statistics over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from knobel.fair.statistics.counts import count
from knobel.serve.api.history import dice_statistics
from knobel.store import DiceRow
from knobel.table import count_dice, rebuild

from .memory_server import Frame, MemoryServer, Socket, memory_server


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


@pytest.mark.parametrize(
    ("game", "options"),
    [("zock", {"games": 1}), ("schocken", {"stones": 2}), ("zocknroll", {})],  # three play the last one with Jörg
)
async def test_counts_from_memory_are_those_of_the_log(tmp_path: Path, game: str, options: dict[str, int]) -> None:
    """A table is read again in the middle of its game, and a bot replaces a person."""
    async with memory_server(tmp_path, fair=True) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make(game, bots=game != "zock", start=False, options=options)
        first, second = await anna.look(code), await ben.look(code)
        assert (await second.ask("join", name="Ben"))["m"] == "ok"
        assert (await first.ask("start"))["m"] == "ok"
        for _ in range(2):
            await _take_turns(server, first, second)
        server.hub.drop(code)
        first, second = await anna.look(code), await ben.look(code)
        await _take_turns(server, first, second)
        assert (await first.ask("unseat", seat=first.table["seats"].index(_seat_of(first, "Ben"))))["m"] == "ok"
        await first.play()
        log = [entry.event for entry in server.services.store.load(code)]
        table = rebuild(log)
        assert table is not None
        expected = count_dice(log, [seat.level for seat in table.seats])
        assert len(expected) == (3 if game == "zocknroll" else 2)
        rows = server.services.store.dice_counts(code)
        assert {row.thrower: row.counts for row in rows} == expected
        assert all(row.fair for row in rows)


def _seat_of(socket: Socket, name: str) -> Frame:
    seat: Frame = next(seat for seat in socket.table["seats"] if seat["name"] == name)
    return seat


async def _take_turns(server: MemoryServer, *sockets: Socket) -> None:
    """One turn for whichever seat has it."""
    async with asyncio.timeout(20):
        while not (acting := [each for each in sockets if each.my_turn]):
            await server.time.advance(1)  # a device that has connected again has no links of its old chain
    answer = await acting[0].act()
    for each in sockets:
        await each.until(lambda: each.version >= answer["v"])  # noqa: B023 - it is awaited at once


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
