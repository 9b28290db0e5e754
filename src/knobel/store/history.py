"""The step from version 1 of the store to version 2: lists of tables and games, which version 1 had only in its logs.

Its statements are its own, because those of the newest version will change with later steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import apsw
import msgspec

from ..table import Table, evolve, outcome
from .entries import decode_log

HISTORY: Final = """
CREATE TABLE tables (
    code TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    phase TEXT NOT NULL,
    names BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_by_phase ON tables (phase);
CREATE TABLE holders (
    device TEXT NOT NULL,
    code TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (device, code)
) WITHOUT ROWID;
CREATE INDEX holders_by_table ON holders (code);
CREATE TABLE games (
    replay TEXT PRIMARY KEY,
    code TEXT,
    number INTEGER,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    names BLOB NOT NULL,
    levels BLOB NOT NULL,
    winners BLOB NOT NULL,
    points BLOB NOT NULL,
    options BLOB,
    began INTEGER,
    ended INTEGER,
    record TEXT
);
CREATE INDEX games_by_table ON games (code, number);
CREATE TABLE finders (
    device TEXT NOT NULL,
    replay TEXT NOT NULL,
    seat INTEGER,
    PRIMARY KEY (device, replay)
) WITHOUT ROWID;
CREATE TABLE carries (
    token TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    device TEXT NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE clocks (
    code TEXT PRIMARY KEY,
    moved INTEGER NOT NULL,
    remaining INTEGER NOT NULL
) WITHOUT ROWID;
"""


def fill_history(connection: apsw.Connection) -> None:
    """Read all logs, and list their tables and finished games."""
    for (code,) in connection.execute("SELECT DISTINCT code FROM entries").fetchall():
        log: Any = connection.execute(
            "SELECT version, at, event FROM entries WHERE code = ? ORDER BY version", (code,)
        ).fetchall()
        table: Table | None = None
        for entry in decode_log(log):
            before, table = table, evolve(table, entry.event)
            if before is not None and before.phase == "playing" and table.phase == "over":
                _add_game(connection, table, entry.at)
        assert table is not None
        names = msgspec.json.encode(table.names)
        connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", (code, table.game, table.phase, names))
        connection.executemany("INSERT INTO holders VALUES (?, ?, ?)", [(d, code, s) for d, s in _holders(table)])


def _add_game(connection: apsw.Connection, table: Table, at: int) -> None:
    result = table.rules.result(table.state)
    assert result is not None
    ended = outcome(result, len(table.seats))
    levels = [seat.level for seat in table.seats]
    lists = map(msgspec.json.encode, (table.names, levels, ended.winners, ended.points, table.options))
    values: Any = (table.finished, table.code, table.number, table.game, at, *lists, table.began, table.version, None)
    connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)
    found = [(device, table.finished, seat) for device, seat in _holders(table)]
    connection.executemany("INSERT INTO finders VALUES (?, ?, ?)", found)


def _holders(table: Table) -> Iterable[tuple[str, int]]:
    return ((device, place) for place, seat in enumerate(table.seats) for device in seat.devices)
