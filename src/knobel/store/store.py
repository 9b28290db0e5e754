"""The store as one object: appends through the writer thread, reads from a pool of connections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from ..fair.transcript import Transcript
from ..rules.records import dumps
from ..rules.session import Session
from ..table import Table
from .clubs.games import write_luck
from .connection import Connection, Database, ReadPool
from .devices import Offer, PuzzleRow, is_known, read_offer, read_puzzle, read_puzzles, write_offer, write_puzzle
from .dice_counts import EVERYWHERE, DiceRow, read_dice
from .entries import Entry, last_version, read_entries
from .errors import StoreError
from .games import GameRow, loaded, read_analysis, read_game, read_games_at, read_games_of, write_analysis, write_loaded
from .idempotency import CommandKey, read_answer
from .locations import open_database
from .schema import read_dice_secret, write_probe
from .tables import (
    ClockRow,
    TableRow,
    count_playing,
    hide_table,
    holds_seat,
    read_clock,
    read_codes,
    read_tables,
    unhide_table,
    write_clock,
)
from .transaction import Append, Work, append
from .writer import Deliver, Done, OnFault, Writer, immediately

T = TypeVar("T")


class Store:
    """All writes go through one thread, and are called back when they are on disk.

    `where` is the path of a file, or the address of a PostgreSQL database (`postgresql://…`).

    `deliver` schedules the callbacks: by default on the writer thread; a server passes its event loop's
    `call_soon_threadsafe`, which is called once for a whole group. With the loop's `call_soon` as `gather`, everything
    of one loop iteration is written together; then only the loop's thread may write.

    `on_fault` is called on the writer thread if that ends with an unexpected error; then nothing is written any more.
    """

    def __init__(
        self,
        where: Path | str,
        deliver: Deliver = immediately,
        vfs: str | None = None,
        gather: Deliver = immediately,
        on_fault: OnFault | None = None,
    ) -> None:
        self._database: Database = open_database(where, vfs)
        self._writer = Writer(self._database, deliver, gather, on_fault)
        self._readers = ReadPool(self._database)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Write what waits, and close the database; closing twice does no harm."""
        self._writer.close()
        self._readers.close()
        self._database.close()

    def submit(self, new: Append, done: Done) -> None:
        """Write an append; `done` gets None when it is on disk, or the error.

        Errors are `Conflict` if the entries do not follow on the log, `Repeated` if the command has an answer already,
        `Spent`, `Fenced` if another node owns the table, or another `StoreError` if the database fails. Then nothing is
        written, and the table must be loaded again; if the connection broke during a commit, the entries may be there.
        """
        self._writer.submit(new, done)

    def append(
        self,
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
    ) -> Future[None]:
        """`submit` with a future; the arguments are those of `transaction.append`."""
        new = append(code, entries, key, answer, seen=seen, before=before, after=after, spends=spends, epoch=epoch)
        return self._write(new)

    @property
    def commits(self) -> int:
        """The number of commits since the store was opened, failed ones too."""
        return self._writer.commits

    @property
    def failures(self) -> int:
        """The number of commits that have failed, without those that only found damage."""
        return self._writer.failures

    @property
    def failure(self) -> StoreError | None:
        """Why the last of them failed; None if none did."""
        return self._writer.failure

    def probe(self, size: int = 0) -> Future[None]:
        """Write one row with so many bytes, to find out whether the database can be written."""
        return self._write(partial(write_probe, size=size))

    def forget_version(self, code: str) -> None:
        """Another process may have appended to the log of a table: read its last version again before an append."""
        self._writer.forget_version(code)

    def _write(self, work: Work) -> Future[None]:
        return self._submit(work, lambda: None)

    def write(self, work: Callable[[Connection], T]) -> Future[T]:
        """Run something that writes in the writer's next transaction; its result when it is on disk.

        It may be run twice: if another job of its group fails, the group is rolled back and repeated.
        """
        results = list[T]()
        return self._submit(lambda connection: results.append(work(connection)), lambda: results[-1])

    def _submit(self, work: Work, result: Callable[[], T]) -> Future[T]:
        future = Future[T]()
        future.set_running_or_notify_cancel()  # a queued job cannot be cancelled

        def done(error: Exception | None) -> None:
            if error is None:
                future.set_result(result())
            else:
                future.set_exception(error)

        self._writer.submit(work, done)
        return future

    @property
    def remote(self) -> bool:
        """Whether a read may wait for another machine, so that an event loop should not wait for it."""
        return self._database.remote

    @property
    def page_checksums(self) -> bool:
        """Whether the database finds a changed byte by itself."""
        return self._database.page_checksums

    def read(self, work: Callable[[Connection], T], *, may_take_long: bool = False) -> T:
        """The result of something that reads, in one snapshot."""
        with self._readers.connection() as connection:
            results = list[T]()
            with connection:
                if may_take_long:
                    self._database.lift_timeout(connection)
                results.append(work(connection))
            return results[0]

    def dice_secret(self) -> bytes:
        """The secret that all throw keys derive from; it is made with the store."""
        with self._readers.connection() as connection:
            return read_dice_secret(connection)

    def load(self, code: str, since: int = 0, until: int | None = None, game: str | None = None) -> list[Entry]:
        """The log of a table after version `since`, up to version `until` or to its end.

        `game` is what the table plays at version `since`; a caller that knows it spares the store a search.
        """
        with self._readers.connection() as connection:
            return read_entries(connection, code, since, until, game)

    def last_version(self, code: str) -> int:
        with self._readers.connection() as connection:
            return last_version(connection, code)

    def answer(self, key: CommandKey, seen: int = 0) -> bytes | None:
        """The stored answer to a command whose client had seen version `seen`."""
        with self._readers.connection() as connection:
            return read_answer(connection, key, seen)

    def knows_device(self, device: str) -> bool:
        """Whether a device holds a seat, or has played a game, loaded a record, solved a puzzle or joined a club."""
        with self._readers.connection() as connection:
            return is_known(connection, device)

    def holds_seat(self, device: str, code: str) -> bool:
        """Whether a device holds a seat at a table."""
        with self._readers.connection() as connection:
            return holds_seat(connection, device, code)

    def tables_of(self, device: str) -> list[TableRow]:
        """The tables at which a device has a seat, most recently used first, without hidden ones."""
        with self._readers.connection() as connection:
            return read_tables(connection, device)

    def hide_table(self, device: str, code: str) -> Future[None]:
        """Leave a table out of the list of a device until the device acts there again."""
        return self._write(partial(hide_table, device=device, code=code))

    def unhide_table(self, device: str, code: str) -> Future[None]:
        """List a hidden table again."""
        return self._write(partial(unhide_table, device=device, code=code))

    def codes(self, phase: str) -> list[str]:
        """The codes of all tables in a phase."""
        with self._readers.connection() as connection:
            return read_codes(connection, phase)

    def games_of(self, device: str, limit: int | None = 1000, replay: str | None = None) -> list[GameRow]:
        """The games that a device has played or loaded, newest first; with `replay`, only that one."""
        with self._readers.connection() as connection:
            return read_games_of(connection, device, limit, replay)

    def games_at(self, code: str) -> list[GameRow]:
        """The games that were finished at a table, in order."""
        with self._readers.connection() as connection:
            return read_games_at(connection, code)

    def dice_counts(self, code: str = EVERYWHERE) -> list[DiceRow]:
        """Counts of the dice of games that are over, at a table or at all of them."""
        with self._readers.connection() as connection:
            return read_dice(connection, code)

    def unfinished(self, code: str | None = None) -> int:
        """The number of unfinished games at a table, or at all of them: their dice are not counted yet."""
        with self._readers.connection() as connection:
            return count_playing(connection, code)

    def game(self, replay: str) -> tuple[GameRow, str] | None:
        """A game and its record."""
        with self._readers.connection() as connection:
            return read_game(connection, replay)

    def keep_record(
        self, replay: str, session: Session, device: str, at: int, fair: Transcript | None = None
    ) -> Future[None]:
        """Keep a record that a device has loaded, under a new secret name."""
        row = loaded(replay, session, at)
        return self._write(partial(write_loaded, row=row, device=device, text=dumps(session, fair)))

    def keep_analysis(
        self, replay: str, edition: int, analysis: bytes, at: int, names: tuple[str, ...]
    ) -> Future[bool]:
        """Keep the analysis of a game of players with these names; False if it has others now, or is deleted.

        `edition` is the version of the coach.
        """

        def work(connection: Connection) -> bool:
            kept = write_analysis(connection, replay, edition, analysis, at, names)
            if kept:
                write_luck(connection, replay, analysis)
            return kept

        return self.write(work)

    def analysis(self, replay: str, edition: int) -> bytes | None:
        """The analysis of a game, if there is one of this edition."""
        with self._readers.connection() as connection:
            return read_analysis(connection, replay, edition)

    def offer_carry(self, token: str, offer: Offer, expires: int, now: int) -> Future[None]:
        """Keep the offer of a carry link; `token` is the digest of its secret. `append` spends it."""
        return self._write(partial(write_offer, token=token, offer=offer, expires=expires, now=now))

    def carry(self, token: str, now: int) -> Offer | None:
        """The offer of a carry link, if it is still valid."""
        with self._readers.connection() as connection:
            return read_offer(connection, token, now)

    def keep_puzzle(self, device: str, row: PuzzleRow) -> Future[None]:
        """Keep the answer of a device to a puzzle, if it is its first."""
        return self._write(partial(write_puzzle, device=device, row=row))

    def puzzle(self, device: str, puzzle: str) -> PuzzleRow | None:
        with self._readers.connection() as connection:
            return read_puzzle(connection, device, puzzle)

    def puzzles_of(self, device: str) -> list[PuzzleRow]:
        """The answers of a device to puzzles, oldest first."""
        with self._readers.connection() as connection:
            return read_puzzles(connection, device)

    def save_clock(self, code: str, clock: ClockRow) -> Future[None]:
        """Save the thinking time that is left, so that clocks stop while the server is down."""
        return self._write(partial(write_clock, code=code, clock=clock))

    def clock(self, code: str) -> ClockRow | None:
        with self._readers.connection() as connection:
            return read_clock(connection, code)

    def truncate_log(self) -> None:
        """Remove deleted content from the files."""
        self._database.truncate_log()

    def check(self) -> list[str]:
        """Errors in the store, one sentence each."""
        with self._readers.connection() as connection:
            return self._database.problems(connection)  # in no transaction: a damaged file cannot even end one
