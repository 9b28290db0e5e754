"""A store that the code of commit 9f61428 wrote stays readable: logs, lists, records, transcripts, statistics.

`written/store.sql.xz` is an SQL dump of the store, `written/expected.json.xz` what that code read from it and showed to
clients. `written/write.py.txt` wrote both. The store has tables of all three games, with and without checkable dice:
finished games, unfinished ones, one that changed its game twice, a closed one, one played on from a replay, and a
loaded record.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import apsw
import msgspec
import pytest

from knobel.fair.transcript import load
from knobel.fair.verify import Verified, verify
from knobel.store import CommandKey, DiceRow, Store
from knobel.store.moving import move_store
from knobel.table import due, rebuild
from tests.postgres import PostgresServer
from tests.serve.memory_server import memory_server

WRITTEN: Final = Path(__file__).parent / "written"


def _unpacked(name: str) -> bytes:
    return lzma.decompress((WRITTEN / name).read_bytes())


def _plain(value: object) -> Any:
    """Structs as the JSON that they were written as."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _dice(rows: Sequence[DiceRow]) -> Any:
    """Rows with the field name of that commit."""
    return [{"thrower": row.thrower, "fair": row.fair, "fallen": _plain(row.counts)} for row in rows]


@pytest.fixture(scope="module")
def expected() -> Any:
    return msgspec.json.decode(_unpacked("expected.json.xz"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the store; tests only read from it, or copy it."""
    folder = tmp_path_factory.mktemp("written")
    restore(folder / "tables.db")
    return folder


def restore(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(_unpacked("store.sql.xz").decode())
    connection.close()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, folder: Path) -> Iterator[Store]:
    """The store as it is, or moved to PostgreSQL."""
    where: Path | str = folder / "tables.db"
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        where = server.new_database()
        Store(folder / "tables.db").close()  # migrates it
        move_store(folder / "tables.db", where)
    with Store(where) as store:
        yield store


def test_every_table_is_rebuilt(store: Store, expected: Any) -> None:
    for code, said in expected["tables"].items():
        log = store.load(code)
        table = rebuild(entry.event for entry in log)
        assert table is not None
        assert (len(log), table.version) == (said["entries"], said["version"])
        assert (table.phase, table.game, table.options, table.host) == (
            *(said["phase"], said["game"], said["options"], said["host"]),
        )
        assert _plain(table.settings) == said["settings"]
        assert list(table.names) == said["names"]
        assert [seat.level for seat in table.seats] == said["levels"]
        assert [seat.away for seat in table.seats] == said["away"]
        assert [[seat.tally.games, seat.tally.wins, seat.tally.points] for seat in table.seats] == said["tallies"]
        assert _plain(table.state) == said["state"]
        assert _plain(table.fair) == said["fair"]
        assert _plain(None if table.wanted is None else table.wanted.event) == said["wanted"]
        assert _plain(due(table)) == said["due"]


def test_every_entry_is_written_back_to_the_byte(folder: Path, store: Store, expected: Any) -> None:
    raw = apsw.Connection(str(folder / "tables.db"), flags=apsw.SQLITE_OPEN_READONLY)
    encode = msgspec.json.encode
    seen = 0
    for code in expected["tables"]:
        stored = [
            bytes(event)
            for (event,) in raw.execute("SELECT event FROM entries WHERE code = ? ORDER BY version", (code,))
        ]
        assert [encode(entry.event) for entry in store.load(code)] == stored
        seen += len(stored)
    raw.close()
    assert seen > 1000


def test_lists_and_statistics(store: Store, expected: Any) -> None:
    for code, said in expected["tables"].items():
        assert _plain(store.games_at(code)) == said["games"]
        assert _dice(store.dice_counts(code)) == said["fallen"]
        assert _plain(store.clock(code)) == said["clock"]
        assert store.unfinished(code) == said["unfinished"]
    for device, said in expected["devices"].items():
        assert _plain(store.tables_of(device)) == said["tables"]
        assert _plain(store.games_of(device)) == said["games"]
        assert _plain(store.puzzles_of(device)) == said["puzzles"]
    assert _dice(store.dice_counts()) == expected["fallen"]
    assert store.unfinished() == expected["unfinished"]
    assert store.codes("playing") == expected["playing"]
    assert store.dice_secret().hex() == expected["house_secret"]
    assert store.check() == []


def test_records_and_their_dice(store: Store, expected: Any) -> None:
    verified = 0
    for replay, said in expected["games"].items():
        found = store.game(replay)
        assert found is not None
        row, text = found
        assert _plain(row) == said["row"]
        assert text == said["record"]
        session, transcript = load(text)
        assert _plain(session.state) == said["state"]
        if said["verified"] is None:
            assert transcript is None
            continue
        assert transcript is not None
        outcome = verify(transcript, session)
        assert isinstance(outcome, Verified)
        assert _plain(outcome) == said["verified"]
        verified += 1
    assert verified == 4


def test_answers_analyses_and_carry_links(store: Store, expected: Any) -> None:
    for said in expected["answers"]:
        answer = store.answer(CommandKey(said["code"], said["device"], said["id"]), said["seen"])
        assert answer == said["answer"].encode()
    for said in expected["analyses"]:
        analysis = store.analysis(said["replay"], said["edition"])
        assert analysis == said["analysis"].encode()
    for said in expected["carries"]:
        assert _plain(store.carry(said["token"], said["expires"] - 1)) == said["offer"]
        assert store.carry(said["token"], said["expires"]) is None
    assert len(expected["answers"]) > 30
    assert expected["analyses"]
    assert expected["carries"]


@pytest.mark.anyio
async def test_clients_see_the_same_entries_to_the_byte(tmp_path: Path, expected: Any) -> None:
    """The host, another player and a stranger catch up from the first entry on."""
    restore(tmp_path / "tables.db")
    encode = msgspec.json.encode
    async with memory_server(tmp_path, fair=True, seed=3, secret=bytes.fromhex(expected["house_secret"])) as here:
        for code, views in expected["seen"].items():
            for who, steps in views.items():
                device = await here.device(who * 32)
                socket = await device.look(code, since=1)
                await here.settle()
                shown = [msgspec.json.decode(step) for step in socket.steps]
                last = expected["tables"][code]["version"]
                for step, said in zip(shown, steps, strict=False):
                    if said["v"] > last:
                        break
                    assert encode(step["e"]) == encode(said["e"])
                    assert (step["v"], step["at"]) == (said["v"], said["at"])
                    assert step.get("table") == said.get("table")
                    assert step.get("proofs") == said.get("proofs")
                    assert ("game" in step and step["game"]["view"]) == said.get("view", False)
                assert len(shown) >= last - 1
