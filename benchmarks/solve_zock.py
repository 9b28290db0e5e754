"""ZOCK's solver: time per solve and per match table, and games that follow it, against its values.

`python -m benchmarks.solve_zock` prints the times. With `--simulate N` it plays N games of each variant instead and
compares what the first to throw earned with the value that the solver gives.
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
from rich.console import Console
from rich.table import Table

from knobel.rules.game import read_options
from knobel.rules.zock import ALL_FIELDS, GAME, Options
from knobel.solve.compiled import compiled
from knobel.solve.zock import MOST_GAMES, MatchTable, Solution, solution
from knobel.solve.zock_box import Choices, Floats, zock_box
from knobel.solve.zock_kernel import PADDING, solve

VARIANTS: Final = ("basic", "A", "B", "C")
OBJECTIVES: Final[tuple[Literal["points", "win"], ...]] = ("points", "win")


@compiled
def play(box: Choices, again: bool, after: Floats, games: int, seed: int) -> Floats:
    """The points of the first to throw, game by game; both cover what leads to the highest value after it."""
    np.random.seed(seed)
    results = np.empty(games)
    full = len(box.total) - 1
    for game in range(games):
        mine, theirs, turn = full, full, 0
        while mine > 0 and theirs > 0:
            own, other = (mine, theirs) if turn == 0 else (theirs, mine)
            left, fall = own, np.random.random()
            for choice in range(box.first[own], box.first[own + 1]):
                fall -= box.chance[choice]
                if fall < 0:
                    left = box.left[box.cover[choice]]
                    for cover in range(box.cover[choice] + 1, box.cover[choice + 1]):
                        if after[box.left[cover], other] > after[left, other]:
                            left = box.left[cover]
                    break
            if turn == 0:
                mine = left
            else:
                theirs = left
            if not again or left == own:
                turn = 1 - turn
        results[game] = box.total[theirs] - box.total[mine]
    return results


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
            solved = solution(options, objective)
            points = play(solved.box.choices, solved.again, _after(solved), games, seed)
            earned = points if objective == "points" else (points > 0).astype(np.float64)
            value, mean = solved.value(ALL_FIELDS, ALL_FIELDS), float(earned.mean())
            error = float(earned.std(ddof=1)) / sqrt(games)
            numbers = (f"{value:.6f}", f"{mean:.6f}", f"{error:.6f}", f"{(mean - value) / error:+.2f}")
            table.add_row(variant, two_digit, objective, *numbers)
    return table


def _after(solved: Solution) -> Floats:
    """The value just after a cover, for each pair of sets."""
    sets = solved.box.sets
    throws = solved.again
    return np.array([[solved.value(own, other, throws) for other in sets] for own in sets])


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
    """Seconds on the wall and of all processors."""
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
