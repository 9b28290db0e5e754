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
import random
import secrets
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from ..kill.check import Found, check, reconnect
from ..kill.trial import in_turns
from .faults import Faults
from .nodes import ClusterProcesses
from .rewritten import RewrittenTable
from .table import ClusterTable

ROUND: Final = 10
"""Faults between two checks of all logs."""

_REWRITTEN: Final = 3
"""Tables whose logs are rewritten all the time."""

_PAUSE: Final = (0.2, 1.5)
"""Seconds between two faults."""


class Report:
    """What happened and what was checked."""

    def __init__(self) -> None:
        self.kinds = Counter[str]()
        self.found = Found()
        self.renamed = self.during = self.tracebacks = 0

    def text(self, faults: Faults) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        found = self.found
        return (
            f"{self.kinds.total()} faults ({kinds}): {found.acknowledged:,} acknowledged commands, none lost, "
            f"none doubled; {found.unanswered:,} had no answer, {found.stored_unanswered:,} of them were stored; "
            f"{found.repeats:,} repeats answered identically; {found.entries:,} entries without a gap, none by a node "
            f"without a lease; {self.renamed:,} logs rewritten in use, {self.during:,} commands there; "
            f"{found.reconnected:,} seats equal a newcomer's snapshot; "
            f"take-over {percentiles(faults.take_overs)}; interruption by a drain {percentiles(faults.drains)}"
        )


def percentiles(seconds: list[float]) -> str:
    """
    >>> percentiles([0.3, 0.1, 0.2])
    'p50 0.20 s, p99 0.30 s (3)'
    """
    if not seconds:
        return "not measured"
    ordered = sorted(seconds)
    p50, p99 = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99)]
    return f"p50 {p50:.2f} s, p99 {p99:.2f} s ({len(ordered)})"


async def trial(tables: int, faults: int, seed: int, nodes: int, fenced: bool, folder: Path) -> str:
    rng, report = random.Random(seed), Report()
    async with ClusterProcesses(folder, nodes, fenced) as cluster:
        made = [ClusterTable(cluster, number, rng.randrange(2**32)) for number in range(tables)]
        await in_turns(ClusterTable.make, made)
        rewritten = [RewrittenTable(cluster, tables + number, seed) for number in range(_REWRITTEN)]
        await in_turns(RewrittenTable.make, rewritten)
        makes = Faults(cluster, made, rng)
        while report.kinds.total() < faults:
            async with asyncio.TaskGroup() as group:
                load = [group.create_task(table.run()) for table in made]
                load += [group.create_task(table.run()) for table in rewritten]
                for _ in range(min(ROUND, faults - report.kinds.total())):
                    await asyncio.sleep(rng.uniform(*_PAUSE))
                    begin, kind = time.monotonic(), await makes.one()
                    report.kinds[kind] += 1
                    print(
                        f"{report.kinds.total()}: {kind}, {time.monotonic() - begin:.1f} s", file=sys.stderr, flush=True
                    )
                    report.tracebacks += show_tracebacks(cluster)
                    strangers = cluster.strangers()
                    assert not strangers, f"entries by nodes without the lease: {strangers[:5]}"
                for task in load:
                    task.cancel()
            await verify(made, cluster, report, rng)
            for changed in rewritten:
                changed.verify()
            report.renamed = sum(table.renamed for table in rewritten)
            report.during = sum(len(table.acknowledged) for table in rewritten)
            report.tracebacks += show_tracebacks(cluster)
        assert not report.tracebacks, f"{report.tracebacks} internal errors are in the logs; {report.text(makes)}"
        return report.text(makes)


def show_tracebacks(cluster: ClusterProcesses) -> int:
    """Print the new internal errors in the logs of all nodes; returns how many there are."""
    found = [(node.name, each) for node in cluster.nodes for each in node.new_tracebacks()]
    for name, traceback in found:
        print(f"internal error of {name}: {traceback}", file=sys.stderr, flush=True)
    return len(found)


async def verify(made: list[ClusterTable], cluster: ClusterProcesses, report: Report, rng: random.Random) -> None:
    """All logs, and the states of all clients, over random nodes."""
    for work in (check, reconnect):
        for table in made:
            table.base = cluster.base(rng)
        for one in await in_turns(work, made):
            report.found.add(one)
    print(report.found, file=sys.stderr, flush=True)


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
        print(f"the logs of the nodes are in {folder}", file=sys.stderr, flush=True)
        raise
    shutil.rmtree(folder)
    return 0
