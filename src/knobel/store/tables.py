"""Rows of tables: their listing, the devices that hold their seats, and the thinking time that is left."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ..table import Table
from .checksums import End
from .connection import Connection

Holders = tuple[tuple[str, ...], ...]


class Listing(Struct, frozen=True):
    """The columns of a table in lists; `holders` are the devices of each seat."""

    game: str
    phase: str
    names: tuple[str, ...]
    holders: Holders


class TableRow(Struct, frozen=True):
    """A table at which a device holds `seat`; `at` is the time of its last entry."""

    code: str
    game: str
    phase: str
    names: tuple[str, ...]
    seat: int
    at: int


class ClockRow(Struct, frozen=True):
    """Milliseconds of thinking time that are left in the position of entry `moved`."""

    moved: int
    left: int


def listing(table: Table) -> Listing:
    return Listing(table.game, table.phase, table.names, tuple(seat.devices for seat in table.seats))


def write_listing(connection: Connection, code: str, new: Listing, end: End) -> None:
    """Write the columns of a table in lists, and how far its log goes."""
    connection.execute(
        "INSERT INTO tables (code, game, phase, names, version, checksum) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (code) DO UPDATE SET game = excluded.game, phase = excluded.phase, names = excluded.names,"
        " version = excluded.version, checksum = excluded.checksum",
        (code, new.game, new.phase, msgspec.json.encode(new.names), *end),
    )
    connection.execute("DELETE FROM holders WHERE code = ?", (code,))
    held = [(device, code, seat) for seat, devices in enumerate(new.holders) for device in devices]
    connection.executemany("INSERT INTO holders VALUES (?, ?, ?)", held)


def read_tables(connection: Connection, device: str) -> list[TableRow]:
    """The tables at which a device has a seat, most recently used first.

    A hidden table is left out until the device acts at it again.
    """
    query = (
        "SELECT code, game, phase, names, seat,"
        " (SELECT at FROM entries WHERE entries.code = tables.code ORDER BY version DESC LIMIT 1) AS last"
        " FROM holders JOIN tables USING (code) LEFT JOIN hidden USING (device, code) WHERE device = ?1 AND ("
        "  hidden.version IS NULL OR EXISTS (SELECT 1 FROM entries"
        "   WHERE entries.code = tables.code AND entries.version > hidden.version AND entries.device = ?1))"
        " ORDER BY last DESC, code"
    )
    return [
        TableRow(code, game, phase, _names(names), seat, at)
        for code, game, phase, names, seat, at in connection.execute(query, (device,))
    ]


def holds_seat(connection: Connection, device: str, code: str) -> bool:
    return bool(
        connection.execute("SELECT EXISTS (SELECT 1 FROM holders WHERE device = ? AND code = ?)", (device, code)).get
    )


def hide_table(connection: Connection, device: str, code: str) -> None:
    """Leave a table out of the list of a device that has a seat there."""
    connection.execute(
        "INSERT INTO hidden"
        " SELECT device, code, (SELECT max(version) FROM entries WHERE entries.code = ?2)"
        " FROM holders WHERE device = ?1 AND code = ?2"
        " ON CONFLICT (device, code) DO UPDATE SET version = excluded.version",
        (device, code),
    )


def unhide_table(connection: Connection, device: str, code: str) -> None:
    connection.execute("DELETE FROM hidden WHERE device = ? AND code = ?", (device, code))


def read_codes(connection: Connection, phase: str) -> list[str]:
    return [code for (code,) in connection.execute("SELECT code FROM tables WHERE phase = ? ORDER BY code", (phase,))]


def count_playing(connection: Connection, code: str | None = None) -> int:
    """The number of unfinished games, at all tables or at one."""
    one = "" if code is None else " AND code = ?"
    count: int = connection.execute(
        f"SELECT count(*) FROM tables WHERE phase = 'playing'{one}", () if code is None else (code,)
    ).get
    return count


def write_clock(connection: Connection, code: str, clock: ClockRow) -> None:
    connection.execute(
        "INSERT INTO clocks VALUES (?, ?, ?) ON CONFLICT (code) DO UPDATE"
        " SET moved = excluded.moved, remaining = excluded.remaining",
        (code, clock.moved, clock.left),
    )


def read_clock(connection: Connection, code: str) -> ClockRow | None:
    row = connection.execute("SELECT moved, remaining FROM clocks WHERE code = ?", (code,)).fetchone()
    return None if row is None else ClockRow(*row)


def _names(stored: bytes) -> tuple[str, ...]:
    return msgspec.json.decode(stored, type=tuple[str, ...])
