"""Supervised loops go on after every failure; what cannot go on is a fault."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from prometheus_client.parser import text_string_to_metric_families

import knobel.serve
from knobel.serve.live.hub import SWEEP_INTERVAL
from knobel.serve.live.table import LiveTable
from knobel.serve.metrics import Metrics
from knobel.serve.supervised import FAILURES, FaultHandler, supervised
from knobel.serve.transport import close_codes

from .fakes import ManualTime
from .memory_server import memory_server


async def test_a_loop_goes_on_after_every_kind_of_failure(caplog: pytest.LogCaptureFixture) -> None:
    failing: list[BaseException | None] = [
        None,
        KeyError("first"),
        None,
        KeyError("again"),
        asyncio.CancelledError(),
        MemoryError(),
        None,
    ]
    steps, time = list[float](), ManualTime()

    async def step() -> None:
        steps.append(time.now())
        error = failing[len(steps) - 1] if len(steps) <= len(failing) else None
        if error is not None:
            raise error

    before = FAILURES["a test"]
    loop = supervised("a test", step, 1.0, time=time)
    await time.advance(20)
    assert len(steps) > len(failing)
    assert FAILURES["a test"] - before == 4
    logged = [record.exc_info[0] for record in caplog.records if record.exc_info and "a test" in record.getMessage()]
    assert logged == [KeyError, KeyError, asyncio.CancelledError, MemoryError], "the handler shows each type once"
    gaps = [round(after - step, 3) for step, after in pairwise(steps)]
    assert gaps[:6] == [1.0, 0.1, 1.0, 0.2, 0.4, 0.8], "the delay grows with failures that follow each other soon"
    metrics = text_string_to_metric_families(Metrics().text().decode())
    counted = next(family for family in metrics if family.name == "knobel_loop_failures")
    assert {sample.labels["loop"]: sample.value for sample in counted.samples if sample.name.endswith("total")}[
        "a test"
    ] == FAILURES["a test"]
    await loop.stop()
    ended = len(steps)
    await time.advance(10)
    assert len(steps) == ended


async def test_a_loop_that_is_cancelled_from_elsewhere_goes_on() -> None:
    steps, time = list[float](), ManualTime()

    async def step() -> None:
        steps.append(time.now())
        await asyncio.Event().wait()

    loop = supervised("a waiting test", step, 1.0, time=time)
    await time.advance(1)
    for task in asyncio.all_tasks():
        if task.get_name() == "knobel a waiting test":
            task.cancel()
    await time.advance(1)
    assert len(steps) == 2
    await loop.stop()


async def test_one_table_that_fails_does_not_end_the_sweeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device(address="10.0.0.2")
        first, second = await anna.make(), await ben.make()
        bad, silent = await anna.look(first), await ben.look(second)
        failing, check = server.hub.tables[first], LiveTable.check_host

        def check_host(live: LiveTable, now: float) -> None:
            if live is failing:
                raise ZeroDivisionError
            check(live, now)

        def broken() -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(LiveTable, "check_host", check_host)
        monkeypatch.setattr(server.hub.analyses, "drop_abandoned", broken)
        swept = list[float]()
        monkeypatch.setattr(server.hub.housekeeping, "sweep", lambda: swept.append(server.time.now()))
        await server.time.advance(3 * SWEEP_INTERVAL)
        assert len(swept) == 3
        await bad.until(lambda: bad.closed is not None)
        assert bad.closed is not None
        assert bad.closed[0] == close_codes.RELOAD, "a table that fails is read anew"
        await server.time.advance(server.services.limits.presence_timeout + 2 * SWEEP_INTERVAL)
        await silent.until(lambda: silent.closed is not None)
        assert silent.closed is not None
        assert silent.closed[0] == close_codes.SILENT
        again = await anna.look(first)
        assert again.closed is None


async def test_a_bot_whose_move_cannot_be_made_does_not_stop_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make("schocken", bots=2)
        apply, failures = LiveTable.apply, list[object]()

        def fail_once(live: LiveTable, *given: object, **named: object) -> None:
            if not failures:
                failures.append(given)
                raise RuntimeError("planted")
            apply(live, *given, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(LiveTable, "apply", fail_once)
        socket = await anna.look(code)
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert socket.closed[0] == close_codes.RELOAD
        again = await anna.look(code)
        await again.play()


def test_a_fault_begins_the_end_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    started, ended = list[Callable[[], None]](), list[int]()
    monkeypatch.setattr("threading.Thread.start", lambda thread: started.append(thread.run))
    faults = FaultHandler()
    faults.end("the first", OSError())
    faults.on_fault(lambda: ended.append(1))
    faults.end("the second", OSError())
    assert str(faults.fault) == "the first"
    assert ended == [1], "also if it came before"
    assert len(started) == 1, "if it does not end, it is ended"
    assert [record.levelname for record in caplog.records] == ["CRITICAL"]


_TIMERS: Final = ("later", "call_later", "call_soon", "call_at")
_MAY_REPEAT: Final = {
    "SupervisedLoop._start": "the supervision itself",
    "ThirdPartyWorker._end": "a time limit, started anew with every question",
    "WebSocketProtocol._parse_rest": "as long as one connection has unread data",
    "AdmissionControl._next_iteration": "while requests wait; the next iteration is scheduled before each of them",
    "SliceQueue._next": "while work waits; it is begun anew by each piece of work",
    "Dealing._on_timer": "while dice are due; a fault is one of its table, which is read anew",
    "SlowReaderTimeout._check": "as long as one connection has unsent data",
}


def test_no_timer_repeats_itself_without_supervision() -> None:
    """A timer that starts itself again is a loop, which one exception would end."""
    found = dict[str, str]()
    for path in Path(knobel.serve.__path__[0]).rglob("*.py"):
        for kind in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(kind, ast.ClassDef):
                found.update({f"{kind.name}.{name}": str(path) for name in _repeating(kind)})
    assert found.keys() == _MAY_REPEAT.keys(), found


def _repeating(kind: ast.ClassDef) -> set[str]:
    """Methods that a timer calls, and that reach the start of that timer again."""
    reached, timed = dict[str, set[str]](), set[str]()
    for method in kind.body:
        if not isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        reached[method.name] = {own for node in ast.walk(method) if (own := _own(node))}
        for call in ast.walk(method):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _TIMERS:
                timed |= {own for argument in call.args for node in ast.walk(argument) if (own := _own(node))}
    return {name for name in timed & reached.keys() if name in _all_reached(name, reached)}


def _own(node: ast.AST) -> str | None:
    """The name of an attribute of `self`."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return node.attr
    return None


def _all_reached(name: str, reached: dict[str, set[str]]) -> set[str]:
    found, waiting = set[str](), [name]
    while waiting:
        for other in reached.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
