"""Dice perft of ZOCK: as many event sequences, with the same mass, as the reference implementation give."""

from __future__ import annotations

from fractions import Fraction

import pytest

from knobel.rules.zock import GAME, Options, State, start
from tests.rules.perft import count, engine_steps

from .reference import Match, steps

VARIANTS = ("basic", "A", "B", "C")


def test_the_first_steps_can_be_counted_by_hand() -> None:
    """21 x 21 roll-offs; after one that decides come 21 throws, after a tie 441 roll-offs again."""
    throws_of_total = (1, 1, 2, 2, 3, 3, 3, 2, 2, 1, 1)  # multisets that make 2, 3, ... 12
    ties = sum(throws * throws for throws in throws_of_total)
    state = start(Options(games=1), 2)
    assert count(state, 1, engine_steps(GAME)) == (441, Fraction(1))
    assert count(state, 2, engine_steps(GAME)) == ((441 - ties) * 21 + ties * 441, Fraction(1))


@pytest.mark.rule("K2", "K3", "K4", "K5", "K6")
@pytest.mark.parametrize(
    ("variant", "two_digit"), [*((variant, "digits") for variant in VARIANTS), ("basic", "ten_only"), ("B", "ten_only")]
)
def test_from_the_start(variant: str, two_digit: str) -> None:
    state = start(Options(variant=variant, two_digit=two_digit, games=1), 2)  # type: ignore[arg-type]  # parametrised
    match = Match(variant, two_digit)
    assert count(state, 5, engine_steps(GAME)) == count(match, 5, steps)


@pytest.mark.rule("K4", "K5", "K7", "K8")
@pytest.mark.parametrize(("games", "depth"), [(1, 8), (2, 4)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_from_a_nearly_finished_game(variant: str, games: int, depth: int) -> None:
    options = Options(variant=variant, games=games)  # type: ignore[arg-type]  # parametrised
    fields = ((1, 2), (3, 4))
    state = State(options, open=fields, phase="throw", seat=1)
    match = Match(variant, games=games, stage="throw", turn=1, open=(frozenset(fields[0]), frozenset(fields[1])))
    assert count(state, depth, engine_steps(GAME)) == count(match, depth, steps)


@pytest.mark.rule("K9")
@pytest.mark.parametrize("variant", VARIANTS)
def test_with_players_as_referees(variant: str) -> None:
    options = Options(variant=variant, games=1, referee="players")  # type: ignore[arg-type]  # parametrised
    fields = ((1, 2), (3, 7))
    state = State(options, open=fields, phase="throw", seat=0)
    open_fields = (frozenset(fields[0]), frozenset(fields[1]))
    match = Match(variant, referee="players", stage="throw", turn=0, open=open_fields)
    assert count(state, 6, engine_steps(GAME)) == count(match, 6, steps)
