"""Strength of bots in Zock'n'Roll by the coach's judge: the cost of their decisions, in whole games of one level.

`rate` is the loss per decision in thousandths of the victory, as everywhere in the coach: losses that are not
significant count 0.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import get_args

from rich.console import Console
from rich.table import Table

from knobel.bots import play_out
from knobel.coach.analysis import Class
from knobel.coach.judges import judge_of
from knobel.coach.verdict import classify, is_forced, loss_of
from knobel.rules.game import Decision
from knobel.rules.session import Session


def losses(session: Session) -> Iterator[float]:
    """The cost of each decision of a game with a choice."""
    judge = judge_of(session.game, session.options, len(session.players))
    for number, event in enumerate(session.events):
        state = session.state_at(number)
        waits = session.game.pending(state)
        if isinstance(waits, Decision) and len(waits.moves) > 1:
            found = judge.weigh(session.game.view(state, waits.seat))
            if not is_forced(found):
                yield loss_of(found, found.of(event))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="games of each level")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("levels", nargs="*", default=["casual", "strong", "master"])
    arguments = parser.parse_args()
    kinds = [kind for kind in get_args(Class) if kind != "forced"]
    table = Table("level", "games", "decisions", "rate", *kinds, "largest loss")
    for level in arguments.levels:
        games = [play_out("zocknroll", "x" * arguments.players, {}, level, seed) for seed in range(arguments.games)]
        found = [loss for game in games for loss in losses(game)]
        counted = Counter(map(classify, found))
        shown = [str(counted[kind]) for kind in kinds]
        rate = f"{1000 * sum(found) / len(found):.1f}"
        table.add_row(level, str(len(games)), str(len(found)), rate, *shown, f"{max(found):.3f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
