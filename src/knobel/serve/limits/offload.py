"""Offload to a worker thread: computations that take too long for the event loop, but not long enough for a process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import ParamSpec, TypeVar

from .quotas import Quota, QuotaExceeded, Requester
from .rate_limit import Limits

P = ParamSpec("P")
T = TypeVar("T")


class ThreadOffload:
    """Runs computations in a thread, one after the other.

    Python threads share one interpreter lock: two computations at once are no faster, and the event loop would get a
    third of the time instead of half of it.
    """

    def __init__(self, limits: Limits) -> None:
        self.turn = asyncio.Lock()
        self._quota = Quota(limits.computations, limits.computations_of_address, limits.computations_of_device)

    async def run(self, requester: Requester, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of `work`; raises `QuotaExceeded` if too many computations wait.

        A cancelled call gives back turn and quota when its thread ends: a thread cannot be cancelled.
        """
        keys = requester.address, requester.device
        if not self._quota.acquire(*keys):
            raise QuotaExceeded("too many games are being looked at; try it again in a moment")
        with ExitStack() as taken:
            taken.callback(self._quota.release, *keys)
            await self.turn.acquire()
            taken.callback(self.turn.release)
            thread = asyncio.get_running_loop().run_in_executor(None, partial(work, *args, **kwargs))
            until_the_end = taken.pop_all()
        thread.add_done_callback(lambda _: until_the_end.close())
        return await asyncio.shield(thread)
