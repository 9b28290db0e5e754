"""Schocken: what a throw is worth and who wins and loses a round (S7, S8, H2, H3, H4, the preset)."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product

import pytest

from knobel.rules import schocken
from knobel.rules.game import read_options
from knobel.rules.schocken import Options, rank, standings

from .ladder import ADMIRALS, NUMBERS, SCHOCKS, STRASSEN, Rung, ladder, places
from .table import Table, dice

ALL_56 = list(combinations_with_replacement(range(1, 7), 3))
SCHOCK_OUT = [("schock_out", "111", 0)]
SCHOCK_6_TO_3 = [("schock", "116", 6), ("schock", "115", 5), ("schock", "114", 4), ("schock", "113", 3)]
SCHOCK_2 = [("schock", "112", 2)]
THE_ADMIRALS = [("admiral", dice, 3) for dice in ADMIRALS]
THE_STRASSEN = [("strasse", dice, 2) for dice in STRASSEN]
ORDINARY = [("ordinary", dice, 1) for dice in NUMBERS if dice not in (*ADMIRALS, *STRASSEN)]
ALL_NUMBERS = [("ordinary", dice, 1) for dice in NUMBERS]


def assert_ranked(options: Options, expected: list[Rung], from_hand: bool) -> None:
    """Each rung is what it should be in whatever order the dice lie, and higher than the next one."""
    ranks = []
    for name, shown, stones in expected:
        found = {rank(options, lie, from_hand) for lie in permutations(dice(shown))}
        assert len(found) == 1
        one = found.pop()
        assert (one.name, one.stones) == (name, stones), shown
        ranks.append(one)
    heights = [one.height for one in ranks]
    assert heights == sorted(set(heights), reverse=True)
    assert sorted(tuple(sorted(dice(shown))) for _, shown, _ in expected) == sorted(ALL_56)


def without_421(rungs: list[Rung]) -> list[Rung]:
    return [one for one in rungs if one[1] != "421"]


@pytest.mark.rule("S7")
@pytest.mark.parametrize("from_hand", [True, False])
def test_the_ranking_of_all_56_throws(from_hand: bool) -> None:
    assert len(ORDINARY) == 56 - 1 - 5 - 5 - 4
    assert (ORDINARY[0][1], ORDINARY[-1][1]) == ("665", "221")
    expected = SCHOCK_OUT + SCHOCK_6_TO_3 + SCHOCK_2 + THE_ADMIRALS + THE_STRASSEN + ORDINARY
    assert_ranked(Options(), expected, from_hand)


@pytest.mark.rule("H2")
def test_admirals_and_strassen_count_only_from_one_throw() -> None:
    at_once = SCHOCK_OUT + SCHOCK_6_TO_3 + SCHOCK_2 + THE_ADMIRALS + THE_STRASSEN + ORDINARY
    assert_ranked(Options(hand_only=True), at_once, from_hand=True)
    pieced = SCHOCK_OUT + SCHOCK_6_TO_3 + SCHOCK_2 + ALL_NUMBERS
    assert_ranked(Options(hand_only=True), pieced, from_hand=False)


@pytest.mark.rule("H3")
@pytest.mark.parametrize("from_hand", [True, False])
def test_admirals_above_schock_2(from_hand: bool) -> None:
    expected = SCHOCK_OUT + SCHOCK_6_TO_3 + THE_ADMIRALS + SCHOCK_2 + THE_STRASSEN + ORDINARY
    assert_ranked(Options(general_beats_schock2=True), expected, from_hand)


@pytest.mark.rule("H4")
@pytest.mark.parametrize("from_hand", [True, False])
def test_jule_between_schock_out_and_schock_6(from_hand: bool) -> None:
    jule = [("jule", "421", 7)]
    expected = SCHOCK_OUT + jule + SCHOCK_6_TO_3 + SCHOCK_2 + THE_ADMIRALS + THE_STRASSEN + without_421(ORDINARY)
    assert_ranked(Options(jule=True), expected, from_hand)


@pytest.mark.rule("H2", "H3", "H4", "S7")
@pytest.mark.parametrize(("hand_only", "general", "jule"), list(product([False, True], repeat=3)))
def test_house_rules_together(hand_only: bool, general: bool, jule: bool) -> None:
    """Any two throws, each from one throw or pieced together, compare as they stand on the ladder."""
    options = Options(hand_only=hand_only, general_beats_schock2=general, jule=jule)
    rungs = ladder(jule=jule, general_beats_schock2=general)
    throws = [(thrown, from_hand) for thrown in ALL_56 for from_hand in (True, False)]
    expected = [places(rungs)[thrown, from_hand or not hand_only] for thrown, from_hand in throws]
    ranks = [rank(options, thrown, from_hand) for thrown, from_hand in throws]
    for (place, one), (other_place, other) in product(zip(expected, ranks, strict=True), repeat=2):
        assert (place < other_place) == (one.height > other.height)
        assert (place == other_place) == (one.height == other.height)
    for place, one in zip(expected, ranks, strict=True):
        name, _, stones = rungs[place]
        assert (one.name, one.stones) == (name, stones)


@pytest.mark.rule("S7", "S9")
@pytest.mark.parametrize("shown", [*SCHOCKS, *ADMIRALS, *STRASSEN, "665", "421", "331"])
def test_the_best_throw_says_how_many_stones(shown: str) -> None:
    stones = next(deals for _, rung_dice, deals in ladder() if rung_dice == shown)
    assert Table(3).round("322", shown, "221").stones == (0, 0, stones)


@pytest.mark.rule("H4", "S9")
def test_jule_deals_out_seven() -> None:
    assert Table(3, jule=True).round("116", "421", "221").stones == (0, 0, 7)
    assert Table(3, jule=True, stones=5).round("116", "421", "221").lost == (2,)
    assert Table(3).round("116", "421", "221").stones == (0, 0, 6)


@pytest.mark.rule("H3", "S9")
def test_an_admiral_that_beats_schock_2_deals_out_three() -> None:
    assert Table(2).round("112", "222").stones == (0, 2)
    assert Table(2, general_beats_schock2=True).round("112", "222").stones == (3, 0)


@pytest.mark.rule("H2")
@pytest.mark.parametrize(
    ("keep", "thrown", "loser"),
    [("66", "6", 0), ("65", "4", 0), ("6", "66", 0), ("11", "2", 1), ("", "666", 1), ("", "654", 1)],
)
def test_a_hand_that_was_pieced_together_is_ordinary(keep: str, thrown: str, loser: int) -> None:
    """Against a Straße from one throw; under H2 it beats Admirals that were pieced together."""
    table = Table(2, hand_only=True)
    table.throw(0, "611" if keep == "11" else "665")
    table.throw(0, thrown, keep)
    table.stand(0)
    table.throw(1, "543")
    assert table.stand(1).seat == loser


@pytest.mark.rule("H2", "S4")
def test_all_dice_taken_back_are_one_throw_again() -> None:
    table = Table(2, hand_only=True)
    table.throw(0, "642")
    table.throw(0, "55", keep="6")
    table.throw(0, "321")
    table.throw(1, "665")
    assert table.stand(1).seat == 1, "the Straße counts"


@pytest.mark.rule("S8")
def test_the_lowest_throw_loses() -> None:
    state = Table(4, begins=2).round("664", "333", "221", "115")
    assert standings(state) == (1, 3, 2, 0)
    assert state.seat == 0


@pytest.mark.rule("S8")
@pytest.mark.parametrize("ties", ["order", "throws_then_order"])
@pytest.mark.parametrize("begins", [0, 1, 2])
def test_of_equal_throws_the_later_is_lower(ties: str, begins: int) -> None:
    state = Table(3, begins=begins, ties=ties).round("221", "221", "221")
    assert standings(state) == (begins, (begins + 1) % 3, (begins + 2) % 3)
    assert state.stones[(begins + 2) % 3] == 1


@pytest.mark.rule("S8")
def test_of_equal_best_throws_the_first_hands_over_the_stones() -> None:
    table = Table(3, stones=3)
    table.round("664", "663", "221")
    table.round("664", "663", "221")  # the seats 2, 0, 1
    table.round("664", "663", "221")  # the seats 1, 2, 0
    assert table.state.stones == (1, 1, 1)
    state = table.round("664", "664", "221")  # the seats 0, 1, 2
    assert state.stones == (0, 1, 2)


def two_against_one(ties: str) -> schocken.State:
    """Seat 0 takes two throws for 221; seat 1 has the same in one, and seat 2 in two."""
    table = Table(3, ties=ties)
    table.throw(0, "664")
    table.throw(0, "221")
    table.stand(0)
    table.throw(1, "221")
    table.stand(1)
    table.throw(2, "664")
    return table.throw(2, "221")


@pytest.mark.rule("S8")
def test_fewer_throws_are_better_where_that_is_played() -> None:
    assert standings(two_against_one("order")) == (0, 1, 2)
    assert standings(two_against_one("throws_then_order")) == (1, 0, 2)


@pytest.mark.rule("S8")
def test_the_number_of_throws_matters_between_equal_throws_only() -> None:
    table = Table(2, ties="throws_then_order")
    table.throw(0, "664")
    table.throw(0, "665")
    table.stand(0)
    table.throw(1, "664")
    assert table.stand(1).seat == 1


@pytest.mark.rule("H1", "H2", "S5", "S8")
def test_the_preset_of_the_pub() -> None:
    pub = read_options(schocken.GAME, {"preset": "pub"})
    assert pub == Options(sixes=True, hand_only=True, covered="last", ties="order")
    mixed = read_options(schocken.GAME, {"preset": "pub", "covered": "none", "jule": True, "stones": 3})
    assert mixed == Options(stones=3, sixes=True, hand_only=True, covered="none", ties="order", jule=True)


def test_house_rules_are_off_by_default() -> None:
    options = Options()
    assert (options.stones, options.kept_dice, options.covered, options.ties) == (13, "may_return", "third", "order")
    assert not any((options.sixes, options.hand_only, options.general_beats_schock2, options.jule))
