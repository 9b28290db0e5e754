"""Whole games per second of one core: batches, the plain rules engine and OpenSpiel, in the same run.

All play whole games, in ZOCK single games instead of matches. The rules engine and OpenSpiel play random legal
moves; OpenSpiel has knobel's own games, written in Python over the same rules, and liars_dice of its own in C++. The
contestants alternate in short slices of CPU time, so that noise affects all of them alike; the table shows the median
slice.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import msgspec
from rich.console import Console
from rich.table import Table

from knobel.research import open_spiel as registered  # noqa: F401 - it makes knobel's games known to OpenSpiel
from knobel.rules import GAMES
from knobel.rules.game import read_options
from knobel.rules.schocken import Options as SchockenOptions
from knobel.rules.zock import Options as ZockOptions
from knobel.simulate import Policy, simulate
from knobel.simulate.schocken.tables import plans
from knobel.simulate.zock.tables import covers, picks
from knobel.solve.zock.solver import solution
from knobel.solve.zocknroll.solver import turn_policy

from .moves import Contestant, Count, open_spiel
from .moves import knobel as by_the_rules

Player: TypeAlias = Callable[[float], float]
"""Plays for about this many seconds of CPU time; the games per second."""

_TRIAL = 2000


def batch(game: str, policies: Sequence[Policy], options: Mapping[str, object]) -> Player:
    """Games of a batch on one thread; a short trial finds how many fit into a slice."""
    played = 0

    def play(seconds: float) -> float:
        nonlocal played
        count = _TRIAL
        while True:
            begin = time.process_time()
            simulate(game, policies, count, options=options, first=played, threads=1)
            spent = time.process_time() - begin
            played += count
            if spent > seconds / 2:
                return count / spent
            count = max(2 * count, round(count * seconds / max(spent, 1e-3)))

    return play


def one_by_one(one_game: Contestant) -> Player:
    def play(seconds: float) -> float:
        count, begin = Count(), time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            one_game(count)
        return count.games / spent

    return play


class Row(msgspec.Struct):
    """One line of the table: contestant, game and policy."""

    game: str
    who: str
    play: Player


def rows() -> Iterator[Row]:
    zock = {"games": 1}
    yield Row("zock", "batch, perfect", batch("zock", ["win"] * 2, zock))
    yield Row("zock", "batch, random", batch("zock", ["random"] * 2, zock))
    yield Row("zock", "rules engine, random", one_by_one(by_the_rules("zock", 2, zock)))
    yield Row("zock", "OpenSpiel, random", one_by_one(open_spiel("python_knobel_zock(games=1)")))
    yield Row("zock C", "batch, perfect", batch("zock", ["win"] * 2, {**zock, "variant": "C"}))
    yield Row("schocken, 2", "batch, perfect", batch("schocken", ["best"] * 2, {}))
    yield Row("schocken, 2", "batch, random", batch("schocken", ["random"] * 2, {}))
    yield Row("schocken, 2", "rules engine, random", one_by_one(by_the_rules("schocken", 2, {})))
    yield Row("schocken, 2", "OpenSpiel, random", one_by_one(open_spiel("python_knobel_schocken(players=2)")))
    yield Row("zocknroll, 4", "batch, near perfect", batch("zocknroll", ["best"] * 4, {}))
    yield Row("zocknroll, 4", "batch, random", batch("zocknroll", ["random"] * 4, {}))
    yield Row("zocknroll, 4", "rules engine, random", one_by_one(by_the_rules("zocknroll", 4, {})))
    yield Row("zocknroll, 4", "OpenSpiel, random", one_by_one(open_spiel("python_knobel_zocknroll(players=4)")))
    yield Row("zocknroll pro, 6", "batch, near perfect", batch("zocknroll", ["best"] * 6, {"board": "pro"}))
    yield Row("liars_dice", "OpenSpiel (C++), random", one_by_one(open_spiel("liars_dice")))


def measure(rounds: int, seconds: float) -> list[tuple[Row, float]]:
    """For each row the median games per second of CPU time."""
    entries = list(rows())
    for entry in entries:
        entry.play(0.01)  # compiles, and solves missing tables
    slices = [[entry.play(seconds) for entry in entries] for _ in range(rounds)]
    return list(zip(entries, map(statistics.median, zip(*slices, strict=True)), strict=True))


def sizes() -> Iterator[tuple[str, int]]:
    """The size in memory of the tables that policies follow."""
    for variant in ("basic", "A", "B", "C"):
        options: ZockOptions = read_options(GAMES["zock"], {"variant": variant})
        yield f"zock {variant}", sum(part.nbytes for part in picks(covers(options), solution(options, "win")))
    for preset in ({}, {"preset": "pub"}, {"kept_dice": "stay"}):
        house: SchockenOptions = read_options(GAMES["schocken"], preset)
        yield f"schocken, 2 {' '.join(preset.values())}".strip(), plans(house).choice.nbytes
    for board, players in product(("basic", "pro"), (3, 4, 6)):
        found = turn_policy(read_options(GAMES["zocknroll"], {"board": board}), players)
        yield f"zocknroll {board}, {players}", found.first.nbytes + found.second.nbytes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="slices per contestant")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds per slice, about")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    measured = measure(asked.rounds, asked.seconds)
    if asked.json:
        print(msgspec.json.encode([(row.game, row.who, games) for row, games in measured]).decode())
        return
    table = Table(title="Whole games, one thread, median of CPU slices")
    table.add_column("game")
    table.add_column("who")
    for heading in ("games/s", "× rules engine", "× OpenSpiel"):
        table.add_column(heading, justify="right")
    for row, games in measured:
        ratios = (_ratio(measured, row, games, peer) for peer in ("rules engine, random", "OpenSpiel, random"))
        table.add_row(row.game, row.who, f"{games:,.0f}", *ratios)
    Console(width=120).print(table)
    memory = Table(title="Tables of policies in memory")
    memory.add_column("game")
    memory.add_column("KB", justify="right")
    for game, size in sizes():
        memory.add_row(game, f"{size / 1000:,.0f}")
    Console(width=120).print(memory)


def _ratio(measured: list[tuple[Row, float]], row: Row, games: float, peer: str) -> str:
    """The speed-up over a peer in the same game."""
    same = next((rate for other, rate in measured if (other.game, other.who) == (row.game, peer)), None)
    return "" if same is None else f"{games / same:,.1f}"


if __name__ == "__main__":
    main()
