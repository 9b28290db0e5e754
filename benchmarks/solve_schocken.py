"""Schocken's solver: time per solve, and simulated games of two that follow it, compared with its values.

`python -m benchmarks.solve_schocken` prints the times; `--three` that of a half of three, which takes minutes. With
`--simulate N` it plays N whole games under each set of house rules instead and compares how often the beginner lost
with the solver's chance.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from knobel.fair.statistics.p_values import share_error
from knobel.rules.game import read_options
from knobel.rules.schocken import GAME, Options
from knobel.simulate import simulate as play
from knobel.solve.schocken.few import HalfValues
from knobel.solve.schocken.half import Half
from knobel.solve.schocken.sources import packed, stage_ends
from knobel.solve.schocken.two import game_risks

HOUSES: Final[dict[str, dict[str, Any]]] = {
    "default": {},
    "throws_then_order": {"ties": "throws_then_order"},
    "third open": {"covered": "none"},
    "kept dice stay": {"kept_dice": "stay"},
    "pub": {"preset": "pub"},
    "all house rules": {"preset": "pub", "general_beats_schock2": True, "jule": True},
}


def options_of(house: str) -> Options:
    options: Options = read_options(GAME, HOUSES[house])
    return options


def simulate(games: int, seed: int) -> Table:
    table = Table(title=f"{games:,} games per row, seed {seed}")
    for heading in ("rules", "chance", "played", "standard error", "off by (errors)", "games/s"):
        table.add_column(heading, justify="right")
    for house in HOUSES:
        options = options_of(house)
        chance = game_risks(options)[0]
        play("schocken", ["best"] * 2, 1, options=options, seed=seed)
        begun = time.process_time()
        batch = play("schocken", ["best"] * 2, games, options=options, seed=seed)
        seconds = time.process_time() - begun
        played = batch.summary().shares[0].value
        error = share_error(chance, games)
        off = f"{(played - chance) / error:+.2f}"
        table.add_row(house, f"{chance:.6f}", f"{played:.6f}", f"{error:.6f}", off, f"{games / seconds:,.0f}")
    return table


def times(repeat: int) -> Table:
    table = Table(title=f"median of {repeat} solves of a half of 13 stones, which also solves the game")
    for heading in ("rules", "hands", "solve ms", "solve CPU ms", "residual", "table KB"):
        table.add_column(heading, justify="right")
    for house in HOUSES:
        half = Half(options_of(house))
        half.solve()
        walls, cpus = list[float](), list[float]()
        for _ in range(repeat):
            wall, cpu = time.perf_counter(), time.process_time()
            half.solve()
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)
        spent = (f"{1000 * statistics.median(each):.0f}" for each in (walls, cpus))
        size = f"{half.risks.nbytes / 1000:.1f}"
        table.add_row(house, str(len(half.tables.rank)), *spent, f"{half.residual():.0e}", size)
    return table


def time_of_three() -> str:
    options = Options()
    two = Half(options)
    two.solve()
    few = Half(Options(stones=3))
    few.solve()
    HalfValues(Options(stones=3), few, stage_ends(options, 3, "half")).solve()  # compiles
    three = HalfValues(options, two, stage_ends(options, 3, "half"))
    wall, cpu = time.perf_counter(), time.process_time()
    three.solve()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    spent = f"{wall:.0f} s, {cpu:.0f} s CPU on {os.cpu_count()} processors"
    size = f"{len(three.values)} states, {len(packed(three)) / 1000:.0f} KB"
    return f"a half of three: {spent}, {size}, residual {three.residual():.0e}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulate", type=int, metavar="N", help="play N games under each set of rules and compare")
    parser.add_argument("--three", action="store_true", help="solve a half of three players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=9)
    asked = parser.parse_args()
    if asked.three:
        print(time_of_three())
    else:
        Console().print(simulate(asked.simulate, asked.seed) if asked.simulate else times(asked.repeat))


if __name__ == "__main__":
    main()
