"""Repeated kill -9 of the real server under load.

    python -m trials kill [KILLS] [SEED] [--tables 200] [--workers 8] [--worlds 0:20] [--tally FILE]

200 tables of all games play as fast as the server answers; after some hundred acknowledgements it is killed and
restarted. Every acknowledged command has to be in the log exactly once, shown steps stay unchanged, versions have no
gaps, and every retried command gets the identical answer. All clients reconnect with the last version that they saw,
and end with a newcomer's snapshot, without a reload.

The kills are shared out among worlds, 25 each, with a server, a store and tables of their own; several can run side by
side. A long trial can be run in pieces: `--worlds` says which of them, and the results in `--tally` add up.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from tests.server_process import ServerProcess

from .check import Found, check, reconnect
from .table import KillTable

T = TypeVar("T")
K = TypeVar("K", bound=KillTable)

TABLES: Final = 200
AT_ONCE: Final = 20
KILLS_OF_A_WORLD: Final = 25
"""Logs grow, and so does the time to read them after each kill."""

LOAD: Final = (300, 2200)
"""Acknowledgements between two kills, at least and at most."""

_SAMPLE: Final = 10
"""One in so many tables is checked for snapshots after each kill; all are after the last one."""

_PATIENCE: Final = 60.0


async def in_turns(work: Callable[[K], Awaitable[T]], tables: list[K]) -> list[T]:
    """Run `work` for all tables with limited concurrency; the results in order."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def in_turn(table: K) -> T:
        async with turns:
            return await work(table)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(in_turn(table)) for table in tables]
    return [task.result() for task in tasks]


async def until_acknowledged(count: int, tables: list[KillTable]) -> None:
    """Return when so many commands have been answered; raises TimeoutError otherwise."""
    async with asyncio.timeout(_PATIENCE):
        while sum(seat.acknowledged for table in tables for seat in table.seats) < count:
            await asyncio.sleep(0.005)


async def soak(kills: int, seed: str, server: ServerProcess, size: int) -> Found:
    rng, found = random.Random(seed), Found()
    tables = [KillTable(server.base, number, rng.randrange(2**32)) for number in range(size)]
    await in_turns(KillTable.make, tables)
    enough = 0
    for left in reversed(range(kills)):
        load = asyncio.gather(*[table.play() for table in tables])
        enough += rng.randint(*LOAD) * size // TABLES
        await until_acknowledged(enough, tables)
        server.kill()
        await load
        server.start()
        found.add(Found(kills=1))
        for one in await in_turns(check, tables):
            found.add(one)
        for one in await in_turns(reconnect, rng.sample(tables, -(-size // _SAMPLE)) if left else tables):
            found.add(one)
        print(f"{seed}: {found}", file=sys.stderr, flush=True)
    return found


def world(seed: str, kills: int, size: int) -> Found:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", "--rate", "0") as server:
        return asyncio.run(soak(kills, seed, server, size))


def shares(kills: int) -> list[int]:
    """The kills of each world.

    >>> shares(60)
    [25, 25, 10]
    """
    return [min(KILLS_OF_A_WORLD, kills - before) for before in range(0, kills, KILLS_OF_A_WORLD)]


def tallied(found: Found, file: Path) -> Found:
    """Append the counts to a file; returns the sum of all counts in it."""
    with file.open("ab") as tally:
        tally.write(msgspec.json.encode(found) + b"\n")
    everything = Found()
    for line in file.read_bytes().splitlines():
        everything.add(msgspec.json.decode(line, type=Found))
    return everything


def report(found: Found) -> str:
    return (
        f"{found.kills:,} kills: {found.acknowledged:,} acknowledged commands, none lost, none doubled; "
        f"{found.unanswered:,} had no answer, {found.stored_unanswered:,} of them were stored already; "
        f"{found.repeats:,} repeats answered identically; {found.entries:,} entries without a gap; "
        f"{found.reconnected:,} seats reconnected and equal a newcomer's snapshot"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", type=int, nargs="?", default=10)
    parser.add_argument("seed", type=int, nargs="?", default=secrets.randbelow(2**32))
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--workers", type=int, default=1, help="worlds at a time")
    parser.add_argument("--worlds", default=":", metavar="A:B", help="only these of all worlds")
    parser.add_argument("--tally", type=Path, help="a file to which results are added")
    asked = parser.parse_args()
    begin, _, end = asked.worlds.partition(":")
    worlds = list(enumerate(shares(asked.kills)))[int(begin or 0) : int(end) if end else None]
    seeds, kills = [f"{asked.seed}-{number}" for number, _ in worlds], [share for _, share in worlds]
    print(f"{sum(kills)} kills, {asked.tables} tables, {len(worlds)} worlds, seed {asked.seed}", flush=True)
    begun, found = time.monotonic(), Found()
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
        for one in pool.map(partial(world, size=asked.tables), seeds, kills):
            found.add(one)
    print(f"{time.monotonic() - begun:,.0f} s")
    print(report(tallied(found, asked.tally) if asked.tally else found))
