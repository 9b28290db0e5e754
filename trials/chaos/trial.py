"""Games through a fault-injecting proxy: no acknowledged command is lost, duplicated or contradicted.

    python -m trials chaos [--games 2000] [--workers 8] [--seed S]

Two clients play each game over a proxy that drops, delays, splits, duplicates and reorders frames in both directions.
They act like the browser: they ping, reconnect with the last version that they saw, and resend unanswered commands.
At the end everything that each client saw is compared with the log, over a good connection; no client may reload.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from msgspec import Struct, field
from tests.server_process import ServerProcess

from ..kill.table import KillTable
from .check import agree, newest
from .client import ChaosClient
from .proxy import ChaosProxy, Fault

_AT_ONCE: Final = 48
"""Concurrent games per server."""


class Played(Struct):
    """Counts of what was played, checked and injected; `acknowledged` are accepted commands."""

    games: int = 0
    acknowledged: int = 0
    again: int = 0
    entries: int = 0
    connections: int = 0
    faults: Counter[Fault] = field(default_factory=Counter)

    def add(self, other: Played) -> None:
        for name in ("games", "acknowledged", "again", "entries", "connections"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faults.update(other.faults)

    def __str__(self) -> str:
        faults = sum(count for fault, count in self.faults.items() if fault is not Fault.NONE)
        return (
            f"{self.games:,} games, {self.faults.total():,} frames, {faults:,} faults, {self.connections:,} lines: "
            f"{self.acknowledged:,} acknowledged commands, none lost, doubled or contradicted; "
            f"{self.again:,} repeats answered identically; {self.entries:,} entries seen alike by all"
        )


async def play_one(number: int, seed: str, server: ServerProcess, proxy: ChaosProxy) -> Played:
    table = KillTable(server.base, number, random.Random(seed).randrange(2**32))
    await table.make()
    address = f"{proxy.base.replace('http', 'ws')}/api/tables/{table.code}/ws"
    clients = [
        ChaosClient(address, table.address, seat, random.Random(f"{seed}-{number}-{place}"))
        for place, seat in enumerate(table.seats)
    ]
    await _play(clients)
    for client in clients:
        client.least = await newest(table)
    await _play(clients)
    entries = await agree(table)
    return Played(
        1,
        sum(asked.accepted is not None for seat in table.seats for asked in seat.asked),
        sum(seat.again for seat in table.seats),
        entries,
        sum(1 + client.ends.total() for client in clients),
    )


async def _play(clients: list[ChaosClient]) -> None:
    async with asyncio.TaskGroup() as group:
        for client in clients:
            group.create_task(client.play())


async def play_all(numbers: range, seed: str, server: ServerProcess) -> Played:
    played, turns = Played(), asyncio.Semaphore(_AT_ONCE)
    async with ChaosProxy(server.port, seed) as proxy:

        async def in_turn(number: int) -> None:
            async with turns:
                played.add(await play_one(number, seed, server, proxy))
            print(f"{seed}: {played.games} of {len(numbers)} games", file=sys.stderr, flush=True)

        async with asyncio.TaskGroup() as group:
            for number in numbers:
                group.create_task(in_turn(number))
        played.faults = proxy.met
    return played


def work(games: int, seed: str) -> Played:
    """Run one server with its share of the games."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", "--rate", "0") as server:
        return asyncio.run(play_all(range(games), seed, server))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    asked = parser.parse_args()
    print(f"{asked.games} games, {asked.workers} servers, seed {asked.seed}", flush=True)
    begun, played = time.monotonic(), Played()
    shares = [len(range(number, asked.games, asked.workers)) for number in range(asked.workers)]
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
        for share in pool.map(work, shares, [f"{asked.seed}-{number}" for number in range(asked.workers)]):
            played.add(share)
    for fault, count in played.faults.most_common():
        print(f"  {count:9,}  {fault.value}")
    print(f"{played} ({time.monotonic() - begun:,.0f} s)")
