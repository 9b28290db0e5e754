"""Client of the coach process: jobs run outside the event loop, with low priority."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from typing import Final, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from ....rules.errors import KnobelError
from ...limits.quotas import Quota, QuotaExceeded, Requester
from ...limits.rate_limit import Limits
from ...logs import log_event
from ...timers import Time
from ..child_process import ChildProcess
from .jobs import NO_ANSWER, Answered, Cancel, Failed, FromCoach, Job, Overfull, Progress

OnProgress: TypeAlias = Callable[[int, int], None]
"""Gets the progress (done, total) of a job, in the event loop."""

MAX_CRASHES: Final = 2
"""Crashes of the process after which an open job fails: it probably causes them."""

MAX_OVERFULL: Final = 2
"""Times that the memory is full during a job after which the job fails: it probably needs that much itself."""

_encode = msgspec.json.Encoder().encode


class CoachError(KnobelError):
    """The coach cannot do a job: the question is invalid, or with `ours` the server is at fault."""

    def __init__(self, sentence: str, rule: str | None = None, ours: bool = False) -> None:
        super().__init__(sentence, rule)
        self.ours = ours


class CoachTimeout(CoachError):
    """The answer takes too long for one request; a repeated request gets it sooner."""

    def __init__(self) -> None:
        super().__init__("the coach is still thinking; ask again in a moment", ours=True)


def ignore_progress(done: int, total: int) -> None:
    """Progress callback that does nothing."""


class Coach(Protocol):
    """Does the jobs of the coach."""

    async def ask(self, job: Job, on_progress: OnProgress = ignore_progress) -> bytes:
        """The answer as JSON; raises `CoachError`. Cancelling the call cancels the job."""
        ...


class CoachProcess:
    """The process. It starts with the first job; when it dies it is restarted and gets the open jobs again.

    With more than `memory` bytes it is replaced. The jobs that it worked at are repeated once: one that is there again
    when the memory is full fails.
    """

    def __init__(self, memory: int = 0) -> None:
        self._ids = count(1)
        self._memory = memory
        self._replacing = False
        self._open = dict[int, _PendingJob]()
        self._decode = msgspec.json.Decoder(FromCoach).decode
        self._child = ChildProcess(
            "knobel.serve.workers.coach.process", "coaching", self._lines, self._on_line, self._on_exit, [str(memory)]
        )

    async def __aenter__(self) -> CoachProcess:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._child.stop()
        for each in self._open.values():
            each.fail(CoachError("the server restarts; come back in a moment", ours=True))

    @property
    def process(self) -> int | None:
        """The process id, if it runs."""
        return self._child.process.pid if self._child.process is not None else None

    async def ask(self, job: Job, on_progress: OnProgress = ignore_progress) -> bytes:
        number = next(self._ids)
        self._open[number] = waiting = _PendingJob(_encode(replace(job, id=number)) + b"\n", on_progress)
        self._child.start()
        self._child.write_line(waiting.line)
        try:
            return await waiting.answer
        finally:
            del self._open[number]
            if waiting.answer.cancelled():
                self._child.write_line(_encode(Cancel(number)) + b"\n")

    def _lines(self) -> Iterator[bytes]:
        return (waiting.line for waiting in self._open.values() if not waiting.answer.done())

    def _on_line(self, line: bytes) -> None:
        news = self._decode(line)
        if isinstance(news, Overfull):
            self._replace(news.running)
            return
        waiting = self._open.get(news.id)
        if waiting is None or waiting.answer.done():
            return
        match news:
            case Progress(done=done, total=total):
                waiting.on_progress(done, total)
            case Answered(answer=answer):
                waiting.answer.set_result(bytes(answer))
            case Failed(sentence=sentence, rule=rule, ours=ours):
                waiting.fail(CoachError(sentence, rule, ours))

    def _replace(self, running: tuple[int, ...]) -> None:
        megabytes = self._memory // 1_000_000
        log_event("a coaching process needs too much memory and is replaced", megabytes=megabytes, jobs=len(running))
        for number in running:
            if (waiting := self._open.get(number)) is not None:
                waiting.overfull += 1
                if waiting.overfull >= MAX_OVERFULL:
                    waiting.fail(CoachError(f"this needs more memory than the coach has, {megabytes} MB", ours=True))
        self._replacing = True
        self._child.replace()

    def _on_exit(self) -> None:
        if self._replacing:
            self._replacing = False
            return
        for waiting in self._open.values():
            waiting.crashes += 1
            if waiting.crashes >= MAX_CRASHES:
                waiting.fail(CoachError(NO_ANSWER, ours=True))


class _PendingJob:
    """An open job with the future of its answer."""

    def __init__(self, line: bytes, on_progress: OnProgress) -> None:
        self.line = line
        self.on_progress = on_progress
        self.crashes = 0
        self.overfull = 0
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def fail(self, error: CoachError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


TIMEOUT: Final = 25.0
"""Seconds that a question waits for its answer; proxies give up after thirty."""

T = TypeVar("T")


class CoachQuestions:
    """Short questions to the coach (values, hints, odds), with quotas and a timeout."""

    def __init__(self, coach: Coach, time: Time, limits: Limits) -> None:
        self._coach = coach
        self._time = time
        self._quota = Quota(limits.questions, limits.questions_of_address, limits.questions_of_device)
        self._tasks = set[asyncio.Task[bytes]]()

    async def ask(self, job: Job, answer: type[T], requester: Requester) -> T:
        """The answer; raises `CoachError`, `CoachTimeout` or `QuotaExceeded`."""
        keys = requester.address, requester.device
        if not self._quota.acquire(*keys):
            raise QuotaExceeded("the coach is busy; ask again in a moment")
        try:
            return msgspec.json.decode(await self._answered(job), type=answer)
        finally:
            self._quota.release(*keys)

    async def _answered(self, job: Job) -> bytes:
        """Wait with a timeout; the coach caches what it has found by then."""
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
        """Cancel all open questions: clients ask again after the restart."""
        for task in self._tasks:
            task.cancel()
