"""Time of the first call of each command that runs compiled kernels: with an empty cache, and after `knobel prepare`.

    python -m benchmarks.first_calls            # both columns
    python -m benchmarks.first_calls --cold     # the empty cache only

Each call runs in a fresh process with its own empty `KNOBEL_DATA` and kernel cache; prepared calls share one that
`knobel prepare` filled. CPU seconds are those of the process and its children, so they hold on a busy machine too. A
prepared call that compiles a kernel is an error: then a step is missing in `knobel.cli.prepare`.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import knobel

PLAYERS = {"zock": 2, "schocken": 3, "zocknroll": 3}
BOT = """
import knobel, sys
from knobel.rules.session import Session
game, level, players = sys.argv[1], sys.argv[2], int(sys.argv[3])
session = Session(game, [f"P{n}" for n in range(players)])
bot = knobel.make_bot(level, session.game, knobel.SeededDice(1, stream=1))
dice = knobel.SeededDice(1)
count = 0
def choose(view):
    global count
    count += 1
    return bot.choose(view)
while count < 6 and session.step(dice, choose): pass
"""
PUZZLE = "import sys; from knobel.coach.puzzles import puzzle; puzzle(sys.argv[1], level=2, seed=1)"
EXPLORE = "import sys; from knobel.coach import explorer as e; g = getattr(e, sys.argv[1]); g.chart(g.Question())"


def calls(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Label and arguments of `python` for each first call."""
    command = ["-m", "knobel"]
    yield "solve zock", [*command, "solve", "zock"]
    yield "solve zock --match 3", [*command, "solve", "zock", "--match", "3"]
    yield "solve schocken", [*command, "solve", "schocken"]
    yield "solve schocken --players 3", [*command, "solve", "schocken", "--players", "3"]
    yield "solve schocken --players 5", [*command, "solve", "schocken", "--players", "5"]
    yield "solve zocknroll", [*command, "solve", "zocknroll"]
    for game, players in PLAYERS.items():
        record = folder / f"{game}.json"
        record.write_text(knobel.dumps(knobel.play_out(game, [f"P{seat}" for seat in range(players)], seed=7)))
        yield f"coach {game}", [*command, "coach", str(record), "--precision", "quick"]
    for game, players in PLAYERS.items():
        for level in ("strong", "master"):
            yield f"{level} bot, {game}", ["-c", BOT, game, level, str(players)]
    for game in PLAYERS:
        yield f"puzzle {game}", ["-c", PUZZLE, game]
        yield f"explorer {game}", ["-c", EXPLORE, game]
    for game in PLAYERS:
        yield f"simulate {game}", [*command, "simulate", game, "--games", "100"]


def clocked(arguments: list[str], data: Path) -> tuple[float, float]:
    """Seconds and CPU seconds of a fresh process."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = os.environ | {"KNOBEL_DATA": str(data), "NUMBA_CACHE_DIR": str(data / "kernels")}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{arguments} failed:\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - start, cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cold", action="store_true", help="with an empty cache only")
    asked = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        prepared, missing = folder / "prepared", set[str]()
        if not asked.cold:
            print("knobel prepare: {:.1f} s, {:.1f} s CPU".format(*clocked(["-m", "knobel", "prepare"], prepared)))
        print("| first call | empty cache, s | CPU s | prepared, s | CPU s |\n|---|---:|---:|---:|---:|")
        for number, (label, arguments) in enumerate(calls(folder)):
            times = [*clocked(arguments, folder / str(number))]
            if not asked.cold:
                before = set(prepared.rglob("*.nbc"))
                times += clocked(arguments, prepared)
                missing |= {path.name for path in set(prepared.rglob("*.nbc")) - before}
            print(f"| {label} | " + " | ".join(f"{seconds:.1f}" for seconds in times) + " |", flush=True)
    if missing:
        sys.exit(f"compiled after `knobel prepare`: {sorted(missing)}")


if __name__ == "__main__":
    main()
