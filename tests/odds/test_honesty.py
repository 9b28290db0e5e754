"""Counts of dice and their p-values, against sums over all throws and against the densities themselves."""

from __future__ import annotations

from itertools import product
from math import exp, gamma, sqrt
from random import Random

import pytest

from knobel.odds.honesty import DOUBLE, MEAN, VARIANCE, Fallen, compare, count, examine
from knobel.odds.surprise import chi_square, p_value


def tail(distance: float, freedom: int) -> float:
    """The density of the chi-square distribution, added up by Simpson's rule over the root, where it is smooth."""
    steps, end = 4000, 40.0
    begin = sqrt(distance)
    width = (end - begin) / steps

    def density(root: float) -> float:
        scale = float(2 ** (freedom / 2)) * gamma(freedom / 2)
        return 2 * float(root ** (freedom - 1)) * exp(-root * root / 2) / scale

    weights = (1 if place in (0, steps) else 4 if place % 2 else 2 for place in range(steps + 1))
    return width / 3 * sum(weight * density(begin + place * width) for place, weight in enumerate(weights))


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 6, 35])
@pytest.mark.parametrize("distance", [0.01, 0.7, 3.0, 11.0, 40.0, 90.0])
def test_p_values_are_areas_under_the_density(freedom: int, distance: float) -> None:
    assert p_value(distance, freedom) == pytest.approx(tail(distance, freedom), rel=1e-7, abs=1e-14)


def test_nothing_off_is_no_surprise_and_very_far_off_is_no_error() -> None:
    assert p_value(0.0, 5) == 1.0
    assert p_value(1e6, 5) == 0.0
    assert p_value(1e6, 1) == 0.0


@pytest.mark.parametrize(("place", "size"), [(0, 2), (1, 3)])
def test_the_chance_of_a_double_counted_over_all_throws(place: int, size: int) -> None:
    every = list(product(range(1, 7), repeat=size))
    assert DOUBLE[place] == pytest.approx(count(every).doubles[place] / len(every))


def test_mean_and_variance_of_a_die() -> None:
    assert MEAN == 3.5
    assert pytest.approx(35 / 12) == VARIANCE


def test_a_repeat_is_counted_across_throws_and_not_across_seats() -> None:
    one, other = count([(4,), (4, 2), (2, 2, 5)]), count([(5, 5)])
    assert (one.followed, one.repeats) == (5, 3)
    assert (one + other).followed == 6
    assert (one + other).repeats == 4


def test_few_dice_say_nothing() -> None:
    few = examine(count([(6, 6)] * 14))
    assert few.dice == 28
    assert (few.odd, few.mean.p, few.doubles.p, few.repeats.p) == (None, None, None, None)
    none = examine(Fallen())
    assert (none.dice, none.mean.thrown, none.odd) == (0, 3.5, None)


@pytest.mark.parametrize("seed", [1, 2])
def test_p_values_of_honest_dice_are_spread_evenly(seed: int) -> None:
    """Whoever throws re-throws what is low and stops early when it goes well: that changes nothing."""
    mind = Random(seed)
    found = [examine(_greedy(mind, 400)) for _ in range(400)]
    for name, ps in {
        "faces": [each.odd for each in found],
        "mean": [each.mean.p for each in found],
        "doubles": [each.doubles.p for each in found],
        "repeats": [each.repeats.p for each in found],
    }.items():
        small = sum(p is not None and p < 0.1 for p in ps)
        assert 16 <= small <= 64, f"{name}, seed {seed}: {small} of 400 below 0.1"  # 40, and four deviations of six
        odd = sum(p is not None and p < 0.001 for p in ps)
        assert odd <= 4, f"{name}, seed {seed}"


def _greedy(mind: Random, throws: int) -> Fallen:
    thrown, low = list[tuple[int, ...]](), 3
    for _ in range(throws):
        dice = tuple(mind.randint(1, 6) for _ in range(low))
        thrown.append(dice)
        low = sum(die < 4 for die in dice) or 3
    return count(thrown)


def test_loaded_dice_are_found() -> None:
    mind = Random(3)
    loaded = count([tuple(mind.choices(range(1, 7), (1, 1, 1, 1, 1, 1.4), k=2)) for _ in range(3000)])
    found = examine(loaded)
    assert found.odd is not None
    assert found.odd < 1e-4
    assert found.mean.p is not None
    assert found.mean.p < 1e-4
    sticky = count([(face,) for face in (1, 2, 3, 4, 5, 6) for _ in range(100)])
    found = examine(sticky)
    assert found.odd == 1.0
    assert found.repeats.p is not None
    assert found.repeats.p < 1e-9
    doubles = examine(count([(1, 1), (2, 3), (4, 5), (6, 6)] * 100))
    assert doubles.doubles.p is not None
    assert doubles.doubles.p < 1e-9


def test_people_and_bots_are_compared_by_their_means() -> None:
    """The same by another road: the chi-square of two sums with known variance."""
    people, bots = count([(1, 2, 3), (4, 5, 6)] * 50), count([(3, 4), (6, 5)] * 30)
    odd = compare(people, bots)
    off = (3.5 - 4.5) ** 2 / (35 / 12 / 300 + 35 / 12 / 120)
    assert odd == pytest.approx(tail(off, 1), rel=1e-6)
    assert compare(people, count([(1, 2)])) is None


def test_chi_square_of_a_textbook() -> None:
    """Sixty throws of a die: 25/10 + …, by hand."""
    assert chi_square([5, 8, 9, 8, 10, 20], [10] * 6) == pytest.approx(2.5 + 0.4 + 0.1 + 0.4 + 0 + 10)
