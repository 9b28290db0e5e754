"""The chances of ZOCK, counted again over all 36 ordered throws with the covers read off the rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Literal

import pytest

from knobel.odds import Odds
from knobel.odds.zock import next_throw, open_fields
from knobel.rules.errors import BadPosition
from knobel.rules.zock import ALL_FIELDS, GameScore, Options, State

Cover = frozenset[int]
POSITIONS = [fields for size in range(1, 10) for fields in combinations(range(1, 10), size)]


def plain_offers(options: Options, x: int, y: int) -> set[Cover]:
    """A second implementation of K3, K5 and K6."""
    numbers = {x + y}
    if options.variant == "C":
        numbers |= {x * y} | ({abs(x - y)} if x != y else set())
    digits_too = options.two_digit == "digits" or options.variant == "C"
    readable = [n for n in numbers if n <= 10 or (digits_too and n % 11)]
    found = {frozenset(int(digit) for digit in str(number) if digit != "0") for number in readable}
    if x != y:
        found.add(frozenset({x, y}))
    if options.variant in ("B", "C"):
        found |= {frozenset({one, x + y - one}) for one in range(1, 10) if 1 <= x + y - one <= 9 and 2 * one != x + y}
    return found


def as_sets(*covers: str) -> set[Cover]:
    return {frozenset(map(int, cover)) for cover in covers}


def test_the_plain_offers_agree_with_the_worked_examples() -> None:
    """The second implementation agrees with the examples of K5."""
    assert plain_offers(Options(variant="B"), 3, 6) == as_sets("36", "9", "45", "18", "27")
    assert plain_offers(Options(variant="C"), 4, 3) == as_sets("34", "7", "25", "16", "12", "1")
    assert plain_offers(Options(variant="C"), 6, 6) == as_sets("12", "36", "39", "48", "57")


@pytest.mark.parametrize("two_digit", ["digits", "ten_only"])
@pytest.mark.parametrize("variant", ["basic", "A", "B", "C"])
def test_every_position_against_all_ordered_throws(
    variant: Literal["basic", "A", "B", "C"], two_digit: Literal["digits", "ten_only"]
) -> None:
    options = Options(variant=variant, two_digit=two_digit)
    offers = [(dice, plain_offers(options, *dice)) for dice in product(range(1, 7), repeat=2)]
    for fields in POSITIONS:
        chances = next_throw(options, fields)
        possible = [(dice, {cover for cover in offered if cover <= set(fields)}) for dice, offered in offers]
        assert chances.usable == Odds(sum(bool(covers) for _, covers in possible), 36)
        assert chances.finishing == Odds(sum(frozenset(fields) in covers for _, covers in possible), 36)
        for field in fields:
            assert chances.fields[field].ways == sum(any(field in cover for cover in covers) for _, covers in possible)
        for dice, covers in possible:
            assert set(map(frozenset, chances.throws[min(dice), max(dice)])) == covers
        for cover, odds in chances.covers.items():
            assert odds.ways == sum(frozenset(cover) in covers for _, covers in possible) > 0
        assert len(chances.covers) == len(set[Cover]().union(*(covers for _, covers in possible)))


def test_all_fields_open() -> None:
    """Doubles use the sum: 10 is field 1, 12 is fields 1 and 2 or, with `ten_only`, nothing; the rest is easy."""
    assert next_throw(Options(), ALL_FIELDS).usable.fraction == 1
    assert next_throw(Options(two_digit="ten_only"), ALL_FIELDS).usable.fraction == Fraction(35, 36)


def test_the_likeliest_cover_comes_first() -> None:
    assert next(iter(next_throw(Options(), (6, 7, 9)).covers.items())) == ((7,), Odds(6, 36))


def test_the_order_of_fields_does_not_matter() -> None:
    chances = next_throw(Options(), (2, 1))
    assert chances.finishing == Odds(3, 36)  # 1-2, and 12 from 6-6
    assert list(chances.fields) == [1, 2]


@pytest.mark.parametrize(("fields", "rule"), [((0, 1), "K1"), ((10,), "K1"), ((3, 3), "K1"), ((), "K7")])
def test_impossible_fields(fields: tuple[int, ...], rule: str) -> None:
    with pytest.raises(BadPosition) as refused:
        next_throw(Options(), fields)
    assert refused.value.rule == rule


def test_fields_of_a_position() -> None:
    state = State(Options(games=2), open=((1, 2), (7, 8)), phase="throw", seat=1)
    assert open_fields(state) == (7, 8)
    assert open_fields(state, seat=0) == (1, 2)


def test_the_next_game_begins_with_all_fields() -> None:
    between = State(Options(games=2), open=((), (7, 8)), phase="roll_off", seat=0, games=(GameScore(0, 15),))
    assert open_fields(between) == ALL_FIELDS


def test_there_is_no_throw_after_the_match() -> None:
    over = State(Options(games=1), open=((), (7, 8)), phase="over", games=(GameScore(0, 15),))
    with pytest.raises(BadPosition, match="K8"):
        open_fields(over)
