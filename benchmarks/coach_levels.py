"""Error rates of all bot levels by the coach, the same figure of strength that players get.

python -m benchmarks.coach_levels [--games 20]
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import fsum
from typing import Any, Final

from knobel.bots import levels, play_out
from knobel.coach.analyse import analyse
from knobel.coach.analysis import Class

TABLES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("zock", {}),
    ("schocken", {}),
    ("schocken", {"preset": "pub"}),
)
KINDS: Final[tuple[Class, ...]] = ("inaccuracy", "mistake", "blunder")


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=20)
    games = asked.parse_args().games
    print(
        "| game | level | decisions | inaccuracies | mistakes | blunders | error rate |\n|---|---|--:|--:|--:|--:|--:|"
    )
    for game, options in TABLES:
        for level in levels(game):
            sessions = (play_out(game, ["Anna", "Ben"], options, level, seed=seed) for seed in range(games))
            summaries = [summary for session in sessions for summary in analyse(session).summaries]
            decisions, kinds = sum(each.decisions for each in summaries), Counter[Class]()
            for each in summaries:
                kinds.update(each.kinds)
            counted = " | ".join(str(kinds[kind]) for kind in KINDS)
            rate = 1000 * fsum(each.loss for each in summaries) / decisions
            name = " ".join([game, *(f"{key}={value}" for key, value in options.items())])
            print(f"| {name} | {level} | {decisions} | {counted} | {rate:.1f} |", flush=True)


if __name__ == "__main__":
    main()
