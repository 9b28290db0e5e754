"""Bots think in processes of their own, outside the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final, Protocol

import msgspec
from msgspec import Raw

from ..rules.game import State
from .logs import note
from .thinker import Job, Prepare, Thought

_REST: Final = 0.5
"""Seconds before a dead process is replaced, so that one that cannot start does not start all the time."""

_encode = msgspec.json.Encoder().encode


class Bots(Protocol):
    """Whoever chooses the moves of bots; `done` is called with the thought, in the event loop."""

    def think(self, game: str, level: str, view: State, done: Callable[[Thought], None]) -> None: ...

    def expect(self, game: str, options: dict[str, Any], players: int, levels: Sequence[str]) -> None:
        """Bots of these levels may have to play at such a table soon."""
        ...


class Thinkers:
    """A crew of thinking processes. One that dies is replaced, and its jobs are given to the new one."""

    def __init__(self, size: int = 1) -> None:
        self._ids = count(1)
        self._crew = [_Thinker() for _ in range(size)]
        self._tasks = list[asyncio.Task[None]]()
        self._expected: tuple[Prepare, ...] = ()

    async def __aenter__(self) -> Thinkers:
        self._tasks = [asyncio.create_task(thinker.run()) for thinker in self._crew]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def think(self, game: str, level: str, view: State, done: Callable[[Thought], None]) -> None:
        job = Job(next(self._ids), game, level, Raw(_encode(view)))
        min(self._crew, key=lambda thinker: len(thinker.jobs)).give(job, done)

    def expect(self, game: str, options: dict[str, Any], players: int, levels: Sequence[str]) -> None:
        asked = tuple(Prepare(game, options, players, level) for level in levels)
        if asked == self._expected:
            return
        self._expected = asked
        for thinker in self._crew:
            for each in asked:
                thinker.say(_encode(each) + b"\n")

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that run."""
        return [thinker.process.pid for thinker in self._crew if thinker.process is not None]


class _Thinker:
    """One process and the jobs that it has not answered yet."""

    def __init__(self) -> None:
        self.jobs = dict[int, tuple[bytes, Callable[[Thought], None]]]()
        self.process: asyncio.subprocess.Process | None = None

    def give(self, job: Job, done: Callable[[Thought], None]) -> None:
        line = _encode(job) + b"\n"
        self.jobs[job.id] = line, done
        self.say(line)

    def say(self, line: bytes) -> None:
        """Write a line; if the process has died, the next one gets its jobs anyway."""
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self.process.stdin.write(line)

    async def run(self) -> None:
        """Keep a process running until cancelled."""
        while True:
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "knobel.serve.thinker"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                )
            except OSError as error:
                note("a thinking process cannot start", error=error.strerror)
                await asyncio.sleep(_REST)
                continue
            self.process = process
            try:
                for line, _ in list(self.jobs.values()):
                    self.say(line)
                await self._listen(process)
            finally:
                self.process = None
                await _end(process)
            note("a thinking process died and is replaced", code=process.returncode)
            await asyncio.sleep(_REST)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        decoder = msgspec.json.Decoder(Thought)
        async for line in process.stdout:
            thought = decoder.decode(line)
            given = self.jobs.pop(thought.id, None)
            if given is not None:
                self._hand_over(thought, given[1])

    def _hand_over(self, thought: Thought, done: Callable[[Thought], None]) -> None:
        """A table that cannot use its thought must not take the bots of all others with it."""
        try:
            done(thought)
        except Exception as error:
            note("a thought could not be used", error=type(error).__name__)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    await process.wait()
