"""The power fails after every single thing that an evening does to its disk, in five ways.

    python -m trials power [--commands N] [--workers K] [--seed S] [--checkpoint PAGES] [--synchronous FULL]

An evening is played once on a disk that remembers every operation. Then, for each of them and each kind of damage, the
disk is made as the failure would have left it, and the real store opens it: it holds exactly what was acknowledged by
then, or that and the group that was being written, and takes the next command.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Final

from tests.store.damage import DAMAGES

from ..common.pool import Spread
from .images import Found, fail_between
from .record import Record, record

_STEP: Final = 100
"""Operations that a process takes at a time."""

_record: Record


def _take(evening: Record) -> None:
    global _record
    _record = evening


def _fail_from(first: int) -> Found:
    return fail_between(_record, first, first + _STEP - 1)


def fail_everywhere(evening: Record, workers: int = 1) -> Found:
    """Let the power fail after every operation of an evening; `Broken` if that breaks a promise."""
    found = Found()
    starts = range(1, len(evening.ops) + 1, _STEP)
    with Spread(workers, _take, evening) as spread:
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
    evening = record(asked.commands, asked.seed, checkpoint=asked.checkpoint, synchronous=asked.synchronous)
    try:
        found = fail_everywhere(evening, asked.workers)
    except AssertionError as broken:
        print(broken)
        return 1
    print(
        f"power: {evening.commands} commands, {len(evening.ops)} operations x {len(DAMAGES)} kinds of damage = "
        f"{found.images} images ({found.different} different), nothing acknowledged lost, doubled or contradicted; "
        f"{found.stored_unsaid} held a group that nobody had been told of yet"
    )
    return 0
