"""`knobel move-store`: a store is copied to the other database, row by row, or not at all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from click.testing import CliRunner

from knobel.cli import app
from knobel.rules.errors import KnobelError
from knobel.store import Entry, Store, StoreError, moving
from knobel.store.connection import Connection
from knobel.store.entries import insert
from knobel.store.moving import move_store
from knobel.table.events import Emoted
from tests.postgres import PostgresServer

from .test_written import restore


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A store with tables of all games, migrated to the newest version."""
    path = tmp_path / "tables.db"
    restore(path)
    with Store(path) as store:
        store.append("a table of ours", [Entry(1, 0, Emoted(0, "luck"))]).result()
    return path


@pytest.fixture
def target(postgres: PostgresServer) -> str:
    return postgres.new_database()


def _rows(connection: Connection) -> dict[str, list[Any]]:
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def _is_empty(url: str) -> bool:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").fetchone() is None


def test_there_and_back_nothing_is_changed(tmp_path: Path, source: Path, target: str) -> None:
    reports = list[tuple[int, int]]()
    counts = move_store(source, target, lambda done, total: reports.append((done, total)))
    assert reports[-1][0] == reports[-1][1] == 2 * sum(counts.values())
    assert move_store(target, tmp_path / "back.db") == counts
    with Store(source) as before, Store(tmp_path / "back.db") as after, Store(target) as moved:
        assert after.read(_rows) == before.read(_rows)
        assert moved.dice_secret() == before.dice_secret()
        assert moved.check() == []
    assert counts["entries"] > 1000
    assert sorted(file.name for file in tmp_path.glob("*.part*")) == []


def test_a_store_in_use_is_not_moved(tmp_path: Path, source: Path, target: str) -> None:
    with Store(source), pytest.raises(StoreError, match="another knobel is using the store"):
        move_store(source, target)
    assert _is_empty(target)
    move_store(source, target)
    with Store(target), pytest.raises(StoreError, match="a server is using this store"):
        move_store(target, tmp_path / "back.db")
    assert not (tmp_path / "back.db").exists()


def test_a_target_that_is_not_empty_is_refused(tmp_path: Path, source: Path, postgres: PostgresServer) -> None:
    used = postgres.new_store()
    with pytest.raises(StoreError, match="the target is not empty"):
        move_store(source, used)
    (tmp_path / "used.db").touch()
    with pytest.raises(StoreError, match=r"used\.db exists already"):
        move_store(used, tmp_path / "used.db")
    for wrong in ((source, tmp_path / "other.db"), (used, postgres.new_database())):
        with pytest.raises(StoreError, match="from a file to PostgreSQL, or back"):
            move_store(*wrong)


def test_an_interrupted_copy_leaves_the_target_empty(tmp_path: Path, source: Path, target: str) -> None:
    def interrupt(done: int, total: int) -> None:
        if done > total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move_store(source, target, interrupt)
    assert _is_empty(target)
    move_store(source, target)
    with pytest.raises(KeyboardInterrupt):
        move_store(target, tmp_path / "back.db", interrupt)
    assert not list(tmp_path.glob("back.db*"))


@pytest.mark.parametrize("damage", ["changed", "lost"])
def test_a_row_that_arrives_changed_is_found(
    monkeypatch: pytest.MonkeyPatch, source: Path, target: str, damage: str
) -> None:
    def damaging(connection: Connection, table: str, rows: list[Any]) -> None:
        if table == "entries":
            rows = rows[:-1] if damage == "lost" else [*rows[:-1], (*rows[-1][:2], rows[-1][2] + 1, *rows[-1][3:])]
        insert(connection, table, rows)

    monkeypatch.setattr(moving, "insert", damaging)
    with pytest.raises(StoreError, match=r"row \d+ of entries was not copied as it is"):
        move_store(source, target)
    assert _is_empty(target)


def test_rows_that_an_index_does_not_find_are_missed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, source: Path, target: str
) -> None:
    """Both reads of a table go by its index, but a count does not."""
    pages = moving._pages

    def shortened(connection: Connection, table: str, key: list[str]) -> Iterator[list[tuple[Any, ...]]]:
        for page in pages(connection, table, key):
            yield page[:-1] if table == "entries" else page

    move_store(source, target)
    monkeypatch.setattr(moving, "_pages", shortened)
    with pytest.raises(StoreError, match=r"entries has \d+ rows, and its index \d+; the target stays empty"):
        move_store(target, tmp_path / "back.db")
    assert not list(tmp_path.glob("back.db*"))


def test_an_older_store_is_migrated_by_its_server_first(tmp_path: Path, target: str) -> None:
    restore(tmp_path / "old.db")
    connection = apsw.Connection(str(tmp_path / "old.db"))
    version: int = connection.execute("SELECT version FROM schema_version").get
    connection.close()
    with pytest.raises(StoreError, match="of another version"):
        move_store(tmp_path / "old.db", target)
    assert version > 0
    assert _is_empty(target)


def test_the_command(source: Path, target: str) -> None:
    moved = CliRunner().invoke(app, ["move-store", str(source), target, "--lang", "de"])
    assert moved.exit_code == 0, moved.output
    assert "entries" in moved.output
    assert "sind kopiert und verglichen" in moved.output
    again = CliRunner().invoke(app, ["move-store", str(source), target])
    assert isinstance(again.exception, KnobelError)
    command = [sys.executable, "-c", "from knobel.cli import main; main()", "move-store", str(source), "mysql://a/b"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        "knobel: a store is a file, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE\n",
    )


def test_clubs_of_a_store_in_postgresql_are_listed(source: Path, target: str) -> None:
    move_store(source, target)
    listed = CliRunner().invoke(app, ["club", "list", "--store", target, "--json"])
    assert (listed.exit_code, listed.output) == (0, "[]\n")
    by_environment = CliRunner().invoke(app, ["club", "list", "--json"], env={"KNOBEL_STORE": target})
    assert by_environment.output == "[]\n"
