"""Memory limit of worker processes: they are replaced, and their jobs are repeated once."""

from __future__ import annotations

import asyncio
import io
from threading import Event, Thread

import msgspec
import pytest

from knobel.bots import play_out
from knobel.coach.analysis import Analysis
from knobel.rules.game import Decision
from knobel.rules.records import dumps
from knobel.serve.workers import bot_process
from knobel.serve.workers.bots import BotPool
from knobel.serve.workers.coach import process
from knobel.serve.workers.coach.client import CoachError, CoachProcess
from knobel.serve.workers.coach.jobs import Analyse, Evaluate, FromCoach, Job, Overfull
from knobel.serve.workers.coach.process import JobRunner, OnProgress
from knobel.serve.workers.memory import resident

GAME = play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=1)
WHOLE = dumps(GAME)


def test_resident_memory_is_that_of_this_process() -> None:
    before = resident()
    kept = bytearray(64 << 20)
    kept[::4096] = b"x" * len(kept[::4096])
    assert resident() - before > 48 << 20


class Waiting:
    """A handler that waits."""

    begun, go_on = Event(), Event()

    def run(self, job: Job, on_progress: OnProgress) -> object:
        on_progress(0, 1)
        self.begun.set()
        self.go_on.wait(20)
        return job

    def idle(self, _: Job, /) -> None: ...


def test_a_process_tells_which_jobs_run_when_its_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    full = 0
    monkeypatch.setattr(process, "resident", lambda: full)
    monkeypatch.setattr(process, "_LOOK_INTERVAL", 0.001)
    answers = io.BytesIO()
    runner = JobRunner(Waiting, answers)
    runner.watch(100)

    def lines() -> list[bytes]:
        return [msgspec.json.encode(Evaluate("first", 7)), msgspec.json.encode(Evaluate("second", 8))]

    def listened() -> None:
        nonlocal full
        Waiting.begun.wait(20)
        full = 101
        while b"overfull" not in answers.getvalue():
            pass
        Waiting.go_on.set()

    thread = Thread(target=listened)
    thread.start()
    runner.listen(lines())
    thread.join()
    said = [msgspec.json.decode(line, type=FromCoach) for line in answers.getvalue().splitlines()]
    assert next(each for each in said if isinstance(each, Overfull)) == Overfull((7,)), "the second one had not begun"


async def test_jobs_of_a_replaced_process_are_repeated_once() -> None:
    async with asyncio.timeout(120), CoachProcess(10**12) as coach:
        asking = asyncio.create_task(coach.ask(Analyse(WHOLE)))
        while coach.process is None:
            await asyncio.sleep(0.01)
        first = coach.process
        coach._on_line(msgspec.json.encode(Overfull((1,))))
        answer = msgspec.json.decode(await asking, type=Analysis)
        assert answer.game == "zock"
        assert coach.process != first


async def test_a_job_that_needs_too_much_memory_fails_with_a_sentence() -> None:
    """Every job needs more than this; the process is replaced, and another job gets an answer."""
    async with asyncio.timeout(120), CoachProcess(20_000_000) as coach:
        with pytest.raises(CoachError, match="this needs more memory than the coach has, 20 MB") as failed:
            await coach.ask(Analyse(WHOLE))
        assert failed.value.ours


async def test_a_bot_process_is_replaced_between_moves() -> None:
    view = next(state for state in map(GAME.state_at, range(50)) if isinstance(GAME.game.pending(state), Decision))
    async with asyncio.timeout(60), BotPool(1, memory=1) as bots:
        processes = set[int]()
        for _ in range(3):
            moved = asyncio.get_running_loop().create_future()
            bots.choose_move("zock", "casual", view, moved.set_result)
            chosen: bot_process.ChosenMove = await moved
            assert chosen.level == "casual"
            processes |= set(bots.processes)
        assert len(processes) > 1
