"""The log of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import apsw
import msgspec
from msgspec import Struct

from ..table.events import TableEvent
from .answers import Key
from .errors import Conflict, StoreError


class Entry(Struct, frozen=True, gc=False):
    """Entry number `v` of a log; `at` is when it happened, in milliseconds since 1970."""

    v: int
    at: int
    event: TableEvent


_MISREAD: Final = "the log of a table cannot be read: the disk failed, or the store is damaged"

_ENDLESS: Final = 2**63 - 1
"""No version is as large."""

_ENCODE = msgspec.json.Encoder().encode
_DECODE = msgspec.json.Decoder(TableEvent).decode

Row = tuple[str, int, int, bytes, str | None, str | None, bytes | None]


def rows(code: str, entries: Sequence[Entry], key: Key | None = None, answer: bytes = b"") -> list[Row]:
    """Entries as they are stored, the first with the command that brought them about and its answer.

    They are made before the writer gets them, since it is what everybody waits for.
    """
    new: list[Row] = [(code, entry.v, entry.at, _ENCODE(entry.event), None, None, None) for entry in entries]
    if key is not None:
        new[0] = (*new[0][:4], key.device, key.id, answer)
    return new


def last_version(connection: apsw.Connection, code: str) -> int:
    """The number of the last entry of a log, 0 if there is none."""
    found: int | None = connection.execute("SELECT max(version) FROM entries WHERE code = ?", (code,)).get
    return found or 0


def check_follows(new: list[Row], last: int) -> None:
    first = new[0][1]
    if first != last + 1:
        raise Conflict(f"entry {first} of a table does not follow on entry {last}")


def write_entries(connection: apsw.Connection, new: list[Row]) -> None:
    """Append to a log; without a gap, and never twice."""
    check_follows(new, last_version(connection, new[0][0]))
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", new)


def read_entries(connection: apsw.Connection, code: str, since: int, until: int | None = None) -> list[Entry]:
    """The log of a table after version `since`, and where one is given no further than version `until`.

    A disk that gives less than it was given must not pass for a table.
    """
    query = "SELECT version, at, event FROM entries WHERE code = ? AND version > ? AND version <= ? ORDER BY version"
    bounds = (code, since, _ENDLESS if until is None else until)
    try:
        found = [Entry(version, at, _DECODE(event)) for version, at, event in connection.execute(query, bounds)]
    except msgspec.MsgspecError:
        raise StoreError(_MISREAD) from None
    if any(entry.v != version for version, entry in enumerate(found, since + 1)):
        raise StoreError(_MISREAD)
    return found
