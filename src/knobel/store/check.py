"""Integrity check of a whole store: every log with its checksums, and the lists that follow from the logs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from ..fair.statistics.counts import DiceCounts
from ..rules.errors import KnobelError
from ..table import Table, Thrower, count_dice, evolve
from .checksums import recorded_end
from .connection import Connection
from .dice_counts import ended_game, read_dice
from .entries import UNREADABLE, Entry, decode_log, read_entries
from .errors import DATABASE_ERRORS, Damaged, StoreError, explained
from .games import FinishedGame, StoredGame, finished_game, read_finished, stored, withdrawn_game
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
    "page": "the page of the file that holds it is damaged",
    "other": "the entry is not the one that was recorded as the last",
}


def problems(
    connection: Connection, version: int, progress: Progress = lambda _done, _all: None, *, lists: bool = False
) -> Iterator[StoreError]:
    """What is wrong in a store of that version, by table; of each log the first damage.

    With `lists`, the lists of tables, seats, games and dice are compared with the logs, too. A server may write
    meanwhile: each table is read in one snapshot. Damage can make a read fail in any way; that is a problem found.
    """
    found = set[str]()
    for source in ("entries", "tables", "holders", "games") if version >= CHECKSUMS else ("entries",):
        try:
            found |= _codes(connection, source)
        except Exception as error:
            yield _unreadable(source, error)
            if isinstance(error, UnicodeDecodeError):  # only SQLite stores text that is none
                found |= _codes(connection, source, "code NOT GLOB '*[^ -~]*'")
    for number, code in enumerate(sorted(found)):
        progress(number, len(found))
        try:
            with connection:
                of_table = list(_problems_of(connection, code, version, lists))
        except Exception as error:
            why = _why(error)
            of_table = [StoreError(f"table {code}: it cannot be read: {why}", key="check-read", code=code, why=why)]
        yield from of_table
    progress(len(found), len(found))


def _codes(connection: Connection, source: str, where: str = "code IS NOT NULL") -> set[str]:
    """The codes of tables that a list of the store names."""
    return {code for (code,) in connection.execute(f"SELECT DISTINCT code FROM {source} WHERE {where}").fetchall()}


def _unreadable(source: str, error: Exception) -> StoreError:
    why = _why(error)
    return StoreError(f"the list {source} cannot be read: {why}", key="check-list", list=source, why=why)


def _why(error: Exception) -> str:
    if isinstance(error, DATABASE_ERRORS):
        return explained(error).sentence
    return error.sentence if isinstance(error, KnobelError) else f"a value is not what it should be: {error}"


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
    key = "check-in-page" if why == "page" else f"check-{why}"
    return StoreError(f"table {code}, entry {version}: {_WHY[why]}", key=key, code=code, version=version)


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


class _Lists(Struct):
    """What the lists of a table should say, as its log has it; each game with the last entry before the next one.

    A command that ends a game may have written more entries, which its row counts.
    """

    table: Table | None = None
    games: dict[str, tuple[FinishedGame, int]] = {}
    dice: dict[tuple[Thrower, bool], DiceCounts] = {}


def _replayed(log: list[Entry]) -> _Lists:
    lists = _Lists()
    for entry in log:
        before, lists.table = lists.table, evolve(lists.table, entry.event)
        lists.games.pop(withdrawn_game(before, lists.table) or "", None)
        if (game := finished_game(before, lists.table, entry.at)) is not None:
            lists.games[game.row.replay] = (game, entry.v)
        elif lists.table.phase == "over" and (replay := lists.table.finished) in lists.games:
            lists.games[replay] = (lists.games[replay][0], entry.v)
        if (ended := ended_game(before, lists.table)) is not None:
            events = (entry.event for entry in log[ended.began - 1 : ended.ended])
            for thrower, counts in count_dice(events, ended.levels).items():
                kind = (thrower, ended.fair)
                lists.dice[kind] = lists.dice.get(kind, DiceCounts()) + counts
    return lists


def _contradictions(connection: Connection, code: str, log: list[Entry]) -> Iterator[StoreError]:
    """Where lists say something else than the log of a table."""
    try:
        lists = _replayed(log)
    except Exception:  # an entry that no rule expects can fail anywhere
        yield _problem(code, "its log cannot be replayed", "check-replay")
        return
    if lists.table is None:
        yield _problem(code, "it is listed, but has no log", "check-no-log")
        return
    if _listed(connection, code) != _expected(lists.table):
        yield _problem(code, "the list of tables contradicts its log", "check-listing")
    if not _agree(read_finished(connection, code), lists.games):
        yield _problem(code, "the list of games contradicts its log", "check-games")
    if {(row.thrower, row.fair): row.counts for row in read_dice(connection, code)} != lists.dice:
        yield _problem(code, "the dice counts contradict its log", "check-dice")


def _agree(rows: dict[str, StoredGame], games: dict[str, tuple[FinishedGame, int]]) -> bool:
    """Whether the list of games has these, and nothing else about them."""
    return rows.keys() == games.keys() and all(
        rows[replay][:-1] == stored(game)[:-1] and game.ended <= rows[replay][-1] <= last
        for replay, (game, last) in games.items()
    )


def _listed(connection: Connection, code: str) -> object:
    row: Any = connection.execute("SELECT game, phase, names FROM tables WHERE code = ?", (code,)).fetchone()
    held: Any = connection.execute("SELECT device, seat FROM holders WHERE code = ?", (code,)).fetchall()
    return None if row is None else (*row[:2], bytes(row[2]), {(device, seat) for device, seat in held})


def _expected(table: Table) -> object:
    new = listing(table)
    held = {(device, seat) for seat, devices in enumerate(new.holders) for device in devices}
    return new.game, new.phase, msgspec.json.encode(new.names), held
