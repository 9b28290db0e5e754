"""Checksums of log entries, chained: each covers the row of its entry and the checksum of the entry before.

They find damage (changed bytes; lost, moved or copied rows), not forgery: a person who can write to the store can
compute them, too. The end of a log is recorded in the row of its table (`record_end`), since a chain does not know how
long it should be.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec

from .connection import Connection

Row = tuple[str, int, int, bytes, str | None, str | None, bytes | None]
"""An entry in the store: code, version, time, event, and the device, id and answer of its command."""

StoredRow = tuple[str, int, int, bytes, str | None, str | None, bytes | None, int]
"""A row with its checksum."""

End = tuple[int, int]
"""The version and checksum of the last entry of a log."""

EMPTY: Final[End] = (0, 0)
"""The end of a log without entries."""

END_INTERVAL: Final = 64
"""Entries after which the end of a log is recorded at the latest, while the store is open."""

COUNT_INTERVAL: Final = 256
"""Entries after which the bytes of a log are counted for the quotas at the latest."""

_encode: Final = msgspec.msgpack.Encoder().encode


def checksum(*columns: int | str | bytes | None) -> int:
    """BLAKE2b with 8 bytes over the MessagePack array of the checksum before and the columns of a row.

    MessagePack prefixes types and lengths, so no two rows have the same encoding. SQL has signed integers only.
    """
    return int.from_bytes(blake2b(_encode(columns), digest_size=8).digest(), "big", signed=True)


def chained(rows: Sequence[Row], before: int) -> list[StoredRow]:
    """Rows that follow an entry with that checksum, with their own."""
    stored = list[StoredRow]()
    for row in rows:
        before = checksum(before, *row)
        stored.append((*row, before))
    return stored


def record_end(connection: Connection, code: str, end: End) -> None:
    """Record how far the log of a table goes. It never goes back: another process may know a later end."""
    version, last = end
    connection.execute(
        "UPDATE tables SET version = ?1, checksum = ?2 WHERE code = ?3 AND version < ?1", (version, last, code)
    )


def recorded_end(connection: Connection, code: str) -> End:
    """What is known of the end of a log; the log may go further."""
    found: End | None = connection.execute("SELECT version, checksum FROM tables WHERE code = ?", (code,)).fetchone()
    return EMPTY if found is None else (found[0], found[1])


_SCHEMA: Final = (
    "ALTER TABLE entries ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0",
)


def add_checksums(connection: Connection) -> None:
    """Migration to version 11: checksums for all entries."""
    for statement in _SCHEMA:
        connection.execute(statement)
    for (code,) in connection.execute("SELECT DISTINCT code FROM entries").fetchall():
        rewrite_checksums(connection, code)


_LOG: Final = (
    "SELECT code, version, at, event, device, id, answer, checksum FROM entries WHERE code = ? AND version <= ?"
    " ORDER BY version"
)
_ENDLESS: Final = 2**53
"""More entries than any log has."""


def sound_entries(connection: Connection, code: str) -> int | None:
    """How many entries of a damaged log are as they were written, from the first one on; None if nothing is damaged."""
    version, before = EMPTY
    recorded, last = recorded_end(connection, code)
    confirmed = not recorded
    for row in connection.execute(_LOG, (code, _ENDLESS)).fetchall():
        if row[1] != version + 1 or checksum(before, *row[:7]) != row[7]:
            return version
        version, before = row[1], row[7]
        confirmed = confirmed or (version, before) == (recorded, last)
    return None if confirmed else version


def rewrite_checksums(connection: Connection, code: str, sound: int | None = None) -> None:
    """Compute the checksums of a log again, after its entries were changed on purpose.

    `sound` is what `sound_entries` said before the change: the rest of a damaged log must not look sound afterwards.
    """
    found: Any = connection.execute(_LOG, (code, _ENDLESS if sound is None else sound)).fetchall()
    stored = chained([tuple(row[:7]) for row in found], 0)
    changed = [(new[7], code, new[1]) for new, old in zip(stored, found, strict=True) if new[7] != old[7]]
    connection.executemany("UPDATE entries SET checksum = ? WHERE code = ? AND version = ?", changed)
    if stored and sound is None:
        end = (stored[-1][1], stored[-1][7], code)
        connection.execute("UPDATE tables SET version = ?, checksum = ? WHERE code = ?", end)
