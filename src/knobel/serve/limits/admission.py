"""Admission control: at most N new requests per iteration of the event loop.

When many clients come at once, as after a restart, open connections are served in between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

PER_ITERATION: Final = 4
"""Requests and handshakes that start per iteration; each takes half a millisecond, and a throw several iterations."""


class AdmissionControl:
    """Admits at once while the current iteration has capacity; the others wait in a FIFO queue."""

    def __init__(self, per_iteration: int = PER_ITERATION) -> None:
        self._per_iteration = per_iteration
        self._left = per_iteration
        self._scheduled = False
        self._waiting = deque[Callable[[], bool]]()

    async def admit(self) -> None:
        """Return when admitted."""
        admitted = asyncio.get_running_loop().create_future()
        if not self.try_admit(partial(_resolve, admitted)):
            await admitted

    def try_admit(self, later: Callable[[], bool]) -> bool:
        """Whether the caller is admitted now. If not, `later` is called in its turn and returns whether it still wants
        to be admitted."""
        if self._left and not self._waiting:
            self._count()
            return True
        self._waiting.append(later)
        return False

    def _count(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._next_iteration)
        self._left -= 1

    def _next_iteration(self) -> None:
        self._left, self._scheduled = self._per_iteration, False
        while self._left and self._waiting:
            self._count()  # before the call, so that the queue goes on after an error
            if not self._waiting.popleft()():
                self._left += 1  # a client that has gone uses no capacity


def _resolve(admitted: asyncio.Future[None]) -> bool:
    if admitted.done():
        return False
    admitted.set_result(None)
    return True
