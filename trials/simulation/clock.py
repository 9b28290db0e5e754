"""An event loop whose time leaps to whatever is due next: an evening takes a second, and is the same every time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from typing import TypeAlias

from knobel.serve.timers import Timer

_Ready: TypeAlias = list[tuple[selectors.SelectorKey, int]]


class _Leaping(selectors.SelectSelector):
    """Waits for nothing: where the loop would sleep, its time goes on by as much."""

    now = 0.0

    def select(self, timeout: float | None = None) -> _Ready:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise RuntimeError("nothing will ever happen again")
            self.now += max(0.0, timeout)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.now


class VirtualTime:
    """The time of a server, which ends with it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.over = False

    def wall(self) -> int:
        return 1_700_000_000_000 + round(self._loop.time() * 1000)

    def now(self) -> float:
        return self._loop.time()

    def later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return self._loop.call_later(seconds, self._ring, call)

    def _ring(self, call: Callable[[], object]) -> None:
        if not self.over:
            call()
