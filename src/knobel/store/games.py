"""Rows of finished games, loaded records, and analyses of games."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ..rules.session import Session
from ..table import Table, record, winning_seats
from .audit import write_record_size
from .connection import ALL_ROWS, Connection
from .entries import read_range
from .errors import CONSTRAINT_ERRORS, Repeated

_COLUMNS = "replay, code, number, game, at, names, levels, winners, points, taken"


class GameRow(Struct, frozen=True):
    """A finished game; `levels` are those of bots, none for a person. `seat` is that of the device that asks.

    `code` and `number` say at which table it was and which of its games; a loaded record has neither. `taken` is how
    many of its first events were taken over from another game; such a game is left out of statistics.
    """

    replay: str
    code: str | None
    number: int | None
    game: str
    at: int
    names: tuple[str, ...]
    levels: tuple[str | None, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...]
    taken: int = 0
    seat: int | None = None


class FinishedGame(Struct, frozen=True):
    """A game that has just ended: its row, the devices that may list it, and where its entries are in the log.

    `scribes` told real dice from a guest's seat, and did not play.
    """

    row: GameRow
    options: dict[str, Any]
    holders: tuple[tuple[str, ...], ...]
    began: int
    ended: int
    scribes: tuple[str, ...] = ()


def finished_game(before: Table | None, after: Table, at: int) -> FinishedGame | None:
    """The game that ended between two moments of a table, if one did."""
    if after.phase != "over" or (before is not None and before.phase != "playing"):
        return None
    result = after.rules.result(after.state)
    assert result is not None
    assert after.finished is not None
    players, levels = len(after.seats), tuple(seat.level for seat in after.seats)
    row = GameRow(
        *(after.finished, after.code, after.number, after.game, at),
        *(after.names, levels, winning_seats(result, players), result.points(players), after.taken),
    )
    holders = tuple(() if seat.guest else seat.devices for seat in after.seats)
    scribes = tuple(device for seat in after.seats if seat.guest for device in seat.devices)
    return FinishedGame(row, after.options, holders, after.began, after.version, scribes)


def withdrawn_game(before: Table | None, after: Table) -> str | None:
    """The record's name of a game with real dice that was over and runs again, if one does (R6)."""
    if before is None or before.phase != "over" or after.phase != "playing" or before.began != after.began:
        return None
    return before.finished


def delete_finished(connection: Connection, replay: str) -> None:
    """Delete the row of a game that runs again, and what was made of its record."""
    for table in ("games", "finders", "analyses"):
        connection.execute(f"DELETE FROM {table} WHERE replay = ?", (replay,))


def write_finished(connection: Connection, ended: FinishedGame) -> None:
    """The events stay in the log of the table; `read_game` makes the record from it."""
    row, options, record, began, last = stored(ended)
    _write_row(connection, row, (options, began, last, record))
    found: list[tuple[str, str, int | None]]
    found = [(device, ended.row.replay, seat) for seat, devices in enumerate(ended.holders) for device in devices]
    found += [(device, ended.row.replay, None) for device in ended.scribes]
    connection.executemany("INSERT INTO finders VALUES (?, ?, ?)", found)


def loaded(replay: str, session: Session, at: int) -> GameRow:
    """The row of a loaded record, whose game may be unfinished."""
    result, players = session.result, len(session.players)
    winners, points = ((), ()) if result is None else (winning_seats(result, players), result.points(players))
    return GameRow(replay, None, None, session.game.name, at, session.players, (None,) * players, winners, points)


def write_loaded(connection: Connection, row: GameRow, device: str, text: str) -> None:
    try:
        _write_row(connection, row, (None, None, None, text))
    except CONSTRAINT_ERRORS:
        raise Repeated("there is a game of that name already") from None
    connection.execute("INSERT INTO finders VALUES (?, ?, NULL)", (device, row.replay))
    write_record_size(connection, row.replay, device, len(text))


