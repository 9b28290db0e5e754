"""Time, so that tests can have their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, ParamSpec, Protocol
from weakref import WeakMethod


class Timer(Protocol):
    def cancel(self) -> None: ...


class Time(Protocol):
    """`wall` is the time of day in milliseconds; `now` only ever grows, in seconds; `later` calls back once."""

    def wall(self) -> int: ...

    def now(self) -> float: ...

    def later(self, seconds: float, call: Callable[[], object]) -> Timer: ...


class RealTime:
    """The time of the world and of the running event loop."""

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    def now(self) -> float:
        return time.monotonic()

    def later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, call)


P = ParamSpec("P")


def weak_callback(method: Callable[P, Any]) -> Callable[P, None]:
    """The method as long as its owner is there; nothing happens after that."""
    found = WeakMethod(method)

    def call(*args: P.args, **named: P.kwargs) -> None:
        there = found()
        if there is not None:
            there(*args, **named)

    return call
