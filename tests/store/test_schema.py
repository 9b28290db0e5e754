"""Migrations of older stores, and files that are not stores."""

from __future__ import annotations

from pathlib import Path

import apsw
import msgspec
import pytest

from knobel.rules.records import loads
from knobel.store import CommandKey, Store, StoreError, backup
from knobel.store.check import CHECKSUMS
from knobel.store.checksums import rewrite_checksums
from knobel.store.connection import Connection
from knobel.store.offline import read_offline
from knobel.store.schema import MIGRATIONS, PAGE_CHECKSUMS, migrate, schema_version
from knobel.store.sqlite import connect
from tests.table.room import ANNA, Room

from .games import entries, finished_game


def old_store(path: Path, version: int, *rooms: Room) -> None:
    """A store as that version made it, with the logs of tables."""
    path.parent.mkdir(exist_ok=True)
    connection = connect(path) if version >= PAGE_CHECKSUMS else apsw.Connection(str(path))
    migrate(connection, MIGRATIONS[:version])
    for room in rooms:
        for entry in entries(room):
            row = (room.table.code, entry.v, entry.at, msgspec.json.encode(entry.event))
            connection.execute("INSERT INTO entries (code, version, at, event) VALUES (?, ?, ?, ?)", row)
        if version >= CHECKSUMS:
            rewrite_checksums(connection, room.table.code)
    connection.execute("INSERT INTO answers VALUES ('kiwi', 'device', '1', x'2a')")
    connection.close()


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_stores_of_every_version_open(tmp_path: Path, version: int) -> None:
    path, room = tmp_path / "store.db", finished_game()
    old_store(path, version, room)
    with Store(path) as store:
        assert store.load("kiwi") == entries(room)
        assert store.answer(CommandKey("kiwi", "device", "1")) == b"*"
        assert store.check() == []
    connection = apsw.Connection(str(path))
    assert schema_version(connection) == len(MIGRATIONS)
    connection.close()


def test_version_1_had_its_history_in_the_logs(tmp_path: Path) -> None:
    path, over, running = tmp_path / "store.db", finished_game(), Room(bots=("random",), start=True, code="plum")
    old_store(path, 1, over, running)
    with Store(path) as store:
        assert {row.code: row.phase for row in store.tables_of(ANNA)} == {"kiwi": "over", "plum": "playing"}
        (row,) = store.games_of(ANNA)
        assert (row.replay, row.seat, row.names) == ("replay-kiwi-1", 0, ("Anna", "Ada"))
        assert row.points == tuple(seat.tally.points for seat in over.table.seats)
        found = store.game(row.replay)
        assert found is not None
        assert loads(found[1]).result is not None


def test_a_failing_migration_is_rolled_back(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    old_store(path, 1, finished_game())

    def fail(connection: Connection) -> None:
        connection.execute("DELETE FROM entries")
        raise StoreError("no")

    connection = apsw.Connection(str(path))
    with pytest.raises(StoreError):
        migrate(connection, (*MIGRATIONS, fail))
    assert schema_version(connection) == 1
    assert connection.execute("SELECT count(*) FROM entries").get > 0
    connection.close()


def test_a_newer_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    Store(path).close()
    connection = connect(path)
    connection.execute("UPDATE schema_version SET version = 99")
    connection.close()
    with pytest.raises(StoreError, match="version 99"):
        Store(path)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE bookmarks (address TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="no store of knobel"):
        Store(path)


@pytest.mark.parametrize(
    "rows", ["", "(NULL)", "('eleven')", "(-1)", "(0)", "(9), (9)", "(9.5)", "(x'09')"],
    ids=["none", "null", "text", "negative", "zero", "two", "fraction", "bytes"],
)  # fmt: skip
def test_a_store_that_does_not_say_its_version(tmp_path: Path, rows: str) -> None:
    path = tmp_path / "store.db"
    old_store(path, 9, finished_game())
    connection = apsw.Connection(str(path))
    connection.execute("DROP TABLE schema_version; CREATE TABLE schema_version (version)")
    if rows:
        connection.execute(f"INSERT INTO schema_version VALUES {rows}")
    connection.close()
    for use in (Store, lambda path: backup(path, path.with_name("copy.db")), lambda path: read_offline(path, id)):
        with pytest.raises(StoreError) as refused:
            use(path)
        said = "the store is damaged: it does not say which version it has (schema_version); restore a backup"
        assert refused.value.sentence == said
    assert not list(tmp_path.glob("*copy*")) + list(tmp_path.glob("*before*"))
