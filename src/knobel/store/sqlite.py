"""SQLite connections to a store: one writer and several readers in WAL mode, and a lock against other processes.

Every page of the file ends with a checksum, which SQLite's own checksum VFS writes and verifies. So an index with a
changed byte is an error, and never a search that finds fewer rows.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import apsw
from apsw import sqlite_extra

from .errors import StoreError, explained, is_damage
from .schema import MIGRATIONS, PAGE_CHECKSUMS, schema_version

BUSY_MS: Final = 10_000
"""Milliseconds that a connection waits for another one, for example for the end of a checkpoint."""

STATEMENTS: Final = 384
"""Prepared statements that a connection caches: some for each number of rows that `entries.insert` takes."""

_CHECKPOINT: Final = 4000
"""Pages in the write-ahead log (WAL) before a checkpoint. The last pages of busy logs change with every commit, so one
checkpoint of many commits copies fewer pages than many checkpoints."""


_PAGE: Final = 4096
"""Bytes of a page."""

_CHECKSUM: Final = 8
"""Bytes of the checksum at the end of a page."""

_LOCKED_PAGE: Final = 2**30 // _PAGE
"""The page that SQLite leaves out, because Windows locks bytes there."""

_WAL_HEADER: Final = 32
_FRAME_HEADER: Final = 24
"""Bytes before the frames of a write-ahead log, and before the page of a frame."""


@cache
def checksum_vfs() -> str:
    """The name of SQLite's checksum VFS (`cksumvfs`, in the wheel of apsw), which is loaded once per process.

    Loading makes it the default VFS; that is undone, since it has no use for files that are no store.
    """
    default = apsw.vfs_names()[0]
    connection = apsw.Connection(":memory:")
    try:
        sqlite_extra.load(connection, "cksumvfs")
    except sqlite_extra.NotAvailable:
        raise StoreError("this installation of apsw has no page checksums: install its wheel from PyPI") from None
    finally:
        connection.close()
    apsw.set_default_vfs(default)
    return "cksmvfs"


def has_checksums(connection: apsw.Connection) -> bool:
    """Whether pages have checksums. The header of the file says so, which may itself be damaged."""
    return bool(connection.execute("PRAGMA checksum_verification").get == "1")


def damaged_pages(connection: apsw.Connection, version: int) -> Iterator[StoreError]:
    """What is wrong in the file of a store of that version: pages with another checksum, and SQLite's own check."""
    if version >= PAGE_CHECKSUMS:
        for page in _changed_pages(connection):
            yield StoreError(f"page {page} of the file does not match its checksum", key="check-page", page=page)
    try:
        for (line,) in connection.execute("PRAGMA integrity_check"):
            if line != "ok":
                yield StoreError(f"the file is damaged: {line}", key="check-pages", why=str(line))
    except apsw.Error as error:
        if not is_damage(error):
            raise
        yield explained(error)


def _changed_pages(connection: apsw.Connection) -> list[int]:
    """The pages of the file that do not match their checksums, free ones too.

    A server may be writing a page while it is read, so each is read twice. After a crash a page may be half written, if
    the write-ahead log has it whole.
    """
    path = Path(connection.filename)

    def changed(page: int) -> bool:
        file.seek((page - 1) * _PAGE)
        return not connection.execute("SELECT verify_checksum(?)", (file.read(_PAGE),)).get

    with path.open("rb") as file:
        pages = range(1, -(-os.stat(path).st_size // _PAGE) + 1)
        suspects = [page for page in pages if page != _LOCKED_PAGE + 1 and changed(page)]
        suspects = [page for page in suspects if changed(page)]
    return [page for page in suspects if page not in _logged_pages(path)] if suspects else []


def _logged_pages(path: Path) -> set[int]:
    """The pages that the write-ahead log holds: its frames have the salt of its header."""
    log = path.with_name(f"{path.name}-wal")
    data = log.read_bytes() if log.exists() else b""
    salt, step = data[16:24], _FRAME_HEADER + _PAGE
    frames = (data[at : at + _FRAME_HEADER] for at in range(_WAL_HEADER, len(data) - step + 1, step))
    return {int.from_bytes(frame[:4], "big") for frame in frames if frame[8:16] == salt}


def connect(path: Path, *, vfs: str | None = None, read_only: bool = False) -> apsw.Connection:
    """A connection with durable commits: a commit returns when it would survive a power failure.

    `vfs` is one with page checksums; a store that should have them, and has not, is damaged.
    """
    if not read_only and vfs is None:
        _make_private(path)
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = apsw.Connection(str(path), flags=flags, vfs=vfs or checksum_vfs(), statementcachesize=STATEMENTS)
    try:
        _prepare(connection, read_only)
        if not has_checksums(connection) and schema_version(connection) in range(PAGE_CHECKSUMS, len(MIGRATIONS) + 1):
            raise StoreError("the store is damaged: restore a backup", key="error-store-damaged")
    except BaseException:
        connection.close()
        raise
    return connection


def add_page_checksums(connection: apsw.Connection) -> None:
    """Write the whole file anew, with checksums; the connection must be opened again afterwards."""
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.reserve_bytes(reserve=_CHECKSUM)
    connection.execute("VACUUM")


def _prepare(connection: apsw.Connection, read_only: bool) -> None:
    if not read_only:
        connection.reserve_bytes(reserve=_CHECKSUM)  # a file that is not empty keeps what it has
    connection.set_busy_timeout(BUSY_MS)
    connection.execute("PRAGMA foreign_keys = ON")
    if read_only:
        connection.execute("PRAGMA query_only = ON")
        return
    if connection.execute("PRAGMA journal_mode = WAL").get != "wal":  # SQLite refuses it without an error
        raise StoreError("the store cannot be kept here: this kind of disk has no write-ahead log")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # a deleted name is overwritten, and does not stay in the file
    connection.execute("PRAGMA temp_store = MEMORY")  # for the statement journal of many rows
    connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")


def _make_private(path: Path) -> None:
    """Make the file readable by its owner only, since it holds hidden dice; also a restored copy. SQLite gives its WAL
    the same permissions."""
    try:
        file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            os.chmod(path, 0o600)
        finally:
            os.close(file)
    except OSError as error:
        raise StoreError(f"the store {path.name} cannot be opened for writing: {error.strerror}") from None


def lock(path: Path) -> apsw.Connection:
    """Lock the store against other processes until the connection is closed or the process ends.

    It is an SQLite lock on a file next to the store, because that works the same on every system.
    """
    file = _lock_file(path)
    _make_private(file)  # a process that can read it could lock it
    keeper = apsw.Connection(str(file))
    try:
        keeper.execute("PRAGMA journal_mode = MEMORY")
        keeper.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError:
        keeper.close()
        sentence = f"another knobel is using the store {path.name} in this folder; stop it first"
        raise StoreError(sentence, key="error-store-used", file=path.name) from None
    return keeper


def is_locked(path: Path) -> bool:
    """Whether a process holds the store's lock now. If none does, asking takes a shared lock for a moment."""
    file = _lock_file(path)
    if not file.exists():
        return False
    try:
        connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error:
        return False
    try:
        connection.execute("PRAGMA user_version").fetchall()
    except apsw.BusyError:
        return True
    except apsw.Error:
        return False
    finally:
        connection.close()
    return False


def _lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")
