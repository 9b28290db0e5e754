"""Cost of large answers: budget per address, and catch-up in slices, one per iteration of the loop."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from knobel.serve.limits.cost import CostBudget, SliceQueue
from knobel.serve.limits.rate_limit import Limits, RateLimit, TokenBucket
from knobel.serve.live.history import BATCH

from .fakes import ManualTime
from .memory_server import MemoryServer, memory_server
from .test_long_log import LENGTH, _long, _rows

_NONE = RateLimit(0, 0)


def test_a_charge_may_leave_a_debt_of_one_burst() -> None:
    bucket = TokenBucket(RateLimit(2, 10))
    bucket.charge(0.0, 4)
    assert not bucket.is_empty(0.0)
    bucket.charge(0.0, 1000)
    assert [bucket.is_empty(now) for now in (0.0, 5.4, 5.5)] == [True, True, False]


async def test_addresses_take_turns_and_one_slice_runs_per_iteration() -> None:
    time, ran = ManualTime(), list[str]()
    queue = SliceQueue(time, CostBudget(Limits(), time.now))

    def slices(name: str, count: int) -> None:
        def work() -> bool:
            ran.append(name)
            return ran.count(name) < count

        queue.add(name[0], work)

    for name, count in (("a1", 3), ("a2", 3), ("b1", 2)):
        slices(name, count)
    turns = list[int]()
    while len(ran) < 8:
        turns.append(len(ran))
        await asyncio.sleep(0)
    assert ran == ["a1", "a1", "b1", "a2", "b1", "a1", "a2", "a2"]
    assert turns == list(range(1, 8))


async def _most_read_at_once(
    server: MemoryServer, code: str, monkeypatch: pytest.MonkeyPatch, *paths: str
) -> tuple[int, int]:
    """The entries that were read while strangers caught up: the most in an iteration, and all."""
    strangers = [await server.device(address="10.0.0.9") for _ in range(10)]
    with _rows(monkeypatch) as rows:
        tasks = [asyncio.ensure_future(each.http.get(path)) for each in strangers for path in paths]
        late = [asyncio.ensure_future(each.look(code, 0)) for each in strangers if not paths]
        most, before = 0, rows.read
        while not all(task.done() for task in tasks) or any(
            not task.done() or task.result().version < LENGTH for task in late
        ):
            await asyncio.sleep(0)
            most, before = max(most, rows.read - before), rows.read
    return most, rows.read


@pytest.mark.parametrize("way", ["http", "websocket"])
async def test_many_catch_ups_read_one_batch_per_iteration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    async with memory_server(tmp_path) as server:
        _, code = await _long(server)
        paths = [f"/api/tables/{code}/steps?since=300"] if way == "http" else []
        most, read = await _most_read_at_once(server, code, monkeypatch, *paths)
        assert most <= BATCH
        assert read >= 10 * (200 if paths else LENGTH)


async def test_an_address_that_was_sent_too_much_has_to_wait(tmp_path: Path) -> None:
    limits = Limits(loop_ms_of_address=_NONE, bytes_of_address=RateLimit(1000, 10_000))
    async with memory_server(tmp_path, limits=limits) as server:
        _, code = await _long(server)
        stranger = await server.device(address="10.0.0.2")
        path = f"/api/tables/{code}/steps?since=0"
        assert len((await stranger.http.get(path)).content) > 10_000
        refused = await stranger.http.get(path)
        assert (refused.status_code, refused.json()["why"]) == (429, "limit")
        assert "wait" in refused.json()["sentence"]
        assert (await stranger.look(code, 0)).closed == (4429, "too much at once: try it again later")
        assert (await stranger.http.get("/api/games")).status_code == 200
        assert (await (await server.device(address="10.0.0.3")).http.get(path)).status_code == 200
        await server.time.advance(40)
        assert (await stranger.http.get(path)).status_code == 200


async def test_a_player_is_never_refused_for_the_budget(tmp_path: Path) -> None:
    """A snapshot replaces the steps, which cost more."""
    limits = Limits(loop_ms_of_address=_NONE, bytes_of_address=RateLimit(1, 10_000))
    async with memory_server(tmp_path, limits=limits) as server:
        anna, code = await _long(server)
        late = await anna.look(code, 0)
        await late.until(lambda: late.version == LENGTH)
        again = await anna.look(code, 0)
        assert (again.closed, again.last("snapshot")["v"]) == (None, LENGTH)


async def test_loop_time_is_charged(tmp_path: Path) -> None:
    limits = Limits(loop_ms_of_address=RateLimit(0.001, 1), bytes_of_address=_NONE)
    async with memory_server(tmp_path, limits=limits) as server:
        _, code = await _long(server)
        stranger = await server.device(address="10.0.0.2")
        answers = [await stranger.http.get(f"/api/tables/{code}/steps?since=0") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]