def _write_row(connection: Connection, row: GameRow, rest: tuple[object, ...]) -> None:
    lists = tuple(map(msgspec.json.encode, (row.names, row.levels, row.winners, row.points)))
    values: Any = (row.replay, row.code, row.number, row.game, row.at, *lists, row.taken, *rest)
    connection.execute(
        f"INSERT INTO games ({_COLUMNS}, options, began, ended, record) VALUES ({', '.join('?' * len(values))})", values
    )


def read_games_of(connection: Connection, device: str, limit: int | None, replay: str | None) -> list[GameRow]:
    """The games that a device has played or loaded, newest first; with `replay`, only that one."""
    one, asked = ("", ()) if replay is None else (" AND replay = ?", (replay,))
    query = (
        f"SELECT {_COLUMNS}, seat FROM finders JOIN games USING (replay) WHERE device = ?{one}"
        " ORDER BY at DESC, replay LIMIT ?"
    )
    return [_row(*found) for found in connection.execute(query, (device, *asked, ALL_ROWS if limit is None else limit))]


def read_games_at(connection: Connection, code: str) -> list[GameRow]:
    """The games that were finished at a table, in order."""
    query = f"SELECT {_COLUMNS} FROM games WHERE code = ? ORDER BY number"
    return [_row(*found) for found in connection.execute(query, (code,))]


StoredGame = tuple[GameRow, bytes, str | None, int, int]
"""The row of a game: with its options as JSON, and the text of a loaded record or where its entries are in the log."""


def stored(game: FinishedGame) -> StoredGame:
    return game.row, msgspec.json.encode(game.options), None, game.began, game.ended


def read_finished(connection: Connection, code: str) -> dict[str, StoredGame]:
    """The rows of the games that were finished at a table, by the names of their records."""
    query = f"SELECT {_COLUMNS}, options, record, began, ended FROM games WHERE code = ?"
    rows: Any = connection.execute(query, (code,)).fetchall()
    return {row[0]: (_row(*row[:-4]), *row[-4:]) for row in rows}


def read_game(connection: Connection, replay: str) -> tuple[GameRow, str] | None:
    """A game and its record."""
    query = f"SELECT {_COLUMNS}, options, began, ended, record FROM games WHERE replay = ?"
    found = connection.execute(query, (replay,)).fetchone()
    if found is None:
        return None
    *columns, options, began, ended, text = found
    row = _row(*columns)
    if text is None:
        assert row.code is not None
        log = (entry.event for entry in read_range(connection, row.code, began, ended, row.game))
        text = record(row.game, row.names, msgspec.json.decode(options), log)
    return row, text


def _row(*columns: Any) -> GameRow:
    replay, code, number, game, at, names, levels, winners, points, taken, *seat = columns
    lists = [tuple(msgspec.json.decode(stored)) for stored in (names, levels, winners, points)]
    return GameRow(replay, code, number, game, at, lists[0], lists[1], lists[2], lists[3], taken, *seat)


def write_analysis(
    connection: Connection, replay: str, edition: int, analysis: bytes, at: int, names: tuple[str, ...]
) -> bool:
    """Keep the analysis of a game in place of an older one; `edition` is the version of the coach.

    False, and nothing is kept, if the game was deleted meanwhile or its players are not called `names` any more: an
    analysis quotes them. The update locks the row: another transaction that replaces names, or deletes the game, finds
    this analysis or has been found here.
    """
    locked = connection.execute("UPDATE games SET names = names WHERE replay = ? RETURNING names", (replay,)).fetchall()
    if not locked or tuple(msgspec.json.decode(locked[0][0])) != names:
        return False
    connection.execute(
        "INSERT INTO analyses VALUES (?, ?, ?, ?) ON CONFLICT (replay) DO UPDATE"
        " SET edition = excluded.edition, at = excluded.at, analysis = excluded.analysis",
        (replay, edition, at, analysis),
    )
    return True


def read_analysis(connection: Connection, replay: str, edition: int) -> bytes | None:
    """The stored analysis of a game, if it is of this edition."""
    query = "SELECT analysis FROM analyses WHERE replay = ? AND edition = ?"
    found: bytes | None = connection.execute(query, (replay, edition)).get
    return found
