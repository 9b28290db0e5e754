"""Start + luck + given - losses = result: for every player, up to rounding.

`python -m tests.coach.test_identity` plays 1,000 random games of every variant instead of a few of each, and
`python -m tests.coach.test_identity 1000 schocken` only those of one game.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import product
from typing import Any, Final

import pytest

from knobel.bots import play_out
from knobel.coach.analyse import analyse
from knobel.coach.analysis import Analysis
from knobel.coach.judges import judge_of
from knobel.rules.session import Session

NAMES: Final = ("Anna", "Ben")

ZOCK: Final[list[dict[str, Any]]] = [
    {"variant": variant, "two_digit": two_digit, "games": 2}
    for variant, two_digit in product(("basic", "A", "B", "C"), ("digits", "ten_only"))
]

REFEREES: Final[list[dict[str, Any]]] = [
    {"variant": variant, "games": 1, "referee": "players"} for variant in ("basic", "B", "C")
]

HOUSE_RULES: Final[list[dict[str, Any]]] = [
    {},
    {"preset": "pub"},
    {"length": "half"},
    {"kept_dice": "stay"},
    {"covered": "last"},
    {"covered": "none"},
    {"ties": "throws_then_order"},
    {"sixes": True},
    {"hand_only": True},
    {"general_beats_schock2": True},
    {"jule": True},
]

SCHOCKEN: Final = [{"stones": 5, **rules} for rules in HOUSE_RULES]
"""Fewer stones, so that a game does not take long."""

TABLES: Final = [("zock", options) for options in ZOCK + REFEREES] + [("schocken", options) for options in SCHOCKEN]

SOLVED_QUICKLY: Final = TABLES[: len(ZOCK + REFEREES) + 3]
"""Schocken is solved for every set of house rules, so tests use a few of them."""


def random_game(game: str, options: Mapping[str, Any], seed: int) -> Session:
    return play_out(game, NAMES, options, level="random", seed=seed)


def worst_gap(analysis: Analysis) -> float:
    """By how much the sum is off, per player and per event, at worst."""
    gaps = [abs(s.start + s.luck + s.given - s.loss - s.result) for s in analysis.summaries]
    befores = [moment.chances for moment in analysis.moments]
    for moment, after in zip(analysis.moments, [*befores[1:], analysis.end], strict=True):
        for seat, change in enumerate(b - a for a, b in zip(moment.chances, after, strict=True)):
            decided = moment.verdict
            loss = decided.loss if decided is not None and decided.seat == seat else 0.0
            gaps.append(abs(moment.luck[seat] + moment.given[seat] - loss - change))
    return max(gaps)


def check(session: Session, analysis: Analysis) -> None:
    assert session.result is not None
    assert analysis.exact
    assert analysis.end == session.result.won(2)
    assert worst_gap(analysis) < 1e-9
    assert [s.start for s in analysis.summaries] == pytest.approx([0.5, 0.5], abs=1e-9)  # neither seat is better


@pytest.mark.parametrize(("game", "options"), SOLVED_QUICKLY, ids=str)
def test_luck_and_losses_add_up_to_the_result(game: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        session = random_game(game, options, seed)
        check(session, analyse(session, judge_of(session.game, session.options, 2)))


def every_game(games: int, only: str = "") -> None:
    for game, options in (table for table in TABLES if only in ("", table[0])):
        worst = 0.0
        for seed in range(games):
            session = random_game(game, options, seed)
            analysis = analyse(session, judge_of(session.game, session.options, 2))
            check(session, analysis)
            worst = max(worst, worst_gap(analysis))
        print(f"{game:9}{options!s:80}{games:6} games, worst gap {worst:.1e}", flush=True)


if __name__ == "__main__":
    every_game(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, *sys.argv[2:3])
