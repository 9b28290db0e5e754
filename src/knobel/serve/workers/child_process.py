"""A process of this server's own that is spoken to in lines. One that dies is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from typing import Final

from ..logs import log_event

_RESTART_DELAY: Final = 0.5
"""Seconds before a dead process is replaced, so that one that cannot start does not start all the time."""

_NICE: Final = 10
"""By how much its priority is lower: the tables come first."""

_MAX_LINE: Final = 1 << 26
"""Bytes of the longest line that is heard."""


class ChildProcess:
    """Runs a module of the package. `greet` gives the lines for every process that has just begun.

    `hear` gets every line that the process says, and `lost` is called when one has died.
    """

    def __init__(
        self,
        module: str,
        what: str,
        greet: Callable[[], Iterable[bytes]],
        hear: Callable[[bytes], None],
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        self._module = module
        self._what = what
        self._greet = greet
        self._hear = hear
        self._lost = lost
        self.process: asyncio.subprocess.Process | None = None

    def say(self, line: bytes) -> None:
        """Write a line; if the process has died, the next one is greeted anyway."""
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self.process.stdin.write(line)

    async def run(self) -> None:
        """Keep a process running until cancelled."""
        while True:
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", self._module),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=_MAX_LINE,
                )
            except OSError as error:
                log_event(f"a {self._what} process cannot start", error=error.strerror)
                await asyncio.sleep(_RESTART_DELAY)
                continue
            _lower_priority(process.pid)
            self.process = process
            try:
                for line in list(self._greet()):
                    self.say(line)
                await self._listen(process)
            finally:
                self.process = None
                await _terminate(process)
            log_event(f"a {self._what} process died and is replaced", code=process.returncode)
            self._lost()
            await asyncio.sleep(_RESTART_DELAY)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Hear the process until it ends, or until it says something that nobody understands."""
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                self._hear(line)
        except Exception as error:
            log_event(f"a {self._what} process is not understood", error=type(error).__name__)


def _lower_priority(pid: int) -> None:
    """Done from outside, since a process is busiest while it loads: just when everybody comes back to a new server."""
    with contextlib.suppress(AttributeError, OSError):  # not every system has priorities
        os.setpriority(os.PRIO_PROCESS, pid, min(19, os.getpriority(os.PRIO_PROCESS, 0) + _NICE))


async def _terminate(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    await process.wait()
