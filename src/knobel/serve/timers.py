"""Time and timers, replaceable in tests, and weak callbacks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, Protocol
from weakref import WeakMethod


class Timer(Protocol):
    def cancel(self) -> None: ...


class Time(Protocol):
    """`wall` is Unix time in milliseconds, `now` a monotonic clock in seconds, `later` a timer."""

    def wall(self) -> int: ...

    def now(self) -> float: ...

    def later(self, seconds: float, call: Callable[[], object]) -> Timer: ...


class RealTime:
    """The system clock and the timers of the running event loop."""

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    now = staticmethod(time.monotonic)  # called several times per move

    def later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, call)


async def sleep(time: Time, seconds: float) -> None:
    """Wait by a clock that tests replace."""
    over = asyncio.get_running_loop().create_future()
    timer = time.later(seconds, partial(_end, over))
    try:
        await over
    finally:
        timer.cancel()


def _end(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


P = ParamSpec("P")


def weak_callback(method: Callable[P, Any]) -> Callable[P, None]:
    """Weak-method callback, to avoid reference cycles: it does nothing once its owner is gone."""
    reference = WeakMethod(method)

    def call(*args: P.args, **named: P.kwargs) -> None:
        alive = reference()
        if alive is not None:
            alive(*args, **named)

    return call
