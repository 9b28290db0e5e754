"""Catch-up at a long table from any version: complete and fast.

    python -m trials resume [--events 5000] [--versions 200] [--restarts 5] [--seed S] [--within 0.2]

Two clients and a bot play rematches until the log is long. Then a client resumes from some version: over a WebSocket
like the browser, which takes at most 500 steps and otherwise a snapshot; over one that takes all steps; and by HTTP.
Every entry has to equal the one shown first, and every snapshot has to follow from them. After each restart the first
client meets a server with nothing in memory. `--within` limits the browser's way, in seconds; other times are reported.
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

from msgspec import Struct, field
from tests.server_process import ServerProcess

from ..common.percentiles import quantile, summary
from ..kill.check import log
from ..kill.seats import Seat
from ..kill.table import KillTable

_PATIENCE: Final = 60.0
"""Timeout in seconds."""


MOST: Final = 500
"""Steps that the browser takes at most (web/src/lib/connection.svelte.ts)."""


EDGES: Final = (0, 1, 255, 256, 257, -501, -500, -65, -64, -1)
"""Versions at boundaries, negative ones from the end: checkpoints, transitions in memory, and the browser's limit."""


class Times(Struct):
    """Seconds of catch-ups: as in the browser, first after a restart, with every step by WebSocket, and by HTTP."""

    socket: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    http: list[float] = field(default_factory=list)


async def play_until(table: KillTable, events: int) -> None:
    """Play until the log has this many entries."""
    await table.make()
    playing = asyncio.ensure_future(table.play())
    while any(seat.v < events for seat in table.seats):
        await asyncio.sleep(0.05)
        assert not playing.done(), "the table broke off"
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing


def returning(known: Seat, version: int) -> Seat:
    """A client that has received the log up to a version."""
    seat = Seat(known.cookie)
    seat.v = version
    seat.shown = known.shown  # the steps have to equal those
    return seat


async def by_socket(table: KillTable, known: Seat, version: int, most: int | None = MOST) -> float:
    seat, begun = returning(known, version), time.perf_counter()
    socket = await table.connect(seat, most)
    async with asyncio.timeout(_PATIENCE):
        while seat.v < known.v:
            text = await socket.recv()
            assert isinstance(text, str)
            seat.receive(text)
            whole = text.startswith('{"m":"snapshot"')
            assert not whole or _as_known(seat, known), f"from {version}: a wrong snapshot: {text}"
    passed = time.perf_counter() - begun
    socket.transport.abort()
    return passed


def _as_known(seat: Seat, known: Seat) -> bool:
    """Whether a snapshot equals the state after all entries, if there are no newer ones."""
    return seat.v > known.v or (seat.table, seat.game) == (known.table, known.game)


async def by_http(table: KillTable, known: Seat, version: int) -> float:
    seat, begun = returning(known, version), time.perf_counter()
    steps = await log(table, seat, version)
    passed = time.perf_counter() - begun
    for step in steps:
        seat.see(step)
    assert seat.v >= known.v, f"from {version}: the log ends at {seat.v}, but {known.v} was shown"
    return passed


async def read(table: KillTable, known: Seat, since: int) -> None:
    """Everything after a version. The bot may move meanwhile, and requested dice fall."""
    for step in await log(table, known, since):
        known.see(step)


async def measure(server: ServerProcess, events: int, versions: int, restarts: int, seed: int) -> Times:
    rng, times = random.Random(seed), Times()
    table = KillTable(server.base, 1, seed)
    await play_until(table, events)
    known = table.seats[0]
    await read(table, known, 0)  # those before its first snapshot, too
    print(f"{known.v} entries", file=sys.stderr, flush=True)
    for _ in range(restarts):
        server.kill()
        server.start()
        times.cold.append(await by_socket(table, known, rng.randrange(known.v)))
    edges = [edge % known.v for edge in EDGES if abs(edge) <= known.v]
    for version in [*edges, *rng.sample(range(known.v), versions)]:
        await read(table, known, known.v)
        times.socket.append(await by_socket(table, known, version))
        times.whole.append(await by_socket(table, known, version, None))
        times.http.append(await by_http(table, known, version))
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=5000)
    parser.add_argument("--versions", type=int, default=200)
    parser.add_argument("--restarts", type=int, default=5)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--within", type=float)
    asked = parser.parse_args()
    print(f"a table of {asked.events} events, seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", "--rate", "0") as server:
        times = asyncio.run(measure(server, asked.events, asked.versions, asked.restarts, asked.seed))
    print(
        f"{asked.events:,} events: WebSocket from {len(times.socket)} versions {summary(times.socket)}; "
        f"first after a restart {summary(times.cold)}; with every step {summary(times.whole)}; "
        f"by HTTP {summary(times.http)}"
    )
    worst = quantile(times.socket + times.cold, 1)
    return 1 if asked.within is not None and worst > asked.within else 0
