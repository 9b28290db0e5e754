"""Faults of a cluster under load: 3 nodes, PostgreSQL and NATS as real processes.

    python -m trials cluster [--tables 200] [--faults 300] [--seed 1] [--nodes 3] [--every 6] [--thinking 0.1]
                             [--without-fencing]

All games are played by clients at random nodes, while nodes are killed (kill -9), stopped for longer than their lease,
drained, and cut off from NATS or PostgreSQL, and both are restarted. Every acknowledged command has to be in the log
exactly once, shown steps stay unchanged, versions have no gaps, repeated commands get the identical answer, no entry is
written by a node without the lease of its table, no node logs an internal error, and all clients end with a newcomer's
snapshot, without a reload. Some tables have three spectators at one node, and seats of some are renamed by an operator.

It measures how long each table stands still after each fault, and says of every pause of more than 6 seconds what the
table waited for. No link of a device may be called wrong. With `--every` a fault follows before the effects of another
are over.
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

from msgspec import Struct, convert
from websockets.exceptions import WebSocketException

from ..common.percentiles import quantile
from ..kill.check import Found, check, reconnect
from ..kill.table import KillTable
from ..kill.trial import in_turns
from .faults import Faults
from .nodes import ClusterProcesses
from .pauses import Pauses
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
        self.loads = list[float]()
        """The load average of the machine after each fault."""

    def text(self, faults: Faults, tables: list[ClusterTable], pauses: Pauses) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        found = self.found
        refused = sum([table.refused for table in tables], Counter[str]())
        links = "; ".join(f"{count:,} {sentence}" for sentence, count in refused.items()) or "none"
        return (
            f"{self.kinds.total()} faults ({kinds}): {found.acknowledged:,} acknowledged commands, none lost, "
            f"none doubled, none contradicted; {found.unanswered:,} had no answer, {found.stored_unanswered:,} of them "
            f"were stored; {found.repeats:,} repeats answered identically; {found.entries:,} entries without a gap, "
            f"none without the lease of its writer and epoch; {self.fenced:,} writes refused by fencing; "
            f"{self.renamed:,} logs rewritten in use, {self.during:,} commands there; "
            f"{found.reconnected:,} seats equal a newcomer's snapshot; "
            f"take-over: {'; '.join(f'{kind} {percentiles(times)}' for kind, times in faults.take_overs.items())}; "
            f"interruption by a drain: players without a connection {percentiles(faults.absences)}; "
            f"tables without an answer {percentiles(faults.drains)}; "
            f"tables stood still: {'; '.join(pauses.table())}; refused links: {links}; dice fell without "
            f"{sum(table.absences for table in tables):,} links; "
            f"load average {min(self.loads):.0f} to {max(self.loads):.0f}"
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


class Asked(Struct, frozen=True):
    """The options of the command line."""

    tables: int
    faults: int
    seed: int
    nodes: int
    every: float | None
    thinking: float
    without_fencing: bool


async def trial(asked: Asked, folder: Path) -> str:
    rng, report, pauses = random.Random(asked.seed), Report(), Pauses()
    tables, faults = asked.tables, asked.faults
    async with ClusterProcesses(folder, asked.nodes, not asked.without_fencing) as cluster:
        made = [ClusterTable(cluster, number, rng.randrange(2**32), pauses, asked.thinking) for number in range(tables)]
        await in_turns(ClusterTable.make, made)
        makes = Faults(cluster, made, pauses, rng)
        while report.kinds.total() < faults:
            rewritten = [RewrittenTable(cluster, tables + number, asked.seed) for number in range(_REWRITTEN)]
            await in_turns(RewrittenTable.make, rewritten)
            async with asyncio.TaskGroup() as group:
                load = [group.create_task(table.run()) for table in made]
                load += [group.create_task(table.run()) for table in rewritten]
                for _ in range(min(ROUND, faults - report.kinds.total())):
                    if asked.every is None:
                        await asyncio.sleep(rng.uniform(*_PAUSE))
                    begin, kind = time.monotonic(), await makes.one(asked.every)
                    report.kinds[kind] += 1
                    report.loads.append(os.getloadavg()[0])
                    progress(f"{report.kinds.total()} of {faults}: {kind}, {time.monotonic() - begin:.1f} s")
                    pauses.tell(progress)
                    report.read_logs(cluster)
                    strangers = cluster.strangers()
                    assert not strangers, f"entries by nodes without the lease: {strangers[:5]}"
                await makes.recovered()
                for task in load:
                    task.cancel()
            await verify(made, cluster, report, rng)
            for changed in rewritten:
                changed.verify()
                report.renamed += changed.renamed
                report.during += len(changed.acknowledged)
            report.read_logs(cluster)
            pauses.tell(progress)
        said = report.text(makes, made, pauses)
        assert not report.tracebacks, f"{report.tracebacks} internal errors are in the logs; {said}"
        return said


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
    parser.add_argument("--every", type=float, metavar="SECONDS", help="from one fault to the next")
    parser.add_argument(
        "--thinking", type=float, default=1.0, metavar="SECONDS", help="between two commands of a table"
    )
    parser.add_argument("--without-fencing", action="store_true", help="the trial has to notice that")
    asked = convert(vars(parser.parse_args()), Asked)
    print(f"{asked.nodes} nodes, {asked.tables} tables, {asked.faults} faults, seed {asked.seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="knobel-cluster-"))
    try:
        print(asyncio.run(trial(asked, folder)))
    except BaseException:
        progress(f"the logs of the nodes are in {folder}")
        raise
    shutil.rmtree(folder)
    return 0
