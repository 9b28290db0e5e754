"""An event loop with virtual time that jumps to the next timer: fast and deterministic."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from typing import TypeAlias

from knobel.serve.timers import Timer

_Ready: TypeAlias = list[tuple[selectors.SelectorKey, int]]


class _Leaping(selectors.SelectSelector):
    """A selector that advances the clock instead of sleeping."""

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
    """The clock of one server; its timers end with it."""

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
