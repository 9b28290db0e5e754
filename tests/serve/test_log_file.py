"""The log file: rotated by size, a bounded number of old files, readable by its owner only."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from knobel.rules.errors import KnobelError
from knobel.serve.logs import configure_file, log_event


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


def test_a_log_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(KnobelError, match="cannot be written"):
        configure_file(tmp_path / "missing" / "knobel.log", 1000, 2)
