"""Whatever is thrown into a loop, thread or child of the server: it goes on, or the server ends with an exit code."""

from __future__ import annotations

import asyncio
from itertools import cycle
from pathlib import Path
from typing import Final

import httpx
from trials.kill.table import KillTable

from tests.nats import NatsServer
from tests.postgres import PostgresServer

from ..test_third_party import BOTS
from .process import FaultyServer, Target

ERRORS: Final = ("RuntimeError", "OSError", "MemoryError", "cancelled")
MAY_END: Final = ("Client._ping_interval", "Client._flusher", "ThreadPoolExecutor-")
"""What may end for good: the probes of the bus replace the pings of NATS, its client writes without its flusher, and
bots start pools while they prepare."""

_SAMPLES: Final = 5


async def _live(base: str, other: str | None, number: int) -> None:
    """A new table is played at, with a bot and verifiable dice, and the coach answers; raises if that fails."""
    table = KillTable(other or base, 1, number)
    await table.make()
    table.base = base
    playing = asyncio.create_task(table.play())
    try:
        while sum(seat.acknowledged for seat in table.seats) < 6:
            await asyncio.sleep(0.01)
            if playing.done():
                raise OSError("the connections broke")
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    async with table.client() as client:
        asked = {"variant": "B", "own": "39", "rival": str(number % 9 + 1)}
        (await client.get("/api/explorer/zock", params=asked)).raise_for_status()
        (await client.get("/healthz")).raise_for_status()


async def _throw_into_all(server: FaultyServer, other: FaultyServer | None, known: set[Target]) -> None:
    numbers = iter(range(1, 10_000))

    async def works(wanted: set[Target]) -> None:
        """Everything works again, and all of these are there again."""
        async with asyncio.timeout(90):
            while True:
                server.restart_after_fault()
                try:
                    async with asyncio.timeout(20):
                        await _live(server.base, other.base if other else None, next(numbers))
                except (OSError, httpx.HTTPError):
                    continue
                if wanted <= server.targets().keys():
                    return
                await asyncio.sleep(0.05)

    await works(set())
    seen = [set(server.targets()) for _ in range(_SAMPLES)]
    lasting = {target for target in set.intersection(*seen) if not target.name.startswith(MAY_END)}
    lasting.discard(Target("", "thread", "MainThread"))  # what it does for long are the tasks
    assert known <= lasting, f"not found: {known - lasting}"
    rotating = cycle(ERRORS[:3])
    for target in sorted(lasting):
        errors = ERRORS if target.kind == "task" else ERRORS[:3]
        for error in [next(rotating)] if target.process else errors:  # in a child each of them ends the process
            print(target, error)
            working = asyncio.create_task(works(set()))  # threads of pools get errors with their work
            await asyncio.to_thread(server.throw, target, error)
            await working
        await works(lasting)


def _known(*names: str) -> set[Target]:
    tasks = ("sweep", "key pool", "thinking process", "coaching process", "third-party bot process", "operator", *names)
    workers = "knobel.serve.workers"
    children = ("bot_process", "coach.process", "third_party_process")
    return (
        {Target("", "task", f"knobel {name}") for name in tasks}
        | {Target("", "thread", "knobel-store"), Target("", "task", "_serve")}
        | {Target(f"{workers}.{child}", "thread", "MainThread") for child in children}
    )


async def test_a_server_survives_every_fault(tmp_path: Path) -> None:
    options = ("--rate", "0", "--third-party-bot", f"mine={BOTS}:first")
    with FaultyServer(tmp_path / "data", *options) as server:
        await _throw_into_all(server, None, _known())


async def test_a_node_survives_every_fault(tmp_path: Path, postgres: PostgresServer) -> None:
    with NatsServer() as nats:
        shared = ("--rate", "0", "--store", postgres.new_store(), "--nats", nats.url, "--third-party-bot")
        nodes = [FaultyServer(tmp_path / name, *shared, f"mine={BOTS}:first", "--node", name) for name in ("n0", "n1")]
        with nodes[0], nodes[1]:
            of_cluster = _known("membership", "heartbeats", "NATS sender", "NATS watch")
            await _throw_into_all(nodes[0], nodes[1], of_cluster)
