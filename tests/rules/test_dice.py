"""Dice: what can fall and how likely, and events that wait for their dice."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from knobel.rules import schocken, zock, zocknroll
from knobel.rules.dice import FACES, FALLEN, ScriptedDice, awaits, draw, fill, multisets, orderings, outcomes
from knobel.rules.game import Lot


def thrown_one_by_one(count: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(fall)) for fall in product(range(1, 7), repeat=count))


@pytest.mark.parametrize("count", range(6))
def test_multisets_are_all_falls_with_their_weights(count: int) -> None:
    assert dict(multisets(count)) == thrown_one_by_one(count)
    assert [dice for dice, _ in multisets(count)] == sorted(thrown_one_by_one(count))
    assert sum(weight for _, weight in multisets(count)) == 6**count


@pytest.mark.parametrize("dice", [(), (4,), (1, 6), (6, 6), (2, 1, 2), (3, 2, 1), (5, 5, 5), (1, 6, 1, 6, 2)])
def test_orderings(dice: tuple[int, ...]) -> None:
    assert orderings(dice) == len(set(permutations(dice)))


def test_fallen_knows_every_throw_of_up_to_three_dice() -> None:
    for count, falls in enumerate(FALLEN):
        assert falls == {fall: tuple(sorted(fall)) for fall in product(FACES, repeat=count)}


WAITING: list[Any] = [
    schocken.Throw(0),
    schocken.Throw(0, (1,), (0, 0)),
    zock.Throw(1),
    zock.RollOff(((0, 0), (0, 0))),
    zocknroll.White((0,)),
    zocknroll.Cups(((0, 0),) * 4),
]
READY: list[Any] = [
    schocken.Throw(0, (), (1, 2, 3)),
    schocken.Throw(0, (1, 2), (6,)),
    schocken.Stand(0),
    schocken.Starter(0),
    zock.Throw(1, (6, 6)),
    zock.Cover(1, (6,)),
    zock.RollOff(((1, 2), (3, 4))),
    zocknroll.White((1, 2, 3)),
    zocknroll.Cups(((1, 2), (3, 4))),
    zocknroll.Drop(0, None),
]


def test_an_event_awaits_its_dice_until_they_have_fallen() -> None:
    assert all(map(awaits, WAITING))
    assert not any(map(awaits, READY))


@pytest.mark.parametrize("event", WAITING[:3] + WAITING[4:5], ids=str)
def test_outcomes_of_one_throw(event: Any) -> None:
    found = {filled.dice: weight for filled, weight in outcomes(event)}
    assert found == thrown_one_by_one(len(event.dice))
    for filled, _ in outcomes(event):
        assert not awaits(filled)
        assert filled.seat == event.seat
    assert len(list(outcomes(event))) == len(found)


@pytest.mark.parametrize("cups", [((0, 0), (0, 0)), ((0, 0), (0, 0), (0,)), ((0, 0, 0), (0, 0))])
def test_outcomes_of_several_cups(cups: tuple[tuple[int, ...], ...]) -> None:
    """Every die of every cup one by one; in a cup the order does not matter, between cups it does."""
    counted: Counter[Any] = Counter()
    sizes = [len(cup) for cup in cups]
    for fall in product(range(1, 7), repeat=sum(sizes)):
        places = iter(fall)
        counted[tuple(tuple(sorted(next(places) for _ in range(size))) for size in sizes)] += 1
    assert {event.dice: weight for event, weight in outcomes(zocknroll.Cups(cups))} == counted


def test_fill_throws_cup_by_cup() -> None:
    assert fill(schocken.Throw(1, (6,), (0, 0)), ScriptedDice([5, 2])) == schocken.Throw(1, (6,), (5, 2))
    rolled = fill(zock.RollOff(((0, 0), (0, 0))), ScriptedDice([6, 1, 2, 3]))
    assert rolled == zock.RollOff(((6, 1), (2, 3)))
    cups = fill(zocknroll.Cups(((0, 0, 0), (0, 0, 0))), ScriptedDice([1, 2, 3, 4, 5, 6]))
    assert cups == zocknroll.Cups(((1, 2, 3), (4, 5, 6)))


def test_draw_takes_an_event_of_the_lot() -> None:
    lot = Lot(tuple(schocken.Starter(seat) for seat in range(3)))
    assert [draw(lot, ScriptedDice([number])) for number in (1, 2, 3)] == list(lot.events)


@pytest.mark.rule("R2")
def test_outcomes_keep_the_cups_that_are_told() -> None:
    found = dict(outcomes(zocknroll.Cups(((2, 5), (0, 0)))))
    assert found == {zocknroll.Cups(((2, 5), dice)): weight for dice, weight in multisets(2)}
