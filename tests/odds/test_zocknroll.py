"""The chances of Zock'n'Roll, counted again over ordered dice with the board read off the rules."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from knobel.odds import Odds
from knobel.odds.zocknroll import Rows, at_least, best_row, dice_in, fresh, outlook, showdown
from knobel.rules.errors import BadDice, BadOptions
from knobel.rules.game import Dice
from knobel.rules.zocknroll import Options

BASIC = Options()
PRO = Options(board="pro")
BOARDS = [BASIC, PRO, Options(board="pro", royal_pairs="consecutive"), Options(board="pro", royal_pairs="six_alike")]

ROW_ORDER = {
    "basic": [
        "five_of_a_kind",
        "four_of_a_kind",
        "large_straight",
        "full_house",
        "three_of_a_kind",
        "two_pairs",
        "pair",
    ],
    "pro": [
        "royal_pairs",
        "five_of_a_kind",
        "large_full_house",
        "highway",
        "two_triples",
        "four_of_a_kind",
        "large_straight",
        "three_pairs",
        "full_house",
        "three_of_a_kind",
        "small_straight",
        "two_pairs",
    ],
}
GROUPS = {
    "pair": [2],
    "two_pairs": [2, 2],
    "three_pairs": [2, 2, 2],
    "three_of_a_kind": [3],
    "full_house": [3, 2],
    "two_triples": [3, 3],
    "four_of_a_kind": [4],
    "large_full_house": [4, 2],
    "five_of_a_kind": [5],
}
RUNS = {"small_straight": 4, "large_straight": 5, "highway": 6}


@cache
def plain_best(board: str, royal: str, dice: tuple[int, ...]) -> str | None:
    """The best row, straight from the table of the rules."""
    for row in ROW_ORDER[board]:
        if row in GROUPS and _has_groups(dice, GROUPS[row]):
            return row
        if row in RUNS and any(set(range(low, low + RUNS[row])) <= set(dice) for low in range(1, 8 - RUNS[row])):
            return row
        if row == "royal_pairs":
            pairs = {face for face in dice if dice.count(face) >= 2}
            runs = {"456": [{4, 5, 6}], "consecutive": [{low, low + 1, low + 2} for low in (1, 2, 3, 4)]}
            if (royal == "six_alike" and _has_groups(dice, [6])) or any(run <= pairs for run in runs.get(royal, [])):
                return row
    return None


def _has_groups(dice: tuple[int, ...], sizes: list[int]) -> bool:
    """Whether groups of these sizes, the largest first, can be taken out of the dice, each of another value."""
    if not sizes:
        return True
    return any(
        dice.count(face) >= sizes[0] and _has_groups(tuple(die for die in dice if die != face), sizes[1:])
        for face in set(dice)
    )


def plainly(options: Options, known: Dice, more: int) -> dict[str | None, Fraction]:
    """All ordered falls of `more` dice, one by one."""
    counted = Counter(
        plain_best(options.board, options.royal_pairs, tuple(sorted(known + dice)))
        for dice in product(range(1, 7), repeat=more)
    )
    return {row: Fraction(counted[row], 6**more) for row in (*ROW_ORDER[options.board], None)}


def fractions(rows: Rows) -> dict[str | None, Fraction]:
    return {row: odds.fraction for row, odds in rows.items()}


def test_nothing_in_round_1_as_the_rules_say() -> None:
    assert fresh(BASIC, 1)[None] == Odds(480, 7776)
    assert fresh(PRO, 1)[None] == Odds(3600, 46656)


@pytest.mark.parametrize("options", BOARDS, ids=lambda options: f"{options.board}-{options.royal_pairs}")
@pytest.mark.parametrize("playing_round", [1, 2, 3])
def test_fresh_dice_against_all_ordered_falls(options: Options, playing_round: int) -> None:
    if dice_in(options, playing_round) == 8:
        expected = _by_halves(options)
    else:
        expected = plainly(options, (), dice_in(options, playing_round))
    rows = fresh(options, playing_round)
    assert fractions(rows) == expected
    assert list(rows) == list(expected), "best row first"
    assert {odds.total for odds in rows.values()} == {6 ** dice_in(options, playing_round)}


def _by_halves(options: Options) -> dict[str | None, Fraction]:
    """Eight dice as two throws of four ordered dice, sorted and counted first."""
    four = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=4))
    counted: Counter[str | None] = Counter()
    for (one, ways), (other, more) in product(four.items(), repeat=2):
        counted[plain_best(options.board, options.royal_pairs, tuple(sorted(one + other)))] += ways * more
    return {row: Fraction(counted[row], 6**8) for row in (*ROW_ORDER[options.board], None)}


def test_eight_dice_in_closed_form() -> None:
    """N15 gives 2.43 % for royal pairs and 2.77 % for five alike; they need nine dice to come together."""
    rows = fresh(PRO, 3)
    five_alike = 6 * sum(comb(8, alike) * 5 ** (8 - alike) for alike in (5, 6, 7, 8))
    assert rows["five_of_a_kind"] == Odds(five_alike, 6**8)
    assert round(100 * float(rows["five_of_a_kind"]), 2) == 2.77
    assert round(100 * float(rows["royal_pairs"]), 2) == 2.43


def test_at_least_adds_up_from_the_top() -> None:
    rows = fresh(BASIC, 1)
    sums = at_least(rows)
    assert sums["four_of_a_kind"] == Odds(6 + 6 * 5 * 5, 7776)  # five alike, and four alike with another die
    assert sums["pair"].ways == 7776 - 480
    assert sums[None] == Odds(7776, 7776)


def test_improving_against_all_ordered_falls() -> None:
    seed = 20260730
    print("seed", seed)
    chance = random.Random(seed)
    for options in BOARDS:
        for _ in range(6):
            own = tuple(chance.choices(range(1, 7), k=dice_in(options, 1) - 3))
            white = tuple(chance.choices(range(1, 7), k=chance.choice([3, 4, 5])))
            for playing_round in range(len(white) - 2, 4):
                found = outlook(options, own, white, playing_round)
                assert fractions(found) == plainly(options, own + white, 2 + playing_round - len(white))


def test_no_white_dice_yet() -> None:
    assert fractions(outlook(BASIC, (6, 6), (), 1)) == plainly(BASIC, (6, 6), 3)


@pytest.mark.parametrize(
    ("options", "own", "white", "cups"),
    [
        (BASIC, (3, 3), (1, 2, 3, 5, 6), 1),
        (BASIC, (3, 4), (2, 5, 5, 5), 2),
        (BASIC, (1, 6), (2, 3, 5), 1),
        (PRO, (3, 3, 4), (2, 2, 5, 6), 1),
        (PRO, (4, 5, 6), (4, 4, 6, 1, 2), 2),
    ],
)
def test_showdown_against_all_ordered_falls(options: Options, own: Dice, white: Dice, cups: int) -> None:
    order = ROW_ORDER[options.board]
    missing, size = 5 - len(white), len(own)
    seen: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=missing + size * cups):
        table = white + dice[:missing]
        hands = [own, *(dice[missing + size * cup : missing + size * (cup + 1)] for cup in range(cups))]
        rows = [plain_best(options.board, options.royal_pairs, tuple(sorted(hand + table))) for hand in hands]
        mine, *others = (order.index(row) for row in rows if row is not None)
        best = min(others)
        seen["won" if mine < best else "tied" if mine == best else "lost"] += 1
    found = showdown(options, own, white, cups)
    assert found.won.ways == seen["won"]
    assert found.tied.ways == seen["tied"]
    assert found.lost.ways == seen["lost"]
    assert {found.won.total, found.tied.total, found.lost.total} == {6 ** (missing + size * cups)}


def test_best_row_needs_no_sorted_dice() -> None:
    assert best_row(BASIC, (6, 2, 4, 3, 5)) == "large_straight"
    assert best_row(BASIC, (6, 2, 4, 3, 1)) is None


@pytest.mark.parametrize(
    ("own", "white", "playing_round", "rule"),
    [
        ((3,), (1, 2, 3), 2, "N2"),
        ((3, 3, 3), (1, 2, 3), 2, "N2"),
        ((3, 7), (1, 2, 3), 2, "N2"),
        ((3, 3), (1, 2), 2, "N5"),
        ((3, 3), (1, 2, 3, 4), 1, "N9"),
        ((3, 3), (1, 2, 3, 4), 4, "N9"),
    ],
)
def test_impossible_dice(own: Dice, white: Dice, playing_round: int, rule: str) -> None:
    with pytest.raises(BadDice) as refused:
        outlook(BASIC, own, white, playing_round)
    assert refused.value.rule == rule


@pytest.mark.parametrize("cups", [0, 12])
def test_twelve_players_have_eleven_opponents(cups: int) -> None:
    with pytest.raises(BadOptions, match="N1"):
        showdown(BASIC, (3, 3), (1, 2, 3), cups)


def test_a_showdown_needs_a_whole_cup() -> None:
    with pytest.raises(BadDice, match="N2"):
        showdown(BASIC, (3, 3, 3), (1, 2, 3))


@pytest.mark.rule("R5")
def test_odds_of_dice_that_are_not_told_cannot_be_known() -> None:
    for own, white in (((0, 0), (1, 2, 3)), ((1, 2), (1, 2, 0))):
        with pytest.raises(BadDice, match="cannot be known") as refused:
            outlook(Options(), own, white, 3)
        assert refused.value.rule == "R5"
    with pytest.raises(BadDice, match="cannot be known"):
        showdown(Options(), (0, 0), (1, 2, 3))
