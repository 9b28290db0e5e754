"""Connections to the file of a store."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import apsw

from .errors import StoreError
from .rows import STATEMENTS

BUSY_MS: Final = 10_000
"""How long a connection waits for another one, for example for the end of a checkpoint."""

_CHECKPOINT: Final = 4000
"""Pages in the write-ahead log before they are copied into the file. The last pages of busy logs are written again and
again: the more commits are copied at once, the fewer pages there are to copy."""


def connect(path: Path, *, vfs: str | None = None, read_only: bool = False) -> apsw.Connection:
    """A connection that writes durably: a commit returns when its entries would survive a power failure."""
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
    if connection.execute("PRAGMA journal_mode = WAL").get != "wal":  # it is refused without an error
        raise StoreError("the store cannot be kept here: this kind of disk has no write-ahead log")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA temp_store = MEMORY")  # where a statement of many rows notes how to undo itself
    connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")


def _make_private(path: Path) -> None:
    """Hidden dice are nobody else's business, also in a copy that was put back with the permissions of its archive;
    SQLite gives the files beside the store the same ones."""
    try:
        file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            os.chmod(path, 0o600)
        finally:
            os.close(file)
    except OSError as error:
        raise StoreError(f"the store {path.name} cannot be opened for writing: {error.strerror}") from None


def lock(path: Path) -> apsw.Connection:
    """Keep everybody else out of the store until the connection is closed, or its process ends in whatever way.

    SQLite's own locks do it, on a file beside the store, because they work alike on every system.
    """
    beside = _lock_file(path)
    _make_private(beside)  # whoever can read it could lock it
    keeper = apsw.Connection(str(beside))
    try:
        keeper.execute("PRAGMA journal_mode = MEMORY")
        keeper.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError:
        keeper.close()
        raise StoreError(f"another knobel is using the store {path.name} in this folder; stop it first") from None
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
