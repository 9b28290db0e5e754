"""Lookup of a recorded move among the values of a decision."""

from __future__ import annotations

import pytest

from knobel.coach.values import MoveValue, Values
from knobel.rules import schocken, zock, zocknroll
from knobel.rules.errors import IllegalEvent
from knobel.rules.game import Event


def test_a_throw_is_found_for_any_dice() -> None:
    one, two = schocken.Throw(0, (1,), (0, 0)), schocken.Throw(0, (1, 6), (0,))
    values = Values(0, (MoveValue(schocken.Stand(0), 0.5), MoveValue(one, 0.4), MoveValue(two, 0.3)), exact=True)
    assert values.best.move == schocken.Stand(0)
    assert values.of(schocken.Stand(0)).value == 0.5
    assert values.of(schocken.Throw(0, (1,), (5, 2))).value == 0.4
    assert values.of(schocken.Throw(0, (6, 1), (5,))).value == 0.3


def test_a_flip_is_another_move() -> None:
    plain, flipped = schocken.Throw(0, (1,), (0, 0)), schocken.Throw(0, (1,), (0, 0), flip=1)
    values = Values(0, (MoveValue(plain, 0.4), MoveValue(flipped, 0.3)), exact=True)
    assert values.of(schocken.Throw(0, (1,), (5, 2), flip=1)).value == 0.3


def test_a_cover_is_found_in_any_order() -> None:
    values = Values(1, (MoveValue(zock.Cover(1, (3, 6)), 0.6), MoveValue(zock.Cover(1, (9,)), 0.5)), exact=True)
    assert values.of(zock.Cover(1, (6, 3))).value == 0.6


@pytest.mark.parametrize("move", [zock.Cover(1, (1, 8)), zock.Cover(0, (9,)), zock.Pass(1), zocknroll.Stay(1)])
def test_an_illegal_move_is_refused(move: Event) -> None:
    values = Values(1, (MoveValue(zock.Cover(1, (9,)), 0.5),), exact=True)
    with pytest.raises(IllegalEvent, match="is no move of this decision"):
        values.of(move)
