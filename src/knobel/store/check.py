"""Integrity check of a whole store: every log with its checksums, and the lists that follow from the logs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..club.book import Book
from ..club.facts import facts
from ..club.results import places
from ..fair.statistics.counts import DiceCounts
from ..rules.errors import KnobelError
from ..rules.records import loads
from ..table import Table, Thrower, count_dice, evolve
from .checksums import recorded_end
from .clubs.books import is_counted, read_books, recount
from .clubs.box import accounts_agree
from .clubs.rows import read_one
from .connection import Connection
from .dice_counts import ended_game, read_dice
from .entries import UNREADABLE, Entry, decode_log, read_entries
from .errors import DATABASE_ERRORS, Damaged, StoreError, explained
from .games import FinishedGame, StoredGame, finished_game, read_finished, read_game, stored, withdrawn_game
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
    """What is wrong in a store of that version, by table and club; of each log the first damage.

    With `lists`, the lists of tables, seats, games and dice are compared with the logs, and the books and accounts of
    clubs with their games and bookings. A server may write meanwhile: each table is read in one snapshot. Damage can
    make a read fail in any way; that is a problem found.
    """
    codes = set[str]()
    for source in ("entries", "tables", "holders", "games") if version >= CHECKSUMS else ("entries",):
        yield from _read_names(connection, source, "code", codes)
    for number, code in enumerate(sorted(codes)):
        progress(number, len(codes))
        yield from _found(connection, "table", code, lambda code: _problems_of(connection, code, version, lists))
    progress(len(codes), len(codes))
    clubs = set[str]()
    if lists:
        yield from _read_names(connection, "clubs", "club", clubs)
    for club in sorted(clubs):
        yield from _found(connection, "club", club, lambda club: _problems_of_club(connection, club))


def _read_names(connection: Connection, source: str, column: str, found: set[str]) -> Iterator[StoreError]:
    """Add the codes of tables, or the ids of clubs, that a list of the store names; those that are no text are errors.

    Only SQLite stores text that is none, and it may have a value of any type.
    """
    for where in ("TRUE", f"{column} NOT GLOB '*[^ -~]*'"):
        try:
            rows = connection.execute(f"SELECT DISTINCT {column} FROM {source} WHERE {where}").fetchall()
        except Exception as error:
            yield _unreadable(source, error)
            if not isinstance(error, UnicodeDecodeError):
                return
        else:
            names = {name for (name,) in rows if name is not None}  # a loaded record has no table
            found |= {name for name in names if isinstance(name, str)}
            if any(not isinstance(name, str) for name in names):
                yield _unreadable(source, TypeError(f"{column} is no text"))
            return


def _found(
    connection: Connection, kind: str, name: str, problems_of: Callable[[str], Iterator[StoreError]]
) -> list[StoreError]:
    """What is wrong with one table or club."""
    try:
        with connection:
            return list(problems_of(name))
    except Exception as error:
        why, key = _why(error), "check-read" if kind == "table" else "check-read-club"
        return [StoreError(f"{kind} {name}: it cannot be read: {why}", key=key, code=name, why=why)]


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
    sentence = f"table {code}, entry {version}: {_WHY[why]}"
    return StoreError(sentence, key=f"check-{why}", code=code, version=version)


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
    if not _agree(read_finished(connection, code), lists.games) or not _are_finders(connection, code, lists.games):
        yield _problem(code, "the list of games contradicts its log", "check-games")
    elif not _club_results_agree(connection, code, lists.games):
        yield _problem(code, "the results that clubs have of its games contradict its log", "check-club-results")
    if {(row.thrower, row.fair): row.counts for row in read_dice(connection, code)} != lists.dice:
        yield _problem(code, "the dice counts contradict its log", "check-dice")


_Games: TypeAlias = dict[str, tuple[FinishedGame, int]]


def _agree(rows: dict[str, StoredGame], games: _Games) -> bool:
    """Whether the list of games has these, and nothing else about them."""
    return rows.keys() == games.keys() and all(
        rows[replay][:-1] == stored(game)[:-1] and game.ended <= rows[replay][-1] <= last
        for replay, (game, last) in games.items()
    )


def _are_finders(connection: Connection, code: str, games: _Games) -> bool:
    """Whether only devices that took part list the games of a table; rows of devices may be deleted."""
    found: Any = connection.execute(
        "SELECT replay, device, finders.seat FROM finders JOIN games USING (replay) WHERE code = ?", (code,)
    ).fetchall()
    took_part = set[tuple[str, str, int | None]]()
    for replay, (game, _) in games.items():
        held = {(replay, device, seat) for seat, devices in enumerate(game.holders) for device in devices}
        took_part |= held | {(replay, device, None) for device in game.scribes}
    return set(found) <= took_part


def _club_results_agree(connection: Connection, code: str, games: _Games) -> bool:
    """Whether clubs have the results of the games of a table; who a member is, a club may correct."""
    for club, number in connection.execute("SELECT club, id FROM club_games WHERE code = ?", (code,)).fetchall():
        game = read_one(connection, club, number)
        if game.replay not in games:
            return False
        row, found = games[game.replay][0].row, read_game(connection, game.replay)
        assert found is not None, "the list of games was compared before"
        ranks, happened = places(row.game, row.points, row.winners), facts(loads(found[1]))
        bots, seats = [level is not None for level in row.levels], range(len(row.levels))
        results = [(seat.seat, seat.place, seat.points, seat.facts, seat.bot) for seat in game.seats]
        expected = [*zip(seats, ranks, row.points, happened, bots, strict=True)]
        if (game.game, game.at, results) != (row.game, row.at, expected):
            return False
    return True


def _problems_of_club(connection: Connection, club: str) -> Iterator[StoreError]:
    if is_counted(connection, club) and not _books_agree(connection, club):
        yield StoreError(f"club {club}: its books contradict its games", key="check-books", club=club)
    if not accounts_agree(connection, club):
        yield StoreError(f"club {club}: its accounts contradict its bookings", key="check-accounts", club=club)


def _books_agree(connection: Connection, club: str) -> bool:
    made, kept = recount(connection, club), read_books(connection, club)
    return made.evenings == kept.evenings and _rounded(made.book) == _rounded(kept.book)


def _rounded(book: Book) -> Any:
    """Books without the last digits of ratings, which another version of openskill may compute otherwise."""

    def rounded(rated: Any) -> Any:
        return {key: replace(each, mu=round(each.mu, 6), sigma=round(each.sigma, 6)) for key, each in rated.items()}

    return rounded(book.tallies), rounded(book.points), book.pairs


def _listed(connection: Connection, code: str) -> object:
    row: Any = connection.execute("SELECT game, phase, names FROM tables WHERE code = ?", (code,)).fetchone()
    held: Any = connection.execute("SELECT device, seat FROM holders WHERE code = ?", (code,)).fetchall()
    return None if row is None else (*row[:2], bytes(row[2]), {(device, seat) for device, seat in held})


def _expected(table: Table) -> object:
    new = listing(table)
    held = {(device, seat) for seat, devices in enumerate(new.holders) for device in devices}
    return new.game, new.phase, msgspec.json.encode(new.names), held
