"""What all tests share: the marker for rule numbers, how Hypothesis works here, and where logs go."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from knobel.store import Store

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

os.environ.setdefault("KNOBEL_PREPARE", "off")  # servers that tests start compile nothing in the background

# Machines are shared and noisy, so no test depends on time; a failing example prints how to repeat it. With
# `--hypothesis-profile=full` tests that do not say how many examples they take are given many.
settings.register_profile("knobel", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("full", settings.get_profile("knobel"), max_examples=20_000)
settings.load_profile("knobel")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the test fails when one of these rules is broken")


@pytest.fixture(autouse=True)
def _logs_as_they_were() -> Iterator[None]:
    """A server that a test has run in this process has sent its log to a stream that is closed by now."""
    loggers = [logging.getLogger(name) for name in ("knobel", "uvicorn")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for all tests of this process."""
    from tests.postgres import PostgresServer  # only here, since few tests need the driver

    with PostgresServer(fsync=False) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a new store is, once for each database: a path, or an address."""
    if request.param == "sqlite":
        return tmp_path / "store.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_store()


@pytest.fixture
def store(where: Path | str) -> Iterator[Store]:
    with Store(where) as opened:
        yield opened
