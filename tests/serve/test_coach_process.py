"""The coach process: answers, progress, cancellation, and restart after a crash."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import msgspec
import pytest

from knobel.bots import play_out
from knobel.coach.analyse import analyse
from knobel.coach.analysis import Analysis
from knobel.coach.panel import Panel, panel
from knobel.forms import parse
from knobel.rules.errors import BadPosition
from knobel.rules.records import dumps
from knobel.serve.workers.child_process import ChildProcess
from knobel.serve.workers.coach import client
from knobel.serve.workers.coach.client import CoachError, CoachProcess
from knobel.serve.workers.coach.jobs import (
    Analyse,
    Answered,
    Cancel,
    ComputeOdds,
    Evaluate,
    Failed,
    FromCoach,
    Job,
    Progress,
    ToCoach,
    Weigh,
)
from knobel.serve.workers.coach.process import JobRunner, OnProgress

from .memory_server import memory_server

ZOCK = "zock games=1 cover 0 36 123456789/123456789 - - - -"
GAME = play_out("zock", ["Anna", "Ben"], {"games": 2}, seed=1)
WHOLE = dumps(GAME)


class Slow:
    """A handler whose analyses run until cancelled, and whose other answers echo the question."""

    begun = Event()

    def run(self, job: Job, on_progress: OnProgress) -> object:
        if isinstance(job, Analyse):
            self.begun.set()
            while True:
                on_progress(1, 2)
        if job == Evaluate("broken", job.id):
            raise BadPosition("this is no position", "K1")
        if job == Evaluate("bug", job.id):
            raise RuntimeError("dice 1 2 3")
        return job

    def idle(self, _: Job, /) -> None:
        raise RuntimeError("a fault while idle")


def _said(answers: io.BytesIO) -> list[FromCoach]:
    return [msgspec.json.decode(line, type=FromCoach) for line in answers.getvalue().splitlines()]


def _lines(*asked: ToCoach | Callable[[], object]) -> Iterator[bytes]:
    """Job lines as they arrive; in between, events are awaited."""
    for each in asked:
        if isinstance(each, ToCoach):
            yield msgspec.json.encode(each)
        else:
            each()


def test_a_short_question_does_not_wait_for_an_analysis_and_cancelling_ends_one() -> None:
    answers, short = io.BytesIO(), Event()

    class Answers(Slow):
        def idle(self, _: Job, /) -> None:
            short.set()

    asked = (Analyse("", 1), Slow.begun.wait, Evaluate(ZOCK, 2), short.wait, Cancel(1))
    JobRunner(Answers, answers).listen(_lines(*asked))
    said = _said(answers)
    assert [each.id for each in said if isinstance(each, Answered)] == [2]
    assert {each.id for each in said if isinstance(each, Progress)} == {1}


def test_a_job_cancelled_in_the_queue_does_not_start() -> None:
    answers = io.BytesIO()
    Slow.begun.clear()
    asked = (Analyse("", 1), Slow.begun.wait, Analyse("", 2), Cancel(2), Cancel(1))
    JobRunner(Slow, answers).listen(_lines(*asked))
    assert all(isinstance(each, Progress) and each.id == 1 for each in _said(answers))


def test_a_failing_job_reports_why_and_stops_no_other(capfd: pytest.CaptureFixture[str]) -> None:
    answers = io.BytesIO()
    JobRunner(Slow, answers).listen(_lines(Evaluate("broken", 1), Evaluate("bug", 2), Evaluate(ZOCK, 3)))
    wrong, bug, right = _said(answers)
    assert wrong == Failed(1, "this is no position", "K1")
    assert isinstance(bug, Failed)
    assert bug.ours
    assert isinstance(right, Answered)
    heard = capfd.readouterr().err
    assert "the coach cannot evaluate: RuntimeError" in heard
    assert "1 2 3" not in heard, "errors may name dice"


async def test_the_real_process_gives_the_same_answers() -> None:
    said = list[tuple[int, int]]()
    async with CoachProcess() as coach:
        assert coach.process is None, "it begins with the first job"
        long = asyncio.create_task(coach.ask(Analyse(WHOLE), lambda done, total: said.append((done, total))))
        assert msgspec.json.decode(await coach.ask(ComputeOdds(ZOCK, 0)), type=Panel) == panel(parse(ZOCK), 0)
        with pytest.raises(CoachError, match="no move of this decision") as refused:
            await coach.ask(Weigh(ZOCK, {"e": "cover", "seat": 0, "fields": [1]}))
        assert not refused.value.ours
        assert coach.process is not None
        assert os.getpriority(os.PRIO_PROCESS, coach.process) == min(19, os.nice(0) + 10), "tables come first"
        assert await long == msgspec.json.encode(analyse(GAME))
        assert said
        assert all(0 <= done <= total == len(GAME.events) for done, total in said)


async def _standing_still(coach: CoachProcess) -> int:
    """The id of the running, stopped process."""
    await coach.ask(ComputeOdds(ZOCK, 0))
    assert coach.process is not None
    os.kill(coach.process, signal.SIGSTOP)
    return coach.process


async def _asking(coach: CoachProcess) -> asyncio.Task[bytes]:
    """A job that has been submitted to the process."""
    job = asyncio.create_task(coach.ask(Analyse(WHOLE)))
    await asyncio.sleep(0)
    return job


async def test_a_dead_process_is_restarted_with_its_jobs() -> None:
    async with CoachProcess() as coach:
        first = await _standing_still(coach)
        job = await _asking(coach)
        os.kill(first, signal.SIGKILL)
        assert msgspec.json.decode(await job, type=Analysis).game == "zock"
        assert coach.process not in (None, first)


async def test_a_job_that_crashes_its_processes_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_CRASHES", 1)
    async with CoachProcess() as coach:
        first = await _standing_still(coach)
        job = await _asking(coach)
        os.kill(first, signal.SIGKILL)
        with pytest.raises(CoachError) as given_up:
            await job
        assert given_up.value.ours


async def test_a_process_with_malformed_output_is_restarted() -> None:
    heard, understood = list[bytes](), asyncio.Event()

    def hear(line: bytes) -> None:
        heard.append(line)
        if len(heard) == 1:
            raise ValueError("what?")
        understood.set()

    question = msgspec.json.encode(ComputeOdds(ZOCK, 0, 1)) + b"\n"
    child = ChildProcess("knobel.serve.workers.coach.process", "coaching", lambda: [question], hear)
    child.start()
    await understood.wait()
    assert heard == [heard[0]] * 2, "the next one was greeted with the same question"
    await child.stop()


async def test_cancelling_a_request_cancels_its_job() -> None:
    async with CoachProcess() as coach:
        process = await _standing_still(coach)
        job = await _asking(coach)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        os.kill(process, signal.SIGCONT)
        assert await coach.ask(ComputeOdds(ZOCK, 1))
        assert coach.process == process


async def test_stopping_fails_open_jobs() -> None:
    async with CoachProcess() as coach:
        job = await _asking(coach)
    with pytest.raises(CoachError, match="restarts"):
        await job


async def test_tables_go_on_during_an_analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach process is stopped during the whole game."""
    async with memory_server(tmp_path) as server, CoachProcess() as coach:
        monkeypatch.setattr(server.coach, "ask", coach.ask)
        process = await _standing_still(coach)
        try:
            anna = await server.device()
            replay = (await anna.http.post("/api/records", content=WHOLE)).json()["replay"]
            path = f"/api/replays/{replay}/analysis"
            await anna.http.post(path)
            socket = await anna.look(await anna.make("zock", options={"games": 1}))
            await socket.play()
            assert (await anna.http.get(path)).json()["state"] == "running"
        finally:
            os.kill(process, signal.SIGCONT)
        while (state := (await anna.http.get(f"{path}?wait=20")).json()["state"]) == "running":
            pass
        assert state == "done"
