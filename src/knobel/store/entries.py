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
from ..rules.errors import BadOptions
from ..table.events import Changed, Created, TableEvent, log_type
from .checksums import EMPTY, End, Row, chained, checksum, recorded_end
from .connection import Connection
from .errors import Conflict, Damaged
from .idempotency import CommandKey


class Entry(Struct, frozen=True, gc=False):
    """Entry number `v` of a log, at `at` milliseconds since 1970."""

    v: int
    at: int
    event: TableEvent


_MAX_ROWS: Final = 128
"""Rows in one statement. A connection caches one prepared statement for each number of rows."""


def insert(connection: Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert many rows; if one violates a constraint the transaction or savepoint must be rolled back.

    `OR FAIL` leaves the rows before that one: SQLite keeps no copy of every page that a statement changes then.
    """
    for part in _parts(rows):
        connection.execute(_insertion(table, len(part[0]), len(part)), [value for row in part for value in row])


_ENCODE = msgspec.json.Encoder().encode


def read_ends(connection: Connection, codes: Sequence[str]) -> dict[str, End]:
    """The last entries of these logs; logs without entries are missing."""
    found: dict[str, End] = {}
    for part in _parts(codes):
        listed: str | None = connection.execute(_ends(len(part)), part).get
        for line in () if listed is None else listed.split("\n"):
            version, last, code = line.split(" ", 2)
            found[code] = (int(version), int(last))
    return found


def _parts(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for begin in range(0, len(rows), _MAX_ROWS):
        yield rows[begin : begin + _MAX_ROWS]


@cache
def _insertion(table: str, width: int, count: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"INSERT OR FAIL INTO {table} VALUES {', '.join([row] * count)}"


@cache
def _ends(count: int) -> str:
    """A statement with one row for all logs: each row would release the interpreter lock once more."""
    return (
        "SELECT string_agg(version || ' ' || checksum || ' ' || code, '\n')"
        f" FROM (VALUES {', '.join(['(?)'] * count)}) AS wanted JOIN entries ON code = wanted.column1"
        " AND version = (SELECT max(version) FROM entries AS log WHERE log.code = wanted.column1)"
    )


def rows(code: str, entries: Sequence[Entry], key: CommandKey | None = None, answer: bytes = b"") -> list[Row]:
    """Entries as rows, the first with the idempotency key and the answer of their command.

    They are encoded outside of the writer thread, which is the bottleneck.
    """
    new: list[Row] = []
    device, name, said = (None, None, None) if key is None else (key.device, key.id, answer)
    for entry in entries:
        new.append((code, entry.v, entry.at, _ENCODE(entry.event), device, name, said))
        device = name = said = None
    return new


def last_version(connection: Connection, code: str) -> int:
    """The number of the last entry of a log, 0 if there is none."""
    found: int | None = connection.execute("SELECT max(version) FROM entries WHERE code = ?", (code,)).get
    return found or 0


def check_follows(new: list[Row], last: int) -> None:
    first = new[0][1]
    if first != last + 1:
        raise Conflict(f"entry {first} of a table does not follow on entry {last}")


def write_entries(connection: Connection, new: list[Row]) -> End:
    """Append to a log, which must have no gaps and no duplicates (optimistic concurrency); its new end."""
    code = new[0][0]
    version, before = read_ends(connection, [code]).get(code, EMPTY)
    check_follows(new, version)
    stored = chained(new, before)
    insert(connection, "entries", stored)
    return stored[-1][1], stored[-1][7]


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

UNREADABLE: Final = (msgspec.MsgspecError, BadOptions, UnicodeDecodeError)
"""What reading or decoding an entry may raise; `BadOptions` for one that names an unknown game."""


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
    """The log of a table after version `since`, up to version `until` if given; `Damaged` if it is not as written.

    `game` is the table's game at version `since`, by which events are decoded; without it the store looks it up. A log
    that ends before its recorded end is read on from there: either it has grown meanwhile, or it is damaged.
    """
    most = _ENDLESS if until is None else until - since
    found = list[Entry]()
    _read_on(connection, code, since, most, game, found)
    while len(found) < most and recorded_end(connection, code)[0] > (last := since + len(found)):
        _read_on(connection, code, since, most, None, found)
        if since + len(found) == last:
            raise Damaged(code, last + 1, "short")
    return found


def _read_on(connection: Connection, code: str, since: int, most: int, game: str | None, found: list[Entry]) -> None:
    """Read and verify what follows on the entries that are found after version `since`."""
    last, before = since + len(found), 0
    try:
        rows = connection.execute(_ROWS, (code, last, most - len(found) + 1)).fetchall()
        if last and rows:
            version, *_, before = rows.pop(0)
            if version != last:
                raise Damaged(code, last, "missing")
            if rows and game is None:
                game = _game_at(connection, code, last)
        found.extend(decode_log(_verified(code, rows[: most - len(found)], last, before), game))
    except UNREADABLE:
        raise Damaged(code, since + len(found) + 1, "unreadable") from None


def read_range(connection: Connection, code: str, first: int, last: int, game: str) -> list[Entry]:
    """The entries of a log from one version to another, all of which must be there."""
    found = read_entries(connection, code, first - 1, last, game)
    if len(found) <= last - first:
        raise Damaged(code, first + len(found), "short")
    return found


_ENDLESS: Final = 2**53
"""More entries than any log has."""

_ROWS: Final = (
    "SELECT version, at, event, device, id, answer, checksum FROM entries WHERE code = ? AND version >= ?"
    " ORDER BY version LIMIT ?"
)
"""Entries from a version on. A limit, and no last version, because the next entry after a gap shows the gap."""


def _verified(code: str, rows: Iterable[tuple[Any, ...]], version: int, before: int) -> Iterator[tuple[Any, ...]]:
    """Version, time and event of rows that follow entry `version`, whose checksum is `before`."""
    for number, at, event, device, ident, answer, stored in rows:
        version += 1
        if number != version:
            raise Damaged(code, version, "missing")
        before = checksum(before, code, number, at, event, device, ident, answer)
        if before != stored:
            raise Damaged(code, version, "checksum")
        yield number, at, event
