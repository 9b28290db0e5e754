"""Backups and the copy before a migration: checked, complete or not there at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from knobel.store import Store, StoreError, backup
from knobel.store.check import problems
from knobel.store.schema import MIGRATIONS, schema_version
from knobel.store.sqlite import connect

from .games import entries, finished_game
from .test_schema import old_store

copies = sys.modules["knobel.store.backup"]  # the package has a function of the same name
NEWEST = len(MIGRATIONS)
BEFORE = f"tables.db.before-{NEWEST}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of version 9 with a finished game."""
    old_store(tmp_path / "tables.db", 9, finished_game())
    return tmp_path / "tables.db"


def version(path: Path) -> int:
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        return schema_version(connection)


def names(path: Path) -> set[str]:
    return {each.name for each in path.parent.iterdir()} - {"tables.db-wal", "tables.db-shm", "tables.db.lock"}


def test_an_older_store_is_copied_before_it_is_migrated(path: Path) -> None:
    Store(path).close()
    copy = path.with_name(BEFORE)
    assert names(path) == {"tables.db", BEFORE}
    assert (version(copy), version(path)) == (9, NEWEST)
    assert copy.stat().st_mode & 0o777 == 0o600
    content = copy.read_bytes()
    Store(path).close()
    assert copy.read_bytes() == content, "it is made once"
    copy.rename(path)
    with Store(path) as store:
        assert store.load("kiwi") == entries(finished_game()), "the copy can take the place of the store"


def test_new_and_empty_stores_are_not_copied(tmp_path: Path) -> None:
    Store(tmp_path / "tables.db").close()
    assert names(tmp_path / "tables.db") == {"tables.db"}
    old_store(tmp_path / "old" / "tables.db", 9)
    Store(tmp_path / "old" / "tables.db").close()
    assert names(tmp_path / "old" / "tables.db") == {"tables.db"}


def test_the_copy_of_an_earlier_try_is_replaced(path: Path) -> None:
    path.with_name(BEFORE).write_bytes(b"old")
    path.with_name(f"{BEFORE}.part").write_bytes(b"killed")
    Store(path).close()
    assert names(path) == {"tables.db", BEFORE}
    assert version(path.with_name(BEFORE)) == 9


def test_a_damaged_store_is_not_migrated(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("DELETE FROM entries WHERE version = 3")
    with pytest.raises(StoreError, match="the store is damaged, so it was not copied: knobel check says where"):
        Store(path)
    assert (version(path), names(path)) == (9, {"tables.db"})


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_full_disk_stops_the_migration(path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    path.with_name(BEFORE).write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if failing == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StoreError) as failed:
        Store(path)
    said = "the store was not upgraded, because it could not be copied first: No space left on device"
    assert failed.value.sentence == f"{said}; nothing was changed"
    monkeypatch.undo()
    assert (version(path), names(path)) == (9, {"tables.db", BEFORE})
    assert path.with_name(BEFORE).read_bytes() == b"old"
    with Store(path) as store:
        assert store.load("kiwi") == entries(finished_game())


def test_a_full_disk_according_to_sqlite(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise apsw.FullError("database or disk is full")

    monkeypatch.setattr(copies, "_copy", full)
    with pytest.raises(StoreError, match="could not be copied first: No space left on device; nothing was changed"):
        Store(path)


def test_a_copy_that_went_wrong_is_not_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of the copy is bad, and that of the store is not."""
    real = copies._sync

    def damage(file: Path) -> None:
        with closing(apsw.Connection(str(file))) as connection:
            connection.execute("DELETE FROM entries WHERE version = 3")
        real(file)

    monkeypatch.setattr(copies, "_sync", damage)
    with pytest.raises(StoreError, match="the copy is damaged, but the store is not: copy it to another disk"):
        Store(path)
    with pytest.raises(StoreError, match="the copy is damaged, but the store is not: copy it to another disk"):
        backup(path, path.with_name("backup.db"))
    assert (version(path), names(path)) == (9, {"tables.db"})


KILLED = """
import os, signal, sys
from pathlib import Path
from knobel.store import Store

copies, database = sys.modules["knobel.store.backup"], sys.modules["knobel.store.sqlite_database"]

def killing(module, name, late):
    real = getattr(module, name)
    def call(*arguments, **more):
        if late:
            real(*arguments, **more)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(module, name, call)

name, late = sys.argv[2], sys.argv[3] == "late"
killing(database if name == "migrate" else copies, name, late)
Store(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("late", ["early", "late"])
@pytest.mark.parametrize("step", ["_copy", "_sync", "_check_copy", "_sync_folder", "migrate"])
def test_a_process_killed_while_it_migrates(path: Path, step: str, late: str) -> None:
    """Whenever it is killed, the next start goes on, and a migrated store has its copy."""
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path), step, late], check=False)
    assert killed.returncode == -9
    with closing(connect(path)) as connection:
        reached = schema_version(connection)
        assert reached == (NEWEST if (step, late) == ("migrate", "late") else 9)
        assert list(problems(connection, reached)) == []
    if reached == NEWEST:
        assert version(path.with_name(BEFORE)) == 9
    with Store(path) as store:
        assert store.load("kiwi") == entries(finished_game())
    assert names(path) == {"tables.db", BEFORE}
    assert version(path.with_name(BEFORE)) == 9


def test_a_backup_can_be_checked_and_restored(tmp_path: Path) -> None:
    with Store(tmp_path / "tables.db") as store:
        room = finished_game()
        store.append("kiwi", entries(room), after=room.table).result()
        backup(tmp_path / "tables.db", tmp_path / "backup.db")
    with closing(apsw.Connection(str(tmp_path / "backup.db"))) as connection:
        assert list(problems(connection, NEWEST, lists=True)) == []
