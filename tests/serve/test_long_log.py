"""Long logs: requests read only what they need, and emotes are rate-limited."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from knobel.serve.limits.rate_limit import Limits
from knobel.serve.live import history
from knobel.serve.live.history import BATCH, History
from knobel.serve.live.hub import BATCH as PART
from knobel.serve.live.views import narrate_entry
from knobel.serve.transport import close_codes
from knobel.store import Entry, StoreError, entries
from knobel.table.events import Emoted

from .memory_server import Device, MemoryServer, memory_server

LENGTH = 3000
"""Entries of a log that is long."""


async def _long(server: MemoryServer, length: int = LENGTH) -> tuple[Device, str]:
    """A live table with a long log."""
    anna = await server.device()
    code = await anna.make(bots=0, start=False)
    last = server.services.store.last_version(code)
    said = [Entry(v, 1_700_000_000_000 + v, Emoted(0, "hello")) for v in range(last + 1, length + 1)]
    await asyncio.wrap_future(server.services.store.append(code, said))
    server.hub.tables.clear()
    assert (await anna.http.get(f"/api/tables/{code}")).json()["v"] == length
    return anna, code


class Rows:
    """Counts the entries that are read."""

    def __init__(self, decode: Any) -> None:
        self._decode = decode
        self.read = 0

    def __call__(self, event: bytes) -> Any:
        self.read += 1
        return self._decode(event)


@contextmanager
def _rows(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rows]:
    with monkeypatch.context() as patched:
        rows = Rows(entries._decode_of("zock"))
        patched.setattr(entries, "_decode_of", lambda _: rows)
        yield rows


async def test_a_page_of_steps_reads_as_many_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        _, code = await _long(server)
        stranger = await server.device()
        with _rows(monkeypatch) as rows:
            page = (await stranger.http.get(f"/api/tables/{code}/steps?since=0")).json()["steps"]
        assert [step["v"] for step in page] == list(range(1, 201))
        assert rows.read == 200


async def test_catch_up_reads_the_log_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        _, code = await _long(server)
        stranger = await server.device()
        with _rows(monkeypatch) as rows:
            late = await stranger.look(code, 0)
            assert (late.version, rows.read) == (BATCH, BATCH)
            await late.until(lambda: late.version == LENGTH)
            last = len(range(LENGTH % BATCH, BATCH))
            assert rows.read <= LENGTH + last


async def test_a_disk_error_during_catch_up_closes_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with memory_server(tmp_path) as server:
        _, code = await _long(server)
        stranger, load = await server.device(), server.services.store.load

        def failing(code: str, since: int = 0, until: int | None = None, game: str | None = None) -> list[Entry]:
            if since >= 2 * BATCH:
                raise StoreError("the disk failed")
            return load(code, since, until, game)

        with monkeypatch.context() as patched:
            patched.setattr(server.services.store, "load", failing)
            late = await stranger.look(code, 0)
            await late.until(lambda: late.closed is not None)
        assert (late.version, late.closed and late.closed[0]) == (2 * BATCH, close_codes.RELOAD)
        await late.leave()
        back = await stranger.look(code, late.version)
        await back.until(lambda: back.version == LENGTH)


async def test_steps_during_a_catch_up_are_not_missed(tmp_path: Path) -> None:
    """The log ends in the middle of a batch when the catch-up starts."""
    async with memory_server(tmp_path) as server:
        anna, code = await _long(server, LENGTH + 7)
        own, late = await anna.look(code), await (await server.device()).look(code, 1)
        while late.version < LENGTH:
            assert (await own.ask("emote", emote="luck"))["m"] == "ok"
        await late.until(lambda: late.version == own.version)
        assert [step for step in late.steps if '"luck"' in step] == own.steps


@pytest.mark.parametrize("started", [False, True])
async def test_only_the_end_of_a_long_log_is_narrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: bool
) -> None:
    """A snapshot has the last lines, the same as if all entries were narrated."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=started)
        last = server.services.store.last_version(code)
        said = [Entry(v, v, Emoted(0, "luck" if v % 7 else "hello")) for v in range(last + 1, 2 * LENGTH)]
        await asyncio.wrap_future(server.services.store.append(code, said))
        log, tells = server.services.store.load(code), list[int]()

        def counted(before: Any, event: Any, after: Any) -> Any:
            tells.append(after.table.version)
            return narrate_entry(before, event, after)

        monkeypatch.setattr(history, "narrate_entry", counted)
        few = History(log).lines
        told_of_few = len(tells)
        monkeypatch.setattr(history, "_NARRATED", 10**9)
        assert (few, len(few)) == (History(log).lines, 500)
        assert len(tells) - told_of_few > LENGTH
        assert told_of_few < LENGTH


