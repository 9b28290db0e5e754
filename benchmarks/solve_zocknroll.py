"""Zock'n'Roll's solver: values, exploitability and size of the shipped policies.

`python -m benchmarks.solve_zocknroll` assesses both boards under the default options, with up to `--most` players (8);
names choose tables instead, such as `zocknroll-pro-3-consecutive`. With `--learn` the solver learns them again, on one
processor, and prints the exploitability before rounding to levels; that takes from seconds with three players to an
hour with many. With `--starts` it learns from several chances to stay at first, and prints the values of the seats:
equilibria are not unique.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from knobel.rules.zocknroll import Options
from knobel.solve import table_files
from knobel.solve.arrays import Floats
from knobel.solve.build import settings
from knobel.solve.table_files import SUFFIX
from knobel.solve.zocknroll.kernel import Strategy
from knobel.solve.zocknroll.learner import Learner, best_values, values
from knobel.solve.zocknroll.policy import STEPS, kept, learned, policy
from knobel.solve.zocknroll.solver import assess
from knobel.solve.zocknroll.turn import TRIPLE_CHANCE, TRIPLES, Setting, setting


def chosen(names: Sequence[str], most: int) -> list[Setting]:
    """The settings with these names, or those of the default options for up to `most` players."""
    if names:
        return [one for one in settings() if one.name in names]
    return [one for one in settings() if one.players <= most and one == setting(Options(board=one.board), one.players)]


def stored(wanted: Sequence[Setting]) -> Table:
    table = Table(title=f"policies of the package, assessed on {os.cpu_count()} threads")
    for heading in (
        "table",
        "exploitability",
        "first … last decides",
        "s",
        "CPU s",
        "memory KB",
        "disk KB",
        "bits a chance",
    ):
        table.add_column(heading, justify="right")
    for one in wanted:
        table.add_row(one.name.removeprefix("zocknroll-"), *_stored(one))
        print(one.name, file=sys.stderr, flush=True)
    return table


def _stored(one: Setting) -> tuple[str, ...]:
    options = Options(board=one.board, royal_pairs=one.royal_pairs, jorg_counts=one.prize > one.players)
    play = policy(one)
    memory, disk = play.first.nbytes + play.second.nbytes, (table_files.SHIPPED / f"{one.name}{SUFFIX}").stat().st_size
    wall, cpu = time.perf_counter(), time.process_time()
    found = assess(options, one.players)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    gain = f"{found.exploitability:.6f}" + (f" ± {found.error:.6f}" if found.error else "")
    seats = " … ".join(f"{value:.4f}" for value in (found.values[0], found.values[-1]))
    sizes = f"{memory / 1000:,.0f}", f"{disk / 1000:,.0f}", f"{8 * disk / memory:.2f}"  # a chance to stay is a byte
    return gain, seats, f"{wall:.1f}", f"{cpu:.1f}", *sizes


def learning(wanted: Sequence[Setting], steps: int) -> Table:
    table = Table(title=f"learned anew on one processor, at most {steps} steps, before rounding")
    for heading in ("table", "exploitability", "worst white dice", "CPU s"):
        table.add_column(heading, justify="right")
    for one in wanted:
        begun, gains, triples = time.process_time(), list[Floats](), kept(one)
        for number, triple in enumerate(triples, 1):
            gains.append(_gain(one, triple, learned(one, triple, steps)))
            print(f"\r{one.name}: {number}/{len(triples)}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        mean = np.average(gains, axis=0, weights=TRIPLE_CHANCE[triples])
        spent = f"{time.process_time() - begun:.0f}"
        table.add_row(one.name.removeprefix("zocknroll-"), f"{mean.max():.6f}", f"{np.max(gains):.6f}", spent)
    return table


def starting(wanted: Sequence[Setting], starts: Sequence[float], steps: int) -> Table:
    table = Table(title=f"learned from several chances to stay at first, at most {steps} steps, before rounding")
    for heading in ("table", "start", "values, first … last decides", "exploitability", "differs by", "after"):
        table.add_column(heading, justify="right")
    for one in wanted:
        triples, first = kept(one), None
        for start in starts:
            found = [learned(one, triple, steps, start) for triple in triples]
            worth = np.array([values(one, TRIPLES[triple], stay) for triple, stay in zip(triples, found, strict=True)])
            gains = [_gain(one, triple, stay) for triple, stay in zip(triples, found, strict=True)]
            mean, gain = (np.average(each, axis=0, weights=TRIPLE_CHANCE[triples]) for each in (worth, gains))
            first = worth if first is None else first
            apart = np.abs(worth - first).max(axis=1)
            most = int(apart.argmax())
            white = "".join(map(str, TRIPLES[triples[most]])) if apart[most] else ""
            cells = " ".join(f"{value:.4f}" for value in mean), f"{gain.max():.6f}", f"{apart[most]:.4f}", white
            table.add_row(one.name.removeprefix("zocknroll-"), f"{start:g}", *cells)
    return table


def _gain(one: Setting, triple: int, stay: Strategy) -> Floats:
    """The gain of each player by a best response."""
    white = TRIPLES[triple]
    return best_values(one, white, stay) - values(one, white, stay)


def compile_kernels() -> None:
    for players in (3, 9):
        one = setting(Options(), players)
        learner = Learner(one, TRIPLES[0])
        learner.learn(steps=1)
        _gain(one, 0, learner.strategy())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="tables to look at, such as zocknroll-basic-12")
    parser.add_argument("--most", type=int, default=8, help="otherwise all with up to so many players")
    parser.add_argument("--learn", action="store_true", help="learn them anew and say how far that comes")
    parser.add_argument("--steps", type=int, default=STEPS, help="at most so many, for every three white dice")
    parser.add_argument("--starts", nargs="+", type=float, help="learn from these chances to stay at first")
    asked = parser.parse_args()
    compile_kernels()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KNOBEL_DATA"] = folder  # without the cache of assessments
        wanted = chosen(asked.names, asked.most)
        if asked.starts:
            Console().print(starting(wanted, asked.starts, asked.steps))
        else:
            Console().print(learning(wanted, asked.steps) if asked.learn else stored(wanted))


if __name__ == "__main__":
    main()
