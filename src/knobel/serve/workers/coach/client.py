"""The coach thinks in a process of its own, outside the event loop and with low priority."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Final, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from ....rules.errors import KnobelError
from ...limits.quotas import Places, QuotaExceeded, Requester
from ...timers import Time
from ..child_process import ChildProcess
from .jobs import NO_ANSWER, Answered, Cancel, Failed, FromCoach, Job, Progress

OnProgress: TypeAlias = Callable[[int, int], None]
"""Hears how much of how much is done, in the event loop."""

MAX_CRASHES: Final = 2
"""Processes that may die over a job before it is given up: whatever ended two of them would end the next one too."""

_encode = msgspec.json.Encoder().encode


class CoachError(KnobelError):
    """The coach cannot do what it was asked: something is wrong with the question, or with `ours`."""

    def __init__(self, sentence: str, rule: str | None = None, ours: bool = False) -> None:
        super().__init__(sentence, rule)
        self.ours = ours


class CoachTimeout(CoachError):
    """The answer takes longer than anybody should be kept waiting; whoever asks again has it sooner."""

    def __init__(self) -> None:
        super().__init__("the coach is still thinking; ask again in a moment", ours=True)


def ignore_progress(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


class Coach(Protocol):
    """Whoever does the jobs of the coach."""

    async def ask(self, job: Job, told: OnProgress = ignore_progress) -> bytes:
        """The answer as JSON, or `CoachError`. Whoever stops waiting cancels the job."""
        ...


class CoachProcess:
    """The process, which begins with the first job; one that dies is replaced, and the new one gets its jobs."""

    def __init__(self) -> None:
        self._ids = count(1)
        self._open = dict[int, _PendingJob]()
        self._wanted = asyncio.Event()
        self._decode = msgspec.json.Decoder(FromCoach).decode
        self._child = ChildProcess(
            "knobel.serve.workers.coach.process", "coaching", self._lines, self._hear, self._lost
        )
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> CoachProcess:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        for each in self._open.values():
            each.fail(CoachError("the server restarts; come back in a moment", ours=True))

    async def _run(self) -> None:
        await self._wanted.wait()
        await self._child.run()

    @property
    def process(self) -> int | None:
        """The number of the process, if it runs."""
        return self._child.process.pid if self._child.process is not None else None

    async def ask(self, job: Job, told: OnProgress = ignore_progress) -> bytes:
        number = next(self._ids)
        self._open[number] = waiting = _PendingJob(_encode(replace(job, id=number)) + b"\n", told)
        self._wanted.set()
        self._child.say(waiting.line)
        try:
            return await waiting.answer
        finally:
            del self._open[number]
            if waiting.answer.cancelled():
                self._child.say(_encode(Cancel(number)) + b"\n")

    def _lines(self) -> Iterator[bytes]:
        return (waiting.line for waiting in self._open.values())

    def _hear(self, line: bytes) -> None:
        news = self._decode(line)
        waiting = self._open.get(news.id)
        if waiting is None or waiting.answer.done():
            return
        match news:
            case Progress(done=done, total=total):
                waiting.told(done, total)
            case Answered(answer=answer):
                waiting.answer.set_result(bytes(answer))
            case Failed(sentence=sentence, rule=rule, ours=ours):
                waiting.fail(CoachError(sentence, rule, ours))

    def _lost(self) -> None:
        for waiting in self._open.values():
            waiting.lives -= 1
            if not waiting.lives:
                waiting.fail(CoachError(NO_ANSWER, ours=True))


class _PendingJob:
    """A job that is not done yet, and who waits for it."""

    def __init__(self, line: bytes, told: OnProgress) -> None:
        self.line = line
        self.told = told
        self.lives = MAX_CRASHES
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def fail(self, error: CoachError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


MAX_PER_DEVICE: Final = 8
"""Questions of one device that may be open at the same time: odds, hints and verdicts of a quick game."""

MAX_PER_ADDRESS: Final = 12
"""Questions from one address: whoever sends no cookie is another device every time."""

MAX_OPEN: Final = 40
"""Questions that may be open at the same time."""

TIMEOUT: Final = 25.0
"""Seconds that a question waits for its answer; proxies give up after thirty."""

T = TypeVar("T")


class CoachQuestions:
    """Passes questions on to the coach."""

    def __init__(self, coach: Coach, time: Time) -> None:
        self._coach = coach
        self._time = time
        self._places = Places(MAX_OPEN, MAX_PER_ADDRESS, MAX_PER_DEVICE)
        self._tasks = set[asyncio.Task[bytes]]()

    async def ask(self, job: Job, answer: type[T], asker: Requester) -> T:
        """The answer, or `CoachError`, `CoachTimeout` after a while, or `QuotaExceeded` if enough is asked already."""
        if not self._places.enter(asker):
            raise QuotaExceeded("the coach is busy; ask again in a moment")
        try:
            return msgspec.json.decode(await self._answered(job), type=answer)
        finally:
            self._places.leave(asker)

    async def _answered(self, job: Job) -> bytes:
        """What takes too long is given up here; the coach remembers what it has found by then."""
        task = asyncio.create_task(self._coach.ask(job))
        alarm = self._time.later(TIMEOUT, task.cancel)
        self._tasks.add(task)
        try:
            await asyncio.wait([task])
            if task.cancelled():
                raise CoachTimeout
            return task.result()
        finally:
            alarm.cancel()
            task.cancel()
            self._tasks.discard(task)

    def stop(self) -> None:
        """Answer everybody who waits: they ask again when the server is back."""
        for task in self._tasks:
            task.cancel()
