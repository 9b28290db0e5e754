"""Rows of the logs of tables, decoded with the event types of the game that each log names.

A group of commands is written with few statements of many rows: a thread that runs a statement releases the interpreter
lock, and must get it back from a busy event loop afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from ..rules import find_game
from ..table.events import Changed, Created, TableEvent, log_type
from .connection import Connection
from .errors import Conflict, StoreError
from .idempotency import CommandKey


class Entry(Struct, frozen=True, gc=False):
    """Entry number `v` of a log, at `at` milliseconds since 1970."""

    v: int
    at: int
    event: TableEvent


_MISREAD: Final = "the log of a table cannot be read: the disk failed, or the store is damaged"

_ENDLESS: Final = 2**63 - 1
"""Larger than any version."""

_MAX_ROWS: Final = 128
"""Rows in one statement. A connection caches one prepared statement for each number of rows."""


def insert(connection: Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert many rows; if one violates a constraint the transaction must be rolled back."""
    for part in _parts(rows):
        connection.execute(_insertion(table, len(part[0]), len(part)), [value for row in part for value in row])


_ENCODE = msgspec.json.Encoder().encode

Row = tuple[str, int, int, bytes, str | None, str | None, bytes | None]


def last_versions(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """The last versions of these logs; logs without entries are missing."""
    found: dict[str, int] = {}
    for part in _parts(codes):
        listed: str | None = connection.execute(_last_versions(len(part)), part).get
        for line in () if listed is None else listed.split("\n"):
            last, _, code = line.partition(" ")
            found[code] = int(last)
    return found


def _parts(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for begin in range(0, len(rows), _MAX_ROWS):
        yield rows[begin : begin + _MAX_ROWS]


@cache
def _insertion(table: str, width: int, count: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"INSERT INTO {table} VALUES {', '.join([row] * count)}"


@cache
def _last_versions(count: int) -> str:
    """A statement with one row for all logs: each row would release the interpreter lock once more."""
    each = f"SELECT code, max(version) AS last FROM entries WHERE code IN ({', '.join('?' * count)}) GROUP BY code"
    return f"SELECT string_agg(last || ' ' || code, '\n') FROM ({each}) AS logs"


def rows(code: str, entries: Sequence[Entry], key: CommandKey | None = None, answer: bytes = b"") -> list[Row]:
    """Entries as rows, the first with the idempotency key and the answer of their command.

    They are encoded outside of the writer thread, which is the bottleneck.
    """
    new: list[Row] = [(code, entry.v, entry.at, _ENCODE(entry.event), None, None, None) for entry in entries]
    if key is not None:
        new[0] = (*new[0][:4], key.device, key.id, answer)
    return new


def last_version(connection: Connection, code: str) -> int:
    """The number of the last entry of a log, 0 if there is none."""
    found: int | None = connection.execute("SELECT max(version) FROM entries WHERE code = ?", (code,)).get
    return found or 0


def check_follows(new: list[Row], last: int) -> None:
    first = new[0][1]
    if first != last + 1:
        raise Conflict(f"entry {first} of a table does not follow on entry {last}")


def write_entries(connection: Connection, new: list[Row]) -> None:
    """Append to a log, which must have no gaps and no duplicates (optimistic concurrency)."""
    check_follows(new, last_version(connection, new[0][0]))
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", new)


_LAST_GAME: Final = (
    "SELECT event FROM entries WHERE code = ? AND version <= ? AND substr(event, 1, 13) IN (?, ?)"
    " ORDER BY version DESC LIMIT 1"
)
"""The entry that names the game of a table at a version. It may read the whole log up to there."""

_NAMING: Final = (b'{"t":"created', b'{"t":"changed')
"""How these entries begin: the encoder writes the tag first."""


class _Naming(Struct):
    game: str


_ANY_GAME: Final = "zock"
"""Decodes the first entry of a log, which holds no event of a game."""

_NAMES_A_GAME: Final = (Created, Changed)


@cache
def _decode_of(game: str) -> Callable[[bytes], TableEvent]:
    return msgspec.json.Decoder[TableEvent](log_type(find_game(game))).decode


def decode_log(rows: Iterable[tuple[Any, ...]], game: str | None = None) -> Iterator[Entry]:
    """Entries from rows of version, time and JSON.

    `game` is the table's game before the first of them; a log that is read from its beginning names it itself.
    """
    decode = _decode_of(game or _ANY_GAME)
    for version, at, stored in rows:
        event = decode(stored)
        if event.__class__ in _NAMES_A_GAME:
            decode = _decode_of(event.game)
        yield Entry(version, at, event)


def _game_at(connection: Connection, code: str, version: int) -> str | None:
    naming: bytes | None = connection.execute(_LAST_GAME, (code, version, *_NAMING)).get
    return None if naming is None else msgspec.json.decode(naming, type=_Naming).game


def read_entries(
    connection: Connection, code: str, since: int, until: int | None = None, game: str | None = None
) -> list[Entry]:
    """The log of a table after version `since`, up to version `until` if given; `StoreError` if it has a gap.

    `game` is the table's game at version `since`, by which events are decoded; without it the store looks it up.
    """
    query = "SELECT version, at, event FROM entries WHERE code = ? AND version > ? AND version <= ? ORDER BY version"
    bounds = (code, since, _ENDLESS if until is None else until)
    try:
        if since and game is None:
            game = _game_at(connection, code, since)
        found = list(decode_log(connection.execute(query, bounds), game))
    except msgspec.MsgspecError:
        raise StoreError(_MISREAD) from None
    if any(entry.v != version for version, entry in enumerate(found, since + 1)):
        raise StoreError(_MISREAD)
    return found


def gaps(connection: Connection) -> list[str]:
    """A sentence for each log that has a gap."""
    query = "SELECT code FROM entries GROUP BY code HAVING min(version) != 1 OR max(version) != count(*) ORDER BY code"
    return [f"the log of table {code} has a gap" for (code,) in connection.execute(query)]
