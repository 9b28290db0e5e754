"""Schocken's solver: time per solve, and games of two that follow it, against its values.

`python -m benchmarks.solve_schocken` prints the times; `--three` that of a half of three, which takes minutes. With
`--simulate N` it plays N whole games under each set of house rules instead and compares how often who began lost with
the chance that the solver gives.
"""

from __future__ import annotations

import argparse
import statistics
import time
from math import sqrt
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from knobel.rules.game import read_options
from knobel.rules.schocken import GAME, Options
from knobel.solve.compiled import compiled
from knobel.solve.schocken import game_risks
from knobel.solve.schocken_half import Half
from knobel.solve.schocken_hands import Floats, Integers, Tables
from knobel.solve.schocken_kernel import THROWS, begin, follow, mix
from knobel.solve.schocken_three import PLAYERS, Three
from knobel.solve.schocken_three_game import stage_ends

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


@compiled
def plans(tables: Tables, by_throws: bool, third_open: bool, pays: Floats, standing: Floats, throwing: Floats) -> None:
    """Fill the plan of the beginner, number 0, and after it those of the follower against everything he may face."""
    ranks, keeps = len(tables.deals), len(tables.fall) - 1
    begin(tables, by_throws, third_open, pays, standing[0], throwing[0])
    mixture = np.zeros(ranks)
    for n in range(1, THROWS + 1):
        covered = n == THROWS and not third_open
        for faced in range(keeps if covered else ranks):
            mixture[:] = 0
            if covered:
                mix(tables, faced, mixture)
            else:
                mixture[faced] = 1
            plan = 1 + (n - 1) * ranks + faced
            follow(tables, by_throws, n, mixture, pays, standing[plan], throwing[plan])


@compiled
def turn(tables: Tables, limit: int, sign: float, standing: Floats, throwing: Floats) -> tuple[int, int, int]:
    """Throw and decide as a plan says: how many throws, the rank, and what was kept for the last throw."""
    keep = 0
    for n in range(1, limit + 1):
        fall, i = np.random.random() - tables.chance[tables.fall[keep]], tables.fall[keep]
        while fall >= 0 and i + 1 < tables.fall[keep + 1]:
            i += 1
            fall -= tables.chance[i]
        hand = tables.hand[i]
        if n == limit:
            return n, int(tables.rank[hand]), int(keep)
        best, choice = sign * standing[n, tables.rank[hand]], -1
        for j in range(tables.first[hand], tables.first[hand + 1]):
            if sign * throwing[n + 1, tables.keep[j]] > best:
                best, choice = sign * throwing[n + 1, tables.keep[j]], tables.keep[j]
        if choice < 0:
            return n, int(tables.rank[hand]), int(keep)
        keep = choice
    return limit, 0, int(keep)


@compiled
def lost_half(
    tables: Tables, by_throws: bool, third_open: bool, stones: int, state: Integers, standing: Floats, throwing: Floats
) -> int:
    """Play a half that player 0 begins: who loses it."""
    ranks, middle, beginner = len(tables.deals), stones, 0
    held = np.zeros(2, dtype=np.int64)
    while True:
        s = state[middle, held[beginner]]
        n, rank, keep = turn(tables, THROWS, -1.0, standing[s, 0], throwing[s, 0])
        faced = keep if n == THROWS and not third_open else rank
        plan = 1 + (n - 1) * ranks + faced
        throws, other, _ = turn(tables, n, 1.0, standing[s, plan], throwing[s, plan])
        beginner_loses = other > rank or (other == rank and by_throws and throws < n)
        loser = beginner if beginner_loses else 1 - beginner
        deals = tables.deals[other if beginner_loses else rank]
        if deals == 0:
            return loser
        if middle > 0:
            taken = min(deals, middle)
            middle -= taken
        else:
            taken = min(deals, held[1 - loser])
            held[1 - loser] -= taken
        held[loser] += taken
        if held[loser] == stones:
            return loser
        beginner = loser


@compiled
def lost_games(
    tables: Tables,
    by_throws: bool,
    third_open: bool,
    stones: int,
    state: Integers,
    standing: Floats,
    throwing: Floats,
    games: int,
    seed: int,
) -> int:
    """How many of so many games who begins loses."""
    np.random.seed(seed)
    lost = 0
    for _ in range(games):
        first = lost_half(tables, by_throws, third_open, stones, state, standing, throwing)
        second = first ^ lost_half(tables, by_throws, third_open, stones, state, standing, throwing)
        loser = second
        if second != first:
            loser = second ^ lost_half(tables, by_throws, third_open, stones, state, standing, throwing)
        lost += loser == 0
    return lost


def play(half: Half, games: int, seed: int) -> int:
    states = [
        (m, own) for m in range(half.stones + 1) for own in range(half.stones - m + 1) if 0 < half.risk(m, own) < 1
    ]
    ranks, keeps = len(half.tables.deals), len(half.tables.fall) - 1
    standing = np.empty((len(states), 1 + THROWS * ranks, THROWS + 1, ranks))
    throwing = np.empty((len(states), 1 + THROWS * ranks, THROWS + 1, keeps))
    number = np.full((half.stones + 1, half.stones + 1), -1)
    for s, state in enumerate(states):
        number[state] = s
        plans(half.tables, half.by_throws, half.third_open, half.pays(*state), standing[s], throwing[s])
    return lost_games(
        half.tables, half.by_throws, half.third_open, half.stones, number, standing, throwing, games, seed
    )


def simulate(games: int, seed: int) -> Table:
    table = Table(title=f"{games:,} games per row, seed {seed}")
    for heading in ("rules", "chance", "played", "standard error", "off by (errors)", "games/s"):
        table.add_column(heading, justify="right")
    for house in HOUSES:
        options = options_of(house)
        half = Half(options)
        half.solve()
        play(half, 1, seed)
        begun = time.process_time()
        played = play(half, games, seed) / games
        seconds = time.process_time() - begun
        chance = game_risks(options)[0]
        error = sqrt(chance * (1 - chance) / games)
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
    three = Three(options, two, stage_ends(options, "half"))
    wall, cpu = time.perf_counter(), time.process_time()
    three.solve()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    size = PLAYERS * 8 * len(three.values) / 1000
    return f"a half of three: {wall:.0f} s, {cpu:.0f} s CPU, {len(three.values)} states, {size:.0f} KB"


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
