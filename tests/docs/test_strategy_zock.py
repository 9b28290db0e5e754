"""The strategy page of ZOCK agrees with the solver; `make strategy` writes it."""

from __future__ import annotations

import pytest
from tools.strategy.writing import Section
from tools.strategy.zock import page
from tools.strategy.zock.habits import cost

from knobel.rules.game import Dice
from knobel.rules.zock import Fields, Options

from .pages import assert_on_page


@pytest.mark.parametrize("section", [page.starter, page.openings, page.last_fields, page.habits, page.leads])
def test_the_page_is_up_to_date(section: Section) -> None:
    assert_on_page("zock", section())


def no_habit(dice: Dice, cover: Fields) -> float:
    return 0


def test_a_habit_that_rules_nothing_out_costs_nothing() -> None:
    assert cost(Options(), no_habit) == pytest.approx((0, 0), abs=1e-12)
