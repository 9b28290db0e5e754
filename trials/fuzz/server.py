"""The fuzzed server: real except for its clock, bots and coach, and without rate limits."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import structs
from tests.serve.fakes import InProcessBots, InProcessCoach, ManualTime
from tests.serve.memory_server import MemoryServer

from knobel.rules.dice import SeededDice
from knobel.serve.api.static_files import ClientFiles
from knobel.serve.app import make_app
from knobel.serve.fairness.keys import KeyPool
from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.live.services import Services
from knobel.serve.metrics import Metrics
from knobel.serve.server import uvicorn_config
from knobel.serve.tokens import TokenSource
from knobel.serve.workers.coach.client import CoachError, OnProgress, ignore_progress
from knobel.serve.workers.coach.jobs import Job
from knobel.store import Store

from .connection import Stack

_RATES: Final = [field.name for field in structs.fields(Limits) if isinstance(field.default, RateLimit)]
GENEROUS: Final = structs.replace(Limits(), **dict.fromkeys(_RATES, RateLimit(0, 0)))
"""No rate limits: a rate-limited frame is never parsed."""


_REMEMBERING: Final = ("knobel.rules.", "knobel.fair.", "knobel.serve.fairness.keys")
"""Modules with bounded caches."""


class BusyCoach(InProcessCoach):
    """A coach that is always busy, but decodes every job."""

    async def ask(self, job: Job, on_progress: OnProgress = ignore_progress) -> bytes:  # noqa: ARG002 - it reports no progress
        msgspec.json.decode(msgspec.json.encode(job))
        raise CoachError("the coach has no time", ours=True)


class Trouble(logging.Handler):
    """A log handler that collects errors and tracebacks."""

    def __init__(self) -> None:
        super().__init__()
        self.messages = list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            self.messages.append(logging.Formatter("%(name)s: %(message)s").format(record))

    def asyncio(self, _: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        """The event loop's exception handler."""
        self.messages.append(f"asyncio: {about.get('message')}: {about.get('exception')!r}")


class FuzzServer(MemoryServer):
    """An in-memory server behind the real protocol classes, with a log handler."""

    def __init__(
        self, services: Services, time: ManualTime, bots: InProcessBots, coach: InProcessCoach, pages: Path
    ) -> None:
        super().__init__(services, time, bots, coach)
        self.app = make_app(self.hub, ClientFiles(pages))
        self.stack = Stack(uvicorn_config(self.app))
        self.trouble = Trouble()
        self._remembered = [
            found
            for found in gc.get_objects()
            if type(found) is _lru_cache_wrapper
            and found.__module__.startswith(_REMEMBERING)  # a dead proxy has no class
        ]

    async def stored(self) -> None:
        """Wait until all pending commands are stored and answered."""
        await asyncio.wrap_future(self.services.store.append("nothing"))
        await asyncio.sleep(0)

    async def rest(self) -> None:
        """Advance the clock until empty tables are evicted, and clear the notes of the fakes.

        Caches of positions and keys are cleared too: they are bounded, but fill for hours, which looks like a leak.
        """
        await self.time.advance(130)
        for calls in (self.bots.asked, self.bots.expected, self.coach.asked, self.coach.told):
            calls.clear()
        for remembered in self._remembered:
            remembered.cache_clear()


@asynccontextmanager
async def fuzz_server(folder: Path, seed: int) -> AsyncIterator[FuzzServer]:
    """A server with its store and a small browser client in `folder`."""
    pages = folder / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html><title>knobel</title>" + "<p>A page." * 100)
    (pages / "assets/main.js").write_text("export {}")
    loop, random = asyncio.get_running_loop(), Random(seed)
    time, bots, coach = ManualTime(), InProcessBots(), BusyCoach()
    store = Store(folder / "tables.db", deliver=loop.call_soon_threadsafe, gather=loop.call_soon)
    decks = KeyPool(random.randbytes(32), random.randbytes)
    secrets = TokenSource(random.randrange)
    services = Services(store, bots, time, SeededDice(seed), secrets, GENEROUS, Metrics(), coach, decks)
    made = FuzzServer(services, time, bots, coach, pages)
    loop.set_exception_handler(made.trouble.asyncio)
    logging.getLogger().addHandler(made.trouble)
    try:
        yield made
    finally:
        await made.close()
        logging.getLogger().removeHandler(made.trouble)
        loop.set_exception_handler(None)


def resident() -> int:
    """Resident memory in bytes after garbage collection."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
