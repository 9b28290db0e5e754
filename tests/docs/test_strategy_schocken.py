"""The strategy page of Schocken agrees with the solver; `make strategy` writes it."""

from __future__ import annotations

import pytest
from tools.strategy.schocken import page
from tools.strategy.schocken.habits import PLAIN, Spot, chance_to_lose, half_chances, high_dice, perfectly
from tools.strategy.writing import Section

from knobel.solve.schocken.two import half_table

from .pages import assert_on_page


@pytest.mark.parametrize("section", [page.beginner, page.stones])
def test_the_page_is_up_to_date(section: Section) -> None:
    assert_on_page("schocken", section())


def test_without_a_habit_the_chain_has_the_risks_of_the_solver() -> None:
    risk = half_table(PLAIN).risk(13, 0)
    assert half_chances(perfectly) == pytest.approx((risk, 1 - risk), abs=1e-12)


def test_keeping_high_dice_needs_a_high_die() -> None:
    """The habit is named "keeps 5s and 6s rather than a single 1"; without a 5 or 6 the 1 is not given up."""
    kept = {dice: high_dice(Spot(dice, 0, 1, True, 3)) for dice in ((1, 2, 3), (1, 4, 6), (1, 5, 5), (1, 1, 6))}
    assert kept == {(1, 2, 3): None, (1, 4, 6): (6,), (1, 5, 5): (5, 5), (1, 1, 6): None}
    assert chance_to_lose(high_dice) - 0.5 == pytest.approx(0.187, abs=0.0005)
