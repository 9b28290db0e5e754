"""Errors of files, disks and folders: one clear sentence each; backups and checks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from knobel.store import CommandKey, Entry, Store, StoreError, backup
from knobel.store.errors import explained
from knobel.store.sqlite import connect
from knobel.store.sqlite_database import SqliteDatabase
from knobel.table.events import Emoted

from .disk import NAME, Disk
from .faults import FAULTS, Nth, expected, full_disk
from .games import entries, finished_game


def test_a_store_is_locked_against_a_second_opening(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path), pytest.raises(StoreError, match="another knobel"):
        Store(path)
    Store(path).close()


HOLD = """
import sys, pathlib
from knobel.store import Store
store = Store(pathlib.Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match="another knobel"):
            Store(path)
        holder.kill()
    Store(path).close()


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be read as one" * 20, b"\0" * 4096])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(content)
    with pytest.raises(StoreError) as refused:
        Store(path)
    assert refused.value.sentence == "this file is no store of knobel"
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here is a file")
    with pytest.raises(StoreError, match="folder"):
        Store(tmp_path / "file" / "store.db")


def test_a_folder_in_the_place_of_the_store(tmp_path: Path) -> None:
    (tmp_path / "store.db").mkdir()
    with pytest.raises(StoreError):
        Store(tmp_path / "store.db")


def test_only_the_owner_reads_a_store(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        store.append("kiwi", [Entry(1, 1, Emoted(0, "luck"))]).result()
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        names = ["store.db", "store.db-wal", "store.db-shm", "store.db.lock"]
        assert modes == dict.fromkeys(names, 0o600)


def test_a_restored_store_is_made_private(tmp_path: Path) -> None:
    path = tmp_path / "made" / "store.db"
    with Store(path) as store:
        store.append("kiwi", [Entry(1, 1, Emoted(0, "luck"))]).result()
    path.chmod(0o644)
    with Store(path) as store:
        store.append("kiwi", [Entry(2, 2, Emoted(0, "luck"))]).result()
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_full_disk(tmp_path: Path) -> None:
    """Nothing of the group is stored; with free space again the store goes on."""
    disk = Disk(tmp_path)
    with Store(tmp_path / "store.db", vfs=NAME) as store:
        disk.trouble = full_disk
        failed = [store.append("kiwi", [Entry(1, 1, Emoted(0, "luck"))], CommandKey("kiwi", "d", "1"), b"x")]
        failed.append(store.append("kiwi", [Entry(2, 2, Emoted(0, "luck"))]))
        for future in failed:
            assert isinstance(future.exception(), StoreError)
        assert "disk is full" in str(failed[0].exception())
        disk.trouble = None
        assert store.load("kiwi") == []
        store.append("kiwi", [Entry(1, 1, Emoted(0, "luck"))], CommandKey("kiwi", "d", "1"), b"x").result()


def test_a_store_without_its_write_ahead_log_is_refused(tmp_path: Path) -> None:
    """SQLite would silently use a rollback journal, which could undo a commit after a power failure."""
    with pytest.raises(StoreError, match="write-ahead log"):
        Store(tmp_path / "store.db", vfs="memdb")
    disk = Disk(tmp_path)
    disk.trouble = Nth(FAULTS["full"], first=2)
    with expected(), pytest.raises(StoreError, match="disk is full"):
        Store(tmp_path / "store.db", vfs=NAME)
    disk.trouble = None
    Store(tmp_path / "store.db", vfs=NAME).close()


def test_the_first_error_is_the_reason() -> None:
    """SQLite rolls back itself when the disk fails, and a second rollback raises another error."""
    complaint = apsw.SQLError("cannot rollback - no transaction is active")
    complaint.__context__ = apsw.FullError("database or disk is full")
    assert explained(complaint).sentence == "the disk is full: the store cannot be written"


def test_errors_are_sentences() -> None:
    assert (
        explained(apsw.CorruptError()).sentence == "the store is damaged: the host of the server can restore a backup"
    )
    assert explained(apsw.MismatchError("odd")).sentence == "the store failed: odd"


def test_damage_is_detected(tmp_path: Path) -> None:
    path, room = tmp_path / "store.db", finished_game("schocken")
    with Store(path) as store:
        store.append("kiwi", entries(room), after=room.table).result()
    content = bytearray(path.read_bytes())
    page = content.index(b'{"t":"played"') // 4096 * 4096
    content[page : page + 512] = b"\xff" * 512
    path.write_bytes(content)
    with Store(path) as store:
        assert store.check()
        with pytest.raises(StoreError, match="damaged"):
            store.load("kiwi")


def test_a_gap_is_detected(tmp_path: Path) -> None:
    path, room = tmp_path / "store.db", finished_game()
    with Store(path) as store:
        store.append("kiwi", entries(room), after=room.table).result()
    with closing(connect(path)) as connection:
        connection.execute("DELETE FROM entries WHERE version = 3")
    with Store(path) as store:
        assert store.check() == ["table kiwi, entry 3: the entry is missing"]


def test_backup_of_a_store_in_use(tmp_path: Path) -> None:
    path, copy, room = tmp_path / "store.db", tmp_path / "copy.db", finished_game()
    log = entries(room)
    with Store(path) as store:
        store.append("kiwi", log[:10]).result()
        backup(path, copy)
        store.append("kiwi", log[10:]).result()
        with pytest.raises(StoreError, match="exists already"):
            backup(path, copy)
    assert not copy.with_name("copy.db-wal").exists()
    with Store(copy) as restored:
        assert restored.load("kiwi") == log[:10]
    assert copy.stat().st_mode & 0o777 == 0o600


def test_backup_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store"):
        backup(tmp_path / "store.db", tmp_path / "copy.db")
    (tmp_path / "store.db").write_bytes(b"")
    with pytest.raises(StoreError, match="no store of knobel"):
        backup(tmp_path / "store.db", tmp_path / "copy.db")
    Store(tmp_path / "real.db").close()
    (tmp_path / "taken.db.part").mkdir()
    for target in (tmp_path / "missing" / "copy.db", tmp_path / "real.db" / "copy.db", tmp_path / "taken.db"):
        with pytest.raises(StoreError, match="the backup cannot be written"):
            backup(tmp_path / "real.db", target)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("copy")]


