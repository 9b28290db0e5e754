"""A crowd that comes at once goes in a few at a time, so that those who are inside are served in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

PER_ITERATION: Final = 4
"""Requests and handshakes that begin in one turn of the loop; each takes half a millisecond, a throw several turns."""


class AdmissionControl:
    """Who finds it free goes through at once; the others wait for one of the next turns of the loop, in order."""

    def __init__(self, each_turn: int = PER_ITERATION) -> None:
        self._each_turn = each_turn
        self._left = each_turn
        self._waiting = deque[Callable[[], bool]]()

    async def enter(self) -> None:
        """Come back when it is free."""
        place = asyncio.get_running_loop().create_future()
        if not self.admits(partial(_resolve, place)):
            await place

    def admits(self, later: Callable[[], bool]) -> bool:
        """Whether it is free; if not, `later` is called when it is, and says whether anybody still wants to go in."""
        if self._left and not self._waiting:
            self._let_in()
            return True
        self._waiting.append(later)
        return False

    def _let_in(self) -> None:
        if self._left == self._each_turn:
            asyncio.get_running_loop().call_soon(self._turn)
        self._left -= 1

    def _turn(self) -> None:
        self._left = self._each_turn
        while self._left and self._waiting:
            self._let_in()
            if not self._waiting.popleft()():
                self._left += 1  # who has gone meanwhile takes nobody's place


def _resolve(place: asyncio.Future[None]) -> bool:
    if place.done():
        return False
    place.set_result(None)
    return True
