"""Child process with a line protocol on stdin and stdout; it is restarted when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..logs import log_repeated
from ..supervised import SupervisedLoop, supervised

_RESTART_DELAY: Final = 0.5
"""Seconds before a restart, so that a process that cannot start does not spin."""

_NICE: Final = 10
"""Added to its nice value: the tables come first."""

_MAX_LINE: Final = 1 << 26
"""Bytes of the longest line that is read."""


class ChildProcess:
    """Runs a module of the package. `initial_lines` are written to every process that has just started.

    `on_line` gets every line of its output, and `on_exit` is called when it has died.
    """

    def __init__(
        self,
        module: str,
        what: str,
        initial_lines: Callable[[], Iterable[bytes]],
        on_line: Callable[[bytes], None],
        on_exit: Callable[[], None] = lambda: None,
        arguments: Sequence[str] = (),
    ) -> None:
        self._module = module
        self._arguments = arguments
        self._what = what
        self._initial_lines = initial_lines
        self._on_line = on_line
        self._on_exit = on_exit
        self.process: asyncio.subprocess.Process | None = None
        self._lifeline: _Lifeline | None = None
        self._loop: SupervisedLoop | None = None
        self._stopping = False

    def write_line(self, line: bytes) -> None:
        """Write a line; if the process has died, the next one gets its initial lines instead."""
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self.process.stdin.write(line)

    def replace(self) -> None:
        """End the process and what it has started; the next one gets the initial lines."""
        if self.process is not None:
            with contextlib.suppress(OSError):
                if hasattr(os, "killpg"):
                    os.killpg(self.process.pid, signal.SIGKILL)
                else:  # Windows
                    self.process.kill()

    def start(self) -> None:
        """Keep a process running from now on."""
        if self._loop is None and not self._stopping:
            self._loop = supervised(f"{self._what} process", self._live, _RESTART_DELAY)

    async def stop(self) -> None:
        """End the process, and return when it has ended."""
        self._stopping = True
        if self._loop is not None:
            await self._loop.stop()
        if self._lifeline is not None:
            self._lifeline.close()

    async def _live(self) -> None:
        """The life of one process. Its jobs are given to the next one, whatever has ended it."""
        process = await self._start()
        try:
            self.process = process
            _lower_priority(process.pid)
            for line in list(self._initial_lines()):
                self.write_line(line)
            await self._listen(process)
        finally:
            self.process = None
            try:
                await _terminate(process)
            finally:
                if not self._stopping:
                    log_repeated(f"a {self._what} process died and is replaced", code=process.returncode)
                    self._on_exit()

    async def _start(self) -> asyncio.subprocess.Process:
        """Start a process; one that is starting when this is cancelled is ended, too."""
        starting = asyncio.ensure_future(self._tied())
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            await _terminate(await starting)
            raise

    async def _tied(self) -> asyncio.subprocess.Process:
        """A new process that ends with this one."""
        if self._lifeline is not None:
            self._lifeline.close()
        self._lifeline = _Lifeline()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self._module, *self._arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_MAX_LINE,
            start_new_session=True,  # Ctrl-C in a terminal reaches the server, which stops its children
            pass_fds=self._lifeline.inherited,
        )
        self._lifeline.tie(process.pid)
        return process

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Read until the process ends, or until a line cannot be parsed."""
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                self._on_line(line)
        except Exception as error:
            log_repeated(f"a {self._what} process is not understood", error=type(error).__name__)


class _Lifeline:
    """Pipe by which Linux kills a child, and what it has started, as soon as this process has ended, however it did.

    The kernel sends the signal when the writing end is closed. So a child ends also while it computes and keeps the
    interpreter lock. On other systems the child looks itself (`memory.end_with_server`).
    """

    def __init__(self) -> None:
        self._ends = list(os.pipe()) if sys.platform == "linux" else []

    @property
    def inherited(self) -> list[int]:
        """The reading end, which the child has to have open."""
        return self._ends[:1]

    def tie(self, group: int) -> None:
        """Let the kernel kill this process group."""
        if sys.platform == "linux":
            import fcntl

            (reading, _) = self._ends
            fcntl.fcntl(reading, fcntl.F_SETOWN, -group)
            fcntl.fcntl(reading, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC | fcntl.fcntl(reading, fcntl.F_GETFL))

    def close(self) -> None:
        """The child has ended."""
        while self._ends:
            os.close(self._ends.pop())


def _lower_priority(pid: int) -> None:
    """Lower the priority from outside: a process is busiest while it loads, when all clients reconnect."""
    with contextlib.suppress(AttributeError, OSError):  # not every system has priorities
        os.setpriority(os.PRIO_PROCESS, pid, min(19, os.getpriority(os.PRIO_PROCESS, 0) + _NICE))


async def _terminate(process: asyncio.subprocess.Process) -> None:
    """End a process and wait for that, also if this is cancelled meanwhile: the event loop may be closed next."""
    if process.stdin is not None:
        process.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    ended = asyncio.ensure_future(process.wait())
    try:
        await asyncio.shield(ended)
    except asyncio.CancelledError:
        await ended
        raise
