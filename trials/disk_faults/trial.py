"""Disk fault injection: full disk, I/O error, short read or lock at every system call of the store.

    python -m trials disk_faults [--groups N] [--every M] [--workers K] [--seed S]

For each fault a workload of N groups of commands is repeated, each time with the fault at the next call, or at every
M-th one, once and for a while. Failures name a cause. Every acknowledged command is stored afterwards, on the disk as
it is, after a kill and after a power failure; every other one is stored completely or not at all.
"""

from __future__ import annotations

from argparse import ArgumentParser

from tests.store.faults import FAULTS

from ..common.pool import Spread
from .session import LASTING, Case, Outcome, calls, run_case

_cases: list[Case]


def _take(cases: list[Case]) -> None:
    global _cases
    _cases = cases


def _run_case(number: int) -> Outcome:
    return run_case(_cases[number])


def cases(groups: int, every: int, seed: int) -> list[Case]:
    """All faults at every call, or at every `step`-th one."""
    return [
        Case(fault, first, times, groups, seed)
        for fault in FAULTS
        for times in LASTING
        for first in range(1, calls(fault, groups, seed) + 1, every)
    ]


def run_all(asked: list[Case], workers: int = 1) -> Outcome:
    outcome = Outcome()
    with Spread(workers, _take, asked) as spread:
        for one in spread.over(_run_case, range(len(asked)), "cases"):
            outcome.add(one)
    return outcome


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("--groups", type=int, default=10)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asked = cases(given.groups, given.every, given.seed)
    try:
        outcome = run_all(asked, given.workers)
    except AssertionError as broken:
        print(broken)
        return 1
    for sentence in sorted(outcome.sentences):
        print(f"said: {sentence}")
    print(
        f"disk_faults: {len(asked)} workloads with a fault, {outcome.acked} commands acknowledged and true, "
        f"{outcome.failed} failed and left no half; {outcome.shut} stores could not be opened until the disk was well, "
        f"{outcome.stuck} did not go on by themselves"
    )
    return 0
