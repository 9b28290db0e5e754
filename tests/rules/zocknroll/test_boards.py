"""The rows of both boards: what forms them, how they rank, how often they come (N2, N7, N13, N15)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from knobel.rules.boards import DROPPED_FIRST, WON_THIRD, formed
from knobel.rules.errors import BadOptions
from knobel.rules.game import read_options
from knobel.rules.zocknroll import GAME, Options, row_values, rows, values

from .reference import BOARDS, ROYAL_PAIRS, forms

BASIC = tuple(BOARDS["basic"])
PRO = tuple(BOARDS["pro"])


def hands(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """What so many dice can show, with the number of orders in which they can fall."""
    for dice in combinations_with_replacement(range(1, 7), count):
        yield dice, factorial(count) // prod(factorial(dice.count(side)) for side in range(1, 7))


def chance(row: str, count: int, royal_pairs: str = "456") -> Fraction:
    """How likely so many dice form this row of the pro board."""
    falls = sum(weight for dice, weight in hands(count) if row in formed("pro", royal_pairs, dice))
    return Fraction(falls, 6**count)


def best(board: str, *dice: int, royal_pairs: str = "456") -> str:
    return formed(board, royal_pairs, tuple(sorted(dice)))[0]


@pytest.mark.rule("N2", "N7", "N10", "N15")
@pytest.mark.parametrize("royal_pairs", ROYAL_PAIRS)
@pytest.mark.parametrize(("board", "own"), [("basic", 2), ("pro", 3)])
def test_every_hand_forms_what_the_rule_book_says_best_first(board: str, own: int, royal_pairs: str) -> None:
    for white in (3, 4, 5):
        for dice, _ in hands(own + white):
            assert formed(board, royal_pairs, dice) == forms(board, royal_pairs, dice), dice


@pytest.mark.rule("N13")
def test_the_boards_have_these_rows_and_values() -> None:
    for board, book in BOARDS.items():
        options = read_options(GAME, {"board": board})
        assert rows(options) == (WON_THIRD, *book, DROPPED_FIRST)
        assert values(options, 6) == (6, *(value for value, _ in book.values()), 1)
        by_name = {WON_THIRD: 6, **{row: value for row, (value, _) in book.items()}, DROPPED_FIRST: 1}
        assert row_values(options, 6) == by_name


@pytest.mark.rule("N13")
def test_winning_the_third_round_is_worth_as_many_points_as_players() -> None:
    for board in ("basic", "pro"):
        for players in range(3, 13):
            with_jorg = values(read_options(GAME, {"board": board}), players)
            without = values(read_options(GAME, {"board": board, "jorg_counts": False}), players)
            assert with_jorg[0] == (4 if players == 3 else players)
            assert without[0] == players
            assert with_jorg[1:] == without[1:]


@pytest.mark.rule("N10")
def test_the_values_of_the_dice_never_matter() -> None:
    assert formed("basic", "456", (1, 1, 1, 2, 3)) == formed("basic", "456", (2, 3, 6, 6, 6))
    assert best("basic", 1, 2, 3, 4, 5) == best("basic", 2, 3, 4, 5, 6) == "large_straight"
    assert best("basic", 3, 3, 3, 3, 1) == best("basic", 5, 5, 5, 5, 1) == "four_of_a_kind"


@pytest.mark.rule("N7")
def test_a_better_hand_forms_the_worse_rows_that_lie_in_it() -> None:
    assert formed("basic", "456", (2, 2, 2, 2, 2)) == (
        "five_of_a_kind",
        "four_of_a_kind",
        "three_of_a_kind",
        "pair",
    )  # five alike hold no second value, so neither a full house nor two pairs
    assert "three_of_a_kind" in formed("basic", "456", (2, 2, 2, 5, 5))  # the leaflet's own example of a worse row


@pytest.mark.rule("N10")
@pytest.mark.parametrize(
    ("row", "dice"),
    [
        ("highway", (1, 2, 3, 4, 5, 6)),
        ("large_full_house", (2, 2, 2, 2, 5, 5)),
        ("two_triples", (2, 2, 2, 5, 5, 5)),
        ("three_pairs", (2, 2, 3, 3, 5, 5)),
        ("small_straight", (2, 2, 3, 4, 5, 5)),
        ("three_of_a_kind", (1, 1, 1, 3, 4, 6)),
        ("two_pairs", (1, 1, 3, 3, 4, 6)),
    ],
)
def test_the_pro_board_knows_more_rows(row: str, dice: tuple[int, ...]) -> None:
    assert best("pro", *dice) == row


@pytest.mark.rule("N10")
def test_rows_of_equal_value_rank_by_their_place() -> None:
    assert best("pro", 1, 2, 3, 4, 5, 6, 1, 1) == "highway"
    assert best("pro", 2, 2, 2, 2, 5, 5, 5, 1) == "large_full_house"  # it is two triples as well
    assert best("pro", 2, 2, 2, 2, 3, 4, 5, 6) == "four_of_a_kind"  # and a large straight
    assert best("pro", 1, 1, 1, 2, 3, 4) == "three_of_a_kind"  # and a small straight


@pytest.mark.rule("N2")
def test_a_pair_is_nothing_on_the_pro_board() -> None:
    assert formed("pro", "456", (1, 1, 2, 4, 5, 6)) == ()
    assert formed("basic", "456", (1, 1, 2, 4, 6)) == ("pair",)


@pytest.mark.rule("N7")
def test_how_often_the_first_round_forms_nothing() -> None:
    nothing = {
        board: sum(weight for dice, weight in hands(count) if not formed(board, "456", dice))
        for board, count in (("basic", 5), ("pro", 6))
    }
    # the rule book's numbers; for the basic board 6! orders of five different dice, less 2 * 5! straights
    assert nothing == {"basic": 480, "pro": 3600}
    assert nothing["basic"] == factorial(6) - 2 * factorial(5)


@pytest.mark.rule("N7", "N10")
def test_from_the_second_round_on_every_hand_forms_something() -> None:
    for board, own in (("basic", 2), ("pro", 3)):
        for white in (4, 5):
            assert all(formed(board, "456", dice) for dice, _ in hands(own + white))


@pytest.mark.rule("N15")
def test_royal_pairs_of_high_dice_are_rarer_than_five_alike() -> None:
    assert f"{float(chance('royal_pairs', 8)):.2%}" == "2.43%"  # the rule book's numbers for eight dice
    assert f"{float(chance('five_of_a_kind', 8)):.2%}" == "2.77%"


@pytest.mark.rule("N15")
def test_royal_pairs_are_what_the_option_says() -> None:
    fours_to_sixes, ones_to_threes, six_alike = (4, 4, 5, 5, 6, 6), (1, 1, 2, 2, 3, 3), (2,) * 6
    royal = {
        choice: [best("pro", *dice, royal_pairs=choice) for dice in (fours_to_sixes, ones_to_threes, six_alike)]
        for choice in ("456", "consecutive", "six_alike")
    }
    assert royal == {
        "456": ["royal_pairs", "three_pairs", "five_of_a_kind"],
        "consecutive": ["royal_pairs", "royal_pairs", "five_of_a_kind"],
        "six_alike": ["three_pairs", "three_pairs", "royal_pairs"],
    }
    assert best("pro", 1, 1, 3, 3, 5, 5, royal_pairs="consecutive") == "three_pairs"
    assert Options().royal_pairs == "456"


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        pytest.param({"board": "expert"}, "N2", marks=pytest.mark.rule("N2")),
        pytest.param({"first_to_decide": "youngest"}, "N6", marks=pytest.mark.rule("N6")),
        pytest.param({"jorg_counts": "yes"}, "N13", marks=pytest.mark.rule("N13")),
        pytest.param({"jorg_counts": 1}, "N13", marks=pytest.mark.rule("N13")),
        pytest.param({"royal_pairs": "kings"}, "N15", marks=pytest.mark.rule("N15")),
    ],
)
def test_unknown_choices_are_refused_by_the_rule_of_their_option(options: object, rule: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        read_options(GAME, options)
    assert refusal.value.rule == rule
