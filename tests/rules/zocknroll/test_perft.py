"""Dice perft of Zock'n'Roll: as many event sequences, with the same mass, as the reference implementation give.

A turn is followed from its cups on; the cups of the next one (194,481 for three players and Jörg) are not thrown.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from knobel.rules.dice import outcomes
from knobel.rules.game import Chance
from knobel.rules.zocknroll import GAME, Cups, State, White
from tests.rules.perft import Step, count, engine_steps
from tests.rules.refusals import play

from .reference import Table, steps
from .tables import started


def engine_turn(state: State) -> Iterator[Step[Any]]:
    return engine_steps(GAME)(state) if state.turns == 0 else iter(())


def plain_turn(table: Table) -> Iterator[Step[Table]]:
    return steps(table) if table.turns == 0 else iter(())


@pytest.mark.rule("N4", "N5")
def test_the_first_cups_can_be_counted_by_hand() -> None:
    """Four cups of two dice, each one of 21 multisets, Jörg's among them."""
    pending = GAME.pending(started(3))
    assert isinstance(pending, Chance)
    weights = [weight for _, weight in outcomes(pending.event)]
    assert len(weights) == 21**4
    assert sum(weights) == 6**8


@pytest.mark.rule("N4", "N5", "N6", "N7", "N8", "N9")
@pytest.mark.parametrize("first_to_decide", ["starter", "left_of_starter"])
@pytest.mark.parametrize(
    ("players", "board", "cups", "depth"),
    [
        (3, "basic", ((1, 3), (2, 2), (4, 6), (5, 5)), 5),
        (4, "basic", ((1, 3), (2, 2), (4, 6), (5, 6)), 5),
        (4, "pro", ((1, 3, 4), (2, 2, 5), (4, 6, 6), (5, 5, 5)), 4),
    ],
)
def test_first_rounds(
    players: int, board: str, cups: tuple[tuple[int, ...], ...], depth: int, first_to_decide: str
) -> None:
    """Every throw of the first white dice and every decision; with three players the fourth white die, too."""
    state = play(GAME, started(players, 1, board=board, first_to_decide=first_to_decide), Cups(cups))
    table = Table(players, board, first_to_decide, crosses=((),) * players).starts(1).cups_thrown(cups)
    assert count(state, depth, engine_turn) == count(table, depth, plain_turn)


@pytest.mark.rule("N4", "N8", "N9", "N10")
@pytest.mark.parametrize(
    ("players", "cups"), [(3, ((1, 3), (2, 5), (1, 5), (6, 6))), (4, ((1, 3), (3, 5), (1, 5), (1, 3)))]
)
def test_the_rest_of_a_turn(players: int, cups: tuple[tuple[int, ...], ...]) -> None:
    """From the first decision to the last mark."""
    white = (2, 4, 6)
    state = play(GAME, started(players, 2), Cups(cups), White(white))
    table = Table(players, crosses=((),) * players).starts(2).cups_thrown(cups).white_thrown(white)
    longest = players + 1 + players + 1 + players
    counted = count(state, longest, engine_turn)
    assert counted == count(table, longest, plain_turn)
    assert counted[1] > Fraction(1)  # there was a decision
