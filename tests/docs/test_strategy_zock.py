"""The strategy page of ZOCK says what the solver says now; `make strategy` writes all of it anew."""

from __future__ import annotations

import pytest
from tools.strategy import zock
from tools.strategy.writing import Section
from tools.strategy.zock_habits import cost

from knobel.rules.game import Dice
from knobel.rules.zock import Fields, Options

from .pages import assert_on_page


@pytest.mark.parametrize("section", [zock.starter, zock.openings, zock.last_fields, zock.habits, zock.leads])
def test_the_page_is_up_to_date(section: Section) -> None:
    assert_on_page("zock", section())


def no_habit(dice: Dice, cover: Fields) -> float:
    return 0


def test_a_habit_that_rules_nothing_out_costs_nothing() -> None:
    assert cost(Options(), no_habit) == pytest.approx((0, 0), abs=1e-12)
