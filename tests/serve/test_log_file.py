"""The log: one line per cause. Its file: rotated by size and age, a bounded number of old files, private."""

from __future__ import annotations

import io
import json
import logging
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from knobel.rules.errors import KnobelError
from knobel.serve.logs import _OncePerCause, configure, configure_file, expire_log, log_event, log_repeated

from ..store.disk import NAME, Disk
from ..store.faults import expected, full_disk
from .memory_server import memory_server

_DAY: Final = 86400.0


@pytest.fixture(autouse=True)
def loggers() -> Iterator[None]:
    """Other tests find the loggers as they were."""
    names = ("knobel", "uvicorn", "asyncio")
    before = [(logger.handlers, logger.level, logger.propagate) for logger in map(logging.getLogger, names)]
    yield
    for name, (handlers, level, propagate) in zip(names, before, strict=True):
        logger = logging.getLogger(name)
        for handler in logger.handlers:
            handler.close()
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_old_logs_are_deleted(tmp_path: Path) -> None:
    file = tmp_path / "knobel.log"
    configure_file(file, 1000, 2)
    for number in range(100):
        log_event("happened", number=number)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["knobel.log", "knobel.log.1", "knobel.log.2"]
    assert all(path.stat().st_size <= 1000 for path in tmp_path.iterdir())
    assert json.loads(file.read_text().splitlines()[-1])["number"] == 99
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def _said(stream: io.StringIO) -> list[dict[str, Any]]:
    """The lines of a log since the last look."""
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    stream.truncate(0)
    stream.seek(0)
    return [{key: value for key, value in line.items() if key not in ("at", "from", "level")} for line in lines]


def test_one_cause_is_one_line_and_another_one_with_the_number_when_it_is_over() -> None:
    stream = io.StringIO()
    configure(stream)
    for number in range(5):
        log_repeated("a table is read anew", error="the disk is full")
        if number == 3:
            log_repeated("a table is read anew", error="the disk failed")
        log_event("stopped")
    full, failed = ({"what": "a table is read anew", "error": f"the disk {why}"} for why in ("is full", "failed"))
    stopped = {"what": "stopped"}
    assert _said(stream) == [full, stopped, stopped, stopped, failed, stopped, stopped], (
        "only what is marked is counted"
    )
    expire_log(time.time() + 60)
    assert _said(stream) == []
    expire_log(time.time() + 121)
    assert _said(stream) == [{**full, "times": 4, "seconds": 0}]
    log_repeated("a table is read anew", error="the disk is full")
    assert _said(stream) == [full], "it has come back"


def test_a_cause_that_goes_on_is_logged_every_hour() -> None:
    stream = io.StringIO()
    configure(stream)
    (handler,) = logging.getLogger("knobel").handlers
    begun = time.time()
    for minute in range(150):
        handler.handle(_repeated("the disk is full", begun + 60 * minute))
    said = [(line.get("times"), line.get("seconds")) for line in _said(stream)]
    assert said == [(None, None), (60, 3600), (60, 3600)]
    handler.handle(_repeated("the disk failed", begun + 60 * 149 + 121))
    assert [(line["error"], line.get("times")) for line in _said(stream)] == [
        ("the disk is full", 29),
        ("the disk failed", None),
    ]


def test_many_causes_are_all_logged() -> None:
    stream = io.StringIO()
    configure(stream)
    for number in range(500):
        for _ in range(3):
            log_repeated("a message cannot be read", why=number)
    for handler in logging.getLogger("knobel").handlers:
        for each in handler.filters:
            assert isinstance(each, _OncePerCause)
            assert len(each._causes) <= 101
            each.tell()
    said = _said(stream)
    assert sorted(line["why"] for line in said if "times" not in line) == list(range(500))
    assert sorted(line["why"] for line in said if line.get("times") == 2) == list(range(500))


def _repeated(error: str, at: float) -> logging.LogRecord:
    fields = {"name": "knobel", "levelno": logging.ERROR, "levelname": "ERROR", "msg": "failed", "created": at}
    return logging.makeLogRecord({**fields, "about": {"error": error}, "repeats": True})


