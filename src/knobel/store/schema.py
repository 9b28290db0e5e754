"""The schema of the store and its migrations: how a store of an older version becomes one of this version."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from ..fair.hashing import SIZE
from ..table import Table, evolve, winning_seats
from .audit import add_operation
from .checksums import add_checksums
from .clubs.schema import add_clubs
from .connection import Connection
from .dice_counts import add_dice_table, recount_dice
from .entries import decode_log
from .errors import StoreError
from .leases import add_leases

Step = Callable[[Connection], object]
"""Migrates a store to the next version."""

ENTRIES_AND_ANSWERS: Final = """
CREATE TABLE entries (
    code TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event BLOB NOT NULL,
    PRIMARY KEY (code, version)
) WITHOUT ROWID;
CREATE TABLE answers (
    code TEXT NOT NULL,
    device TEXT NOT NULL,
    id TEXT NOT NULL,
    answer BLOB NOT NULL,
    PRIMARY KEY (code, device, id)
) WITHOUT ROWID;
"""

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

BESIDE: Final = """
ALTER TABLE entries ADD COLUMN device TEXT;
ALTER TABLE entries ADD COLUMN id TEXT;
ALTER TABLE entries ADD COLUMN answer BLOB;
CREATE TABLE refusals (
    code TEXT NOT NULL,
    device TEXT NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    answer BLOB NOT NULL,
    PRIMARY KEY (code, device, number)
) WITHOUT ROWID;
"""
"""Idempotency key and answer in the row of a command's first entry; older answers stay in `answers`."""


ANALYSES_AND_CONTINUED_GAMES: Final = """
CREATE TABLE analyses (
    replay TEXT PRIMARY KEY,
    edition INTEGER NOT NULL,
    at INTEGER NOT NULL,
    analysis BLOB NOT NULL
);
ALTER TABLE games ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
"""

PUZZLES: Final = """
CREATE TABLE puzzles (
    device TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    game TEXT NOT NULL,
    day TEXT,
    move INTEGER NOT NULL,
    loss REAL NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (device, puzzle)
) WITHOUT ROWID;
"""

HIDDEN_TABLES: Final = """
CREATE TABLE hidden (
    device TEXT NOT NULL,
    code TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (device, code)
) WITHOUT ROWID;
"""

ENTRIES_IN_ORDER_OF_WRITING: Final = (
    """
    CREATE TABLE log (
        code TEXT NOT NULL,
        version INTEGER NOT NULL,
        at INTEGER NOT NULL,
        event BLOB NOT NULL,
        device TEXT,
        id TEXT,
        answer BLOB,
        checksum INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (code, version)
    )
    """,
    "INSERT INTO log SELECT code, version, at, event, device, id, answer, checksum FROM entries ORDER BY code, version",
    "DROP TABLE entries",
    "ALTER TABLE log RENAME TO entries",
)
"""Rows in the order of writing, with an index, instead of a tree of rows by code and version.

A commit of many tables fills a few pages with rows and changes one small index page per table. In the tree it changed
and split two to three pages per table.
"""

_HOUSE: Final = "CREATE TABLE house (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"


def _add_entries_and_answers(connection: Connection) -> None:
    connection.execute(ENTRIES_AND_ANSWERS)


def _add_history(connection: Connection) -> None:
    connection.execute(HISTORY)
    _fill_history(connection)


def _put_answers_beside_entries(connection: Connection) -> None:
    connection.execute(BESIDE)


def _add_analyses_and_continued_games(connection: Connection) -> None:
    connection.execute(ANALYSES_AND_CONTINUED_GAMES)


def _add_puzzles(connection: Connection) -> None:
    connection.execute(PUZZLES)


def _add_dice_secret(connection: Connection) -> None:
    connection.execute(_HOUSE)
    connection.execute("INSERT INTO house VALUES ('dice', ?)", (secrets.token_bytes(SIZE),))


def _add_hidden_tables(connection: Connection) -> None:
    connection.execute(HIDDEN_TABLES)


