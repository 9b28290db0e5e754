"""Coach process: jobs arrive as JSON lines on stdin, answers and progress leave as JSON lines on stdout.

One thread analyses whole games, one finds slow puzzles, and one answers short questions, so that a hint never waits for
an analysis. All threads end with the input.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import BinaryIO, Final, Protocol, assert_never

import msgspec
from msgspec import Raw, Struct

from ....coach.analyse import analyse
from ....coach.explorer import explore
from ....coach.judges import Judge, judge_of
from ....coach.panel import Panel, panel
from ....coach.puzzles import daily, puzzle
from ....coach.values import Values
from ....coach.verdict import MOST_MOVES, alternatives, verdict_of
from ....forms import parse
from ....rules.errors import BadPosition, KnobelError
from ....rules.game import AnyGame, Options, State, read_event
from ....rules.records import loads
from ....telling.choices import label
from ....telling.phrase import Phrase, phrase
from ...limits.lru_cache import LruCache
from ..memory import end_with_server, end_with_threads, refuse_beyond, resident
from .jobs import (
    NO_ANSWER,
    Analyse,
    Answered,
    Cancel,
    CoachPosition,
    ComputeOdds,
    Evaluate,
    Explore,
    Failed,
    FindPuzzle,
    FromCoach,
    Job,
    Opinion,
    Overfull,
    Progress,
    ToCoach,
    Valued,
    Weigh,
    coach_position,
)

_PROGRESS_INTERVAL: Final = 0.2
"""Seconds between two progress lines of a job."""

_LOOK_INTERVAL: Final = 0.1
"""Seconds between two looks at the memory."""

SLOW_PUZZLES: Final = frozenset({"zocknroll"})
"""Games whose puzzles need rollouts; the others are solved, and a puzzle is found at once."""

OnProgress = Callable[[int, int], None]


class JobHandler(Protocol):
    """Does jobs; `on_progress` gets the progress, and raises if the job was cancelled."""

    def run(self, job: Job, on_progress: OnProgress) -> object: ...

    def idle(self, job: Job, /) -> None:
        """The queue is empty after this job: prepare for what is likely to be asked next."""
        ...


class _Cancelled(Exception):
    """The job was cancelled."""


class JobRunner:
    """Reads jobs from one stream and writes answers to another."""

    def __init__(self, new_handler: Callable[[], JobHandler], answers: BinaryIO) -> None:
        self._answers = answers
        self._writing = Lock()
        self._wanted = set[int]()
        self._running = set[int]()
        self._begun = Event()
        self._queues = [SimpleQueue[Job | None]() for _ in range(3)]
        self._threads = [Thread(target=self._work, args=(queue, new_handler), daemon=True) for queue in self._queues]
        for thread in self._threads:
            thread.start()

    def listen(self, lines: Iterable[bytes]) -> None:
        """Read jobs until the input ends, and finish them."""
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
                    case FindPuzzle() if asked.game in SLOW_PUZZLES:
                        puzzles.put(asked)
                    case _:
                        short.put(asked)
        for queue in self._queues:
            queue.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self, queue: SimpleQueue[Job | None], new_handler: Callable[[], JobHandler]) -> None:
        """Do the jobs of a queue with a handler of this thread's own: its caches are not shared."""
        handler = new_handler()
        while (job := queue.get()) is not None:
            self._running.add(job.id)
            self._begun.set()
            with contextlib.suppress(_Cancelled):
                self._write(self._done(handler, job))
            self._running.discard(job.id)
            self._wanted.discard(job.id)
            if queue.empty():
                self._idle(handler, job)

    def watch(self, limit: int) -> None:
        """Tell the server once that the process needs more memory than `limit` bytes; the server replaces it.

        Before the first job it does not: with a limit that is too small, the next process would not be better.
        """

        def look() -> None:
            self._begun.wait()
            while resident() <= limit:
                sleep(_LOOK_INTERVAL)
            self._write(Overfull(tuple(self._running)))

        Thread(target=look, daemon=True).start()

    def _idle(self, handler: JobHandler, job: Job) -> None:
        try:
            handler.idle(job)
        except Exception as error:  # a request for it will report the error
            _report("get ready", error)

    def _done(self, handler: JobHandler, job: Job) -> FromCoach:
        on_progress = self._progress_of(job.id)
        try:
            self._check_wanted(job.id)
            return Answered(job.id, Raw(msgspec.json.encode(handler.run(job, on_progress))))
        except _Cancelled:
            raise
        except KnobelError as error:
            return Failed(job.id, error.sentence, error.rule)
        except Exception as error:  # a failing job must not stop the others
            _report(type(job).__name__.lower(), error)
            return Failed(job.id, NO_ANSWER, ours=True)

    def _progress_of(self, number: int) -> OnProgress:
        """A progress callback that writes at most every 0.2 seconds."""
        last = -_PROGRESS_INTERVAL

        def on_progress(done: int, total: int) -> None:
            nonlocal last
            self._check_wanted(number)
            now = monotonic()
            if now - last >= _PROGRESS_INTERVAL:
                last = now
                self._write(Progress(number, done, total))

        return on_progress

    def _check_wanted(self, number: int) -> None:
        if number not in self._wanted:
            raise _Cancelled

    def _write(self, news: FromCoach) -> None:
        with self._writing:
            self._answers.write(msgspec.json.encode(news) + b"\n")
            self._answers.flush()


