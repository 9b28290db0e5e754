"""Simulated power failures after every disk operation of a workload, with five kinds of damage.

    python -m trials power [--commands N] [--workers K] [--seed S] [--checkpoint PAGES] [--synchronous FULL]

A workload runs once on a disk that records every operation. Then, for each operation and each kind of damage, the real
store opens the disk image that the failure would leave: it holds exactly the acknowledged commands, or those and the
group that was being committed, and accepts the next command.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Final

from tests.store.damage import DAMAGES

from ..common.pool import Spread
from .images import Found, fail_between
from .record import Record, record

_STEP: Final = 100
"""Operations per task of a worker process."""

_record: Record


def _take(workload: Record) -> None:
    global _record
    _record = workload


def _fail_from(first: int) -> Found:
    return fail_between(_record, first, first + _STEP - 1)


def fail_everywhere(workload: Record, workers: int = 1) -> Found:
    """Fail the power after every operation of a workload; `Broken` if durability is violated."""
    found = Found()
    starts = range(1, len(workload.ops) + 1, _STEP)
    with Spread(workers, _take, workload) as spread:
        for part in spread.over(_fail_from, starts, "operations"):
            found.add(part)
    return found


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("--commands", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoint", type=int, default=200, help="pages; the server has 4000")
    parser.add_argument("--synchronous", default="FULL", choices=["FULL", "NORMAL", "OFF"])
    asked = parser.parse_args()
    workload = record(asked.commands, asked.seed, checkpoint=asked.checkpoint, synchronous=asked.synchronous)
    try:
        found = fail_everywhere(workload, asked.workers)
    except AssertionError as broken:
        print(broken)
        return 1
    print(
        f"power: {workload.commands} commands, {len(workload.ops)} operations x {len(DAMAGES)} kinds of damage = "
        f"{found.images} images ({found.different} different), nothing acknowledged lost, doubled or contradicted; "
        f"{found.stored_unanswered} held a group that was not yet acknowledged"
    )
    return 0
