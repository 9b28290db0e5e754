"""SQLite connections to a store: one writer and several readers in WAL mode, and a lock against other processes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import apsw

from .connection import Connection
from .errors import StoreError, explained

BUSY_MS: Final = 10_000
"""Milliseconds that a connection waits for another one, for example for the end of a checkpoint."""

STATEMENTS: Final = 384
"""Prepared statements that a connection caches: some for each number of rows that `entries.insert` takes."""

_CHECKPOINT: Final = 4000
"""Pages in the write-ahead log (WAL) before a checkpoint. The last pages of busy logs change with every commit, so one
checkpoint of many commits copies fewer pages than many checkpoints."""


def damaged_pages(connection: Connection) -> list[StoreError]:
    """What SQLite's own check finds in the file, one sentence each."""
    try:
        lines = [str(line) for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
    except apsw.CorruptError as error:
        return [explained(error)]
    return [StoreError(f"the file is damaged: {line}", key="check-pages", why=line) for line in lines]


def connect(path: Path, *, vfs: str | None = None, read_only: bool = False) -> apsw.Connection:
    """A connection with durable commits: a commit returns when it would survive a power failure."""
    if not read_only and vfs is None:
        _make_private(path)
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = apsw.Connection(str(path), flags=flags, vfs=vfs, statementcachesize=STATEMENTS)
    try:
        _prepare(connection, read_only)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: apsw.Connection, read_only: bool) -> None:
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
