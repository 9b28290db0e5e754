"""Soak test: memory growth over an hour of games with a restart every few minutes.

    python -m trials soak [--minutes 60] [--every 5] [--tables 6] [--warm 120] [--seed S] [--growth 2] [--to FILE]
    python -m trials soak --every 0 --fill 300 [...]

Clients play game after game, each at a new table, faster than people do. Every few minutes the server is restarted,
in turn cleanly and by kill -9, and all clients reconnect. The resident memory (VmRSS) of the server process is sampled
every two seconds, without the processes of bots.
Two numbers are reported, of processes older than `--warm` seconds: the growth of one process in MiB per hour
(one slope, by least squares, for all lives), and by how many MiB an hour processes differ at the same age. `--growth`
is what the second may be; for a run without restarts (`--every 0`) the first. Such a run can begin with `--fill`
seconds in which many tables play as fast as the server answers, without samples: bounded caches of positions would
otherwise take days to fill. `--to` writes all samples to a file. A run without a finished game fails.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import secrets
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import httpx
from msgspec import json
from tests.server_process import ServerProcess

from ..kill.table import KillTable
from ..slow.players import HonestTable
from .memory import Sample, across, resident, within

_EACH: Final = 2.0
_ADDRESSES: Final = 60
"""Addresses of the clients."""

_PAUSE: Final = 0.5

_CROWD: Final = 24
"""Tables that fill the caches."""


class Session:
    """The load on one server; `games` counts finished games, `commands` acknowledged commands."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self._server = server
        self._rng = random.Random(seed)
        self._number = 0
        self._begun = time.monotonic()
        self._started = self._begun
        self._up = asyncio.Event()
        self._up.set()
        self.lives = 0
        self.games = 0
        self.commands = 0
        self.samples = list[Sample]()

    async def play(self) -> None:
        """One game after the other, each at a new table."""
        while True:
            self._number += 1
            place = KillTable(self._server.base, self._number % _ADDRESSES, self._rng.randrange(2**32))
            try:
                await place.make()
            except (httpx.HTTPError, OSError):
                await self._wait()
                continue
            table = HonestTable(place, self._server.port)
            while not table.over:
                await self._sit_down(table)
            self.games += 1

    async def _sit_down(self, table: HonestTable) -> None:
        """Play until the game is over or the connection is lost."""
        playing, before = asyncio.ensure_future(table.play()), len(table.times)
        try:
            while not table.over and not playing.done():
                await asyncio.wait([playing], timeout=_PAUSE)
        finally:
            self.commands += len(table.times) - before
        playing.cancel()
        await asyncio.wait([playing])
        trouble = None if playing.cancelled() else playing.exception()
        if trouble is not None:
            _check_connection_lost(trouble)
            await self._wait()

    async def _wait(self) -> None:
        await self._up.wait()
        await asyncio.sleep(self._rng.uniform(0, _PAUSE))

    async def restart(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            self._up.clear()
            await asyncio.to_thread(self._server.kill if self.lives % 2 else self._server.stop)
            await asyncio.to_thread(self._server.start)
            self._started = time.monotonic()
            self.lives += 1
            self._up.set()

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(_EACH)
            if self._up.is_set():
                now = time.monotonic()
                mib = resident(self._server.pid)
                self.samples.append(Sample(self.lives, now - self._begun, now - self._started, mib))
                if len(self.samples) % 30 == 0:
                    print(f"{now - self._begun:5.0f} s: {mib:.1f} MiB, {self.games} games", file=sys.stderr, flush=True)


def _check_connection_lost(trouble: BaseException) -> None:
    """Accept lost connections only, also inside of exception groups."""
    broken = isinstance(trouble, OSError)
    if isinstance(trouble, BaseExceptionGroup):
        broken = trouble.split(OSError)[1] is None
    if not broken:
        raise trouble


async def fill(server: ServerProcess, seconds: float, seed: int) -> None:
    """Play as many games as possible, and wait until the server has evicted their tables."""
    rng = random.Random(seed)
    crowd = [KillTable(server.base, _ADDRESSES + number, rng.randrange(2**32)) for number in range(_CROWD)]
    for table in crowd:
        await table.make()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            for table in crowd:
                group.create_task(table.play())
    said = sum(seat.acknowledged for table in crowd for seat in table.seats)
    print(f"filled: {said:,} commands, {resident(server.pid):.1f} MiB", file=sys.stderr, flush=True)


async def spend(server: ServerProcess, asked: argparse.Namespace) -> Session:
    if asked.fill:
        await fill(server, asked.fill, asked.seed)
    session = Session(server, asked.seed)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(60 * asked.minutes), asyncio.TaskGroup() as group:
            group.create_task(session.watch())
            if asked.every:
                group.create_task(session.restart(60 * asked.every))
            for _ in range(asked.tables):
                group.create_task(session.play())
    return session


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--warm", type=float, default=120)
    parser.add_argument("--fill", type=float, default=0)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--growth", type=float)
    parser.add_argument("--to", type=Path)
    asked = parser.parse_args()
    if asked.fill and asked.every:
        parser.error("--fill is for one process: say --every 0")
    print(f"{asked.minutes:g} minutes, a restart every {asked.every:g}, seed {asked.seed}", flush=True)
    rate = ("--rate", "0") if asked.fill else ()  # a crowd is faster than people may be
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", *rate) as server:
        session = asyncio.run(spend(server, asked))
    samples = session.samples
    if asked.to:
        asked.to.write_bytes(json.encode(samples))
    ageing, later = within(samples, asked.warm), across(samples, asked.warm)
    last = samples[-1].mib if samples else 0
    print(
        f"{session.games:,} games, {session.commands:,} commands, {session.lives} restarts, {len(samples):,} samples: "
        f"processes of one age differ by {later:+.2f} MiB/h, one grows by {ageing:+.2f} MiB/h after {asked.warm:g} s; "
        f"{last:.0f} MiB at the end"
    )
    grown = asked.growth is not None and (later if asked.every else ageing) >= asked.growth
    return 1 if grown or not session.commands else 0
