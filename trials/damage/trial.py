"""Changed bytes in the files of a store, and changed rows in a store in PostgreSQL: none goes unnoticed.

    python -m trials damage [--bytes N] [--blocks N] [--log N] [--rows N] [--tables N] [--seed S] [--workers W]

A store with many tables and a club is made. One case changes one byte of its file at random (`--bytes`), or up to 16 kB
of it (`--blocks`); or it changes the write-ahead log that a crash has left (`--log`). Then `knobel check` must find it,
and every table and list must be read whole or refused with a sentence, unless the store is refused as a whole. The last
two commits of a write-ahead log, and its header, may be as a power failure leaves them. In PostgreSQL one row of a log,
or of a list that follows from logs or from other rows, is changed, moved or deleted (`--rows`).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Struct
from tests.club.clubs import CLUB, FOUNDER, make_club
from tests.store.games import entries, moments
from tests.table.room import ANNA, BEN, Room

from knobel.club.box import Tariff
from knobel.club.errors import NoSuchClub
from knobel.store import ClockRow, CommandKey, Entry, PuzzleRow, Store, StoreError
from knobel.store.check import problems
from knobel.store.clubs.books import is_counted, read_books, recount, write_recount
from knobel.store.clubs.box import book, read_bookings, read_ledger, write_tariff
from knobel.store.clubs.members import clubs_of, read_members
from knobel.store.clubs.reading import ALL_GAMES, count_games, read_evenings, read_tables
from knobel.store.clubs.transfer import export_club
from knobel.store.connection import Connection
from knobel.store.entries import read_entries
from knobel.store.offline import check_offline
from knobel.store.schema import MIGRATIONS
from knobel.table.commands import Join, Start
from knobel.table.events import Emoted

from ..common.pool import Spread

_LONGEST: Final = 16 * 1024
"""Bytes of the largest changed block: four pages."""

_HEADER: Final = 32
"""Bytes of the header of a write-ahead log."""

_OPTIONS: Final = {"zock": {"games": 1}, "schocken": {"stones": 2}, "zocknroll": {}}
_COMMITS: Final = 40
"""Commits in the write-ahead log that a crash has left."""

_ROWS: Final = ("entries", "tables", "holders", "games", "fallen")
"""The log, and the lists that follow from it."""

_ROWS_OF_CLUBS: Final = (
    *("club_games", "club_results", "club_evenings", "club_tallies", "club_pairs", "club_course"),
    *("club_bookings", "club_postings", "club_accounts"),
)
_ALONE: Final = {
    "club_games": {"tariff"},
    "club_results": {"name"},
    "club_bookings": {"at", "kind", "reason", "event", "count", "game", "by", "key"},
}
"""Columns that nothing else in the store contradicts; only the page checksums of the database protect them."""

Reading = Callable[[Store], object]
Files = dict[str, bytes]
"""Files of a store by the endings of their names."""


class Made(Struct):
    """A store as it should be: its files after a stop and after a crash, the log of each table, and what its lists say.

    From `uncertain` on, the write-ahead log is part of its last two commits.
    """

    stopped: Files
    crashed: Files
    uncertain: int
    logs: dict[str, list[Entry]]
    lists: list[object]


def fill(store: Store, tables: int, seed: int) -> dict[str, list[Entry]]:
    """Play tables, a third of each game and one in five unfinished; their commands reach the store by turns.

    Two people play at every third table, whose games count for a club.
    """
    rng, rooms = Random(f"damage {seed}"), dict[str, Room]()
    for number in range(tables):
        game = tuple(_OPTIONS)[number % 3]
        people = 2 if number // 3 % 3 == 0 else 1
        bots = ("random",) * (3 - people if game == "zocknroll" else 2 - people)
        room = Room(game, bots, options=_OPTIONS[game], code=f"table-{number:04}")
        if people == 2:
            room.ask(BEN, Join("Ben"))
        room.ask(ANNA, Start())
        room.play_out()
        rooms[room.table.code] = room
    make_club(store, ("Anna", "Ben"))
    store.write(lambda connection: write_tariff(connection, FOUNDER, Tariff({"lost_game": 50, "noted_point": 5})))
    links = [(code, CLUB, 0) for code in rooms]
    store.write(lambda connection: connection.executemany("INSERT INTO club_tables VALUES (?, ?, ?)", links)).result()
    logs = {code: entries(room) for code, room in rooms.items()}
    logs = {code: log[: len(log) // 2] if number % 5 == 0 else log for number, (code, log) in enumerate(logs.items())}
    after, ends = {code: moments(room) for code, room in rooms.items()}, dict.fromkeys(logs, 0)
    while waiting := [code for code, end in ends.items() if end < len(logs[code])]:
        code = rng.choice(waiting)
        last, end = ends[code], min(ends[code] + rng.randint(1, 8), len(logs[code]))
        before = after[code][last - 1] if last else None
        for place in range(last, end):  # a command with one entry each
            key = CommandKey(code, ANNA, f"command {place}")
            new, now = logs[code][place : place + 1], after[code][place]
            store.append(code, new, key, b"answer", seen=place, before=before, after=now)
            before = now
        ends[code] = end
    for number, code in enumerate(list(logs)[::7]):
        store.hide_table(ANNA, code)
        store.save_clock(code, ClockRow(1, 1000))
        store.keep_puzzle(ANNA, PuzzleRow(f"puzzle {number}", "zock", None, 1, 0.5, "good", number))
    store.write(lambda connection: book(connection, FOUNDER, "payment", 2, 70, "", "key", 1))
    store.write(lambda connection: write_recount(connection, CLUB, recount(connection, CLUB))).result()
    return logs


def make(folder: Path, tables: int, seed: int) -> Made:
    path, ends = folder / "made.db", list[int]()
    with Store(path) as store:
        logs = fill(store, tables, seed)
    with Store(path) as store:
        for number, code in enumerate(Random(seed).choices(sorted(logs), k=_COMMITS)):
            said = Entry(len(logs[code]) + 1, 2000 + number, Emoted(0, "hello"))
            store.append(
                code, [said], CommandKey(code, ANNA, f"hello {number}"), b"answer", seen=len(logs[code])
            ).result()
            logs[code].append(said)
            ends.append(Path(f"{path}-wal").stat().st_size)
        crashed = {ending: Path(f"{path}{ending}").read_bytes() for ending in ("", "-wal")}
        made = Made({}, crashed, ends[-3], logs, [reading(store) for reading in readings(logs)])
        assert all(store.load(code) == log for code, log in logs.items())
        assert store.check() == []
    assert list(check_offline(path, _quietly).problems) == []
    made.stopped = {"": path.read_bytes()}
    return made


def readings(logs: dict[str, list[Entry]]) -> Iterator[Reading]:
    """Reads of the lists that a server makes."""
    yield lambda store: store.tables_of(ANNA)
    yield lambda store: store.games_of(ANNA)
    yield lambda store: [store.codes(phase) for phase in ("playing", "over")]
    yield lambda store: [store.unfinished(), store.knows_device(ANNA), store.dice_secret(), store.puzzles_of(ANNA)]
    yield lambda store: store.dice_counts()
    for read in (_club, _standings, read_ledger, read_bookings, export_club):
        yield partial(_read_club, read)
    for code in list(logs)[::10]:
        yield partial(_details, code)


def _read_club(read: Callable[[Connection, str], object], store: Store) -> object:
    return store.read(lambda connection: read(connection, CLUB))


def _club(connection: Connection, club: str) -> object:
    return clubs_of(connection, FOUNDER.device), read_members(connection, club), read_tables(connection, club)


def _standings(connection: Connection, club: str) -> object:
    books, evenings = read_books(connection, club), read_evenings(connection, club, None, 100)
    return books.book, books.evenings, evenings, is_counted(connection, club), count_games(connection, club, ALL_GAMES)


def _details(code: str, store: Store) -> list[object]:
    games = store.games_at(code)
    said = store.answer(CommandKey(code, ANNA, "command 0"), 0)
    lists = (games, store.dice_counts(code), store.clock(code), store.last_version(code), said)
    return [*lists, *(store.game(game.replay) for game in games)]


class Case(Struct):
    """What one change led to: `silent` says what was read otherwise than it was written, without any error."""

    outcome: str
    refused: int = 0
    silent: list[str] = []
    checked: bool = True


def changed(content: bytes, number: int, longest: int, seed: int) -> tuple[range, bytes]:
    """A file with one change, and where it is."""
    rng, damaged = Random(f"{seed} {longest} {number}"), bytearray(content)
    at = rng.randrange(len(content))
    length = min(1 if longest == 1 else rng.randint(2, longest), len(content) - at)
    before = damaged[at : at + length]
    while damaged[at : at + length] == before:
        damaged[at : at + length] = rng.choice((rng.randbytes(length), rng.randbytes(length), bytes(length)))
    return range(at, at + length), bytes(damaged)


def examine(made: Made, files: Files, path: Path, *, certain: bool = True) -> Case:
    """What the check and the reads say of changed files; an uncertain change may have undone the last commits."""
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    for ending, content in files.items():
        Path(f"{path}{ending}").write_bytes(content)
    try:
        checked = next(check_offline(path, _quietly).problems, None) is not None
    except StoreError:
        checked = True
    try:
        with Store(path) as store:
            if not certain:
                return Case("as after a power failure", silent=_changed_otherwise(store, made))
            refused, silent = _read(store, made)
    except StoreError:
        return Case("store refused", checked=checked)
    return Case("tables or lists refused" if refused else "all read", refused, silent, checked)


def _read(store: Store, made: Made) -> tuple[int, list[str]]:
    """How many reads were refused, and which read something else than was written."""
    refused, silent = 0, list[str]()
    logs = ((code, partial(_log, code), log) for code, log in made.logs.items())
    lists = zip((f"list {number}" for number in range(len(made.lists))), readings(made.logs), made.lists, strict=True)
    reads: Iterator[tuple[str, Reading, object]] = chain(logs, lists)
    for name, reading, expected in reads:
        try:
            if reading(store) != expected:
                silent.append(name)
        except (StoreError, NoSuchClub):
            refused += 1
        except Exception as error:  # an internal error is no sentence
            silent.append(f"{name} ({type(error).__name__})")
    return refused, silent


def _changed_otherwise(store: Store, made: Made) -> list[str]:
    """The tables whose logs are not the beginning of what was written."""
    return [code for code, log in made.logs.items() if (found := store.load(code)) != log[: len(found)]]


def _log(code: str, store: Store) -> object:
    return store.load(code)


def _quietly(_done: int, _tables: int) -> None:
    """No progress."""


_MADE: list[Made] = []
_SETUP: list[tuple[Path, int, int]] = []


def _take(given: tuple[Made, Path, int, int]) -> None:
    made, folder, longest, seed = given
    _MADE[:], _SETUP[:] = [made], [(folder, longest, seed)]


def _case(number: int) -> tuple[str, Case]:
    (made,), ((folder, longest, seed),) = _MADE, _SETUP
    where, content = changed(made.stopped[""], number, longest, seed)
    what = f"{len(where)} bytes at {where.start} (page {where.start // 4096 + 1}), change {number}"
    return what, examine(made, {"": content}, folder / f"{longest}-{number}.db")


def _log_case(number: int) -> tuple[str, Case]:
    """Every other change is one of a single byte."""
    (made,), ((folder, longest, seed),) = _MADE, _SETUP
    where, log = changed(made.crashed["-wal"], number, 1 if number % 2 else longest, seed)
    certain = where.start >= _HEADER and where.stop <= made.uncertain
    what = f"{len(where)} bytes at {where.start} of the write-ahead log, change {number}"
    return what, examine(made, {**made.crashed, "-wal": log}, folder / f"log-{number}.db", certain=certain)


def change_files(
    made: Made, folder: Path, count: int, longest: int, seed: int, workers: int
) -> Iterator[tuple[str, Case]]:
    with Spread(workers, _take, (made, folder, longest, seed)) as pool:
        yield from pool.over(_case, range(count), "changes")


def change_logs(made: Made, folder: Path, count: int, seed: int, workers: int) -> Iterator[tuple[str, Case]]:
    with Spread(workers, _take, (made, folder, _LONGEST, seed)) as pool:
        yield from pool.over(_log_case, range(count), "changes")


def change_rows(url: str, logs: dict[str, list[Entry]], count: int, seed: int) -> Iterator[tuple[str, Case]]:
    """Change a row in a transaction that is rolled back after everything was read and checked in it."""
    from knobel.store.postgres import connect_to_write

    with closing(connect_to_write(url)) as connection:
        connection.execute("SET idle_in_transaction_session_timeout = 0")
        for number in range(count):
            connection.begin(pipelined=False)
            what, codes = _change_row(connection, Random(f"{seed} rows {number}"), sorted(logs))
            refused, silent = 0, list[str]()
            for code in codes & logs.keys():
                try:
                    if read_entries(connection, code, 0) != logs[code]:
                        silent.append(code)
                except StoreError:
                    refused += 1
            checked = next(problems(connection, len(MIGRATIONS), lists=True), None) is not None
            connection.rollback()
            yield f"{what}, change {number}", Case("refused" if refused else "all read", refused, silent, checked)


def _change_row(connection: Connection, rng: Random, codes: list[str]) -> tuple[str, set[str]]:
    """Change one row; what was done, and the tables that it concerns."""
    table, code = rng.choice((*_ROWS, *_ROWS_OF_CLUBS)), rng.choice(codes)
    key, name = ("code", code) if table in _ROWS else ("club", CLUB)
    query = "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
    query += " AND table_name = ? ORDER BY ordinal_position"
    columns = [name for (name,) in connection.execute(query, (table,)).fetchall()]
    found: Any = connection.execute(f"SELECT * FROM {table} WHERE {key} = ? ORDER BY 1, 2, 3", (name,)).fetchall()
    if not found:  # an unfinished game is in no list of games
        return _change_row(connection, rng, codes)
    row = list(rng.choice(found))
    place = rng.choice([number for number, column in enumerate(columns) if column not in _ALONE.get(table, ())])
    other = rng.choice(codes)
    where = " AND ".join(f"{name} IS NOT DISTINCT FROM ?" for name in columns)
    connection.execute(f"DELETE FROM {table} WHERE {where}", row)
    if rng.random() < 0.2:
        return f"a row of {table} is deleted", {code}
    row[place] = other if columns[place] == "code" and other != row[place] else _other(row[place], columns[place])
    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))}) ON CONFLICT DO NOTHING", row)
    return f"{columns[place]} of a row of {table} is changed", {code, other}


def _other(value: Any, column: str) -> Any:
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:] if value else b"x"
    if isinstance(value, str) or (value is None and column in ("device", "id", "record")):
        return (value or "") + "x"
    if isinstance(value, int) and column in ("bot", "fair"):  # 2 would mean the same as 1
        return 1 - value
    return 1 if value is None else value + 1


def report(name: str, cases: Iterator[tuple[str, Case]]) -> int:
    """Print what became of the changes; how many of them were not noticed."""
    outcomes, missed, refused, count = Counter[str](), 0, 0, 0
    for what, case in cases:
        outcomes[case.outcome] += 1
        refused, count = refused + case.refused, count + 1
        if case.silent or not case.checked:
            missed += 1
            print(f"{what}: {', '.join(case.silent) or 'the check'} does not show it", flush=True)
    said = ", ".join(f"{outcome} {times}" for outcome, times in sorted(outcomes.items()))
    print(f"{count:,} {name}: {said}; {refused:,} reads refused; {missed} silent", flush=True)
    return missed


def main() -> int:
    asked = ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--bytes", type=int, default=2000)
    asked.add_argument("--blocks", type=int, default=500)
    asked.add_argument("--log", type=int, default=500)
    asked.add_argument("--rows", type=int, default=500, help="0 needs no PostgreSQL")
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=1)
    given = asked.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        made = make(folder, given.tables, given.seed)
        print(f"{len(made.logs)} tables, {sum(map(len, made.logs.values())):,} entries", file=sys.stderr)
        missed = 0
        for name, count, longest in (("changed bytes", given.bytes, 1), ("changed blocks", given.blocks, _LONGEST)):
            missed += report(name, change_files(made, folder, count, longest, given.seed, given.workers))
        missed += report("changed logs", change_logs(made, folder, given.log, given.seed, given.workers))
        if given.rows:
            from tests.postgres import PostgresServer

            url = stack.enter_context(PostgresServer(fsync=False)).new_store()
            with Store(url) as store:
                logs = fill(store, given.tables, given.seed)
            missed += report("changed rows in PostgreSQL", change_rows(url, logs, given.rows, given.seed))
    return 1 if missed else 0