@pytest.mark.parametrize("content", [b"no database at all" * 100, None], ids=["no database", "another program's"])
def test_a_failed_opening_closes_its_connections(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "store.db"
    if content is None:
        with closing(apsw.Connection(str(path))) as other:
            other.execute("CREATE TABLE bookmarks (address TEXT)")
    else:
        path.write_bytes(content)
    before = apsw.connections()
    with pytest.raises(StoreError, match="no store of knobel") as refused:
        Store(path)
    assert refused.tb is not None, "it holds on to whatever was not closed"
    left = [each for each in apsw.connections() if each not in before]
    assert [each.filename for each in left if each] == []


def _once(error: Exception) -> Callable[[Callable[[], None]], None]:
    """A `deliver` that fails the first time."""
    errors = [error]

    def deliver(news: Callable[[], None]) -> None:
        if errors:
            raise errors.pop()
        news()

    return deliver


def test_a_fault_of_the_writer_fails_what_waits_and_is_told(tmp_path: Path) -> None:
    faults = list[BaseException]()
    store = Store(tmp_path / "store.db", deliver=_once(RuntimeError("planted")), on_fault=faults.append)
    written = store.append("table", [Entry(1, 0, Emoted(0, "hello"))])
    with pytest.raises(StoreError, match="nothing can be stored any more"):
        written.result(timeout=60)
    with pytest.raises(StoreError, match="nothing can be stored any more"):
        store.append("table")
    assert store.failure is not None
    store.close()
    assert [str(fault) for fault in faults] == ["planted"]


def test_a_rollback_that_fails_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is not known what the connection holds."""
    faults = list[BaseException]()
    with Store(tmp_path / "store.db", on_fault=faults.append) as store:

        def fail(*_: object) -> None:
            raise RuntimeError("planted")

        monkeypatch.setattr(SqliteDatabase, "rollback", fail)
        with pytest.raises(StoreError, match="nothing can be stored any more"):
            store.append("table", [Entry(2, 0, Emoted(0, "hello"))]).result(timeout=60)
    assert len(faults) == 1
