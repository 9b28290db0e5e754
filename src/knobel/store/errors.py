"""Errors of the store, each with one sentence for the host."""

from __future__ import annotations

from typing import Final

import apsw

from ..rules.errors import KnobelError


class StoreError(KnobelError):
    """The store cannot be used, or cannot write now."""


class Conflict(StoreError):
    """Optimistic concurrency: an entry that does not follow on the last one; the caller must load the table again."""


class Repeated(StoreError):
    """A duplicate: the command has its answer already; nothing was written."""


class Spent(StoreError):
    """A one-time link that was used before; nothing was written."""


class Fenced(StoreError):
    """An append by a node that does not own the table any more; nothing was written."""


class StoreDamaged(StoreError):
    """What is stored has changed: a page of the file, or a log. Other tables can be played on."""


class Damaged(StoreDamaged):
    """The log of a table is damaged at entry `version`.

    `why` is `missing`, `checksum`, `unreadable` or `short` (entries are missing at the end). The sentence does not name
    the table, since it goes to clients and to the server's log, and table codes are secrets. The host, who runs `knobel
    check`, gets the code, too.
    """

    def __init__(self, code: str, version: int, why: str) -> None:
        sentence = f"the log of this table is damaged at entry {version}: the host of the server can restore a backup"
        super().__init__(sentence, key="error-log-damaged", version=version)
        self.code = code
        self.version = version
        self.why = why


class DatabaseError(Exception):
    """An error of PostgreSQL, as a sentence for the host; the driver's message may hold values of rows."""

    def __init__(self, explanation: StoreError) -> None:
        super().__init__(explanation.sentence)
        self.explanation = explanation


class ConstraintViolation(DatabaseError):
    """A row that a constraint of PostgreSQL refuses, for example a second entry with the same version."""


DATABASE_ERRORS: Final = (apsw.Error, DatabaseError)
"""What a statement may raise, on either database."""

CONSTRAINT_ERRORS: Final = (apsw.ConstraintError, ConstraintViolation)
"""The statement is at fault, not the database."""

_SENTENCES: tuple[tuple[type[apsw.Error], str, str], ...] = (
    (apsw.FullError, "the disk is full: the store cannot be written", "error-store-full"),
    (apsw.ReadOnlyError, "the store is read-only: its folder must be writable", "error-store-read-only"),
    (apsw.CantOpenError, "the store cannot be opened: its folder must exist and be writable", "error-store-closed"),
    (apsw.NotADBError, "this file is no store of knobel", "error-not-a-store"),
    (apsw.BusyError, "another process is using the store", "error-store-busy"),
    (apsw.IOError, "the disk failed while the store was read or written", "error-store-disk"),
)


def explained(error: apsw.Error | DatabaseError) -> StoreError:
    """An error of the database as a sentence for the host.

    If the disk fails, SQLite may have rolled back already, and the second rollback fails; the reason is the error
    before that.
    """
    if isinstance(error, DatabaseError):
        return error.explanation
    if isinstance(error, apsw.SQLError) and isinstance(error.__context__, apsw.Error):
        error = error.__context__
    if is_damage(error):
        return damaged_file()
    for kind, sentence, key in _SENTENCES:
        if isinstance(error, kind):
            return StoreError(sentence, key=key)
    return StoreError(f"the store failed: {error}")


def is_damage(error: apsw.Error | DatabaseError) -> bool:
    """Whether the database found a page that is malformed, or does not match its checksum."""
    if isinstance(error, DatabaseError):
        return isinstance(error.explanation, StoreDamaged)
    changed = getattr(error, "extendedresult", None) == apsw.SQLITE_IOERR_DATA  # errors of Python have no such result
    return changed or isinstance(error, apsw.CorruptError)


def damaged_file() -> StoreDamaged:
    sentence = "the store is damaged: the host of the server can restore a backup"
    return StoreDamaged(sentence, key="error-store-damaged")
