"""Results: what they mean for each seat, and that nothing of it is written into records."""

from __future__ import annotations

from itertools import chain, combinations

import msgspec
import pytest

from knobel.rules import GAMES, schocken, zock, zocknroll
from knobel.rules.dice import SeededDice
from knobel.rules.game import Result, equal_shares

from .random_games import random_game


def test_a_victory_is_split_equally() -> None:
    for players in range(1, 13):
        seats = range(players)
        for winners in chain.from_iterable(combinations(seats, size) for size in range(1, players + 1)):
            shares = equal_shares(winners, players)
            assert sum(shares) == pytest.approx(1)
            assert {seat for seat in seats if shares[seat]} == set(winners)
            assert len(set(shares)) == (1 if len(winners) == players else 2)


@pytest.mark.rule("K8")
def test_zock_has_a_winner_or_a_draw() -> None:
    won, drawn = zock.Result((3, 12), (0,), ()), zock.Result((7, 7), (0, 1), ())
    assert (won.shares(), won.won(2), won.points()) == ((1.0, 0.0), (1.0, 0.0), (3, 12))
    assert (drawn.shares(2), drawn.won(2), drawn.points(2)) == ((0.5, 0.5), (0.5, 0.5), (7, 7))


@pytest.mark.rule("N14")
def test_zocknroll_may_have_several_winners() -> None:
    result = zocknroll.Result(scores=(30, 41, 41), winners=(1, 2), turns=20, marks=({}, {}, {}))
    assert result.shares(3) == result.won(3) == (0.0, 0.5, 0.5)
    assert result.points(3) == (30, 41, 41)


@pytest.mark.rule("S2")
def test_schocken_has_one_loser() -> None:
    result = schocken.Result(halves=(0, 2), final=True, loser=2, rounds=30)
    assert result.shares(3) == (0.5, 0.5, 0.0)
    assert result.won(3) == (1.0, 1.0, 0.0)
    assert result.points(3) == (0, 0, 1)


@pytest.mark.parametrize("name", GAMES)
def test_shares_and_points_are_not_part_of_a_record(name: str) -> None:
    session = random_game(GAMES[name], SeededDice(5), long=False)
    result, players = session.result, len(session.players)
    assert result is not None
    assert sum(result.shares(players)) == pytest.approx(1)
    assert len(result.points(players)) == len(result.won(players)) == players
    assert not {"shares", "won", "points"} & set(msgspec.to_builtins(result))


def test_a_result_is_that_of_a_game() -> None:
    for meaning in (Result().shares, Result().won, Result().points):
        with pytest.raises(NotImplementedError):
            meaning(2)
