"""Counts of dice and their p-values, against enumeration of all throws and against numerical integration."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb, exp, factorial, gamma, prod, sqrt
from random import Random

import pytest

from knobel.bots import play_out
from knobel.fair.statistics.counts import DiceCounts, count
from knobel.fair.statistics.findings import DOUBLE, ENOUGH_FACES, MEAN, Examined, compare, examine
from knobel.fair.statistics.p_values import (
    EXACT,
    EXACT_DICE,
    chi_square,
    chi_square_tail,
    homogeneity,
    p_of_hits,
    p_of_pips,
    p_of_sum,
)
from knobel.rules.zock import Throw


def tail(distance: float, freedom: int) -> float:
    """The tail of the chi-square distribution, integrated by Simpson's rule over the root, where it is smooth."""
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
def test_the_chi_square_tail_is_the_integral_of_the_density(freedom: int, distance: float) -> None:
    assert chi_square_tail(distance, freedom) == pytest.approx(tail(distance, freedom), rel=1e-7, abs=1e-14)


def test_the_chi_square_tail_at_its_ends() -> None:
    assert chi_square_tail(0.0, 5) == 1.0
    assert chi_square_tail(1e6, 5) == 0.0
    assert chi_square_tail(1e6, 1) == 0.0


@pytest.mark.parametrize(("place", "size"), [(0, 2), (1, 3)])
def test_the_chance_of_a_double_by_enumeration(place: int, size: int) -> None:
    every = list(product(range(1, 7), repeat=size))
    assert DOUBLE[place] == pytest.approx(count(every).doubles[place] / len(every))


def test_mean_of_a_die() -> None:
    assert MEAN == 3.5


@pytest.mark.parametrize(("two", "three"), [(6, 0), (0, 4), (3, 2), (2, 3)])
def test_doubles_of_few_throws_by_enumeration(two: int, three: int) -> None:
    """All outcomes of these dice, each with the same weight."""
    holds = [len(set(throw)) < size for size in (2, 3) for throw in product(range(6), repeat=size)]
    double = {2: Fraction(sum(holds[:36]), 36), 3: Fraction(sum(holds[36:]), 216)}
    law = dict.fromkeys(range(two + three + 1), Fraction())
    for outcome in product((0, 1), repeat=two + three):
        sizes = [2] * two + [3] * three
        law[sum(outcome)] += prod(
            (double[size] if hit else 1 - double[size] for size, hit in zip(sizes, outcome, strict=True)),
            start=Fraction(1),
        )
    expected = two * double[2] + three * double[3]
    for hits in law:
        far = sum(chance for each, chance in law.items() if abs(each - expected) >= abs(hits - expected))
        assert p_of_hits(hits, [(two, DOUBLE[0]), (three, DOUBLE[1])]) == pytest.approx(float(far), rel=1e-9)


@pytest.mark.parametrize("dice", [1, 2, 5, 6])
def test_the_mean_of_few_dice_by_enumeration(dice: int) -> None:
    sums = [sum(throw) for throw in product(range(1, 7), repeat=dice)]
    for pips in range(dice, 6 * dice + 1):
        far = sum(abs(2 * each - 7 * dice) >= abs(2 * pips - 7 * dice) for each in sums)
        assert p_of_pips(pips, dice) == pytest.approx(far / len(sums), rel=1e-9)


def binomial(number: int, chance: Fraction) -> list[Fraction]:
    return [comb(number, hits) * chance**hits * (1 - chance) ** (number - hits) for hits in range(number + 1)]


def test_repeats_of_a_hundred_dice_in_exact_fractions() -> None:
    law, sixth = binomial(100, Fraction(1, 6)), Fraction(1, 6)
    for hits in range(101):
        far = sum(chance for each, chance in enumerate(law) if abs(each - 100 * sixth) >= abs(hits - 100 * sixth))
        assert p_of_hits(hits, [(100, 1 / 6)]) == pytest.approx(float(far), rel=1e-9)


@pytest.mark.parametrize("chance", [Fraction(1, 6), Fraction(4, 9)])
def test_the_normal_approximation_of_hits_is_close_where_it_begins(chance: Fraction) -> None:
    law, expected = [float(each) for each in binomial(EXACT, chance)], float(EXACT * chance)
    for hits in range(EXACT + 1):
        off = abs(hits - expected)
        far = sum(each for place, each in enumerate(law) if abs(place - expected) >= off - 1e-9)
        if far > 5e-5:
            assert p_of_hits(hits, [(EXACT, float(chance))]) == pytest.approx(far, rel=1 / 7)


def test_the_normal_approximation_of_means_is_close_where_it_begins() -> None:
    dice = EXACT_DICE - 1
    for pips in range(278, 346, 4):
        exact = p_of_pips(pips, dice)
        assert exact > 5e-5
        assert p_of_sum(pips - 3.5 * dice, 35 / 12 * dice) == pytest.approx(exact, rel=1 / 6)


def faces_law(dice: int) -> dict[int, float]:
    """The probability of every sum of squares of the six counts, by enumeration of all compositions."""
    law = dict[int, float]()
    for bars in combinations_with_replacement(range(dice + 1), 5):
        edges = (0, *bars, dice)
        counts = [after - before for before, after in pairwise(edges)]
        ways = factorial(dice) // prod(factorial(each) for each in counts)
        squares = sum(each * each for each in counts)
        law[squares] = law.get(squares, 0.0) + ways / 6**dice
    return law