def _report(what: str, error: Exception) -> None:
    """Print what failed without the error text: the server logs this, and the text may name dice."""
    print(f"the coach cannot {what}: {type(error).__name__}", file=sys.stderr, flush=True)


_MAX_JUDGES: Final = 6
"""Kinds of tables whose judges are cached."""

_MAX_DECISIONS: Final = 200
"""Decisions whose values are cached: after a hint, a client asks what its move would cost."""


class CoachHandler:
    """Does the jobs of one thread, with caches for judges and values."""

    def __init__(self) -> None:
        self._judges = LruCache[tuple[str, Options, int], Judge](_MAX_JUDGES)
        self._values = LruCache[str, Values](_MAX_DECISIONS)

    def run(self, job: Job, on_progress: OnProgress) -> Struct:
        match job:
            case Analyse(record=record):
                session = loads(record)
                judge = self._judge(session.game, session.options, len(session.players))
                return analyse(session, judge, on_progress)
            case Weigh():
                return self._opinion(job)
            case Evaluate(position=text):
                return self._valued(text)
            case ComputeOdds(view=text, seat=seat):
                return panel(parse(text), seat)
            case Explore(subject=subject, question=question):
                return explore(subject, question)
            case FindPuzzle(game=name, day=day, level=level, seed=seed):
                return puzzle(name, level, seed, on_progress) if day is None else daily(name, day, on_progress)
            case _:
                assert_never(job)

    def idle(self, job: Job) -> None:
        """After odds, prepare for a hint: the first decision of a kind of table compiles and loads a lot."""
        if not isinstance(job, ComputeOdds):
            return
        with suppress(BadPosition):  # another seat decides, whose dice are hidden
            at = coach_position(job.view)
            if at.decides == job.seat and self._judges.get(_judge_key(at)) is None:
                self._weighed(job.view, at)

    def _judge(self, game: AnyGame, options: Options, players: int) -> Judge:
        key = game.name, options, players
        return self._judges.get(key) or self._judges.put(key, judge_of(game, options, players))

    def _judge_of(self, at: CoachPosition) -> Judge:
        _, options, players = _judge_key(at)
        return self._judge(at.game, options, players)

    def _weighed(self, text: str, at: CoachPosition) -> Values:
        return self._values.get(text) or self._values.put(text, self._judge_of(at).weigh(at.view))

    def _opinion(self, job: Weigh) -> Opinion:
        at = coach_position(job.view)
        values = self._weighed(job.view, at)
        move = values.best.move if job.move is None else read_event(at.game, job.move)
        found = verdict_of(at.view, values, move)
        reasons = _why_best(at.view, values) if job.move is None else found.reasons
        return Opinion(found.moves, found.made, found.kind, found.loss, found.error, found.exact, reasons)

    def _valued(self, text: str) -> Valued:
        """At a decision the chances are those of the best move, where they are the same in all views."""
        at = coach_position(text)
        judge = self._judge_of(at)
        odds = Panel() if at.seat is None else panel(at.view, at.seat)
        if at.decides is None:
            return Valued(() if at.hides else judge.chances(at.state), (), judge.exact, 0, odds)
        values = self._weighed(text, at)
        chances = values.best.chances or (() if at.hides else judge.chances(at.state))
        return Valued(chances, alternatives(values.moves[:MOST_MOVES]), values.exact, values.played, odds)


def _judge_key(at: CoachPosition) -> tuple[str, Options, int]:
    """The cache key of the judge of a position."""
    options: Options = getattr(at.state, "options")  # noqa: B009 - the states of all games have them
    return at.game.name, options, at.state.players


def _why_best(view: State, values: Values) -> tuple[Phrase, ...]:
    """Why the best move is better than the second one; empty if there is only one move."""
    if len(values.moves) == 1:
        return ()
    best, second = values.moves[:2]
    alike = phrase("coach-hint-alike", best=label(best.move), other=label(second.move))
    return verdict_of(view, values, second.move).reasons or (alike,)


def main() -> None:
    """Run the process until the input ends; the argument is its memory limit in bytes, 0 for none."""
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    end_with_server()
    end_with_threads()
    refuse_beyond(limit)
    lines, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of libraries must not mix with the answers
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        runner = JobRunner(CoachHandler, answers)
        if limit:
            runner.watch(limit)
        runner.listen(lines)


if __name__ == "__main__":
    main()
