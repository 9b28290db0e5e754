"""Cost of large answers: budget per address in loop time and bytes, and work in slices, one per loop iteration.

Requests are cheap to count, but they differ: all steps of a long table cost a hundred times as much as a command.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from ..timers import Time
from .rate_limit import Limits, TokenBuckets


class CostBudget:
    """Token buckets per address in milliseconds of the event loop and in bytes; answers are charged when made."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._milliseconds = TokenBuckets(limits.loop_ms_of_address, now)
        self._bytes = TokenBuckets(limits.bytes_of_address, now)

    def is_empty(self, address: str) -> bool:
        """Whether the address has to wait before its next large answer."""
        return self._milliseconds.is_empty(address) or self._bytes.is_empty(address)

    def charge_bytes(self, address: str, size: int) -> None:
        self._bytes.charge(address, size)

    @contextmanager
    def timed(self, address: str) -> Iterator[None]:
        """Charge the time of a block, which must not wait for anything."""
        begun = perf_counter()
        try:
            yield
        finally:
            self._milliseconds.charge(address, (perf_counter() - begun) * 1000)


class SliceQueue:
    """Runs long work in slices: one slice per iteration of the loop in all, addresses in turn (round robin).

    Other clients wait for one slice at most, however many catch up at the same time.
    """

    def __init__(self, time: Time, budget: CostBudget) -> None:
        self._time = time
        self._budget = budget
        self._waiting = OrderedDict[str, deque[Callable[[], bool]]]()
        self._scheduled = False

    def add(self, address: str, work: Callable[[], bool]) -> None:
        """Call `work` until it returns False: the first time now if the queue is idle, then once per turn."""
        self._waiting.setdefault(address, deque()).append(work)
        if not self._scheduled:
            self._run()

    def _run(self) -> None:
        address, works = self._waiting.popitem(last=False)
        work = works.popleft()
        self._scheduled = True  # also for what `work` itself adds
        try:
            with self._budget.timed(address):
                more = work()
        finally:
            if works:
                self._waiting.setdefault(address, deque()).extendleft(reversed(works))
            self._time.later(0, self._next)
        if more:
            self._waiting.setdefault(address, deque()).append(work)

    def _next(self) -> None:
        self._scheduled = False
        if self._waiting:
            self._run()
