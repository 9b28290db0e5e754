"""ZOCK's solver: time per solve and per match table, and simulated games that follow it, compared with its values.

`python -m benchmarks.solve_zock` prints the times. With `--simulate N` it plays N games of each variant instead and
compares the result of the first player with the solver's value.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from typing import Final, Literal

import numpy as np
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from knobel.rules.game import read_options
from knobel.rules.zock import ALL_FIELDS, GAME, Options
from knobel.simulate import simulate as play
from knobel.simulate.zock.games import ZockBatch
from knobel.solve.zock.box import zock_box
from knobel.solve.zock.kernel import PADDING, solve
from knobel.solve.zock.solver import MOST_GAMES, MatchTable, solution

VARIANTS: Final = ("basic", "A", "B", "C")
OBJECTIVES: Final[tuple[Literal["points", "win"], ...]] = ("points", "win")


def options_of(variant: str, two_digit: str = "digits") -> Options:
    options: Options = read_options(GAME, {"variant": variant, "two_digit": two_digit})
    return options


def simulate(games: int, seed: int) -> Table:
    table = Table(title=f"{games:,} games per row, seed {seed}")
    for heading in ("variant", "two_digit", "objective", "value", "played", "standard error", "off by (errors)"):
        table.add_column(heading, justify="right")
    for variant, two_digit in product(VARIANTS, ("digits", "ten_only")):
        options = options_of(variant, two_digit)
        for objective in OBJECTIVES:
            value = solution(options, objective).value(ALL_FIELDS, ALL_FIELDS)
            batch = play("zock", [objective] * 2, games, options=replace(options, games=1), seed=seed)
            assert isinstance(batch, ZockBatch)
            won = batch.winner[:, 0] == batch.beginner[:, 0]
            earned = np.where(won, 1.0, -1.0) * batch.loss[:, 0] if objective == "points" else won.astype(np.float64)
            mean, error = float(earned.mean()), float(earned.std(ddof=1)) / sqrt(games)
            numbers = (f"{value:.6f}", f"{mean:.6f}", f"{error:.6f}", f"{(mean - value) / error:+.2f}")
            table.add_row(variant, two_digit, objective, *numbers)
    return table


def times(repeat: int, games: int) -> Table:
    table = Table(title=f"median of {repeat} solves, and one match table of {games} games on {os.cpu_count()} threads")
    for heading in ("variant", "solve ms", "solve CPU ms", "match s", "match CPU s", "table KB"):
        table.add_column(heading, justify="right")
    for variant in VARIANTS:
        table.add_row(variant, *_times(options_of(variant), repeat, games))
    return table


def _times(options: Options, repeat: int, games: int) -> Iterator[str]:
    box, again = zock_box(options), options.variant == "A"
    sums = np.arange(sum(ALL_FIELDS) + 1, dtype=np.float64)
    after, rivals = (np.empty((len(box.sets), len(box.sets) + PADDING)) for _ in range(2))
    match = MatchTable(box, again)
    match.solve(1)  # compiles the kernels, or loads them

    def once() -> None:
        solve(box.choices, box.choices, again, sums, -sums, after, rivals)

    solves = [_clocked(once) for _ in range(repeat)]
    yield from (f"{1000 * statistics.median(each):.1f}" for each in zip(*solves, strict=True))
    yield from (f"{each:.1f}" for each in _clocked(lambda: match.solve(games)))
    yield f"{sum(row.nbytes for row in match.rows) / 1000:.0f}"


def _clocked(work: Callable[[], None]) -> tuple[float, float]:
    """Wall and CPU seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulate", type=int, metavar="N", help="play N games of each variant and compare")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--games", type=int, default=MOST_GAMES)
    asked = parser.parse_args()
    console = Console()
    console.print(simulate(asked.simulate, asked.seed) if asked.simulate else times(asked.repeat, asked.games))


if __name__ == "__main__":
    main()
