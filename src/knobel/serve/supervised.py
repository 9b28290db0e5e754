"""Supervised loops: what must live as long as the process goes on after every failure, which is logged and counted."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from threading import Timer as ThreadTimer
from typing import Final

from .logs import LOG, log_repeated
from .timers import RealTime, Time, sleep

FAILURES: Final = Counter[str]()
"""How often each loop of this process has failed; `Metrics` exports it."""

FAULT_EXIT: Final = 70
"""Exit code of a server that cannot go on (EX_SOFTWARE); a service manager starts it again."""

_FIRST_DELAY: Final = 0.1
_LONGEST_DELAY: Final = 5.0
"""Seconds before a failed loop goes on; the delay doubles with every failure that follows soon."""

_ENDING: Final = 20.0
"""Seconds that an orderly end may take after a fault."""


class SupervisedLoop:
    """Calls `step` again and again until it is stopped, `pause` seconds after each one has ended.

    A step that fails, or that is cancelled from elsewhere, is repeated after a growing delay.
    """

    def __init__(
        self, name: str, step: Callable[[], Awaitable[None]], pause: Callable[[], float], delay: float, time: Time
    ) -> None:
        self._name = name
        self._step = step
        self._pause = pause
        self._time = time
        self._failures = 0
        self._began = 0.0
        self._stopped = False
        self._start(delay)

    def _start(self, delay: float = 0.0) -> None:
        if not self._stopped:
            self._began = self._time.now()
            self._task = asyncio.create_task(self._run(delay), name=f"knobel {self._name}")
            self._task.add_done_callback(self._ended)

    async def _run(self, delay: float) -> None:
        if delay:
            await sleep(self._time, delay)
        while True:
            await self._step()
            await sleep(self._time, self._pause())

    def _ended(self, task: asyncio.Task[None]) -> None:
        if self._stopped:
            return
        note_failure(self._name, asyncio.CancelledError() if task.cancelled() else task.exception())
        if self._time.now() - self._began > 2 * _LONGEST_DELAY:
            self._failures = 0
        delay = min(_LONGEST_DELAY, _FIRST_DELAY * 2**self._failures)
        self._failures += 1
        self._time.later(delay, self._start)

    async def stop(self) -> None:
        """Cancel the step, and return when it has ended."""
        self._stopped = True
        self._task.cancel()
        await asyncio.wait([self._task])


def supervised(
    name: str,
    step: Callable[[], Awaitable[None]],
    pause: float | Callable[[], float],
    *,
    delay: float = 0.0,
    time: Time | None = None,
) -> SupervisedLoop:
    """Start a loop that lives as long as the process; `delay` are the seconds before its first step."""
    every = pause if callable(pause) else lambda: pause
    return SupervisedLoop(name, step, every, delay, time or RealTime())


def attempt(name: str, work: Callable[[], object]) -> bool:
    """Do one of several parts, so that the others are done even if it fails; whether it succeeded."""
    try:
        work()
    except Exception as error:
        note_failure(name, error)
        return False
    return True


def note_failure(name: str, error: BaseException | None) -> None:
    """Count and log a failure of something that goes on; `None` is a loop that has returned, as none of them should."""
    FAILURES[name] += 1
    log_repeated(f"{name} has failed, and goes on", logging.ERROR, exc_info=error)


class Fault(Exception):
    """Something has failed without which the server cannot go on. Everything acknowledged is on disk."""


class FaultHandler:
    """Ends the process after a fault: orderly if that works within some seconds, at once otherwise."""

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self._stop: Callable[[], None] = lambda: None

    def on_fault(self, stop: Callable[[], None]) -> None:
        """Call `stop` when there is a fault; it begins the orderly end of the server."""
        self._stop = stop
        if self.fault is not None:
            stop()

    def end(self, what: str, error: BaseException | None) -> None:
        """Log the fault and begin to end; later faults are consequences."""
        if self.fault is not None:
            return
        LOG.critical("%s has failed: the server ends, and has to be started again", what, exc_info=error)
        self.fault = Fault(what)
        timer = ThreadTimer(_ENDING, os._exit, [FAULT_EXIT])
        timer.daemon = True
        timer.start()
        self._stop()
