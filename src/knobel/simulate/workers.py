"""Threads that play the parts of a batch, and whoever wants to hear how far they are."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from types import TracebackType
from typing import Final

from ..solve.progress import Progress, silent

PART: Final = 1 << 13
"""How many games a thread plays at a time: some milliseconds of work, and streams that stay in its cache."""


class WorkerPool:
    """Plays parts on all processors, or on as many threads as it is told.

    >>> parts = []
    >>> with WorkerPool(1, 20_000) as workers:
    ...     workers.submit(20_000, lambda begin, end: parts.append((begin, end)))
    >>> parts
    [(0, 8192), (8192, 16384), (16384, 20000)]
    """

    def __init__(self, threads: int | None, total: int, progress: Progress = silent) -> None:
        self._pool = ThreadPoolExecutor(threads or os.cpu_count())
        self._total = total
        self._progress = progress
        self._done = 0
        self._parts = dict[Future[None], int]()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None:
                self.wait()
        finally:
            self._pool.shutdown(cancel_futures=True)

    def submit(self, count: int, play: Callable[[int, int], None]) -> None:
        """Have the games below `count` played in parts, each from a first number to below a last one."""
        for begin in range(0, count, PART):
            end = min(begin + PART, count)
            self._parts[self._pool.submit(play, begin, end)] = end - begin

    def wait(self) -> None:
        """Come back when everything that was shared is played."""
        for part in as_completed(self._parts):
            part.result()
            self._done += self._parts[part]
            self._progress(self._done, self._total)
        self._parts.clear()
