"""`python -m tests.coach.sentences --games 300` checks every sentence of so many random games of each game."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from time import process_time
from typing import get_args

from .check import faults_of
from .faults import Fault, Kind
from .games import TABLES, games

SHOWN = 3
"""The faults of a kind of sentence that are printed."""


def main() -> int:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--games", type=int, default=300)
    read.add_argument("--first", type=int, default=0, help="the number of the first game")
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--only", choices=tuple(TABLES), action="append")
    read.add_argument("--precision", choices=("quick", "default"), default="quick")
    asked = read.parse_args()
    numbers = range(asked.first, asked.first + asked.games)
    return sum([_check(game, numbers, asked.seed, asked.precision) for game in asked.only or TABLES]) > 0


def _check(game: str, numbers: range, seed: int, precision: str) -> int:
    """Print a table of one game: for each kind of sentence how many there were, and how many are wrong in what."""
    began, told, wrong = process_time(), Counter[str](), Counter[str]()
    kinds, found = Counter[tuple[str, str]](), dict[tuple[str, str], list[Fault]]()
    for number, played in zip(numbers, games(game, numbers, seed, precision), strict=True):  # type: ignore[arg-type]
        for key, faults in faults_of(played):
            told[key] += 1
            wrong[key] += bool(faults)
            kinds.update({(key, fault.kind) for fault in faults})
            for fault in faults:
                found.setdefault((key, fault.kind), []).append(fault)
                print(f"{game} {number}: {key} {fault.kind}: {fault.what}\n    {fault.text}", file=sys.stderr)
        passed = f"{process_time() - began:.0f} s of CPU, {told.total()} told, {wrong.total()} wrong"
        print(f"{game} {number}: {passed}", file=sys.stderr, flush=True)
    columns = get_args(Kind)
    print(f"{game}: {len(numbers)} games from {numbers[0]} on, seed {seed}, {process_time() - began:.0f} s of CPU\n")
    print("| sentence | told | wrong | " + " | ".join(columns) + " |")
    print("|---|--:|--:|" + "--:|" * len(columns))
    for key in [*sorted(told), "sum"]:
        many = [_sum(kinds, key, kind) for kind in columns]
        counts = [told.total(), wrong.total()] if key == "sum" else [told[key], wrong[key]]
        print(f"| {key} | " + " | ".join(str(each or "") for each in [*counts, *many]) + " |")
    print()
    for (key, kind), examples in sorted(found.items()):
        for fault in examples[:SHOWN]:
            print(f"{key} {kind}: {fault.what}\n    {fault.text}")
    print(flush=True)
    return wrong.total()


def _sum(kinds: Counter[tuple[str, str]], key: str, kind: str) -> int:
    return sum(count for (of, each), count in kinds.items() if each == kind and key in (of, "sum"))


if __name__ == "__main__":
    raise SystemExit(main())
