"""Online backup of a store, and the copy that is kept before a migration. Copies are checked before they get a name."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import apsw

from .check import problems
from .errors import StoreError, explained
from .schema import MIGRATIONS, schema_version
from .sqlite import check_log, checksum_vfs, connect, damaged_pages


def backup(source: Path, target: Path) -> None:
    """Copy a consistent snapshot of the store, which may be in use meanwhile.

    The target appears when it is complete, checked and on disk. An existing file is not overwritten.
    """
    if not source.is_file():
        sentence = f"there is no store {source.name} in {source.parent}"
        raise StoreError(sentence, key="error-no-store", folder=source.parent)
    try:
        if target.exists():
            sentence = f"{target.name} exists already; choose another name"
            raise StoreError(sentence, key="error-file-exists", file=target.name)
        _write_checked_copy(source, target)
    except apsw.Error as error:
        raise explained(error) from error
    except OSError as error:
        sentence = f"the backup cannot be written: {error.strerror}"
        raise StoreError(sentence, key="error-write", file=target.name, why=error.strerror or "") from None


def copy_before_migration(connection: apsw.Connection, path: Path, vfs: str | None = None) -> None:
    """Keep a checked copy of an older store next to it, since a migration cannot be undone.

    It replaces the copy of an earlier try: an interrupted migration has changed nothing. A store without entries is not
    copied. If the copy fails, the store must not be migrated.
    """
    if not 0 < schema_version(connection) < len(MIGRATIONS):
        return
    if connection.execute("SELECT 1 FROM entries LIMIT 1").get is None:
        return
    try:
        _write_checked_copy(path, path.with_name(f"{path.name}.before-{len(MIGRATIONS)}"), vfs)
    except (apsw.Error, OSError) as error:
        why = _reason(error)
        sentence = f"the store was not upgraded, because it could not be copied first: {why}; nothing was changed"
        raise StoreError(sentence, key="error-copy-before", why=why) from error


def _reason(error: apsw.Error | OSError) -> str:
    if isinstance(error, apsw.FullError):
        return os.strerror(errno.ENOSPC)
    return explained(error).sentence if isinstance(error, apsw.Error) else error.strerror or ""


def _write_checked_copy(source: Path, target: Path, vfs: str | None = None) -> None:
    """Copy a store; the copy gets its name when it is known to be right, and on disk."""
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    try:
        _copy(source, unfinished, vfs)
        _sync(unfinished)
        _check_copy(source, unfinished, vfs)
        unfinished.replace(target)
        _sync_folder(target.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(source: Path, target: Path, vfs: str | None) -> None:
    check_log(source)
    reading = connect(source, vfs=vfs, read_only=True)
    try:
        if schema_version(reading) == 0:
            raise StoreError("this file is no store of knobel", key="error-not-a-store")
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        writing = apsw.Connection(str(target), vfs=checksum_vfs())
        try:
            with writing.backup("main", reading, "main") as copying:
                copying.step()  # all pages in one step: a consistent snapshot that does not block writers
            writing.execute("PRAGMA journal_mode = DELETE")  # a backup is one file
        finally:
            writing.close()
    finally:
        reading.close()


def _sync(file: Path) -> None:
    """Write a file to disk, and drop it from memory where the system can, so that a check reads the disk."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable; Windows does that by itself."""
    if os.name != "nt":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _check_copy(source: Path, copy: Path, vfs: str | None) -> None:
    """Raise unless the copy is right; the sentence says whether the store itself is damaged."""
    found = _problems(copy)
    if not found:
        return
    if _problems(source, vfs):
        sentence = "the store is damaged, so it was not copied: knobel check says where; keep your last good backup"
        raise StoreError(sentence, key="error-backup-damaged")
    raise StoreError("the copy is damaged, but the store is not: copy it to another disk", key="error-backup-copy")


def _problems(path: Path, vfs: str | None = None) -> list[StoreError]:
    connection = connect(path, vfs=vfs, read_only=True)
    try:
        version = schema_version(connection)
        return list(damaged_pages(path, connection, version)) or list(problems(connection, version))
    finally:
        connection.close()
