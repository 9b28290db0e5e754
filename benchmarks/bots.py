"""Decision times of bots over whole games, compiled and prepared.

Games are played by bots of the level in question. Two columns matter: the median and the 99th percentile, whose
bounds are 100 ms for strong and 500 ms for master. Times are wall-clock times; the percentile of
CPU time stands beside them for busy machines.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from typing import Final

from rich.console import Console
from rich.table import Table

from knobel.bots import levels, make_bot, prepare
from knobel.rules import GAMES
from knobel.rules.dice import SeededDice
from knobel.rules.game import Event, State, read_options
from knobel.rules.session import Session

TABLES: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("zock", 2, {}),
    ("zock", 2, {"variant": "C"}),
    ("zocknroll", 4, {}),
    ("zocknroll", 6, {"board": "pro"}),
    ("zocknroll", 12, {}),
    ("schocken", 2, {}),
    ("schocken", 3, {}),
    ("schocken", 3, {"preset": "pub"}),
    ("schocken", 4, {}),
    ("schocken", 8, {"preset": "pub"}),
]
BOUNDS: Final = {"strong": 100, "master": 500}
"""Upper bounds of the 99th percentile, in milliseconds."""


def think(level: str, game: str, players: int, options: Mapping[str, object], least: int) -> list[tuple[float, float]]:
    """Wall and CPU seconds of at least `least` decisions, over whole games."""
    rules, times = GAMES[game], list[tuple[float, float]]()
    bot = make_bot(level, rules, SeededDice(1, stream=1))

    def choose(view: State) -> Event:
        wall, cpu = time.perf_counter(), time.process_time()
        move: Event = bot.choose(view)
        times.append((time.perf_counter() - wall, time.process_time() - cpu))
        return move

    seed = 0
    while len(times) < least:
        session, dice = Session(rules, ("x",) * players, read_options(rules, options)), SeededDice(seed)
        while session.step(dice, choose):
            pass
        seed += 1
    return times


def measure(least: int) -> Table:
    table = Table(title=f"milliseconds per decision, at least {least} decisions a row")
    for heading in ("level", "game", "players", "options", "ready s", "median", "p99", "p99 CPU", "most", "bound"):
        table.add_column(heading, justify="left" if heading in ("level", "game", "options") else "right")
    for game, players, options in TABLES:
        for level in levels(game):
            begun = time.perf_counter()
            prepare(level, GAMES[game], read_options(GAMES[game], options), players)
            ready = time.perf_counter() - begun
            walls, cpus = (sorted(each) for each in zip(*think(level, game, players, options, least), strict=True))
            at = int(0.99 * len(walls))
            figures = (walls[len(walls) // 2], walls[at], cpus[at], walls[-1])
            shown = " ".join(f"{name}={value}" for name, value in options.items())
            row = (level, game, str(players), shown, f"{ready:.1f}", *(f"{1000 * each:.2f}" for each in figures))
            table.add_row(*row, str(BOUNDS.get(level, "")))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=1000, help="the least number of decisions per row")
    Console(width=120).print(measure(parser.parse_args().decisions))


if __name__ == "__main__":
    main()