def test_few_dice_get_no_chi_square_test() -> None:
    """With 30 dice the approximation would understate p-values around 1 in 10,000."""
    law = faces_law(30)
    assert sum(law.values()) == pytest.approx(1)
    worst, far = 0.0, 0.0
    for squares in sorted(law, reverse=True):
        far += law[squares]
        said = chi_square_tail(6 * squares / 30 - 30, 5)
        if 5e-5 < said < 2e-4:
            worst = max(worst, far / said)
    assert 1.5 < worst < 1.7
    few, enough = count([(1, 2, 3)] * 49), count([(1, 2, 3)] * 50)
    assert (few.dice, enough.dice) == (ENOUGH_FACES - 3, ENOUGH_FACES)
    assert examine(few).odd is None
    assert examine(enough).odd is not None


def test_a_repeat_is_counted_across_throws_and_not_across_seats() -> None:
    one, other = count([(4,), (4, 2), (2, 2, 5)]), count([(5, 5)])
    assert (one.followed, one.repeats) == (5, 3)
    assert (one + other).followed == 6
    assert (one + other).repeats == 4


def test_few_dice_have_no_p_values() -> None:
    few = examine(count([(6, 6)] * 14))
    assert few.dice == 28
    assert (few.odd, few.mean.p, few.doubles.p, few.repeats.p) == (None, None, None, None)
    none = examine(DiceCounts())
    assert (none.dice, none.mean.thrown, none.odd) == (0, 3.5, None)


@pytest.mark.parametrize("seed", [1, 2])
def test_p_values_of_fair_dice_are_uniform(seed: int) -> None:
    """Rethrowing low dice and stopping early, as players do, does not change that."""
    rng = Random(seed)
    found = [examine(_greedy(rng, 400)) for _ in range(400)]
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


def _greedy(rng: Random, throws: int) -> DiceCounts:
    thrown, low = list[tuple[int, ...]](), 3
    for _ in range(throws):
        dice = tuple(rng.randint(1, 6) for _ in range(low))
        thrown.append(dice)
        low = sum(die < 4 for die in dice) or 3
    return count(thrown)


def test_stopping_at_the_end_of_a_game_does_not_bias_p_values() -> None:
    """The number of dice in a game depends on the dice, which the distributions ignore."""
    found = list[Examined]()
    for seed in range(200):
        session = play_out("zock", ["Anna", "Ben"], {"games": 1}, "random", seed=seed)
        throws = [(event.seat, event.dice) for event in session.events if isinstance(event, Throw)]
        found.append(
            examine(sum((count(dice for whose, dice in throws if whose == seat) for seat in (0, 1)), DiceCounts()))
        )
    for name in ("mean", "doubles", "repeats"):
        ps = [p for p in (getattr(each, name).p for each in found) if p is not None]
        assert len(ps) > 100
        small = sum(p < 0.1 for p in ps)
        assert small <= 0.1 * len(ps) + 4 * sqrt(0.09 * len(ps)), f"{name}: {small} of {len(ps)} below 0.1"


def test_loaded_dice_are_found() -> None:
    rng = Random(3)
    loaded = count([tuple(rng.choices(range(1, 7), (1, 1, 1, 1, 1, 1.4), k=2)) for _ in range(3000)])
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


def test_people_and_bots_are_compared_by_all_their_faces() -> None:
    """By hand: of 600 dice every face is due 50 times on each side, and two faces are 10 off on each. The means are the
    same, so that comparing them would find nothing."""
    people = count([(1, 2, 3, 4, 5, 6)] * 50)
    bots = DiceCounts(faces=(60, 50, 40, 40, 50, 60))
    assert bots.mean == people.mean
    off = 4 * (5**2 / 55 + 5**2 / 45)
    assert homogeneity(people.faces, bots.faces) == pytest.approx(off)
    assert compare(people, bots) == pytest.approx(tail(off, 5), rel=1e-6)
    assert compare(people, count([(1, 2)] * 74)) is None


def test_people_who_throw_other_faces_with_the_same_mean_are_found() -> None:
    rng = Random(5)
    people = count([tuple(rng.choices(range(1, 7), (3, 1, 2, 2, 1, 3), k=3)) for _ in range(300)])
    bots = count([tuple(rng.choices(range(1, 7), k=3)) for _ in range(300)])
    odd = compare(people, bots)
    assert odd is not None
    assert odd < 1e-4


@pytest.mark.parametrize(("people", "bots"), [(150, 150), (150, 600)])
def test_the_same_dice_on_both_sides_seldom_differ(people: int, bots: int) -> None:
    rng, found = Random(people + bots), list[float]()
    for _ in range(600):
        odd = compare(*(count([rng.choices(range(1, 7), k=size)]) for size in (people, bots)))
        assert odd is not None
        found.append(odd)
    assert 30 <= sum(odd < 0.1 for odd in found) <= 90  # 60, and four deviations of 7.3
    assert sum(odd < 0.001 for odd in found) <= 5


def test_chi_square_of_a_textbook() -> None:
    """Sixty throws of a die: 25/10 + …, by hand."""
    assert chi_square([5, 8, 9, 8, 10, 20], [10] * 6) == pytest.approx(2.5 + 0.4 + 0.1 + 0.4 + 0 + 10)
