"""Time of the coach for whole games: chances before every event, and values of every decision.

The first game runs in a fresh process with cached kernels; the others are warm. On a busy machine CPU time is the
better measure.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from knobel.bots import play_out
from knobel.coach.judges import judge_of
from knobel.rules.game import Decision
from knobel.rules.session import Session

TABLES: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("zock", 2, {}),
    ("zock", 2, {"variant": "C"}),
    ("zock", 2, {"referee": "players"}),
    ("schocken", 2, {}),
    ("schocken", 2, {"preset": "pub"}),
    ("schocken", 3, {}),
    ("schocken", 4, {}),
    ("schocken", 5, {}),
    ("schocken", 8, {"preset": "pub"}),
    ("zocknroll", 4, {}),
    ("zocknroll", 6, {"board": "pro"}),
    ("zocknroll", 12, {}),
]


class Judged(NamedTuple):
    """A game: events, decisions, whether all values were exact, and times."""

    events: int
    decisions: int
    exact: bool
    wall: float
    cpu: float
    longest: float


def judge(session: Session) -> Judged:
    """Ask for everything that an analysis needs."""
    game, decisions, longest = session.game, 0, 0.0
    wall, cpu = time.perf_counter(), time.process_time()
    judge = judge_of(game, session.options, len(session.players))
    for count in range(len(session.events)):
        begun, state = time.perf_counter(), session.state_at(count)
        judge.chances(state)
        waits = game.pending(state)
        if isinstance(waits, Decision):
            judge.weigh(game.view(state, waits.seat)).of(session.events[count])
            decisions += 1
        longest = max(longest, time.perf_counter() - begun)
    spent = time.perf_counter() - wall, time.process_time() - cpu
    return Judged(len(session.events), decisions, judge.exact, *spent, longest)


def measure(game: str, players: int, options: Mapping[str, object], games: int) -> list[Judged]:
    """Judge games of casual bots, one after the other."""
    return [judge(play_out(game, "x" * players, options, "casual", seed)) for seed in range(games)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="games of each kind after the first one")
    parser.add_argument("--game", help="this game alone")
    arguments = parser.parse_args()
    table = Table("game", "players", "options", "exact", "events", "decisions")
    for heading in ("first s", "first CPU s", "s", "CPU s", "longest event s"):
        table.add_column(heading, justify="right")
    for game, players, options in TABLES:
        if arguments.game not in (None, game):
            continue
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            process.submit(measure, game, players, options, 1).result()  # compiles missing kernels
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            first, *others = process.submit(measure, game, players, options, 1 + arguments.games).result()
        shown = " ".join(f"{name}={value}" for name, value in options.items())
        means = [sum(column) / len(others) for column in zip(*others, strict=True)]
        table.add_row(
            game,
            str(players),
            shown,
            "yes" if first.exact else "no",
            f"{means[0]:.0f}",
            f"{means[1]:.0f}",
            f"{first.wall:.2f}",
            f"{first.cpu:.2f}",
            f"{means[3]:.2f}",
            f"{means[4]:.2f}",
            f"{max(each.longest for each in others):.2f}",
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
