"""The chances of Schocken against closed forms and a naive recursion over ordered dice in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Literal

import pytest
from msgspec import UNSET

from knobel.odds import Odds
from knobel.odds.schocken import choices, optimal, ranked, ranking, reach
from knobel.rules.errors import BadDice, BadOptions
from knobel.rules.game import Dice
from knobel.rules.schocken import Hand, Options, rank

Choosing = tuple[Dice, int, bool]
"""What is kept, how many ones are made of sixes, and whether the player stands."""

PLAIN = Options()
PUB = Options(sixes=True, hand_only=True, covered="last")
TABLES = {
    "plain": PLAIN,
    "stay": Options(kept_dice="stay"),
    "sixes": Options(sixes=True),
    "hand only": Options(hand_only=True),
    "pub": PUB,
    "pub, stay": Options(sixes=True, hand_only=True, kept_dice="stay"),
    "all": Options(sixes=True, hand_only=True, kept_dice="stay", general_beats_schock2=True, jule=True),
}
EVERY_TABLE = pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)

ORDER = """111 611 511 411 311 211 666 555 444 333 222 654 543 432 321
    665 664 663 662 661 655 653 652 651 644 643 642 641 633 632 631 622 621
    554 553 552 551 544 542 541 533 532 531 522 521 443 442 441 433 431 422 421 332 331 322 221"""
"""All throws in the order of S7, written out."""


def order(options: Options) -> list[str]:
    throws: list[str] = list(ORDER.split())
    if options.general_beats_schock2:  # H3
        throws.remove("211")
        throws.insert(throws.index("222") + 1, "211")
    if options.jule:  # H4
        throws.remove("421")
        throws.insert(1, "421")
    return throws


def digits(dice: Dice) -> str:
    return "".join(map(str, sorted(dice, reverse=True)))


@cache
def beats(options: Options, dice: Dice, from_hand: bool, target: Dice) -> bool:
    """Whether dice are the target or better; a Straße or Admiral put together counts as its number under H2."""
    throws = order(options)
    shown = digits(dice)
    if options.hand_only and not from_hand and shown in ORDER.split()[6:15]:
        ordinary = [throw for throw in throws if throw in ORDER.split()[15:] and not (options.jule and throw == "421")]
        return digits(target) in ordinary and shown >= digits(target)
    return throws.index(shown) <= throws.index(digits(target))


def naive_choices(options: Options, kept: Dice, thrown: Dice) -> Iterator[tuple[Dice, int]]:
    """Every way to go on, die by die: S4 and, with the sixes of the last throw turned, H1."""
    lying = [(die, False) for die in kept] + [(die, True) for die in thrown]
    for size in (0, 1, 2):
        for chosen in combinations(range(3), size):
            left_out = [lying[place] for place in range(3) if place not in chosen]
            if options.kept_dice == "stay" and any(not fresh for _, fresh in left_out):
                continue
            yield tuple(lying[place][0] for place in chosen), 0
            if not options.sixes or (6, True) not in left_out:
                continue
            sixes = [place for place in chosen if lying[place] == (6, True)]
            for flip in range(1, len(sixes) + 1):
                keep = [lying[place][0] for place in chosen]
                for place in sixes[:flip]:
                    keep[chosen.index(place)] = 1
                yield tuple(keep), flip


@cache
def naive(options: Options, target: Dice, kept: Dice, thrown: Dice, left: int) -> Fraction:
    """The best probability by exhaustive search."""
    if beats(options, tuple(sorted(kept + thrown)), not kept, target):
        return Fraction(1)
    if not left:
        return Fraction(0)
    return max(naive_throw(options, target, keep, left) for keep, _ in naive_choices(options, kept, thrown))


@cache
def naive_throw(options: Options, target: Dice, keep: Dice, left: int) -> Fraction:
    falls = list(product(range(1, 7), repeat=3 - len(keep)))
    chances = (naive(options, target, tuple(sorted(keep)), tuple(sorted(dice)), left - 1) for dice in falls)
    return sum(chances, Fraction(0)) / len(falls)


@EVERY_TABLE
def test_the_order_of_the_throws(options: Options) -> None:
    table = ranking(options)
    assert [digits(throw.dice) for throw in table] == order(options)
    assert [throw.place for throw in table] == list(range(1, 57))
    for throw in table:
        falls = sum(tuple(sorted(dice)) == throw.dice for dice in product(range(1, 7), repeat=3))
        assert throw.odds == Odds(falls, 216)


def test_a_height_is_a_target_too() -> None:
    # Kept 5 and 6 make no Straße with a 4 (H2), but 6-5-4 as a number beats 6-5-3, and so do 6-5-5 and 6-6-5.
    options, lying = Options(hand_only=True), Hand((5, 6), (3,))
    better = rank(options, (3, 5, 6), False).height + 1
    found = {choice.keep: choice.odds for choice in choices(options, better, lying, throws=1) if not choice.stand}
    assert float(found[5, 6]) == 3 / 6


def test_one_throw_of_the_ranking() -> None:
    assert (ranked(PLAIN, (6, 4, 5)).place, ranked(PLAIN, (6, 4, 5)).rank.name) == (12, "strasse")
    assert (ranked(TABLES["all"], (4, 2, 1)).place, ranked(TABLES["all"], (1, 2, 4)).rank.stones) == (2, 7)


@pytest.mark.parametrize("throws", [1, 2, 3])
@pytest.mark.parametrize("kept_dice", ["may_return", "stay"])
def test_schock_out_in_closed_form(throws: int, kept_dice: Literal["may_return", "stay"]) -> None:
    """Ones are kept, so each die for itself has to show a one in one of the throws."""
    options = Options(kept_dice=kept_dice)
    assert reach(options, (1, 1, 1), throws).fraction == (1 - Fraction(5, 6) ** throws) ** 3


def test_one_throw_in_closed_form() -> None:
    assert reach(PLAIN, (1, 1, 2), throws=1) == Odds(1 + 5 * 3, 216)  # Schock out, and five Schocks
    assert reach(PLAIN, (1, 2, 3), throws=1) == Odds(16 + 5 + 4 * 6, 216)  # and five Admirals, four Straßen
    assert reach(PLAIN, (1, 2, 2), throws=1) == Odds(216, 216)


@EVERY_TABLE
@pytest.mark.parametrize("target", [(1, 1, 1), (1, 1, 2), (2, 2, 2), (1, 2, 3), (5, 6, 6), (1, 2, 6), (1, 2, 4)])
def test_fresh_cups_against_the_naive_recursion(options: Options, target: Dice) -> None:
    for throws in (1, 2, 3):
        found = reach(options, target, throws)
        assert found.total == 6 ** (3 * throws)
        assert found.fraction == naive_throw(options, target, (), throws)


@EVERY_TABLE
@pytest.mark.parametrize("target", [(1, 1, 1), (4, 4, 4), (3, 4, 5), (1, 4, 6)])
def test_every_choice_against_the_naive_recursion(options: Options, target: Dice) -> None:
    hands: list[tuple[Dice, Dice, int]] = [((), dice, 2) for dice in [(6, 6, 6), (1, 6, 6), (1, 3, 6), (4, 4, 5)]]
    hands += [((1,), (6, 6), 1), ((6,), (6, 6), 1), ((4, 5), (6,), 1), ((6, 6), (2,), 1), ((4,), (2, 4), 1)]
    for kept, thrown, left in hands:
        standing = beats(options, tuple(sorted(kept + thrown)), not kept, target)
        expected: dict[Choosing, Fraction] = {(tuple(sorted(kept + thrown)), 0, True): Fraction(standing)}
        for keep, flip in naive_choices(options, kept, thrown):
            expected[tuple(sorted(keep)), flip, False] = naive_throw(options, target, keep, left)
        found = choices(options, target, Hand(kept, thrown), left)
        assert {_choosing(choice): choice.odds.fraction for choice in found} == expected
        assert len(found) == len(expected)
        best = {choosing for choosing, chance in expected.items() if chance == max(expected.values())}
        assert {_choosing(choice) for choice in optimal(found)} == best


def _choosing(choice: object) -> Choosing:
    keep, flip, stand = (getattr(choice, name) for name in ("keep", "flip", "stand"))
    return keep, 0 if flip is UNSET else flip, stand


def test_more_throws_and_lower_targets_never_hurt() -> None:
    for options in TABLES.values():
        rows = [[float(reach(options, throw.dice, throws)) for throws in (1, 2, 3)] for throw in ranking(options)]
        assert all(one <= two <= three for one, two, three in rows)
        assert all(column == sorted(column) for column in map(list, zip(*rows, strict=True)))


def test_three_sixes_become_two_ones() -> None:
    """H1: 6-6-6 keeps 1-1, so Schock out is one die away; without H1 all three dice must fall anew."""
    lying = Hand(thrown=(6, 6, 6))
    [best] = optimal(choices(PUB, (1, 1, 1), lying, throws=1))
    assert (best.keep, best.flip, best.odds.fraction) == ((1, 1), 2, Fraction(1, 6))
    [best] = optimal(choices(PLAIN, (1, 1, 1), lying, throws=1))
    assert (best.keep, best.flip, best.odds.fraction) == ((), UNSET, Fraction(1, 216))


def test_a_strasse_put_together_is_ordinary_under_h2() -> None:
    """H2: with 6-5 kept a four gives no Straße, so that all three dice must fall anew."""
    lying = Hand(thrown=(5, 6, 6))
    assert choices(PLAIN, (4, 5, 6), lying, throws=1)[0].keep == (5, 6)
    [best] = optimal(choices(Options(hand_only=True), (4, 5, 6), lying, throws=1))
    assert (best.keep, best.odds.ways) == ((), 16 + 5 + 6)  # Schocks, Admirals and the Straße itself


def test_kept_dice_that_stay_limit_the_choice() -> None:
    lying = Hand(kept=(6, 5), thrown=(2,))
    assert optimal(choices(Options(kept_dice="stay"), (1, 1, 1), lying, throws=1))[0].odds.ways == 0
    assert choices(PLAIN, (1, 1, 1), lying, throws=1)[0].odds.ways == 1


def test_standing_is_best_once_the_target_is_reached() -> None:
    [best] = optimal(choices(PLAIN, (1, 1, 4), Hand(thrown=(4, 1, 1)), throws=2))
    assert (best.stand, best.keep, best.odds.fraction) == (True, (1, 1, 4), Fraction(1))


@pytest.mark.parametrize(
    ("kept", "thrown", "throws", "rule"),
    [
        ((), (1, 2, 3), 3, "S4"),
        ((), (1, 2, 3), 0, "S4"),
        ((1,), (2, 3), 2, "S4"),
        ((1, 2, 3), (), 1, "S4"),
        ((), (1, 2), 1, "S1"),
        ((), (1, 2, 7), 1, "S1"),
    ],
)
def test_impossible_hands(kept: Dice, thrown: Dice, throws: int, rule: str) -> None:
    with pytest.raises((BadDice, BadOptions)) as refused:
        choices(PLAIN, (1, 1, 1), Hand(kept, thrown), throws)
    assert refused.value.rule == rule


def test_impossible_targets() -> None:
    with pytest.raises(BadDice, match="S1"):
        reach(PLAIN, (1, 1))
    with pytest.raises(BadOptions, match="S4"):
        reach(PLAIN, (1, 1, 1), throws=4)


@pytest.mark.rule("R5")
def test_odds_of_dice_that_are_not_told_cannot_be_known() -> None:
    with pytest.raises(BadDice, match="cannot be known") as refused:
        choices(Options(), (1, 1, 1), Hand((1,), (0, 0), 2), 1)
    assert refused.value.rule == "R5"
