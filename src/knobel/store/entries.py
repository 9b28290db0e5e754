"""The log of a table, and the answers that its commands got."""

from __future__ import annotations

from collections.abc import Sequence

import apsw
import msgspec
from msgspec import Struct

from ..table.events import TableEvent
from .errors import Conflict, Repeated


class Entry(Struct, frozen=True, gc=False):
    """Entry number `v` of a log; `at` is when it happened, in milliseconds since 1970."""

    v: int
    at: int
    event: TableEvent


class Key(Struct, frozen=True, gc=False):
    """A command: the table that it was meant for (none yet if it makes one), the device, and the client's own id."""

    code: str
    device: str
    id: str


_ENCODE = msgspec.json.Encoder().encode
_DECODE = msgspec.json.Decoder(TableEvent).decode

Row = tuple[str, int, int, bytes]


def rows(code: str, entries: Sequence[Entry]) -> list[Row]:
    """Entries as they are stored; made before the writer gets them, since it is what everybody waits for."""
    return [(code, entry.v, entry.at, _ENCODE(entry.event)) for entry in entries]


def last_version(connection: apsw.Connection, code: str) -> int:
    """The number of the last entry of a log, 0 if there is none."""
    found: int | None = connection.execute("SELECT max(version) FROM entries WHERE code = ?", (code,)).get
    return found or 0


def check_follows(new: list[Row], last: int) -> None:
    _, first, _, _ = new[0]
    if first != last + 1:
        raise Conflict(f"entry {first} of a table does not follow on entry {last}")


def write_entries(connection: apsw.Connection, new: list[Row]) -> None:
    """Append to a log; without a gap, and never twice."""
    check_follows(new, last_version(connection, new[0][0]))
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", new)


def answer_row(key: Key, answer: bytes) -> tuple[str, str, str, bytes]:
    return key.code, key.device, key.id, answer


def write_answer(connection: apsw.Connection, key: Key, answer: bytes) -> None:
    try:
        connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?)", answer_row(key, answer))
    except apsw.ConstraintError:
        raise Repeated("this command has its answer already") from None


def read_answer(connection: apsw.Connection, key: Key) -> bytes | None:
    query = "SELECT answer FROM answers WHERE code = ? AND device = ? AND id = ?"
    answer: bytes | None = connection.execute(query, (key.code, key.device, key.id)).get
    return answer


def read_entries(connection: apsw.Connection, code: str, since: int) -> list[Entry]:
    query = "SELECT version, at, event FROM entries WHERE code = ? AND version > ? ORDER BY version"
    return [Entry(version, at, _DECODE(event)) for version, at, event in connection.execute(query, (code, since))]
