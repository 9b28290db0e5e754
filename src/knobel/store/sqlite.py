"""SQLite connections to a store: one writer and several readers in WAL mode, and a lock against other processes.

Every page of the file ends with a checksum, which SQLite's own checksum VFS writes and verifies. So an index with a
changed byte is an error, and never a search that finds fewer rows.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

import apsw
from apsw import sqlite_extra

from .errors import StoreDamaged, StoreError, damaged_file, explained, is_damage
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

_STEP: Final = _FRAME_HEADER + _PAGE
"""Bytes of a frame."""


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


def damaged_pages(path: Path, connection: apsw.Connection, version: int) -> Iterator[StoreError]:
    """What is wrong in the file of a store of that version: its write-ahead log, pages with another checksum, and
    SQLite's own check."""
    try:
        check_log(path)
    except StoreDamaged as damaged:
        yield damaged
    if version >= PAGE_CHECKSUMS:
        for page in _changed_pages(path):
            yield StoreError(f"page {page} of the file does not match its checksum", key="check-page", page=page)
    try:
        for (line,) in connection.execute("PRAGMA integrity_check"):
            if line != "ok":
                yield StoreError(f"the file is damaged: {line}", key="check-pages", why=str(line))
    except apsw.Error as error:
        if not is_damage(error):
            raise
        yield explained(error)
    except UnicodeDecodeError as error:  # a damaged name of a table
        yield StoreError(f"the file is damaged: {error}", key="check-pages", why=str(error))


def _changed_pages(path: Path) -> list[int]:
    """The pages of the file that do not match their checksums, free ones too.

    A server may be writing a page while it is read, so each is read twice. After a crash a page may be half written, if
    the write-ahead log has it whole.
    """
    verifier = apsw.Connection(":memory:")  # it has the function of the extension, and no pages that could be damaged

    def changed(page: int) -> bool:
        file.seek((page - 1) * _PAGE)
        return not verifier.execute("SELECT verify_checksum(?)", (file.read(_PAGE),)).get

    with closing(verifier), path.open("rb") as file:
        pages = range(1, -(-os.stat(path).st_size // _PAGE) + 1)
        suspects = [page for page in pages if page != _LOCKED_PAGE + 1 and changed(page)]
        suspects = [page for page in suspects if changed(page)]
    return [page for page in suspects if page not in _logged_pages(path)] if suspects else []


def check_log(path: Path) -> None:
    """Raise if the write-ahead log of a store is damaged: SQLite would open the store as it was before the damage."""
    if (frame := _damaged_frame(path)) is not None:
        raise _damaged_log(path, frame)


def _damaged_log(path: Path, frame: int) -> StoreDamaged:
    name = _log_of(path).name
    sentence = f"the write-ahead log {name} is damaged at frame {frame}: what was written after it is out of reach"
    return StoreDamaged(sentence, key="error-write-ahead-log", file=name, frame=frame)


def _damaged_frame(path: Path) -> int | None:
    """The first frame of the write-ahead log that is damaged for certain.

    A power failure may leave the last commit half written, and nothing after it: the next commit begins when this one
    is on disk. So a frame is damaged if whole commits follow on it. A server may be writing meanwhile, so a damaged log
    is read twice.
    """
    found = _broken_off(_read_log(path))
    return None if found is None else _broken_off(_read_log(path))


def _broken_off(log: bytes) -> int | None:
    """The number of a frame that does not match its checksum, if a commit and the beginning of another follow on it."""
    numbered = dict(_frames(log))
    valid = {number: _is_valid(log, number, frame) for number, frame in numbered.items()}
    broken = [number for number in range(1, max(numbered, default=0)) if not valid.get(number)]
    if not broken or not valid[max(numbered)]:
        return None
    after = range(broken[-1] + 1, max(numbered))
    return broken[0] if any(_commits(numbered[number]) for number in after) else None


def _commits(frame: bytes) -> bool:
    """Whether a frame is the last one of a commit: it says how many pages the file has then."""
    return frame[4:8] != bytes(4)


def _is_valid(log: bytes, number: int, frame: bytes) -> bool:
    """Whether the checksum in the header of a frame continues that of the frame before."""
    at = _WAL_HEADER + (number - 2) * _STEP
    before = log[at + 16 : at + 24] if number > 1 else log[24:32]
    words = struct.unpack(f"{'>' if log[3] & 1 else '<'}{(8 + _PAGE) // 4}I", frame[:8] + frame[_FRAME_HEADER:])
    one, two = struct.unpack(">2I", before)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return struct.pack(">2I", one, two) == frame[16:24]


def _logged_pages(path: Path) -> set[int]:
    """The pages that the write-ahead log holds."""
    return {int.from_bytes(frame[:4]) for _, frame in _frames(_read_log(path))}


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _read_log(path: Path) -> bytes:
    log = _log_of(path)
    return log.read_bytes() if log.exists() else b""


def _frames(log: bytes) -> Iterator[tuple[int, bytes]]:
    """The frames of a write-ahead log that have the salt of its header, numbered; others are left from before."""
    for number, at in enumerate(range(_WAL_HEADER, len(log) - _STEP + 1, _STEP), 1):
        frame = log[at : at + _STEP]
        if frame[8:16] == log[16:24]:
            yield number, frame


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
        if not has_checksums(connection):
            _check_first_page(path, connection, read_only)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_first_page(path: Path, connection: apsw.Connection, read_only: bool) -> None:
    """Raise if a store has no checksums that should have them: its first page says that it has.

    A power failure during a checkpoint may have left only the write-ahead log with that page. The next checkpoint
    writes it again; without one, pages are not verified when they are read.
    """
    if not read_only:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    elif 1 in _logged_pages(path):
        return
    if not has_checksums(connection) and schema_version(connection) in range(PAGE_CHECKSUMS, len(MIGRATIONS) + 1):
        raise damaged_file()


def add_page_checksums(connection: apsw.Connection) -> None:
    """Write the whole file anew, with checksums; the connection must be opened again afterwards.

    The pages go through the write-ahead log, from which a checkpoint copies the first one first: it says that there are
    checksums. With a rollback journal, pages that do not fit into memory would be written before it, without them.
    """
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
