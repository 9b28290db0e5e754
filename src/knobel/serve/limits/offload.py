"""Work that is too long for the event loop, and too short for a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from .quotas import Asker, Places, TooMany

P = ParamSpec("P")
T = TypeVar("T")

MOST: Final = 60
"""Pieces of work that may wait at the same time; the longest takes half a tenth of a second."""

MOST_OF_ADDRESS: Final = 24
"""As many as the largest table has seats: all of them may look at their game when it is over."""

MOST_OF_DEVICE: Final = 8


class Beside:
    """Does it in a thread, one piece after the other.

    Threads take the interpreter from each other: two of them are no quicker, and the loop, where everybody plays, would
    get it a third of the time instead of half of it.
    """

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self._places = Places(MOST, MOST_OF_ADDRESS, MOST_OF_DEVICE)

    async def do(self, asker: Asker, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` returns, when it was its turn; `TooMany` if enough waits already."""
        if not self._places.enter(asker):
            raise TooMany("too many games are being looked at; try it again in a moment")
        try:
            async with self.turn:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._places.leave(asker)
