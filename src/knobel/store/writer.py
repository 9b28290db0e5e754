"""The writer thread: group commit of everything that waits in its queue."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, TypeAlias

from msgspec import Struct

from .checksums import record_end
from .connection import Connection, Database
from .errors import CONSTRAINT_ERRORS, DATABASE_ERRORS, StoreDamaged, StoreError, explained
from .transaction import LogEnds, Work, is_empty, is_serial, write_together

Deliver: TypeAlias = Callable[[Callable[[], None]], object]
"""Schedules a call: immediately, or for example on an event loop."""

Done: TypeAlias = Callable[[Exception | None], object]
"""Callback with None when something is on disk, or with the error."""

OnFault: TypeAlias = Callable[[BaseException], None]
"""Callback with the error that has ended the writer."""

_log: Final = logging.getLogger(__name__)

MAX_GROUP: Final = 512
"""Jobs in one transaction, which bounds the latency of the first one."""


class Job(Struct):
    """Something to write, and the callback for its result."""

    work: Work
    done: Done
    error: Exception | None = None

    def run(self, connection: Connection) -> None:
        """Write within a savepoint and keep an error of the job itself; errors of the store are raised."""
        try:
            with connection:
                self.work(connection)
        except CONSTRAINT_ERRORS as error:
            self.error = explained(error)
        except DATABASE_ERRORS:
            raise
        except Exception as error:
            self.error = error


def immediately(call: Callable[[], None]) -> None:
    call()


class Writer:
    """Takes jobs and calls them back, in order, when they are on disk.

    `deliver` schedules the callbacks of a group, from the writer thread. `gather` schedules handing jobs to that
    thread: by default immediately, and from any thread; with an event loop's `call_soon` all jobs of one loop iteration
    are handed over together, so they share a transaction and the threads seldom wake each other up.
    """

    def __init__(
        self,
        database: Database,
        deliver: Deliver = immediately,
        gather: Deliver = immediately,
        on_fault: OnFault | None = None,
    ) -> None:
        self._database = database
        self._deliver = deliver
        self._gather = gather
        self._on_fault = on_fault
        self._group: list[Job] = []
        self._gathered: list[Job] = []
        self._waiting: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._ends = LogEnds()
        self._lock = Lock()
        self._closed: StoreError | None = None
        self.commits = 0
        """Commits so far, failed ones too."""
        self.failures = 0
        """Commits that have failed, without those that only found damage."""
        self.failure: StoreError | None = None
        """Why the last of them failed."""
        self._thread = Thread(target=self._work, name="knobel-store", daemon=True)
        self._thread.start()

    def submit(self, work: Work, done: Done) -> None:
        with self._lock:  # no job may be queued after the end
            if self._closed is not None:
                raise self._closed
            self._gathered.append(Job(work, done))
            first = len(self._gathered) == 1
        if first:
            self._gather(self._hand_over)

    def forget_version(self, code: str) -> None:
        """The last version of a log is read again; any thread may call it."""
        self._ends.forget(code)

    def _hand_over(self) -> None:
        with self._lock:
            jobs, self._gathered = self._gathered, []
            if jobs:
                self._waiting.put(jobs)

    def close(self) -> None:
        """Write everything that waits, and stop the thread."""
        with self._lock:
            if self._closed is None:
                self._closed = StoreError("the store is closed")
                self._waiting.put(self._gathered)
                self._gathered = []
                self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        try:
            self._write_groups()
        except BaseException as error:  # what the disk holds is right, but not all of it may be known here
            self._fail(error)

    def _write_groups(self) -> None:
        while (first := self._waiting.get()) is not None:
            self._group, ends = self._grouped(first)
            self._commit(self._group)
            self._deliver(lambda done=self._group: notify(done))  # type: ignore[misc]  # the default binds this group
            self._group = []
            if ends:
                break
        self._record_ends()

    def _fail(self, error: BaseException) -> None:
        """End after an unexpected error: fail all jobs that wait, and refuse new ones."""
        _log.critical("the writer of the store has ended", exc_info=error)
        with self._lock:
            self._closed = StoreError("nothing can be stored any more: the server has to start again")
            self._count_failure(self._closed)
            jobs, self._gathered = self._group + self._gathered, []
        with suppress(Empty):
            while (waiting := self._waiting.get_nowait()) is not None:
                jobs += waiting
        for job in jobs:
            job.error = job.error or self._closed
        try:
            self._deliver(lambda: notify(jobs))
        finally:
            if self._on_fault is not None:
                self._on_fault(error)

    def _record_ends(self) -> None:
        """Record how far all logs go. It is no harm if that fails: the ends that are recorded stay true."""
        unrecorded = self._ends.take_unrecorded()
        if not unrecorded:
            return
        try:
            connection = self._database.begin(serial=False, pipelined=True)
            for code, end in unrecorded.items():
                record_end(connection, code, end)
            self._database.commit()
        except DATABASE_ERRORS:
            with suppress(*DATABASE_ERRORS):
                self._rollback()

    def _grouped(self, first: list[Job]) -> tuple[list[Job], bool]:
        """The next group from the queue, and whether the writer is closed after it."""
        group = list(first)
        while len(group) < MAX_GROUP:
            try:
                jobs = self._waiting.get_nowait()
            except Empty:
                break
            if jobs is None:
                return group, True
            group += jobs
        return group, False

    def _commit(self, group: list[Job]) -> None:
        """Commit all jobs that can be written in one transaction; if the commit fails, none is written.

        If the database finds damage, only the jobs that need what is damaged fail: halves of the group are tried.
        """
        try:
            if not self._written_together(group):
                connection = self._database.begin(serial=True, pipelined=False)
                for job in group:
                    job.run(connection)
                self._database.commit()
        except DATABASE_ERRORS as error:
            reason = explained(error)
            self._rollback()
            damaged = isinstance(reason, StoreDamaged)
            if damaged and len(group) > 1:
                for job in group:
                    job.error = None
                self._commit(group[: len(group) // 2])
                self._commit(group[len(group) // 2 :])
                return
            for job in group:
                job.error = job.error or reason
            if not damaged:  # others can be written
                self._count_failure(reason)
        else:
            if not all(map(is_empty, (job.work for job in group))):  # otherwise nothing was written to the disk
                self.commits += 1

    def _count_failure(self, reason: StoreError) -> None:
        self.failure = reason
        self.failures += 1
        self.commits += 1

    def _written_together(self, group: list[Job]) -> bool:
        """Fast path: write the group with few statements; False after a rollback if any of its jobs fails."""
        works = [job.work for job in group]
        connection = self._database.begin(serial=any(map(is_serial, works)), pipelined=True)
        try:
            write_together(connection, works, self._ends)
            self._database.commit()
        except Exception as error:
            if isinstance(error, DATABASE_ERRORS) and not isinstance(error, CONSTRAINT_ERRORS):
                raise
            self._rollback()
            return False
        return True

    def _rollback(self) -> None:
        self._ends.clear()
        self._database.rollback()


def notify(group: list[Job]) -> None:
    """Run all callbacks; a failing one must not keep the others from running."""
    for job in group:
        try:
            job.done(job.error)
        except Exception:
            _log.exception("a callback failed after a commit")
