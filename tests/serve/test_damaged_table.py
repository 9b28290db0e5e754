"""A table whose log is damaged in the store: it is refused with a sentence, and all others go on."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest

from knobel.serve.live.hub import BATCH, SWEEP_INTERVAL
from knobel.serve.transport import close_codes
from knobel.store import Entry
from knobel.store.errors import damaged_file
from knobel.store.sqlite import connect
from knobel.table.events import Emoted

from .club_server import club_server, play, seated
from .memory_server import MemoryServer, memory_server

pytestmark = pytest.mark.anyio


async def change(server: MemoryServer, sql: str, *values: object) -> None:
    """Change the store as a failing disk would; no table is in memory afterwards."""
    store = server.services.store
    await asyncio.wrap_future(store.write(lambda connection: connection.execute(sql, values)))
    server.hub.tables.clear()


async def test_a_damaged_table_is_refused_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        good, bad = await anna.make(), await anna.make(id="another")
        await change(server, "UPDATE entries SET at = at + 1 WHERE code = ? AND version = 2", bad)
        sentence = "the log of this table is damaged at entry 2: the host of the server can restore a backup"
        with caplog.at_level(logging.ERROR, "knobel"):
            answer = await anna.http.get(f"/api/tables/{bad}")
            assert (answer.status_code, answer.json()["why"], answer.json()["sentence"]) == (500, "damaged", sentence)
            closed = (await anna.look(bad)).closed
        assert closed == (close_codes.DAMAGED, close_codes.REASONS[close_codes.DAMAGED])
        assert [record.getMessage() for record in caplog.records] == ["a table is damaged; knobel check says which"] * 2
        assert bad not in "".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
        listed = (await anna.http.get("/api/me/tables")).json()
        assert {line["code"] for line in listed} == {good, bad}
        assert (await (await anna.look(good)).ask("emote", emote="hello"))["m"] == "ok"


async def test_one_byte_of_an_index_opens_no_table_shortened(tmp_path: Path) -> None:
    """Each place of the file that holds the code of a table: its rows, and the indexes that find them."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        good, code = await anna.make(id="another"), await anna.make(bots=0, start=False)
        last = server.services.store.last_version(code)
        said = [Entry(v, 1_700_000_000_000 + v, Emoted(0, "hello")) for v in range(last + 1, 150)]
        await asyncio.wrap_future(server.services.store.append(code, said))
        cookies = anna.http.cookies
    path, statuses = tmp_path / "tables.db", list[int]()
    content = path.read_bytes()
    places = [at for at in range(len(content)) if content.startswith(code.encode(), at)]
    for at in places[::30]:
        path.write_bytes(content[:at] + b"-" + content[at + 1 :])
        async with memory_server(tmp_path) as server:
            anna = await server.device()
            anna.http.cookies = cookies
            answer = await anna.http.get(f"/api/tables/{code}")
            if answer.status_code == 200:
                assert answer.json()["table"]["version"] == 149
            else:
                assert "damaged" in answer.json()["sentence"]
            statuses.append(answer.status_code)
            assert (await anna.http.get(f"/api/tables/{good}")).status_code in (200, 500), "it may be on the same page"
    assert 500 in statuses


