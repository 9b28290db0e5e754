"""Verdicts: means within deals, standard errors between deals."""

from __future__ import annotations

from math import inf, sqrt

import pytest

from knobel.arena.contest import Contest, Deal, Outcome
from knobel.arena.verdict import Mean, judge, ratings

CONTEST = Contest("zock", ("strong", "casual"), 2)


def deal(first: int, second: int) -> Deal:
    """Who won the two games of a deal: 0 or 1 is the seat; strong sits at 0, then at 1."""
    games = [Outcome((1.0, 0.0), (5, -5)), Outcome((0.0, 1.0), (-3, 3))]
    return games[first], games[second]


def test_the_games_of_a_deal_are_one_trial() -> None:
    """Shares of strong by deal: 1, ½, ½, 0; mean ½, variance 1/6, error √(1/6 / 4)."""
    deals = dict(enumerate([deal(0, 1), deal(0, 0), deal(1, 1), deal(1, 0)]))
    verdict = judge(CONTEST, deals)
    assert (verdict.deals, verdict.games, verdict.fair) == (4, 8, 0.5)
    strong = next(each for each in verdict.standings if each.bot == "strong")
    assert strong.games == 8
    assert strong.won.value == 0.5
    assert strong.won.error == pytest.approx(sqrt(1 / 24))
    (duel,) = verdict.duels
    assert duel.won.value == 0
    assert duel.won.error == pytest.approx(2 * sqrt(1 / 24))
    ahead = strong.points.value
    assert ahead == pytest.approx((5 + 3 + 5 - 5 - 3 + 3 - 3 - 5) / 8)


def test_equal_bots_with_equal_dice_differ_by_exactly_nothing() -> None:
    """If seat 0 wins every game the bots are equal, and that is certain; taken as 20 trials it would not be."""
    verdict = judge(CONTEST, {number: deal(0, 0) for number in range(10)})
    assert verdict.duels[0].won == Mean(0.0, 0.0)
    assert verdict.duels[0].won.errors == 0


def test_the_more_successful_bot_comes_first() -> None:
    verdict = judge(CONTEST, {0: deal(1, 0), 1: deal(1, 0)})
    assert [each.bot for each in verdict.standings] == ["casual", "strong"]
    (duel,) = verdict.duels
    assert (duel.bot, duel.other, duel.won) == ("casual", "strong", Mean(1.0, 0.0))
    assert duel.won.errors == inf
    assert verdict.standings[0].rating.mu > 25 > verdict.standings[1].rating.mu


def test_one_deal_has_an_infinite_error() -> None:
    verdict = judge(CONTEST, {0: deal(0, 1)})
    assert verdict.standings[0].won == Mean(1.0, inf)


def test_a_duel_counts_only_games_in_which_both_sat() -> None:
    contest = Contest("zock", ("a", "b", "c"), 2)
    winner = {frozenset("ab"): "a", frozenset("ac"): "c", frozenset("bc"): "c"}
    outcomes = tuple(
        Outcome(tuple(float(winner[frozenset(table)] == bot) for bot in table), (0, 0)) for table in contest.seatings
    )
    verdict = judge(contest, {0: outcomes, 1: outcomes})
    assert {(duel.bot, duel.other): duel.won.value for duel in verdict.duels} == {
        ("c", "a"): 1.0,
        ("c", "b"): 1.0,
        ("a", "b"): 1.0,
    }
    assert [each.won.value for each in verdict.standings] == [1.0, 0.5, 0.0]
    rated = ratings(contest, [outcomes] * 10)
    assert rated["c"].ordinal > rated["a"].ordinal > rated["b"].ordinal


def test_a_bot_with_two_seats_has_one_rating() -> None:
    contest = Contest("schocken", ("a", "b", "b"), 3)
    lost_by_b = tuple(
        Outcome(tuple(float(seat != table.index("b")) for seat in range(3)), (0, 0, 0)) for table in contest.seatings
    )
    rated = ratings(contest, [lost_by_b] * 5)
    assert set(rated) == {"a", "b"}
    assert rated["a"].mu > rated["b"].mu
