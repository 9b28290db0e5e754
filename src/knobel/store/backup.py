"""Online backup of a store."""

from __future__ import annotations

import os
from pathlib import Path

import apsw

from .errors import StoreError, explained
from .schema import schema_version
from .sqlite import connect


def backup(source: Path, target: Path) -> None:
    """Copy a consistent snapshot of the store, which may be in use meanwhile.

    The target appears when it is complete and on disk. An existing file is not overwritten.
    """
    if not source.is_file():
        sentence = f"there is no store {source.name} in {source.parent}"
        raise StoreError(sentence, key="error-no-store", folder=source.parent)
    try:
        if target.exists():
            sentence = f"{target.name} exists already; choose another name"
            raise StoreError(sentence, key="error-file-exists", file=target.name)
        _copy_and_rename(source, target.with_name(target.name + ".part"), target)
    except apsw.Error as error:
        raise explained(error) from error
    except OSError as error:
        sentence = f"the backup cannot be written: {error.strerror}"
        raise StoreError(sentence, key="error-write", file=target.name, why=error.strerror or "") from None


def _copy_and_rename(source: Path, unfinished: Path, target: Path) -> None:
    unfinished.unlink(missing_ok=True)
    try:
        _copy(source, unfinished)
        with unfinished.open("rb+") as copied:
            os.fsync(copied.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    reading = connect(source, read_only=True)
    try:
        if schema_version(reading) == 0:
            raise StoreError("this file is no store of knobel", key="error-not-a-store")
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        writing = apsw.Connection(str(target))
        try:
            with writing.backup("main", reading, "main") as copying:
                copying.step()  # all pages in one step: a consistent snapshot that does not block writers
            writing.execute("PRAGMA journal_mode = DELETE")  # a backup is one file
        finally:
            writing.close()
    finally:
        reading.close()