async def test_a_full_disk_is_a_few_lines(tmp_path: Path) -> None:
    """Each table is read anew after each command."""
    stream, disk = io.StringIO(), Disk(tmp_path)
    with expected():
        async with memory_server(tmp_path, vfs=NAME) as server:
            anna = await server.device()
            codes = [await anna.make(bots=0, start=False, id=str(number)) for number in range(4)]
            configure(stream)
            disk.trouble = full_disk
            for number in range(5):
                for code in codes:
                    said = {"id": str(number), "v": 0, "do": {"c": "emote", "emote": "hello"}}
                    answer = await anna.http.post(f"/api/tables/{code}/commands", json=said)
                    assert answer.status_code == 503
            disk.trouble = None
            server.hub.health.note()
            expire_log(time.time() + 121)
    full = {"what": "a table is read anew", "error": "the disk is full: the store cannot be written"}
    assert _said(stream)[:3] == [
        full,
        {"what": "commands cannot be stored", "why": "full"},
        {**full, "times": 19, "seconds": 0},
    ]


def test_a_log_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(KnobelError, match="cannot be written"):
        configure_file(tmp_path / "missing" / "knobel.log", 1000, 2)


def _log(file: Path, *ages: float) -> None:
    """Write a log with lines of these ages in days."""
    times = (datetime.fromtimestamp(time.time() - age * _DAY, UTC).isoformat() for age in ages)
    file.write_text("".join(json.dumps({"at": at, "what": "happened"}) + "\n" for at in times))


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_lines_beyond_the_age_are_deleted_at_the_start(tmp_path: Path) -> None:
    """Also in files from a time when more of them were kept; those of other programs stay."""
    file = tmp_path / "knobel.log"
    _log(file, 1, 0.5)
    _log(tmp_path / "knobel.log.1", 5, 3)
    _log(tmp_path / "knobel.log.2", 8, 6)
    _log(tmp_path / "knobel.log.9", 80, 70)
    for other in ("knobel.log.old", "other.log.1"):
        _log(tmp_path / other, 80)
    configure_file(file, 10_000, 2, age=7 * _DAY)
    assert _names(tmp_path) == ["knobel.log", "knobel.log.1", "knobel.log.old", "other.log.1"]
    assert len(file.read_text().splitlines()) == 2


def test_a_log_with_an_old_line_is_rotated_even_if_it_is_small(tmp_path: Path) -> None:
    file = tmp_path / "knobel.log"
    _log(file, 3, 0.1)
    configure_file(file, 10_000, 2, age=6 * _DAY)
    log_event("happened")
    assert [len(path.read_text().splitlines()) for path in (file, tmp_path / "knobel.log.1")] == [1, 2]


def test_a_cut_off_line_and_an_empty_log_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "knobel.log"
    (tmp_path / "knobel.log.1").write_text('{"at":"2026-')
    file.touch()
    configure_file(file, 10_000, 2, age=6 * _DAY)
    assert _names(tmp_path) == ["knobel.log", "knobel.log.1"]
    expire_log(time.time() + 7 * _DAY)
    assert _names(tmp_path) == ["knobel.log"]


def test_no_line_gets_older_than_the_age_and_most_of_that_time_is_kept(tmp_path: Path) -> None:
    """A line a day for a year, by a clock of its own; the server looks at its log every six hours."""
    file, keep, age = tmp_path / "knobel.log", 4, 30
    configure_file(file, 100_000, keep, age=age * _DAY)
    (handler,) = logging.getLogger("knobel").handlers
    begun = time.time()
    for quarter in range(365 * 4):
        now = begun + quarter / 4 * _DAY
        if quarter % 4 == 0:
            record = logging.LogRecord("knobel", logging.INFO, "", 0, "happened", None, None)
            record.created = now
            handler.handle(record)
        expire_log(now)
        lines = [json.loads(line) for path in tmp_path.iterdir() for line in path.read_text().splitlines()]
        oldest = max(now - datetime.fromisoformat(line["at"]).timestamp() for line in lines) / _DAY
        assert oldest <= age
        assert oldest >= min(quarter // 4, age * keep / (keep + 1) - 2), "a day to the next line, and one to rotate"


async def test_a_server_that_writes_nothing_deletes_old_lines(tmp_path: Path) -> None:
    file = tmp_path / "knobel.log"
    async with memory_server(tmp_path / "data") as server:
        server.time.skip(time.time() - server.time.wall() / 1000)  # now, as in the lines of the log
        configure_file(file, 10_000, 2, age=6 * _DAY)
        log_event("happened")
        server.time.skip(6 * _DAY)
        await server.time.advance(70)
        assert file.read_text() == ""
        assert _names(tmp_path) == ["data", "knobel.log"]