async def test_emotes_are_rate_limited(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits()) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make("schocken", bots=0, start=False)
        own, other = await anna.look(code), await ben.look(code)
        await other.ask("join", name="Ben")
        answers = [await own.ask("emote", emote="hello", id=f"e{number}", v=1) for number in range(6)]
        assert [answer["m"] for answer in answers] == ["ok"] * 5 + ["no"]
        assert (answers[5]["why"], answers[5].get("rule")) == ("limit", None)
        assert answers[5]["sentence"] == "that was too much at once; wait a moment before the next greeting"
        assert (await other.ask("emote", emote="hello"))["m"] == "ok"
        await server.time.advance(4)
        assert (await own.ask("emote", emote="hello"))["m"] == "ok"
        assert (await own.ask("emote", emote="hello"))["m"] == "no"
        assert await own.ask("emote", emote="hello", id="e5", v=1) == answers[5], "a refusal stays one"
        late = await own.ask("emote", emote="hello", id="late")
        assert late["m"] == "no"
        await server.time.advance(40)
        again = await own.ask("emote", emote="hello", id="late", v=late["v"])
        assert again == late, "also where nothing has happened but time"
        assert await own.ask("emote", emote="hello", id="e0", v=1) == answers[0], "and who was heard is not refused"
    async with memory_server(tmp_path, limits=Limits()) as server:
        back = await (await server.device(anna.token)).look(code)
        assert await back.ask("emote", emote="hello", id="e5", v=1) == answers[5]
        assert await back.ask("emote", emote="hello", id="e0", v=1) == answers[0]


async def test_a_long_log_is_read_in_batches_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other clients are served between two batches."""
    async with memory_server(tmp_path) as server:
        _, code = await _long(server)
        whole = server.hub.tables[code].table
        server.hub.tables.clear()
        with _rows(monkeypatch) as rows:
            finding = [asyncio.ensure_future(server.hub.find(code)) for _ in range(20)]
            turns, most, before = 0, 0, rows.read
            while not finding[0].done():
                await asyncio.sleep(0)
                turns, most, before = turns + 1, max(most, rows.read - before), rows.read
            found = await asyncio.gather(*finding)
        assert (rows.read, turns >= LENGTH // PART, most <= 2 * PART) == (LENGTH, True, True)
        assert {id(each) for each in found} == {id(server.hub.tables[code])}
        assert server.hub.tables[code].table == whole


@pytest.mark.parametrize("part", [1, 7, 64, 100])
async def test_a_log_read_in_batches_gives_the_same_history(tmp_path: Path, part: int) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(options={"games": 1})
        socket = await anna.look(code)
        while socket.version < 300:
            await socket.play()
            await socket.ask("rematch")
            await socket.until(lambda: socket.table["phase"] == "playing")
        log = server.services.store.load(code)
        whole, made = History(log), History(log[:part])
        for begin in range(part, len(log), part):
            made.read(log[begin : begin + part])
        assert (made.current, made.lines) == (whole.current, whole.lines)
        assert [made.checkpoint(each) for each in (0, 256)] == [whole.checkpoint(each) for each in (0, 256)]
        assert [past.event for past in made._recent] == [past.event for past in whole._recent]
