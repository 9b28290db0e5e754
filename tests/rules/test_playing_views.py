"""A view can be played on as far as everybody can see, and says so where it ends."""

from __future__ import annotations

import pytest

from knobel.rules import find_game, schocken, zocknroll
from knobel.rules.errors import BadOptions, IllegalEvent
from knobel.rules.game import read_options


@pytest.mark.rule("N5")
def test_a_view_of_zocknroll_ends_where_hidden_cups_decide() -> None:
    state = zocknroll.start(zocknroll.Options(), 4)
    for event in (zocknroll.Starter(0), zocknroll.Cups(((1, 2), (3, 3), (5, 6), (1, 1))), zocknroll.White((1, 4, 6))):
        state = zocknroll.play(state, event)
    others = zocknroll.view(state, 1)
    for move in (zocknroll.Drop(0, "pair"), zocknroll.Drop(0, None)):
        with pytest.raises(IllegalEvent, match="hidden dice decide") as refusal:
            zocknroll.play(others, move)
        assert refusal.value.rule == "N5"
    later: list[zocknroll.Event] = [
        *map(zocknroll.Stay, range(4)),
        zocknroll.White((2,)),
        *map(zocknroll.Stay, range(4)),
    ]
    for following in later:
        others = zocknroll.play(others, following)
    with pytest.raises(IllegalEvent, match="hidden dice decide"):
        zocknroll.play(others, zocknroll.White((2,)))


@pytest.mark.rule("S5")
def test_a_view_of_schocken_ends_where_covered_dice_decide() -> None:
    state = schocken.start(schocken.Options(), 2)
    third = (schocken.Throw(0, (), (2, 3, 5)), schocken.Throw(0, (5,), (2, 3)), schocken.Throw(0, (5,), (4, 1)))
    for event in (schocken.Starter(0), *third, schocken.Throw(1, (), (6, 6, 5))):
        state = schocken.play(state, event)
    view = schocken.view(state, 0)
    with pytest.raises(IllegalEvent, match="hidden dice decide") as refusal:
        schocken.play(view, schocken.Stand(1))
    assert refusal.value.rule == "S5"
    assert schocken.play(state, schocken.Stand(1)).rounds == 1


@pytest.mark.parametrize(("game", "option"), [("zock", "games"), ("schocken", "stones")])
def test_a_number_is_refused_where_it_would_only_be_trouble(game: str, option: str) -> None:
    with pytest.raises(BadOptions, match=f"{option} must be a whole number from 1 on"):
        read_options(find_game(game), {option: 10**9 + 1})
