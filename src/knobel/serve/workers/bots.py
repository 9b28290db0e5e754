"""Pool of bot processes: moves are computed outside the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Final, Protocol

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from ...rules.game import State
from ..limits.rate_limit import Limits
from ..logs import log_event, log_repeated
from .bot_process import FALLBACK_LEVEL, ChosenMove, Job, Prepare, Readiness, choose_move
from .child_process import ChildProcess
from .third_party import ThirdPartyWorker

_encode = msgspec.json.Encoder().encode

_MAX_PREPARED: Final = 64
"""Kinds of tables that are announced once to each process: after a restart many similar tables come back."""


class Bots(Protocol):
    """Computes the moves of bots; `done` is called with the move, in the event loop."""

    def choose_move(self, game: str, level: str, view: State, done: Callable[[ChosenMove], None]) -> None: ...

    def prepare(self, game: str, options: dict[str, Any], players: int, levels: Sequence[str]) -> None:
        """Prepare bots of these levels for such a table."""
        ...


class BotPool:
    """A pool of bot processes. One that dies, or ends with more than `memory` bytes, is replaced and gets its jobs.

    Every bot of `third_party`, pairs of a name and an import path or entry point, has a process of its own, and so
    many seconds for a decision.
    """

    def __init__(
        self,
        size: int = 1,
        memory: int = 0,
        third_party: Iterable[tuple[str, str]] = (),
        third_party_timeout: float = Limits().third_party_timeout,
    ) -> None:
        self._ids = count(1)
        self._prepared = deque[bytes](maxlen=_MAX_PREPARED)
        self._workers = [_Worker(self._prepared, memory) for _ in range(size)]
        self._third_party = {
            name: ThirdPartyWorker(name, path, memory, third_party_timeout) for name, path in third_party
        }

    async def __aenter__(self) -> BotPool:
        for child in self._children():
            child.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        ending = [asyncio.ensure_future(child.stop()) for child in self._children()]
        await asyncio.sleep(0)  # each of them knows now that it is to end
        for worker in self._third_party.values():
            worker.child.replace()  # such a bot may ignore the signal to terminate
        await asyncio.gather(*ending)

    def _children(self) -> list[ChildProcess]:
        return [worker.child for worker in self._workers] + [bot.child for bot in self._third_party.values()]

    def choose_move(self, game: str, level: str, view: State, done: Callable[[ChosenMove], None]) -> None:
        if level in self._third_party:
            self._third_party[level].submit(next(self._ids), game, view, done)
            return
        job = Job(next(self._ids), game, level, Raw(_encode(view)))
        min(self._workers, key=lambda worker: len(worker.jobs)).submit(job, done)

    def prepare(self, game: str, options: dict[str, Any], players: int, levels: Sequence[str]) -> None:
        asked = b"".join([_encode(Prepare(game, options, players, level)) + b"\n" for level in levels])
        if asked in self._prepared:
            return
        self._prepared.append(asked)
        for worker in self._workers:
            worker.child.write_line(asked)

    @property
    def processes(self) -> list[int]:
        """The process ids."""
        return [worker.child.process.pid for worker in self._workers if worker.child.process is not None]


class _Worker:
    """One process and its open jobs; `prepared` are the kinds of tables that were announced."""

    def __init__(self, prepared: Iterable[bytes], memory: int) -> None:
        self._prepared = prepared
        self.jobs = dict[int, tuple[bytes, Callable[[ChosenMove], None]]]()
        self._suspect: int | None = None
        """The job that the last process had when it died; it had the oldest one, since jobs are done in order."""
        self.child = ChildProcess(
            *("knobel.serve.workers.bot_process", "thinking", self._initial_lines, self._on_line, self._on_exit),
            arguments=[str(memory)],
        )
        self._decode = msgspec.json.Decoder(ChosenMove).decode

    def submit(self, job: Job, done: Callable[[ChosenMove], None]) -> None:
        line = _encode(job) + b"\n"
        self.jobs[job.id] = line, done
        self.child.write_line(line)

    def _initial_lines(self) -> Iterator[bytes]:
        yield from self._prepared
        yield from (line for line, _ in self.jobs.values())

    def _on_exit(self) -> None:
        """Choose the move of a job of which two processes have died here, with the fallback level, which is quick."""
        oldest = next(iter(self.jobs), None)
        if oldest is not None and oldest == self._suspect:
            line, done = self.jobs.pop(oldest)
            log_event("two bot processes died of the same job", logging.ERROR)
            job = replace(msgspec.json.decode(line, type=Job), level=FALLBACK_LEVEL)
            self._pass_on(done, lambda: choose_move(Readiness(), job))
        self._suspect = oldest

    def _on_line(self, line: bytes) -> None:
        chosen = self._decode(line)
        _, done = self.jobs.pop(chosen.id, (b"", None))
        if done is not None:
            self._pass_on(done, lambda: chosen)

    def _pass_on(self, done: Callable[[ChosenMove], None], chosen: Callable[[], ChosenMove]) -> None:
        """Pass a move on; an error at one table must not stop the bots of the others."""
        try:
            done(chosen())
        except Exception as error:
            log_repeated("a thought could not be used", error=type(error).__name__)
