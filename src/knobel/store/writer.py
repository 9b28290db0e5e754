"""One thread that writes, and puts everything that is waiting into one transaction."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, TypeAlias

import apsw

from .appending import Work, write_together
from .errors import StoreError, explained
from .versions import Versions

Deliver: TypeAlias = Callable[[Callable[[], None]], object]
"""Runs a function somewhere: here and now, or for example on an event loop."""

Done: TypeAlias = Callable[[Exception | None], object]
"""Hears that something is on disk, or why it is not."""

_log: Final = logging.getLogger(__name__)

MOST: Final = 512
"""Jobs in one transaction, so that the first of a crowd does not wait for all of it."""


class Job:
    """Something to be written, and who waits for it."""

    __slots__ = ("done", "error", "work")

    def __init__(self, work: Work, done: Done) -> None:
        self.work = work
        self.done = done
        self.error: Exception | None = None

    def run(self, connection: apsw.Connection) -> None:
        """Write, or leave no trace and remember why not; if the store itself fails, that is the group's business."""
        try:
            with connection:
                self.work(connection)
        except apsw.ConstraintError as error:
            self.error = explained(error)
        except apsw.Error:
            raise
        except Exception as error:
            self.error = error


def at_once(call: Callable[[], None]) -> None:
    call()


class Writer:
    """Takes jobs; whoever waits for them hears, in order, when they are on disk.

    `deliver` is called once for every group, from the thread of the writer. `gather` says when jobs are handed over to
    that thread: by default at once, and from any thread; with an event loop's `call_soon` all jobs of one turn of the
    loop are handed over together, so that they share a transaction and the threads seldom wake each other up.
    """

    def __init__(self, connection: apsw.Connection, deliver: Deliver = at_once, gather: Deliver = at_once) -> None:
        self._connection = connection
        self._deliver = deliver
        self._gather = gather
        self._gathered: list[Job] = []
        self._waiting: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._versions = Versions(connection)
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="knobel-store", daemon=True)
        self._thread.start()

    def submit(self, work: Work, done: Done) -> None:
        with self._lock:  # nothing can wait behind the end
            if self._closed:
                raise StoreError("the store is closed")
            self._gathered.append(Job(work, done))
            first = len(self._gathered) == 1
        if first:
            self._gather(self._hand_over)

    def _hand_over(self) -> None:
        with self._lock:
            jobs, self._gathered = self._gathered, []
            if jobs:
                self._waiting.put(jobs)

    def close(self) -> None:
        """Write everything that is waiting, and end."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._waiting.put(self._gathered)
                self._gathered = []
                self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            group, ends = self._grouped(first)
            self._commit(group)
            self._deliver(lambda done=group: tell_all(done))  # type: ignore[misc]  # the default binds this group
            if ends:
                return

    def _grouped(self, first: list[Job]) -> tuple[list[Job], bool]:
        """Everything that is waiting, and whether the end came with it."""
        group = list(first)
        while len(group) < MOST:
            try:
                jobs = self._waiting.get_nowait()
            except Empty:
                break
            if jobs is None:
                return group, True
            group += jobs
        return group, False

    def _commit(self, group: list[Job]) -> None:
        """All jobs that can be written are committed together; if that fails, none of them is."""
        try:
            if not self._written_together(group):
                self._connection.execute("BEGIN IMMEDIATE")
                for job in group:
                    job.run(self._connection)
                self._connection.execute("COMMIT")
        except apsw.Error as error:
            reason = explained(error)
            self._undo()
            for job in group:
                job.error = job.error or reason

    def _written_together(self, group: list[Job]) -> bool:
        """Nearly always nobody objects, and a few statements do for all; else they have to be written one by one."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            write_together(self._connection, [job.work for job in group], self._versions)
        except Exception as error:
            if isinstance(error, apsw.Error) and not isinstance(error, apsw.ConstraintError):
                raise
            self._undo()
            return False
        self._connection.execute("COMMIT")
        return True

    def _undo(self) -> None:
        self._versions.forget()
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def tell_all(group: list[Job]) -> None:
    """Whoever stumbles over the news must not keep them from the others."""
    for job in group:
        try:
            job.done(job.error)
        except Exception:
            _log.exception("somebody could not go on after a commit")
