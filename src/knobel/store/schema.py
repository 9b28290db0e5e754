"""The tables of the store, and how a store of an older version becomes one of this version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import apsw

from .dice_counts import add_dice_table, recount_dice
from .errors import StoreError
from .history import HISTORY, fill_history
from .house import add_house
from .puzzles import PUZZLES

Step = Callable[[apsw.Connection], object]
"""Brings a store to the next version."""

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
"""The command that brought an entry about, and its answer; answers that older versions have given stay in `answers`."""


ANALYSES_AND_GAMES_PLAYED_ON: Final = """
CREATE TABLE analyses (
    replay TEXT PRIMARY KEY,
    edition INTEGER NOT NULL,
    at INTEGER NOT NULL,
    analysis BLOB NOT NULL
);
ALTER TABLE games ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
"""


def _add_entries_and_answers(connection: apsw.Connection) -> None:
    connection.execute(ENTRIES_AND_ANSWERS)


def _add_history(connection: apsw.Connection) -> None:
    connection.execute(HISTORY)
    fill_history(connection)


def _put_answers_beside_entries(connection: apsw.Connection) -> None:
    connection.execute(BESIDE)


def _add_analyses_and_games_played_on(connection: apsw.Connection) -> None:
    connection.execute(ANALYSES_AND_GAMES_PLAYED_ON)


def _add_puzzles(connection: apsw.Connection) -> None:
    connection.execute(PUZZLES)


MIGRATIONS: Final[tuple[Step, ...]] = (
    _add_entries_and_answers,
    _add_history,
    _put_answers_beside_entries,
    _add_analyses_and_games_played_on,
    _add_puzzles,
    add_house,
    add_dice_table,
    recount_dice,
)
"""Step number n makes version n + 1 of version n. A step is never changed once a store may have been made by it."""


def schema_version(connection: apsw.Connection) -> int:
    """The version of a store, 0 for a new file."""
    if connection.execute("SELECT name FROM sqlite_schema WHERE name = 'schema_version'").fetchone() is not None:
        version: int = connection.execute("SELECT version FROM schema_version").get
        return version
    if connection.execute("SELECT count(*) FROM sqlite_schema").get:
        raise StoreError("this file is no store of knobel")
    return 0


def migrate(connection: apsw.Connection, steps: tuple[Step, ...] = MIGRATIONS) -> None:
    """Bring a store to the newest version, in one transaction: it happens wholly or not at all."""
    version = schema_version(connection)
    if version > len(steps):
        raise StoreError(f"the store has version {version}, and this knobel knows {len(steps)}: install a newer one")
    if version == len(steps):
        return
    with connection:
        if version == 0:
            connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
            connection.execute("INSERT INTO schema_version VALUES (0)")
        for step in steps[version:]:
            step(connection)
        connection.execute("UPDATE schema_version SET version = ?", (len(steps),))
