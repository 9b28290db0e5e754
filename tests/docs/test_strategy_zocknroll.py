"""The strategy page of Zock'n'Roll agrees with the solver, and costs of rules of thumb with simulated games."""

from __future__ import annotations

import numpy as np
import pytest
from tools.strategy.writing import Section
from tools.strategy.zocknroll import page
from tools.strategy.zocknroll.rules import always, bold, never, table_of, thumbs
from tools.strategy.zocknroll.study import study

from knobel.simulate import simulate
from knobel.simulate.zocknroll.games import ZocknrollBatch

from .pages import assert_on_page


@pytest.mark.parametrize("section", [page.first_round, page.second_round, page.surprises, page.jorg])
def test_the_page_is_up_to_date(section: Section) -> None:
    assert_on_page("zocknroll", section())


def test_each_player_decides_once_in_round_1_and_stayers_again() -> None:
    for board, players in (("basic", 3), ("basic", 5)):
        first, second = study(board, players).rounds
        assert first.chance.sum() == pytest.approx(players)
        assert second.chance.sum() == pytest.approx((first.chance * first.stays).sum())


def test_cost_of_a_rule_is_the_gain_of_its_decisions() -> None:
    """A player decides once in a round, so the value of a turn is linear in how one stays there."""
    one = study("basic", 4)
    first, second = one.rounds
    assert one.cost(None, None) == pytest.approx(0)
    for rule in (always, never):
        expected = -(first.gain * (rule(first) - first.stays)).sum() / one.players
        assert one.cost(rule, None) == pytest.approx(expected)
        expected = -(second.gain * (rule(second) - second.stays)).sum() / one.players
        assert one.cost(None, rule) == pytest.approx(expected)


def test_best_responses_gain_nothing_and_boldness_costs() -> None:
    one = study("basic", 4)
    assert -0.001 < one.cost(None, bold(0)) < 0.001
    assert one.cost(None, bold(1)) > one.cost(None, bold(0.5)) > 0.01


def test_simulated_points_match_the_cost_of_a_rule() -> None:
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
