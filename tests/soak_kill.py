"""kill -9 of the real server under load, again and again.

    python -m tests.soak_kill [N] [SEED]

200 tables of all games play as fast as the server lets them; after a moment it is killed and started anew. Every
acknowledged command has to be in the log exactly once, what was shown has to be there unchanged, versions have no
gaps, and every command that is sent again gets the identical answer.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

from .kill.check import Found, check
from .kill.table import KillTable
from .server_process import ServerProcess

T = TypeVar("T")

TABLES: Final = 200
AT_ONCE: Final = 20


async def in_turns(work: Callable[[KillTable], Awaitable[T]], tables: list[KillTable]) -> list[T]:
    """Do something at all tables, at a few of them at a time."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def in_turn(table: KillTable) -> T:
        async with turns:
            return await work(table)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(in_turn(table)) for table in tables]
    return [task.result() for task in tasks]


async def soak(rounds: int, seed: int, server: ServerProcess) -> Found:
    mind, found = random.Random(seed), Found()
    tables = [KillTable(server.base, number, seed) for number in range(TABLES)]
    await in_turns(KillTable.make, tables)
    for number in range(1, rounds + 1):
        load = asyncio.gather(*[table.play() for table in tables])
        await asyncio.sleep(mind.uniform(0.5, 3.0))
        server.kill()
        await load
        server.start()
        for one in await in_turns(check, tables):
            found.add(one)
        print(f"kill {number}: {found}", flush=True)
    return found


def main(rounds: int, seed: int) -> None:
    print(f"{rounds} kills under the load of {TABLES} tables, seed {seed}", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        found = asyncio.run(soak(rounds, seed, server))
    print(f"{rounds} kills in {time.monotonic() - begun:,.0f} s")
    print(f"{found.acknowledged:,} acknowledged commands: none lost, none doubled")
    print(f"{found.in_the_air:,} commands hung in the air, {found.stored_unsaid:,} of them were stored already")
    print(f"{found.repeats:,} repeats answered identically, {found.entries:,} entries without a gap")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 10,
        int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(2**32),
    )
