"""What a throw offers: K3, K5 and K6."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from knobel.rules.zock import covers, offers, reading

from .reference import NINE, fits, subsets

ALL = tuple(sorted(NINE))
THROWS = list(combinations_with_replacement(range(1, 7), 2))


def offered(variant: str, *dice: int, fields: tuple[int, ...] = ALL, two_digit: str = "digits") -> set[tuple[int, ...]]:
    found = covers(variant, two_digit, dice, fields)
    assert len(set(found)) == len(found)
    return set(found)


@pytest.mark.rule("K3")
def test_two_and_four_cover_both_numbers_or_their_sum() -> None:
    assert offered("basic", 2, 4) == {(2, 4), (6,)}  # the rule leaflet's first example


@pytest.mark.rule("K3")
def test_three_and_six_must_cover_nine_when_three_and_six_are_covered() -> None:
    assert offered("basic", 3, 6, fields=(1, 2, 4, 5, 7, 8, 9)) == {(9,)}  # its second example


@pytest.mark.rule("K3")
def test_doubles_offer_only_the_sum() -> None:
    assert offered("basic", 4, 4) == {(8,)}  # its third example
    assert offered("A", 1, 1) == {(2,)}


@pytest.mark.rule("K3")
def test_one_open_number_of_two_is_not_enough() -> None:
    assert offered("basic", 2, 4, fields=(2, 9)) == set()
    assert offered("basic", 2, 4, fields=(4, 6)) == {(6,)}


@pytest.mark.rule("K3")
@pytest.mark.parametrize("variant", ["basic", "A", "B", "C"])
def test_the_order_of_the_dice_means_nothing(variant: str) -> None:
    for x, y in THROWS:
        assert offered(variant, x, y) == offered(variant, y, x)


@pytest.mark.rule("K5")
def test_variant_b_covers_any_two_fields_that_make_the_sum() -> None:
    assert offered("B", 3, 6) == {(3, 6), (9,), (4, 5), (1, 8), (2, 7)}  # the leaflet's example for B


@pytest.mark.rule("K5")
def test_variant_b_splits_the_sum_of_doubles_too() -> None:
    assert offered("B", 4, 4) == {(8,), (1, 7), (2, 6), (3, 5)}
    assert offered("B", 1, 1) == {(2,)}  # 1 and 1 would be the same field twice


@pytest.mark.rule("K5")
def test_variant_b_needs_both_fields_open() -> None:
    assert offered("B", 3, 6, fields=(2, 4, 5, 8)) == {(4, 5)}


@pytest.mark.rule("K5")
def test_variant_c_also_multiplies_and_subtracts() -> None:
    assert offered("C", 4, 3) == {(3, 4), (7,), (2, 5), (1, 6), (1, 2), (1,)}  # the leaflet's example for C


@pytest.mark.rule("K5")
def test_variant_c_doubles_have_no_difference() -> None:
    assert offered("C", 6, 6) == {(1, 2), (3, 6), (3, 9), (4, 8), (5, 7)}
    assert offered("C", 1, 1) == {(2,), (1,)}


@pytest.mark.rule("K5")
def test_only_c_multiplies_and_subtracts() -> None:
    for variant in ("basic", "A", "B"):
        assert (8,) not in offered(variant, 2, 4)
        assert (2,) not in offered(variant, 2, 4)
    assert {(8,), (2,)} <= offered("C", 2, 4)


@pytest.mark.rule("K6")
@pytest.mark.parametrize(
    ("number", "fields"),
    [
        *((number, (number,)) for number in range(1, 10)),
        (10, (1,)),
        (11, None),
        (12, (1, 2)),
        (15, (1, 5)),
        (16, (1, 6)),
        (18, (1, 8)),
        (20, (2,)),
        (24, (2, 4)),
        (25, (2, 5)),
        (30, (3,)),
        (36, (3, 6)),
    ],
)
def test_a_number_is_read_as_fields(number: int, fields: tuple[int, ...] | None) -> None:
    for variant in ("basic", "A", "B", "C"):
        assert reading(number, variant, "digits") == fields
    assert reading(number, "C", "ten_only") == fields
    assert reading(number, "B", "ten_only") == (fields if number <= 10 else None)


@pytest.mark.rule("K6")
def test_ten_is_field_one() -> None:
    assert offered("basic", 4, 6) == {(4, 6), (1,)}
    assert offered("basic", 5, 5) == {(1,)}
    assert offered("basic", 5, 5, two_digit="ten_only") == {(1,)}
    assert (1,) in offered("C", 2, 5, fields=(1,))  # 2 times 5


@pytest.mark.rule("K6")
def test_eleven_would_need_field_one_twice() -> None:
    assert offered("basic", 5, 6) == {(5, 6)}


@pytest.mark.rule("K6")
def test_twelve_is_one_and_two_unless_only_ten_counts() -> None:
    assert offered("basic", 6, 6) == {(1, 2)}
    assert offered("basic", 6, 6, two_digit="ten_only") == set()
    assert offered("B", 6, 6, two_digit="ten_only") == {(3, 9), (4, 8), (5, 7)}
    assert offered("C", 6, 6, two_digit="ten_only") == offered("C", 6, 6)


@pytest.mark.rule("K6")
def test_a_zero_needs_no_field() -> None:
    assert offered("C", 4, 5, fields=(2,)) == {(2,)}
    assert offered("C", 5, 6, fields=(3,)) == {(3,)}


@pytest.mark.rule("K3", "K5", "K6")
@pytest.mark.parametrize("two_digit", ["digits", "ten_only"])
@pytest.mark.parametrize("variant", ["basic", "A", "B", "C"])
def test_every_throw_offers_what_the_rule_book_says_and_nothing_else(variant: str, two_digit: str) -> None:
    for x, y in THROWS:
        book = {tuple(sorted(some)) for some in subsets(NINE) if fits(variant, two_digit, x, y, some)}
        found = offers(variant, two_digit, (x, y))
        assert len(set(found)) == len(found)
        assert set(found) == book, (x, y)


@pytest.mark.rule("K3")
def test_covers_are_the_offers_whose_fields_are_all_open() -> None:
    for fields, (x, y) in product(subsets(NINE), THROWS):
        still_open = tuple(sorted(fields))
        wanted = {offer for offer in offers("C", "digits", (x, y)) if fields.issuperset(offer)}
        assert offered("C", x, y, fields=still_open) == wanted
