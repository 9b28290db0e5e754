"""Bots think in processes of their own, outside the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Final, Protocol

import msgspec
from msgspec import Raw

from ...rules.game import State
from ..logs import log_event
from .bot_process import ChosenMove, Job, Prepare
from .child_process import ChildProcess

_encode = msgspec.json.Encoder().encode

_MAX_PREPARED: Final = 64
"""Kinds of tables that are announced once to each process: after a restart a thousand come back, most of them alike."""


class Bots(Protocol):
    """Whoever chooses the moves of bots; `done` is called with the thought, in the event loop."""

    def think(self, game: str, level: str, view: State, done: Callable[[ChosenMove], None]) -> None: ...

    def expect(self, game: str, options: dict[str, Any], players: int, levels: Sequence[str]) -> None:
        """Bots of these levels may have to play at such a table soon."""
        ...


class BotPool:
    """A crew of thinking processes. One that dies is replaced, and its jobs are given to the new one."""

    def __init__(self, size: int = 1) -> None:
        self._ids = count(1)
        self._expected = deque[bytes](maxlen=_MAX_PREPARED)
        self._crew = [_Worker(self._expected) for _ in range(size)]
        self._tasks = list[asyncio.Task[None]]()

    async def __aenter__(self) -> BotPool:
        self._tasks = [asyncio.create_task(thinker.child.run()) for thinker in self._crew]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def think(self, game: str, level: str, view: State, done: Callable[[ChosenMove], None]) -> None:
        job = Job(next(self._ids), game, level, Raw(_encode(view)))
        min(self._crew, key=lambda thinker: len(thinker.jobs)).give(job, done)

    def expect(self, game: str, options: dict[str, Any], players: int, levels: Sequence[str]) -> None:
        asked = b"".join([_encode(Prepare(game, options, players, level)) + b"\n" for level in levels])
        if asked in self._expected:
            return
        self._expected.append(asked)
        for thinker in self._crew:
            thinker.child.say(asked)

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that run."""
        return [thinker.child.process.pid for thinker in self._crew if thinker.child.process is not None]


class _Worker:
    """One process and the jobs that it has not answered yet; `expected` are the tables that it gets ready for."""

    def __init__(self, expected: Iterable[bytes]) -> None:
        self._expected = expected
        self.jobs = dict[int, tuple[bytes, Callable[[ChosenMove], None]]]()
        self.child = ChildProcess("knobel.serve.workers.bot_process", "thinking", self._greeting, self._hear)
        self._decode = msgspec.json.Decoder(ChosenMove).decode

    def give(self, job: Job, done: Callable[[ChosenMove], None]) -> None:
        line = _encode(job) + b"\n"
        self.jobs[job.id] = line, done
        self.child.say(line)

    def _greeting(self) -> Iterator[bytes]:
        yield from self._expected
        yield from (line for line, _ in self.jobs.values())

    def _hear(self, line: bytes) -> None:
        """A table that cannot use its thought must not take the bots of all others with it."""
        thought = self._decode(line)
        _, done = self.jobs.pop(thought.id, (b"", None))
        if done is None:
            return
        try:
            done(thought)
        except Exception as error:
            log_event("a thought could not be used", error=type(error).__name__)
