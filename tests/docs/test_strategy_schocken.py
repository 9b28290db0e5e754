"""The strategy page of Schocken agrees with the solver; `make strategy` writes it."""

from __future__ import annotations

import pytest
from tools.strategy.schocken import page
from tools.strategy.schocken.habits import PLAIN, half_chances, perfectly
from tools.strategy.writing import Section

from knobel.solve.schocken.two import half_table

from .pages import assert_on_page


@pytest.mark.parametrize("section", [page.beginner, page.stones])
def test_the_page_is_up_to_date(section: Section) -> None:
    assert_on_page("schocken", section())


def test_without_a_habit_the_chain_has_the_risks_of_the_solver() -> None:
    risk = half_table(PLAIN).risk(13, 0)
    assert half_chances(perfectly) == pytest.approx((risk, 1 - risk), abs=1e-12)
