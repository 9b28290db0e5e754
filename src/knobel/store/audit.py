"""Rows for the operator of a server: audit log, blocked networks, and stored bytes per table (schema version 12)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from .connection import Connection

_SCHEMA: Final = """
CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    detail BLOB NOT NULL
);
CREATE TABLE blocks (
    network TEXT PRIMARY KEY,
    until INTEGER,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE sizes (
    name TEXT PRIMARY KEY,
    device TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    counted INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sizes_by_device ON sizes (device);
"""

EXPIRED: Final = "expire"
"""The action of deletions by age."""

_DAY: Final = 24 * 60 * 60 * 1000


class AuditRow(Struct, frozen=True):
    """What was done, by which user of the operating system, and when; `detail` are the arguments and results."""

    number: int
    at: int
    who: str
    action: str
    detail: dict[str, Any]


class Block(Struct, frozen=True):
    """A network that is refused, until a time or for good."""

    network: str
    until: int | None
    at: int


def write_audit(connection: Connection, at: int, who: str, action: str, detail: dict[str, Any]) -> None:
    number = (connection.execute("SELECT max(number) FROM audit").get or 0) + 1
    values = (number, at, who, action, msgspec.json.encode(detail))
    connection.execute("INSERT INTO audit VALUES (?, ?, ?, ?, ?)", values)


def audit_expired(connection: Connection, at: int, counts: dict[str, int]) -> None:
    """Add deletions by age to the row of this day, so that many small deletions are one row."""
    query = "SELECT number, detail FROM audit WHERE action = ? AND at > ? ORDER BY number DESC LIMIT 1"
    found = connection.execute(query, (EXPIRED, at - at % _DAY)).fetchone()
    if found is None:
        write_audit(connection, at, "server", EXPIRED, counts)
        return
    before: dict[str, int] = msgspec.json.decode(found[1])
    sums = {name: before.get(name, 0) + counts.get(name, 0) for name in before | counts}
    connection.execute("UPDATE audit SET detail = ? WHERE number = ?", (msgspec.json.encode(sums), found[0]))


def read_audit(connection: Connection, limit: int = 100) -> list[AuditRow]:
    """The last rows of the audit log, newest first."""
    query = "SELECT number, at, who, action, detail FROM audit ORDER BY number DESC LIMIT ?"
    rows = connection.execute(query, (limit,))
    return [AuditRow(number, at, who, action, msgspec.json.decode(detail)) for number, at, who, action, detail in rows]


def write_block(connection: Connection, block: Block) -> None:
    connection.execute(
        "INSERT INTO blocks VALUES (?, ?, ?)"
        " ON CONFLICT (network) DO UPDATE SET until = excluded.until, at = excluded.at",
        (block.network, block.until, block.at),
    )


def delete_block(connection: Connection, network: str) -> bool:
    """Whether the network was blocked."""
    query = "DELETE FROM blocks WHERE network = ? RETURNING network"
    return connection.execute(query, (network,)).fetchone() is not None


def read_blocks(connection: Connection, now: int) -> list[Block]:
    """The blocks that are in force."""
    query = "SELECT network, until, at FROM blocks WHERE until IS NULL OR until > ? ORDER BY network"
    return [Block(*row) for row in connection.execute(query, (now,))]


def has_expired_blocks(connection: Connection, now: int) -> bool:
    return connection.execute("SELECT 1 FROM blocks WHERE until <= ? LIMIT 1", (now,)).get is not None


def delete_expired_blocks(connection: Connection, now: int) -> None:
    """Delete blocks that are over, since they name addresses."""
    connection.execute("DELETE FROM blocks WHERE until <= ?", (now,))


def count_bytes(connection: Connection, code: str, device: str | None = None) -> None:
    """Count the bytes of a log that are not counted yet, for the device that made the table."""
    found = connection.execute("SELECT device, bytes, counted FROM sizes WHERE name = ?", (code,)).fetchone()
    before, size, counted = found or ("", 0, 0)
    query = (
        "SELECT coalesce(sum(length(event) + coalesce(length(answer), 0)), 0), coalesce(max(version), ?2) FROM entries"
        " WHERE code = ?1 AND version > ?2"
    )
    more, last = connection.execute(query, (code, counted)).fetchone()
    _write_size(connection, code, device or before, size + int(more), last)


def write_record_size(connection: Connection, replay: str, device: str, size: int) -> None:
    """The bytes of a loaded record."""
    _write_size(connection, replay, device, size, 0)


def _write_size(connection: Connection, name: str, device: str, size: int, counted: int) -> None:
    connection.execute(
        "INSERT INTO sizes VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE"
        " SET device = excluded.device, bytes = excluded.bytes, counted = excluded.counted",
        (name, device, size, counted),
    )


def stored_bytes(connection: Connection, device: str | None = None) -> int:
    """The bytes of the tables and records that a device has made, or of all."""
    query = "SELECT coalesce(sum(bytes), 0) FROM sizes"
    if device is None:
        return int(connection.execute(query).get)
    return int(connection.execute(f"{query} WHERE device = ?", (device,)).get)


def add_operation(connection: Connection) -> None:
    """Migration to version 12: the tables above; the device of an older table is the holder of its first seat."""
    connection.execute(_SCHEMA)
    for (code,) in connection.execute("SELECT code FROM tables").fetchall():
        device = connection.execute("SELECT device FROM holders WHERE code = ? ORDER BY seat LIMIT 1", (code,)).get
        count_bytes(connection, code, device)
    query = "SELECT replay, length(record), (SELECT min(device) FROM finders WHERE finders.replay = games.replay)"
    for replay, size, device in connection.execute(f"{query} FROM games WHERE record IS NOT NULL").fetchall():
        write_record_size(connection, replay, device or "", size)
