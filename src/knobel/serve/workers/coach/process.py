"""The process of the coach: jobs come as lines on stdin, answers and progress go as lines to stdout.

Whole games are analysed in one thread, puzzles that take long are found in another, and short questions are answered in
a third, so that a hint never waits for an analysis. All end when there are no more jobs.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import BinaryIO, Final, Protocol

import msgspec
from msgspec import Raw

from ....rules.errors import KnobelError
from .jobs import NOTHING_TO_SAY, Analyse, Answered, Cancel, Failed, FromCoach, Job, Pose, Progress, ToCoach

_OFTEN: Final = 0.2
"""Seconds between two lines about the progress of the same job."""

SLOW: Final = frozenset({"zocknroll"})
"""Games whose puzzles are found by playing positions on; the others are solved, and a puzzle is there at once."""

Told = Callable[[int, int], None]


class Mind(Protocol):
    """Whoever does the jobs; `told` hears how far it is, and raises where nobody wants to know any more."""

    def do(self, job: Job, told: Told) -> object: ...

    def rest(self, job: Job, /) -> None:
        """Nothing is asked after this job: get ready for what is likely to be asked next."""
        ...


class _Cancelled(Exception):
    """Nobody waits for the answer."""


class Coach:
    """Takes jobs from one stream and answers them on another."""

    def __init__(self, mind: Callable[[], Mind], answers: BinaryIO) -> None:
        self._answers = answers
        self._saying = Lock()
        self._wanted = set[int]()
        self._queues = [SimpleQueue[Job | None]() for _ in range(3)]
        self._threads = [Thread(target=self._work, args=(queue, mind), daemon=True) for queue in self._queues]
        for thread in self._threads:
            thread.start()

    def listen(self, lines: Iterable[bytes]) -> None:
        """Take jobs until there are no more, and finish those that were given."""
        decode = msgspec.json.Decoder(ToCoach).decode
        short, long, puzzles = self._queues
        for line in lines:
            asked = decode(line)
            if isinstance(asked, Cancel):
                self._wanted.discard(asked.id)
            else:
                self._wanted.add(asked.id)
                match asked:
                    case Analyse():
                        long.put(asked)
                    case Pose() if asked.game in SLOW:
                        puzzles.put(asked)
                    case _:
                        short.put(asked)
        for queue in self._queues:
            queue.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self, queue: SimpleQueue[Job | None], mind: Callable[[], Mind]) -> None:
        """Do one job after the other with a mind of this thread's own: what it remembers is not shared."""
        thinks = mind()
        while (job := queue.get()) is not None:
            with contextlib.suppress(_Cancelled):
                self._tell(self._done(thinks, job))
            self._wanted.discard(job.id)
            if queue.empty():
                self._rest(thinks, job)

    def _rest(self, mind: Mind, job: Job) -> None:
        try:
            mind.rest(job)
        except Exception as error:  # whoever asks for it will hear that it fails
            _complain("get ready", error)

    def _done(self, mind: Mind, job: Job) -> FromCoach:
        told = self._teller(job.id)
        try:
            self._check_wanted(job.id)
            return Answered(job.id, Raw(msgspec.json.encode(mind.do(job, told))))
        except _Cancelled:
            raise
        except KnobelError as error:
            return Failed(job.id, error.sentence, error.rule)
        except Exception as error:  # one job that fails must not take the others with it
            _complain(type(job).__name__.lower(), error)
            return Failed(job.id, NOTHING_TO_SAY, ours=True)

    def _teller(self, number: int) -> Told:
        """Passes progress on, not too often."""
        last = -_OFTEN

        def told(done: int, total: int) -> None:
            nonlocal last
            self._check_wanted(number)
            now = monotonic()
            if now - last >= _OFTEN:
                last = now
                self._tell(Progress(number, done, total))

        return told

    def _check_wanted(self, number: int) -> None:
        if number not in self._wanted:
            raise _Cancelled

    def _tell(self, news: FromCoach) -> None:
        with self._saying:
            self._answers.write(msgspec.json.encode(news) + b"\n")
            self._answers.flush()


def _complain(what: str, error: Exception) -> None:
    """Say what failed, but not on what: the server's log gets this, and errors may name dice."""
    print(f"the coach cannot {what}: {type(error).__name__}", file=sys.stderr, flush=True)


def main() -> None:
    """Think about what comes in, until nobody asks any more."""
    from .answers import CoachMind

    lines, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not come between the answers
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        Coach(CoachMind, answers).listen(lines)


if __name__ == "__main__":
    main()
