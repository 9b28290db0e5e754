"""Time of narration: facts and log lines of every event of whole games, and choices with their exact odds.

A server makes facts and lines for every event of every table, so their mean matters; choices are computed for one
person at a time, so the longest matters, with empty caches. All times are CPU time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from rich.console import Console
from rich.table import Table

from knobel.bots import make_bot
from knobel.rules import GAMES
from knobel.rules.dice import SeededDice
from knobel.rules.game import Decision, State
from knobel.rules.session import Session
from knobel.telling.choices import choices
from knobel.telling.facts import facts
from knobel.telling.narration import narrate

TABLES: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("zocknroll", 4, {}),
    ("zocknroll", 12, {"board": "pro"}),
    ("zock", 2, {"variant": "C"}),
    ("schocken", 4, {}),
    ("schocken", 24, {"preset": "pub", "jule": True}),
]
ROUNDS: Final = 5


def played(game: str, players: int, options: dict[str, object]) -> Session:
    session = Session(game, tuple(f"Player {seat}" for seat in range(players)), options)
    dice, bot = SeededDice(1), make_bot("random", GAMES[game], SeededDice(1, stream=1))
    while session.step(dice, bot.choose):
        pass
    return session


@cache
def views_of(session: Session) -> list[State]:
    return [session.game.view(session.state_at(count), 0) for count in range(len(session.events))]


def mean(tell: Callable[[Session], int], session: Session) -> float:
    """CPU microseconds for each event, in the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        count = tell(session)
        best = min(best, (time.process_time() - begun) / count)
    return best * 1e6


def all_facts(session: Session) -> int:
    """The views are prepared before: a server needs them anyway."""
    for view in views_of(session):
        facts(view)
    return len(session.events)


def all_lines(session: Session) -> int:
    for count, event in enumerate(session.events):
        narrate(session.players, session.state_at(count), event, session.state_at(count + 1))
    return len(session.events)


def waits(session: Session) -> Iterable[float]:
    """CPU milliseconds for the choices of every decision, from empty caches on."""
    for count in range(len(session.events)):
        state = session.state_at(count)
        pending = session.game.pending(state)
        if isinstance(pending, Decision):
            view = session.game.view(state, pending.seat)
            begun = time.process_time()
            choices(session.players, view, pending.moves)
            yield (time.process_time() - begun) * 1e3


def main() -> None:
    table = Table(title="telling a game of random moves")
    for heading in ("game", "players", "options", "facts µs", "lines µs", "choices ms: median", "most"):
        table.add_column(heading, justify="left" if heading in ("game", "options") else "right")
    for game, players, options in TABLES:
        session = played(game, players, options)
        waited = sorted(waits(session))
        shown = " ".join(f"{name}={value}" for name, value in options.items())
        each = (f"{mean(all_facts, session):.1f}", f"{mean(all_lines, session):.1f}")
        figures = (*each, f"{waited[len(waited) // 2]:.2f}", f"{waited[-1]:.1f}")
        table.add_row(game, str(players), shown, *figures)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
