"""The page of Zock'n'Roll says what the solver says, and what it says of rules of thumb is true at the table."""

from __future__ import annotations

import numpy as np
import pytest
from tools.strategy import zocknroll
from tools.strategy.writing import Section
from tools.strategy.zocknroll_rules import always, bold, never, table_of, thumbs
from tools.strategy.zocknroll_study import study

from knobel.simulate import simulate
from knobel.simulate.zocknroll.games import ZocknrollBatch

from .pages import assert_on_page


@pytest.mark.parametrize(
    "section", [zocknroll.first_round, zocknroll.second_round, zocknroll.surprises, zocknroll.jorg]
)
def test_the_page_is_up_to_date(section: Section) -> None:
    assert_on_page("zocknroll", section())


def test_everybody_decides_once_in_round_1_and_again_who_stayed() -> None:
    for board, players in (("basic", 3), ("basic", 5)):
        first, second = study(board, players).rounds
        assert first.chance.sum() == pytest.approx(players)
        assert second.chance.sum() == pytest.approx((first.chance * first.stays).sum())


def test_what_a_rule_costs_is_what_its_decisions_would_gain() -> None:
    """A player decides once in a round, so the value of a turn is linear in how one stays there."""
    one = study("basic", 4)
    first, second = one.rounds
    assert one.cost(None, None) == pytest.approx(0)
    for rule in (always, never):
        expected = -(first.gain * (rule(first) - first.stays)).sum() / one.players
        assert one.cost(rule, None) == pytest.approx(expected)
        expected = -(second.gain * (rule(second) - second.stays)).sum() / one.players
        assert one.cost(None, rule) == pytest.approx(expected)


def test_nobody_gains_by_a_best_response_and_boldness_costs() -> None:
    one = study("basic", 4)
    assert -0.001 < one.cost(None, bold(0)) < 0.001
    assert one.cost(None, bold(1)) > one.cost(None, bold(0.5)) > 0.01


def test_games_bring_the_points_that_a_rule_costs() -> None:
    """The points of one who follows a rule among others, against the exact figure, within four standard errors."""
    one = study("basic", 4)
    rule = thumbs(one)["three-both"]
    batch = simulate("zocknroll", [table_of(one, rule), "best", "best", "best"], games=20_000, seed=1)
    assert isinstance(batch, ZocknrollBatch)
    points = batch.scores[:, 0]
    mean = points.sum() / batch.turns.sum()
    error = np.std(points - mean * batch.turns) / batch.turns.mean() / len(batch) ** 0.5
    expected = one.values.mean() - one.cost(rule.first, rule.second)
    assert abs(mean - expected) < 4 * error
