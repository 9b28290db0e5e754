"""The log of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import apsw
import msgspec
from msgspec import Struct

from ..rules import find_game
from ..table.events import Changed, Created, TableEvent, log_type
from .answers import Key
from .errors import Conflict, StoreError


class Entry(Struct, frozen=True, gc=False):
    """Entry number `v` of a log; `at` is when it happened, in milliseconds since 1970."""

    v: int
    at: int
    event: TableEvent


_MISREAD: Final = "the log of a table cannot be read: the disk failed, or the store is damaged"

_ENDLESS: Final = 2**63 - 1
"""No version is as large."""

_ENCODE = msgspec.json.Encoder().encode

Row = tuple[str, int, int, bytes, str | None, str | None, bytes | None]


def rows(code: str, entries: Sequence[Entry], key: Key | None = None, answer: bytes = b"") -> list[Row]:
    """Entries as they are stored, the first with the command that brought them about and its answer.

    They are made before the writer gets them, since it is what everybody waits for.
    """
    new: list[Row] = [(code, entry.v, entry.at, _ENCODE(entry.event), None, None, None) for entry in entries]
    if key is not None:
        new[0] = (*new[0][:4], key.device, key.id, answer)
    return new


def last_version(connection: apsw.Connection, code: str) -> int:
    """The number of the last entry of a log, 0 if there is none."""
    found: int | None = connection.execute("SELECT max(version) FROM entries WHERE code = ?", (code,)).get
    return found or 0


def check_follows(new: list[Row], last: int) -> None:
    first = new[0][1]
    if first != last + 1:
        raise Conflict(f"entry {first} of a table does not follow on entry {last}")


def write_entries(connection: apsw.Connection, new: list[Row]) -> None:
    """Append to a log; without a gap, and never twice."""
    check_follows(new, last_version(connection, new[0][0]))
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", new)


_LAST_GAME: Final = (
    "SELECT CAST(event AS TEXT) ->> 'game' FROM entries WHERE code = ? AND version <= ?"
    " AND CAST(event AS TEXT) ->> 't' IN ('created', 'changed') ORDER BY version DESC LIMIT 1"
)
"""What a table plays at a version. It may read the whole log up to there."""


_ANY_GAME: Final = "zock"
"""Decodes the first entry of a log, which holds no event of a game."""

_NAMES_A_GAME: Final = (Created, Changed)


@cache
def _decode_of(game: str) -> Callable[[bytes], TableEvent]:
    return msgspec.json.Decoder[TableEvent](log_type(find_game(game))).decode


def decode_log(rows: Iterable[tuple[Any, ...]], game: str | None = None) -> Iterator[Entry]:
    """Entries from rows of version, time and JSON.

    `game` is what the table plays before the first of them; a log that is read from its beginning says it itself.
    """
    decode = _decode_of(game or _ANY_GAME)
    for version, at, stored in rows:
        event = decode(stored)
        if event.__class__ in _NAMES_A_GAME:
            decode = _decode_of(event.game)
        yield Entry(version, at, event)


def read_entries(
    connection: apsw.Connection, code: str, since: int, until: int | None = None, game: str | None = None
) -> list[Entry]:
    """The log of a table after version `since`, and where one is given no further than version `until`.

    `game` is what the table plays at version `since`: the events of the game are decoded as that game's. It is looked
    up where the caller does not know it. A disk that gives less than it was given must not pass for a table.
    """
    if since and game is None:
        game = connection.execute(_LAST_GAME, (code, since)).get
    query = "SELECT version, at, event FROM entries WHERE code = ? AND version > ? AND version <= ? ORDER BY version"
    bounds = (code, since, _ENDLESS if until is None else until)
    try:
        found = list(decode_log(connection.execute(query, bounds), game))
    except msgspec.MsgspecError:
        raise StoreError(_MISREAD) from None
    if any(entry.v != version for version, entry in enumerate(found, since + 1)):
        raise StoreError(_MISREAD)
    return found
