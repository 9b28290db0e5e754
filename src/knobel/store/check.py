"""Integrity check of a whole store: every log with its checksums, and the lists that follow from the logs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from ..rules.errors import KnobelError
from ..table import Table, rebuild
from .checksums import recorded_end
from .connection import Connection
from .entries import UNREADABLE, Entry, decode_log, read_entries
from .errors import DATABASE_ERRORS, Damaged, StoreError, explained
from .tables import listing

CHECKSUMS: Final = 11
"""The version of the store that brought checksums. Logs of older ones can only be checked for gaps."""

Progress = Callable[[int, int], object]
"""Is told how many of how many tables are checked."""

_WHY: Final = {
    "missing": "the entry is missing",
    "checksum": "the entry does not match its checksum",
    "unreadable": "the entry cannot be decoded",
    "short": "the entry and all after it are missing",
    "other": "the entry is not the one that was recorded as the last",
}


def problems(
    connection: Connection, version: int, progress: Progress = lambda _done, _all: None, *, lists: bool = False
) -> Iterator[StoreError]:
    """What is wrong in a store of that version, by table; of each log the first damage.

    With `lists`, the lists of tables, seats and games are compared with the logs, too. A server may write meanwhile:
    each table is read in one snapshot.
    """
    try:
        codes = [code for (code,) in connection.execute(_codes(version)).fetchall()]
    except DATABASE_ERRORS as error:
        yield explained(error)
        return
    for number, code in enumerate(codes):
        progress(number, len(codes))
        try:
            with connection:
                found = list(_problems_of(connection, code, version, lists))
        except (*DATABASE_ERRORS, KnobelError) as error:
            why = error.sentence if isinstance(error, KnobelError) else explained(error).sentence
            found = [StoreError(f"table {code}: it cannot be read: {why}", key="check-read", code=code, why=why)]
        yield from found
    progress(len(codes), len(codes))


def _codes(version: int) -> str:
    """All tables: those with a log, and those that lists name."""
    tables = ("entries", "tables", "holders", "games") if version >= CHECKSUMS else ("entries",)
    return " UNION ".join(f"SELECT code FROM {table} WHERE code IS NOT NULL" for table in tables) + " ORDER BY code"


def _problems_of(connection: Connection, code: str, version: int, lists: bool) -> Iterator[StoreError]:
    try:
        if version < CHECKSUMS:
            _read_older(connection, code)
            return
        log = read_entries(connection, code, 0)
        _check_recorded(connection, code)
    except Damaged as damage:
        yield _described(damage)
        return
    if lists:
        yield from _contradictions(connection, code, log)


def _described(damage: Damaged) -> StoreError:
    """Damage as a sentence for the host, with the code of the table."""
    code, version, why = damage.code, damage.version, damage.why
    return StoreError(f"table {code}, entry {version}: {_WHY[why]}", key=f"check-{why}", code=code, version=version)


def _problem(code: str, why: str, key: str) -> StoreError:
    return StoreError(f"table {code}: {why}", key=key, code=code)


def _read_older(connection: Connection, code: str) -> None:
    rows: Any = connection.execute(
        "SELECT version, at, event FROM entries WHERE code = ? ORDER BY version", (code,)
    ).fetchall()
    number = 0
    try:
        for number, entry in enumerate(decode_log(rows), 1):
            if entry.v != number:
                raise Damaged(code, number, "missing")
    except UNREADABLE:
        raise Damaged(code, number + 1, "unreadable") from None


def _check_recorded(connection: Connection, code: str) -> None:
    """Raise `Damaged` if the log has another entry where its last one was recorded."""
    version, last = recorded_end(connection, code)
    query = "SELECT checksum FROM entries WHERE code = ? AND version = ?"
    if version and connection.execute(query, (code, version)).get != last:
        raise Damaged(code, version, "other")


def _contradictions(connection: Connection, code: str, log: list[Entry]) -> Iterator[StoreError]:
    """Where lists say something else than the log of a table."""
    try:
        table = rebuild(entry.event for entry in log)
    except Exception:  # an entry that no rule expects can fail anywhere
        yield _problem(code, "its log cannot be replayed", "check-replay")
        return
    if table is None:
        yield _problem(code, "it is listed, but has no log", "check-no-log")
        return
    if _listed(connection, code) != _expected(table):
        yield _problem(code, "the list of tables contradicts its log", "check-listing")
    query = "SELECT count(*) FROM games WHERE code = ? AND NOT (began >= 1 AND began <= ended AND ended <= ?)"
    if connection.execute(query, (code, table.version)).get:
        yield _problem(code, "the list of games contradicts its log", "check-games")


def _listed(connection: Connection, code: str) -> object:
    row: Any = connection.execute("SELECT game, phase, names FROM tables WHERE code = ?", (code,)).fetchone()
    held: Any = connection.execute("SELECT device, seat FROM holders WHERE code = ?", (code,)).fetchall()
    return None if row is None else (*row[:2], bytes(row[2]), {(device, seat) for device, seat in held})


def _expected(table: Table) -> object:
    new = listing(table)
    held = {(device, seat) for seat, devices in enumerate(new.holders) for device in devices}
    return new.game, new.phase, msgspec.json.encode(new.names), held
