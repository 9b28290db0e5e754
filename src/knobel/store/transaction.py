"""The rows that one command writes, and group commit: several commands in one transaction."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from ..table import DiceTally, Table
from .audit import count_bytes
from .checksums import COUNT_INTERVAL, EMPTY, END_INTERVAL, End, Row, StoredRow, chained, record_end
from .clubs.games import count_for_clubs, withdraw_for_clubs
from .connection import Connection
from .devices import spend
from .dice_counts import EndedGame, add_dice, ended_game
from .entries import Entry, check_follows, insert, read_ends, rows, write_entries
from .errors import Repeated
from .games import FinishedGame, delete_finished, finished_game, withdrawn_game, write_finished
from .idempotency import CommandKey, check_new, write_answer, write_refusal
from .leases import check_epochs
from .tables import Listing, listing, write_listing

Work: TypeAlias = Callable[[Connection], object]
"""Writes something within a transaction."""

_MAX_CACHED: Final = 2_000
"""Logs in the cache of ends: most of them are of tables that are over."""


class Append(Struct):
    """Everything that a command writes: entries, its answer, a used link, and changes of lists and statistics.

    `key` is that of the command, whose client had seen version `seen`. `epoch` is that of the lease on the table, if
    several nodes share the store.
    """

    code: str
    entries: list[Row]
    key: CommandKey | None
    answer: bytes
    seen: int
    spends: str | None
    listing: Listing | None = None
    finished: FinishedGame | None = None
    ended: EndedGame | None = None
    withdrawn: str | None = None
    epoch: int | None = None

    def __call__(self, connection: Connection) -> None:
        if self.epoch is not None:
            check_epochs(connection, {(self.code, self.epoch)})
        if self.may_repeat:
            assert self.key is not None
            check_new(connection, self.key, self.seen)
        self.write_rest(connection, write_entries(connection, self.entries) if self.entries else EMPTY)

    def add_lists(self, before: Table | None, after: Table, tally: DiceTally | None = None) -> None:
        """Write changes of lists and statistics, too; `tally` has the dice of the game until now."""
        if not self.entries:
            return
        self.finished = finished_game(before, after, self.entries[-1][2])
        self.ended = ended_game(before, after, tally)
        self.withdrawn = withdrawn_game(before, after)
        if before is None or listing(before) != listing(after):
            self.listing = listing(after)

    @property
    def may_repeat(self) -> bool:
        """Whether the command may be in the store already: not if its entries come right after what its client saw."""
        if self.key is None:
            return False
        return not self.entries or self.key.code != self.code or self.entries[0][1] != self.seen + 1

    @property
    def _maker(self) -> str | None:
        """The device whose command makes the table, if this is that command."""
        return self.key.device if self.key is not None and self.key.code != self.code else None

    def _completes(self, interval: int) -> bool:
        """Whether one of the entries is the last of so many."""
        return bool(self.entries) and self.entries[-1][1] // interval != (self.entries[0][1] - 1) // interval

    def write_rest(self, connection: Connection, end: End) -> None:
        """Write what few commands have: everything but the entries. `end` is that of the log after them."""
        if self.key is not None and not self.entries:
            write_refusal(connection, self.key, self.answer)
        elif self.key is not None and self.key.code != self.code:
            write_answer(connection, self.key, self.answer)
        if self.spends is not None:
            spend(connection, self.spends)
        if self.listing is not None:
            write_listing(connection, self.code, self.listing, end)
            count_bytes(connection, self.code, self._maker)
        elif self._completes(END_INTERVAL):
            record_end(connection, self.code, end)
            if self._completes(COUNT_INTERVAL):
                count_bytes(connection, self.code)
        if self.withdrawn is not None:
            delete_finished(connection, self.withdrawn)
            withdraw_for_clubs(connection, self.withdrawn, self.entries[-1][2])
        if self.finished is not None:
            write_finished(connection, self.finished)
            count_for_clubs(connection, self.finished.row)
        if self.ended is not None:
            add_dice(connection, self.ended)


def append(
    code: str,
    entries: Sequence[Entry] = (),
    key: CommandKey | None = None,
    answer: bytes = b"",
    *,
    seen: int = 0,
    before: Table | None = None,
    after: Table | None = None,
    spends: str | None = None,
    epoch: int | None = None,
) -> Append:
    """Entries of a log with the answer to their command, to be written atomically.

    `seen` is the version that the command names. `before` and `after` are the table before and after the entries;
    changes of lists and statistics follow from them. A refused command has no entries, but its answer can be kept.
    `spends` is the digest of a link that works once. `epoch` is that of the lease on the table, for fencing.
    """
    row_key = key if entries and key is not None and key.code == code else None
    new = Append(code, rows(code, entries, row_key, answer), key, answer, seen, spends, epoch=epoch)
    if after is not None:
        new.add_lists(before, after)
    return new


def is_serial(work: Work) -> bool:
    """Whether something may change rows that belong to several tables, so that only one process may write it at a time.

    Entries of a table and their answers are protected by their primary key.
    """
    if not isinstance(work, Append):
        return True
    if is_empty(work):
        return False
    plain = work.entries and (work.key is None or work.key.code == work.code) and work.spends is None
    return not plain or any((work.listing, work.finished, work.ended, work.withdrawn))


def is_empty(work: Work) -> bool:
    """Whether a job writes nothing: it only waits for the jobs before it."""
    return isinstance(work, Append) and not work.entries and work.key is None and work.spends is None


class LogEnds:
    """LRU cache of the last version and checksum of each log, for the writer, which continues both.

    The writer keeps it up to date with its own appends. After any failure it must clear it. What another process
    appends is noticed by the primary key of the entries: the group fails, and is repeated without the cache.
    """

    def __init__(self) -> None:
        self._ends = OrderedDict[str, End]()
        self._unrecorded = dict[str, End]()

    def load(self, connection: Connection, codes: Collection[str]) -> dict[str, End]:
        """The cache with the ends of at least these logs."""
        unknown = [code for code in codes if code not in self._ends]
        if unknown:
            self._ends.update(dict.fromkeys(unknown, EMPTY) | read_ends(connection, unknown))
        for code in codes:
            self._ends.move_to_end(code)
        while len(self._ends) > max(_MAX_CACHED, len(codes)):
            self._ends.popitem(last=False)
        return self._ends

    def keep_unrecorded(self, codes: Collection[str]) -> None:
        """Remember how far logs go that have grown, until the store is closed."""
        self._unrecorded |= {code: self._ends[code] for code in codes}
        while len(self._unrecorded) > _MAX_CACHED:
            del self._unrecorded[next(iter(self._unrecorded))]

    def take_unrecorded(self) -> dict[str, End]:
        """The ends of logs that may not be recorded in the rows of their tables."""
        unrecorded, self._unrecorded = self._unrecorded, {}
        return unrecorded

    def forget(self, code: str) -> None:
        """Read the end of a log again: another process may have appended to it. Any thread may call it."""
        self._ends.pop(code, None)

    def forget_all(self) -> None:
        """Logs may have been rewritten."""
        self._ends.clear()

    def clear(self) -> None:
        """A transaction has failed."""
        self._ends.clear()
        self._unrecorded.clear()


def write_together(connection: Connection, group: Sequence[Work], ends: LogEnds) -> None:
    """Write a group with few statements; any error calls for a rollback of the whole group."""
    appends = [work for work in group if isinstance(work, Append)]
    if epochs := {(append.code, append.epoch) for append in appends if append.epoch is not None}:
        check_epochs(connection, epochs)
    codes = {append.code for append in appends if append.entries}
    last = ends.load(connection, codes)
    written, stored = set[CommandKey](), list[StoredRow]()
    for append in appends:
        if append.key is not None:
            if append.may_repeat:
                if append.key in written:
                    raise Repeated("this command is in the same group already")
                check_new(connection, append.key, append.seen)
            written.add(append.key)
        if append.entries:
            version, before = last[append.code]
            check_follows(append.entries, version)
            stored += chained(append.entries, before)
            last[append.code] = (stored[-1][1], stored[-1][7])
    insert(connection, "entries", stored)
    for work in group:
        if isinstance(work, Append):
            work.write_rest(connection, last.get(work.code, EMPTY))
        else:
            work(connection)
    ends.keep_unrecorded(codes)
    if len(appends) < len(group):
        ends.forget_all()
