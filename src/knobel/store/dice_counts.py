"""Rows with the dice of games that are over: running sums for each table, and for all tables together.

Dice are counted in the transaction that ends their game, and not before: until then some of them lie under cups. A
table that is closed ends its game too; otherwise a losing player could take unlucky dice out of the sums.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..fair.statistics.counts import DiceCounts
from ..table import DiceTally, Table, Thrower, count_dice, rebuild
from ..table.events import Started
from .connection import Connection
from .entries import decode_log, read_range

EVERYWHERE: Final = ""
"""Stands for all tables together where the code of a table would be."""

_SCHEMA: Final = """
CREATE TABLE fallen (
    code TEXT NOT NULL,
    thrower TEXT NOT NULL,
    fair INTEGER NOT NULL,
    one INTEGER NOT NULL,
    two INTEGER NOT NULL,
    three INTEGER NOT NULL,
    four INTEGER NOT NULL,
    five INTEGER NOT NULL,
    six INTEGER NOT NULL,
    followed INTEGER NOT NULL,
    repeats INTEGER NOT NULL,
    throws_of_two INTEGER NOT NULL,
    throws_of_three INTEGER NOT NULL,
    doubles_of_two INTEGER NOT NULL,
    doubles_of_three INTEGER NOT NULL,
    PRIMARY KEY (code, thrower, fair)
) WITHOUT ROWID;
"""

_SUMS: Final = (
    *("one", "two", "three", "four", "five", "six", "followed", "repeats"),
    *("throws_of_two", "throws_of_three", "doubles_of_two", "doubles_of_three"),
)
_ADD: Final = (
    f"INSERT INTO fallen (code, thrower, fair, {', '.join(_SUMS)}) VALUES ({', '.join('?' * (3 + len(_SUMS)))})"
    " ON CONFLICT (code, thrower, fair) DO UPDATE SET "
    + ", ".join(f"{name} = fallen.{name} + excluded.{name}" for name in _SUMS)
)
_READ: Final = f"SELECT thrower, fair, {', '.join(_SUMS)} FROM fallen WHERE code = ? ORDER BY thrower, fair"


class DiceRow(Struct, frozen=True):
    """Counts for one kind of thrower; `fair` says that their games can be verified."""

    thrower: Thrower
    fair: bool
    counts: DiceCounts


class EndedGame(Struct, frozen=True):
    """A game whose dice are no secret any more: where its entries are in the log of its table.

    `levels` are those of the bots that hold its seats in the end; `fair` says that its dice can be verified. `counts`
    are those of its dice, if the table kept a tally; otherwise the log is read.
    """

    code: str
    game: str
    began: int
    ended: int
    levels: tuple[str | None, ...]
    fair: bool
    counts: dict[Thrower, DiceCounts] | None = None


def ended_game(before: Table | None, after: Table, tally: DiceTally | None = None) -> EndedGame | None:
    """The game that was played to its end or given up between two moments of a table.

    Dice that a closed table still waited for have not fallen, and are not counted; neither are real dice.
    """
    if after.phase not in ("over", "closed") or (before is not None and before.phase != "playing"):
        return None
    if after.settings.real_dice:
        return None
    return _last_game(after, tally)


def _last_game(table: Table, tally: DiceTally | None = None) -> EndedGame:
    levels = tuple(seat.level for seat in table.seats)
    counts = None if tally is None else tally.counts(levels)
    return EndedGame(table.code, table.game, table.began, table.version, levels, table.fair is not None, counts)


def add_dice(connection: Connection, game: EndedGame) -> None:
    """Count the dice of a game whose entries are in the log already."""
    counts = game.counts
    if counts is None:
        log = read_range(connection, game.code, game.began, game.ended, game.game)
        counts = count_dice((entry.event for entry in log), game.levels)
    _add(connection, game, counts)


def _add(connection: Connection, game: EndedGame, counted: dict[Thrower, DiceCounts]) -> None:
    for thrower, counts in counted.items():
        sums = (*counts.faces, counts.followed, counts.repeats, *counts.throws, *counts.doubles)
        for place in (game.code, EVERYWHERE):
            connection.execute(_ADD, (place, thrower, game.fair, *sums))


def read_dice(connection: Connection, code: str) -> list[DiceRow]:
    """The sums of a table, or of all."""
    return [_row(*found) for found in connection.execute(_READ, (code,))]


def _row(thrower: Thrower, fair: int, *sums: int) -> DiceRow:
    followed, repeats = sums[6:8]
    return DiceRow(thrower, bool(fair), DiceCounts(sums[:6], followed, repeats, sums[8:10], sums[10:12]))


def add_dice_table(connection: Connection) -> None:
    """Migration to version 7: count the finished games; a loaded record has no table."""
    connection.execute(_SCHEMA)
    query = "SELECT code, game, began, ended, levels FROM games WHERE code IS NOT NULL"
    games: Any = connection.execute(query).fetchall()
    for code, game, began, ended, levels in games:
        _add_older(connection, EndedGame(code, game, began, ended, tuple(msgspec.json.decode(levels)), fair=False))


def _add_older(connection: Connection, game: EndedGame) -> None:
    """`add_dice` for a store whose entries have no checksums yet."""
    query = "SELECT version, at, event FROM entries WHERE code = ? AND version >= ? AND version <= ? ORDER BY version"
    rows: Any = connection.execute(query, (game.code, game.began, game.ended)).fetchall()
    log = [entry.event for entry in decode_log(rows, game.game)]
    fair = any(isinstance(event, Started) and event.fair is not None for event in log)
    _add(connection, replace(game, fair=fair), count_dice(log, game.levels))


def recount_dice(connection: Connection) -> None:
    """Migration to version 8: version 7 left out games that were given up, and gave the dice of a removed person to the
    bot that took the seat."""
    connection.execute("DROP TABLE fallen")
    add_dice_table(connection)
    closed: Any = connection.execute("SELECT code FROM tables WHERE phase = 'closed' ORDER BY code").fetchall()
    for (code,) in closed:
        query = "SELECT version, at, event FROM entries WHERE code = ? ORDER BY version"
        log: Any = connection.execute(query, (code,)).fetchall()
        table = rebuild(entry.event for entry in decode_log(log))
        if table is not None and table.replay != table.finished:
            _add_older(connection, _last_game(table))
