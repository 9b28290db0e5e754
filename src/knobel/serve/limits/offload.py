"""Offload to a worker thread: computations that take too long for the event loop, but not long enough for a process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from .quotas import Quota, QuotaExceeded, Requester

P = ParamSpec("P")
T = TypeVar("T")

MAX_WAITING: Final = 60
"""Computations that may wait at the same time; the longest takes about 50 ms."""

MAX_WAITING_PER_ADDRESS: Final = 24
"""The number of seats of the largest table: all players may open the replay of their game when it is over."""

MAX_WAITING_PER_DEVICE: Final = 8


class ThreadOffload:
    """Runs computations in a thread, one after the other.

    Python threads share one interpreter lock: two computations at once are no faster, and the event loop would get a
    third of the time instead of half of it.
    """

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self._quota = Quota(MAX_WAITING, MAX_WAITING_PER_ADDRESS, MAX_WAITING_PER_DEVICE)

    async def run(self, requester: Requester, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of `work`; raises `QuotaExceeded` if too many computations wait."""
        keys = requester.address, requester.device
        if not self._quota.acquire(*keys):
            raise QuotaExceeded("too many games are being looked at; try it again in a moment")
        try:
            async with self.turn:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._quota.release(*keys)
