"""Faults of a cluster under load: 3 nodes, PostgreSQL and NATS as real processes.

    python -m trials cluster [--tables 200] [--faults 300] [--seed 1] [--nodes 3] [--without-fencing]

All games are played by clients at random nodes, while nodes are killed (kill -9), stopped for longer than their lease,
drained, and cut off from NATS or PostgreSQL, and both are restarted. Every acknowledged command has to be in the log
exactly once, shown steps stay unchanged, versions have no gaps, repeated commands get the identical answer, no entry is
written by a node without the lease of its table, no node logs an internal error, and all clients end with a newcomer's
snapshot, without a reload. Some tables have three spectators at one node, and seats of some are renamed by an operator.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import resource
import secrets
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from websockets.exceptions import WebSocketException

from ..common.percentiles import quantile
from ..kill.check import Found, check, reconnect
from ..kill.table import KillTable
from ..kill.trial import in_turns
from .faults import Faults
from .nodes import ClusterProcesses
from .rewritten import RewrittenTable
from .table import ClusterTable

ROUND: Final = 20
"""Faults between two checks of all logs."""

_REWRITTEN: Final = 3
"""Tables whose logs are rewritten all the time."""

_TRIES: Final = 5
"""Attempts to check a table whose connections are lost meanwhile."""

_PAUSE: Final = (0.2, 1.5)
"""Seconds between two faults."""


class Report:
    """What happened and what was checked."""

    def __init__(self) -> None:
        self.kinds = Counter[str]()
        self.found = Found()
        self.renamed = self.during = self.tracebacks = self.fenced = 0

    def text(self, faults: Faults) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        found = self.found
        return (
            f"{self.kinds.total()} faults ({kinds}): {found.acknowledged:,} acknowledged commands, none lost, "
            f"none doubled, none contradicted; {found.unanswered:,} had no answer, {found.stored_unanswered:,} of them "
            f"were stored; {found.repeats:,} repeats answered identically; {found.entries:,} entries without a gap, "
            f"none without the lease of its writer and epoch; {self.fenced:,} writes refused by fencing; "
            f"{self.renamed:,} logs rewritten in use, {self.during:,} commands there; "
            f"{found.reconnected:,} seats equal a newcomer's snapshot; "
            f"take-over: {'; '.join(f'{kind} {percentiles(times)}' for kind, times in faults.take_overs.items())}; "
            f"interruption by a drain: players without a connection {percentiles(faults.absences)}; "
            f"tables without an answer {percentiles(faults.drains)}"
        )

    def read_logs(self, cluster: ClusterProcesses) -> None:
        """Count what the nodes have logged since the last call, and print internal errors."""
        for node in cluster.nodes:
            part = node.new_lines()
            self.fenced += part.fenced
            self.tracebacks += len(part.tracebacks)
            for traceback in part.tracebacks:
                progress(f"internal error of {node.name}: {traceback}")


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def percentiles(seconds: list[float]) -> str:
    """
    >>> percentiles([0.3, 0.1, 0.2])
    'p50 0.20 s, p99 0.30 s, max 0.30 s (3)'
    """
    if not seconds:
        return "not measured"
    p50, p99, worst = [quantile(seconds, share) for share in (0.5, 0.99, 1)]
    return f"p50 {p50:.2f} s, p99 {p99:.2f} s, max {worst:.2f} s ({len(seconds):,})"


async def trial(tables: int, faults: int, seed: int, nodes: int, fenced: bool, folder: Path) -> str:
    rng, report = random.Random(seed), Report()
    async with ClusterProcesses(folder, nodes, fenced) as cluster:
        made = [ClusterTable(cluster, number, rng.randrange(2**32)) for number in range(tables)]
        await in_turns(ClusterTable.make, made)
        makes = Faults(cluster, made, rng)
        while report.kinds.total() < faults:
            rewritten = [RewrittenTable(cluster, tables + number, seed) for number in range(_REWRITTEN)]
            await in_turns(RewrittenTable.make, rewritten)
            async with asyncio.TaskGroup() as group:
                load = [group.create_task(table.run()) for table in made]
                load += [group.create_task(table.run()) for table in rewritten]
                for _ in range(min(ROUND, faults - report.kinds.total())):
                    await asyncio.sleep(rng.uniform(*_PAUSE))
                    begin, kind = time.monotonic(), await makes.one()
                    report.kinds[kind] += 1
                    progress(f"{report.kinds.total()} of {faults}: {kind}, {time.monotonic() - begin:.1f} s")
                    report.read_logs(cluster)
                    strangers = cluster.strangers()
                    assert not strangers, f"entries by nodes without the lease: {strangers[:5]}"
                for task in load:
                    task.cancel()
            await verify(made, cluster, report, rng)
            for changed in rewritten:
                changed.verify()
                report.renamed += changed.renamed
                report.during += len(changed.acknowledged)
            report.read_logs(cluster)
        assert not report.tracebacks, f"{report.tracebacks} internal errors are in the logs; {report.text(makes)}"
        return report.text(makes)


async def verify(made: list[ClusterTable], cluster: ClusterProcesses, report: Report, rng: random.Random) -> None:
    """All logs, and the states of all clients, over random nodes."""
    for work in (check, reconnect):

        async def persistently(table: ClusterTable, work: Callable[[KillTable], Awaitable[Found]] = work) -> Found:
            """Try again if a connection is lost: a link between two nodes may break long after a fault."""
            for _ in range(_TRIES):
                table.base = cluster.base(rng)
                with contextlib.suppress(OSError, EOFError, WebSocketException):
                    return await work(table)
                await asyncio.sleep(0.5)
            return await work(table)

        for one in await in_turns(persistently, made):
            report.found.add(one)
    for table in made:
        table.forget_checked()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    progress(f"{report.found}; {used} MiB at most and {len(os.listdir('/proc/self/fd'))} open files in this process")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--without-fencing", action="store_true", help="the trial has to notice that")
    asked = parser.parse_args()
    print(f"{asked.nodes} nodes, {asked.tables} tables, {asked.faults} faults, seed {asked.seed}", flush=True)
    folder, fenced = Path(tempfile.mkdtemp(prefix="knobel-cluster-")), not asked.without_fencing
    try:
        print(asyncio.run(trial(asked.tables, asked.faults, asked.seed, asked.nodes, fenced, folder)))
    except BaseException:
        progress(f"the logs of the nodes are in {folder}")
        raise
    shutil.rmtree(folder)
    return 0