def _write_entries_in_order(connection: Connection) -> None:
    for statement in ENTRIES_IN_ORDER_OF_WRITING:
        connection.execute(statement)


def _checksum_pages(connection: Connection) -> None:
    """SQLite writes the whole file anew before this (`sqlite.add_page_checksums`); PostgreSQL has its own."""


MIGRATIONS: Final[tuple[Step, ...]] = (
    _add_entries_and_answers,
    _add_history,
    _put_answers_beside_entries,
    _add_analyses_and_continued_games,
    _add_puzzles,
    _add_dice_secret,
    add_dice_table,
    recount_dice,
    _add_hidden_tables,
    add_clubs,
    add_checksums,
    add_operation,
    add_leases,
    _write_entries_in_order,
    _checksum_pages,
)
"""Step number n makes version n + 1 of version n. A step is never changed once a store may have been made by it."""


PAGE_CHECKSUMS: Final = MIGRATIONS.index(_checksum_pages) + 1
"""The version from which on every page of an SQLite store has a checksum."""

SQLITE_TABLES: Final = "SELECT name FROM sqlite_schema"
"""Lists what a database holds."""


def schema_version(connection: Connection, tables: str = SQLITE_TABLES) -> int:
    """The version of a store, 0 for a new one."""
    names = {name for (name,) in connection.execute(tables)}
    if "schema_version" in names:
        return _stored_version(connection)
    if names:
        raise StoreError("this file is no store of knobel")
    return 0


def _stored_version(connection: Connection) -> int:
    rows = connection.execute("SELECT version FROM schema_version").fetchall()
    version = rows[0][0] if len(rows) == 1 else None
    if not isinstance(version, int) or version < 1:
        sentence = "the store is damaged: it does not say which version it has (schema_version); restore a backup"
        raise StoreError(sentence, key="error-schema-version")
    return version


def newer_store(version: int, known: int) -> StoreError:
    sentence = f"the store has version {version}, and this knobel knows {known}: install a newer one"
    return StoreError(sentence, key="error-store-newer", version=version, known=known)


def migrate(connection: Connection, steps: tuple[Step, ...] = MIGRATIONS, tables: str = SQLITE_TABLES) -> None:
    """Migrate a store to the newest version, in one transaction."""
    version = schema_version(connection, tables)
    if version > len(steps):
        raise newer_store(version, len(steps))
    if version == len(steps):
        return
    with connection:
        if version == 0:
            connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
            connection.execute("INSERT INTO schema_version VALUES (0)")
        for step in steps[version:]:
            step(connection)
        connection.execute("UPDATE schema_version SET version = ?", (len(steps),))


def write_probe(connection: Connection, size: int = 0) -> None:
    """Change a row that has no meaning, so that the commit has something to write; random, since disks may compress."""
    connection.execute(
        "INSERT INTO house VALUES ('probe', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (secrets.token_bytes(max(size, 8)),),
    )


def read_dice_secret(connection: Connection) -> bytes:
    """The secret that all throw keys derive from."""
    found: bytes = connection.execute("SELECT value FROM house WHERE name = 'dice'").get
    return found


def _fill_history(connection: Connection) -> None:
    """List the tables and finished games of all logs.

    Version 1 had them only in its logs. The statements are those of version 2, not of the newest version.
    """
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


def _add_game(connection: Connection, table: Table, at: int) -> None:
    result = table.rules.result(table.state)
    assert result is not None
    players, levels = len(table.seats), [seat.level for seat in table.seats]
    winners, points = winning_seats(result, players), result.points(players)
    lists = map(msgspec.json.encode, (table.names, levels, winners, points, table.options))
    values: Any = (table.finished, table.code, table.number, table.game, at, *lists, table.began, table.version, None)
    connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)
    found = [(device, table.finished, seat) for device, seat in _holders(table)]
    connection.executemany("INSERT INTO finders VALUES (?, ?, ?)", found)


def _holders(table: Table) -> Iterable[tuple[str, int]]:
    return ((device, place) for place, seat in enumerate(table.seats) for device in seat.devices)