@pytest.mark.parametrize("lost", [f"version > {BATCH} AND version <= {2 * BATCH}", f"version > {BATCH}"])
async def test_a_long_log_is_not_opened_shortened(tmp_path: Path, lost: str) -> None:
    """The server reads it in parts: a missing part looked like its end."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(bots=0, start=False)
        last = server.services.store.last_version(code)
        said = [Entry(v, 1_700_000_000_000 + v, Emoted(0, "hello")) for v in range(last + 1, 3 * BATCH + 1)]
        await asyncio.wrap_future(server.services.store.append(code, said))
        await change(server, f"DELETE FROM entries WHERE code = ? AND {lost}", code)
        assert (await anna.http.get(f"/api/tables/{code}")).status_code == 500


async def test_damage_while_a_client_catches_up(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(bots=0, start=False)
        last = server.services.store.last_version(code)
        said = [Entry(v, 1_700_000_000_000 + v, Emoted(0, "hello")) for v in range(last + 1, BATCH)]
        await asyncio.wrap_future(server.services.store.append(code, said))
        server.hub.tables.clear()
        live = await server.hub.find(code)
        sql = "UPDATE entries SET at = at + 1 WHERE code = ? AND version = 5"
        await change(server, sql, code)
        assert live is not None
        server.hub.tables[code] = live
        socket = await anna.look(code, since=1)
        await server.settle()
        assert socket.closed is not None
        assert socket.closed[0] == close_codes.DAMAGED


async def test_a_record_of_a_damaged_log_does_not_name_the_table(tmp_path: Path) -> None:
    """A device that has the link to a record does not know the code of its table."""
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await seated(server, (anna, "Anna"), (ben, "Ben"), game="zock")
        replay = await play(server, code, anna, ben)
        await change(server, "UPDATE entries SET at = at + 1 WHERE code = ? AND version = 9", code)
        answer = await ben.http.get(f"/api/replays/{replay}/record")
        assert (answer.status_code, answer.json()["why"]) == (500, "damaged")
        assert code not in answer.text


def damage(folder: Path, *names: str) -> None:
    """Change a byte in the first page of tables or indexes."""
    path = folder / "tables.db"
    with closing(connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        pages: list[int] = [connection.execute(query, (name,)).get for name in names]
    content = bytearray(path.read_bytes())
    for page in pages:
        content[page * 4096 - 100] ^= 1
    path.write_bytes(content)


async def test_a_damaged_page_is_told_wherever_it_is_met(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Status 500 or close code 4500, after which no client comes back by itself, and one line in the log each."""
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        club = await club_server(server)
        code = await seated(server, (anna, "Anna"), (ben, "Ben"), game="zock")
        replay = await play(server, code, anna, ben)
    damage(tmp_path, "holders", "games", "clubs", "clocks", "puzzles", "fallen")
    paths = ["me/tables", "me/games", f"replays/{replay}/record", f"clubs/{club.club}", "training/me", "honesty"]
    async with memory_server(tmp_path) as server:
        device = await server.device(anna.token)
        founder = await server.device(club.devices["founder"].token)
        for path in (*paths, f"tables/{code}"):
            caplog.clear()
            answer = await (founder if path.startswith("clubs") else device).http.get(f"/api/{path}")
            assert (answer.status_code, answer.json()["why"]) == (500, "damaged"), path
            assert answer.json()["sentence"] == "the store is damaged: the host of the server can restore a backup"
            assert [record.getMessage() for record in caplog.records] == [SAID], path
        caplog.clear()
        assert (await device.look(code)).closed == (close_codes.DAMAGED, close_codes.REASONS[close_codes.DAMAGED])
        assert [record.getMessage() for record in caplog.records] == [SAID]


SAID = "the store is damaged; knobel check says where"


async def test_a_lookup_that_meets_a_damaged_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The client would come back, and send its command again."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make()
    damage(tmp_path, "refusals")
    async with memory_server(tmp_path) as server:
        anna = await server.device(anna.token)
        socket = await anna.look(code)
        socket.send({"id": "1", "v": socket.version, "do": {"c": "emote", "emote": "hello"}})
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert socket.closed[0] == close_codes.DAMAGED
        assert [record.getMessage() for record in caplog.records] == [SAID]


async def test_what_is_stored_in_the_background_meets_a_damaged_page(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing waits for a saved clock, so its damage has to be logged; a new table need not be sent again."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(settings={"clock": 30, "throws": "hand"}))
        await socket.until(lambda: socket.my_turn)
        await server.settle()
        lost = Future[None]()
        lost.set_exception(damaged_file())
        monkeypatch.setattr(server.services.store, "save_clock", lambda *_: lost)
        await server.time.advance(SWEEP_INTERVAL)
        assert [record.getMessage() for record in caplog.records] == [SAID]
    damage(tmp_path, "tables")
    async with memory_server(tmp_path) as server:
        device = await server.device(anna.token)
        answer = await device.http.post("/api/tables", json={"id": "new", "game": "zock", "name": "Anna"})
        assert (answer.status_code, answer.json()["why"]) == (500, "damaged")


async def test_a_command_that_meets_a_damaged_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Its table is closed for all, and no other one is."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code, good = await anna.make(start=False), await anna.make(id="another")
    damage(tmp_path, "sizes")  # which a command that changes a list needs
    async with memory_server(tmp_path) as server:
        anna = await server.device(anna.token)
        bad, other = await anna.look(code), await anna.look(good)
        await other.until(lambda: other.my_turn)
        bad.send({"id": "1", "v": bad.version, "do": {"c": "start"}})
        assert (await other.act())["m"] == "ok"
        await server.settle()
        assert bad.closed == (close_codes.DAMAGED, close_codes.REASONS[close_codes.DAMAGED])
        assert other.closed is None
        assert SAID in [record.getMessage() for record in caplog.records]
        assert await server.hub.health.check() is None
