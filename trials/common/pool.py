"""A process pool with progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")


def _take_nothing(_: None) -> None:
    """The default initializer."""


class Spread:
    """A pool whose processes receive `given` once by `take`; with one worker, this process."""

    def __init__(self, workers: int, take: Callable[[Any], None] = _take_nothing, given: object = None) -> None:
        self._pool: ProcessPoolExecutor | None = None
        if workers > 1:
            self._pool = ProcessPoolExecutor(workers, get_context("spawn"), take, (given,))
        else:
            take(given)

    def __enter__(self) -> Spread:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def over(self, work: Callable[[int], T], numbers: Sequence[int], what: str) -> Iterator[T]:
        """The results in order; the first error ends it."""
        results = map(work, numbers) if self._pool is None else self._pool.map(work, numbers)
        for place, result in enumerate(results):
            if sys.stderr.isatty() or place % 10 == 0:
                print(f"{what} from {numbers[place]} done, the last part begins at {numbers[-1]}", file=sys.stderr)
            yield result
