"""Commands per second of one, two and three nodes, and what a command costs more when its table is at another node.

    python -m benchmarks.nodes [--tables 12] [--seconds 10]

PostgreSQL, NATS, all nodes and the clients run on this machine and share its cores, so rates say little about several
machines; the CPU time of the nodes per command does. Every command is durable (`fsync` on) and uses verifiable dice.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from msgspec import Struct
from tests.nats import NatsServer
from tests.postgres import PostgresServer
from tests.server_process import ServerProcess
from trials.kill.table import KillTable

_TICKS: Final = os.sysconf("SC_CLK_TCK")

_PREPARATION: Final = 90.0
"""Seconds that nodes may prepare themselves at most."""


class Measured(Struct):
    """One row: where the clients were, and what was measured."""

    nodes: int
    clients: str
    rate: float
    cpu: float

    def text(self) -> str:
        return f"| {self.nodes} | {self.clients} | {self.rate:,.0f} | {self.cpu * 1e6:,.0f} |"


def cpu_seconds(pid: int) -> float:
    """CPU time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


async def idle(nodes: list[ServerProcess]) -> None:
    """Wait until the nodes have prepared their keys for dice, which takes CPU time that no command causes."""
    deadline = time.monotonic() + _PREPARATION
    while time.monotonic() < deadline:
        before = sum(cpu_seconds(node.pid) for node in nodes)
        await asyncio.sleep(6)  # longer than between two sweeps
        if sum(cpu_seconds(node.pid) for node in nodes) - before < 0.1 * len(nodes):
            return


def acknowledged(tables: list[KillTable]) -> int:
    return sum(seat.acknowledged for table in tables for seat in table.seats)


async def measure(nodes: list[ServerProcess], tables: int, seconds: float, away: int) -> tuple[float, float]:
    """Commands per second and CPU seconds per command; clients are `away` nodes after the owner of their table."""
    made = list[KillTable]()
    for number in range(tables):
        owner, edge = nodes[number % len(nodes)], nodes[(number + away) % len(nodes)]
        table = KillTable(owner.base, number, number)
        await table.make()  # its owner is the first node that is asked for it
        table.base = edge.base
        made.append(table)
    await idle(nodes)
    load = asyncio.gather(*[table.play() for table in made])
    await asyncio.sleep(2)
    begin, done, spent = time.monotonic(), acknowledged(made), sum(cpu_seconds(node.pid) for node in nodes)
    await asyncio.sleep(seconds)
    done = acknowledged(made) - done
    spent = sum(cpu_seconds(node.pid) for node in nodes) - spent
    rate = done / (time.monotonic() - begin)
    load.cancel()
    await asyncio.gather(load, return_exceptions=True)
    return rate, spent / done


def run(count: int, away: int, tables: int, seconds: float, clustered: bool = True) -> Measured:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(PostgresServer())
        shared = ["--store", postgres.new_store(), "--rate", "0"]
        if clustered:
            shared += ["--nats", stack.enter_context(NatsServer()).url]
        nodes = [ServerProcess(folder / f"n{number}", *shared) for number in range(count)]
        for node in nodes:
            stack.enter_context(node)
        rate, cpu = asyncio.run(measure(nodes, tables, seconds, away))
    clients = "own table" if away == 0 else "table of another node"
    return Measured(count, clients if clustered else "own table, without NATS", rate, cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    print("| nodes | clients are at | commands/s | µs of CPU in nodes per command |")
    print("|---|---|---|---|")
    for count, away, clustered in ((1, 0, False), (1, 0, True), (2, 0, True), (2, 1, True), (3, 0, True), (3, 1, True)):
        print(run(count, away, asked.tables, asked.seconds, clustered).text(), flush=True)


if __name__ == "__main__":
    main()
