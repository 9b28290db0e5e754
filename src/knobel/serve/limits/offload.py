"""Work that is too long for the event loop, and too short for a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from .quotas import Places, QuotaExceeded, Requester

P = ParamSpec("P")
T = TypeVar("T")

MAX_WAITING: Final = 60
"""Pieces of work that may wait at the same time; the longest takes half a tenth of a second."""

MAX_WAITING_PER_ADDRESS: Final = 24
"""As many as the largest table has seats: all of them may look at their game when it is over."""

MAX_WAITING_PER_DEVICE: Final = 8


class ThreadOffload:
    """Does it in a thread, one piece after the other.

    Threads take the interpreter from each other: two of them are no quicker, and the loop, where everybody plays, would
    get it a third of the time instead of half of it.
    """

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self._places = Places(MAX_WAITING, MAX_WAITING_PER_ADDRESS, MAX_WAITING_PER_DEVICE)

    async def do(self, asker: Requester, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` returns, when it was its turn; `QuotaExceeded` if enough waits already."""
        if not self._places.enter(asker):
            raise QuotaExceeded("too many games are being looked at; try it again in a moment")
        try:
            async with self.turn:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._places.leave(asker)
