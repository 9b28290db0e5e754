"""Schocken: throwing, keeping, covering and making ones of sixes (S4, S5, S6, H1)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from knobel.rules import schocken
from knobel.rules.game import Chance, Decision
from knobel.rules.schocken import Hand, Stand, Throw

from .table import Table, throw

HIDDEN = (0, 0, 0)


def assert_open(table: Table) -> None:
    """All seats and spectators see the whole state."""
    for seat in (*range(table.state.players), None):
        assert schocken.view(table.state, seat) == table.state


def assert_hidden(table: Table, *seats: int) -> None:
    """The last throw of these seats is hidden from all views, and nothing else."""
    state = table.state
    hands = [
        Hand(hand.kept, HIDDEN[: len(hand.thrown)], hand.throws) if seat in seats else hand
        for seat, hand in enumerate(state.hands)
    ]
    for viewer in (*range(state.players), None):
        assert schocken.view(state, viewer) == msgspec.structs.replace(state, hands=tuple(hands))


@pytest.mark.rule("S4")
@pytest.mark.parametrize("throws", [1, 2, 3])
def test_the_beginner_throws_one_to_three_times(throws: int) -> None:
    table = Table()
    for _ in range(throws - 1):
        table.throw(0, "664")
        assert Stand(0) in table.moves()
    table.throw(0, "664")
    if throws < 3:
        table.stand(0)
    assert schocken.pending(table.state) == Chance(Throw(1)), "the turn has ended"
    assert table.state.limit == throws
    table.refuse(throw(0, "664"), "S6")
    table.refuse(Stand(0), "S6")


@pytest.mark.rule("S4")
def test_the_first_throw_keeps_nothing() -> None:
    table = Table(sixes=True)
    table.refuse(throw(0, "66", keep="6"), "S4")
    table.refuse(throw(0, "666", flip=1), "S4")
    table.refuse(Stand(0), "S6")


@pytest.mark.rule("S4")
def test_at_most_two_of_the_dice_are_kept_and_the_rest_thrown() -> None:
    table = Table()
    table.throw(0, "641")
    assert table.keeps() == {(keep, 0) for keep in ("", "1", "4", "6", "14", "16", "46")}
    for keep, thrown in (("641", ""), ("641", "6"), ("66", "1"), ("2", "11"), ("44", "1")):
        table.refuse(throw(0, thrown, keep), "S4")
    for keep, thrown in (("6", "1"), ("6", "111"), ("", "11"), ("64", "11"), ("64", "7")):
        table.refuse(throw(0, thrown, keep), "S4")
    table.refuse(throw(0, "10", "6"), "R2")
    table.refuse(throw(1, "1", "64"), "S4")
    state = table.throw(0, "1", "64")
    assert state.hands[0] == Hand(kept=(4, 6), thrown=(1,), throws=2)


@pytest.mark.rule("S4")
def test_equal_dice_can_be_kept_together() -> None:
    table = Table()
    table.throw(0, "551")
    assert table.keeps() == {(keep, 0) for keep in ("", "1", "5", "15", "55")}


@pytest.mark.rule("S4")
def test_kept_dice_may_be_taken_back() -> None:
    table = Table()
    table.throw(0, "651")
    table.throw(0, "32", keep="1")
    assert table.keeps() == {(keep, 0) for keep in ("", "1", "2", "3", "12", "13", "23")}
    assert table.throw(0, "665").hands[0] == Hand((), (5, 6, 6), 3)


@pytest.mark.rule("S4")
def test_kept_dice_stay_where_that_is_played() -> None:
    table = Table(kept_dice="stay")
    table.throw(0, "651")
    assert len(table.keeps()) == 7, "after the first throw nothing has been kept"
    table.throw(0, "32", keep="1")
    assert table.keeps() == {("1", 0), ("12", 0), ("13", 0)}
    table.refuse(throw(0, "665"), "S4")
    table.refuse(throw(0, "6", "23"), "S4")
    table.throw(0, "2", "13")
    pair = Table(kept_dice="stay")
    pair.throw(0, "611")
    pair.throw(0, "1", keep="11")
    assert pair.keeps() == {("11", 0)}, "both ones stay and not just one of them"


@pytest.mark.rule("S4")
def test_standing_shows_all_three_dice() -> None:
    table = Table(covered="last")
    table.throw(0, "641")
    table.throw(0, "1", "41")
    table.stand(0)
    assert_open(table)


@pytest.mark.rule("S6")
def test_the_others_follow_clockwise() -> None:
    table = Table(5, begins=3)
    seen = []
    for _ in range(5):
        seen.append(table.state.seat)
        table.refuse(throw((table.state.seat + 1) % 5, "664"), "S6")
        table.throw(table.state.seat, "664")
        if seen == [3]:
            table.stand(3)
    assert seen == [3, 4, 0, 1, 2]


@pytest.mark.rule("S6")
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_others_throw_at_most_as_often_as_the_beginner(limit: int) -> None:
    table = Table(3)
    for _ in range(limit):
        table.throw(0, "664")
    if limit < 3:
        table.stand(0)
    for throws in range(1, limit + 1):
        assert table.state.seat == 1
        table.throw(1, "663")
        assert (table.state.seat == 2) == (throws == limit), "the turn ends with the last throw allowed"
    if limit > 1:
        table.throw(2, "662")
        state = table.stand(2)
        assert state.cups_up, "they may take fewer"
        assert state.hands[2].throws == 1
        assert state.limit == limit, "a follower with fewer throws changes nothing for the others"


@pytest.mark.rule("S6", "S4")
def test_a_follower_does_not_limit_the_next() -> None:
    table = Table(3)
    table.throw(0, "664")
    table.throw(0, "664")
    table.stand(0)
    table.throw(1, "663")
    table.stand(1)
    table.throw(2, "662")
    assert schocken.pending(table.state) == Decision(2, table.moves())
    table.throw(2, "662")
    assert table.state.cups_up


@pytest.mark.rule("S5", "S7")
def test_the_third_throw_is_covered_until_all_have_finished() -> None:
    table = Table(3)
    table.throw(0, "664")
    assert_open(table)
    table.throw(0, "32", keep="6")
    assert_open(table)
    table.throw(0, "11", keep="6")
    assert_hidden(table, 0)
    table.throw(1, "663")
    table.throw(1, "662")
    assert_hidden(table, 0)
    table.stand(1)
    assert_hidden(table, 0)
    table.throw(2, "221")
    table.throw(2, "221")
    table.throw(2, "221")
    assert table.state.cups_up
    assert_open(table)
    assert table.state.hands[0] == Hand((6,), (1, 1), 3)
    assert table.state.stones == (0, 0, 6)


@pytest.mark.rule("S5")
def test_third_covers_nothing_in_a_shorter_round() -> None:
    table = Table(3)
    table.throw(0, "664")
    table.throw(0, "664")
    table.stand(0)
    table.throw(1, "663")
    table.throw(1, "663")
    assert_open(table)


@pytest.mark.rule("S5")
def test_last_covers_the_last_throw_that_the_round_allows() -> None:
    table = Table(4, covered="last")
    table.throw(0, "664")
    assert_open(table)
    table.throw(0, "664")
    assert_open(table)
    table.stand(0)
    assert_open(table)
    table.throw(1, "663")
    table.throw(1, "1", keep="63")
    assert_hidden(table, 1)
    table.throw(2, "663")
    table.stand(2)
    assert_hidden(table, 1)
    table.throw(3, "663")
    table.throw(3, "663")
    assert_open(table)


@pytest.mark.rule("S5")
def test_last_covers_the_only_throw_and_the_beginners_third() -> None:
    table = Table(3, covered="last")
    table.throw(0, "664")
    table.stand(0)
    table.throw(1, "663")
    assert_hidden(table, 1)
    longer = Table(3, covered="last")
    for _ in range(3):
        longer.throw(0, "664")
    assert_hidden(longer, 0)


@pytest.mark.rule("S5")
def test_none_covers_nothing() -> None:
    table = Table(3, covered="none")
    for seat in (0, 1):
        for _ in range(3):
            table.throw(seat, "664")
            assert_open(table)


SIXES: list[tuple[str, set[tuple[str, int]]]] = [
    ("665", {("1", 1), ("15", 1)}),
    ("666", {("1", 1), ("16", 1), ("11", 2)}),
    ("654", set()),
    ("551", set()),
]


@pytest.mark.rule("H1")
@pytest.mark.parametrize(("thrown", "flips"), SIXES)
def test_two_sixes_become_a_one_and_three_two(thrown: str, flips: set[tuple[str, int]]) -> None:
    table = Table(sixes=True)
    table.throw(0, thrown)
    assert {move for move in table.keeps() if move[1]} == flips
    plain = Table()
    plain.throw(0, thrown)
    assert table.keeps() - flips == plain.keeps(), "turning sixes is optional"
    assert not any(flip for _, flip in plain.keeps())


@pytest.mark.rule("H1")
def test_a_flip_keeps_its_ones_and_throws_a_six_again() -> None:
    table = Table(sixes=True)
    table.throw(0, "665")
    # the one must be kept; the other six is thrown; two sixes give one 1 only; nothing else can be kept
    for keep, thrown, flip in (("5", "11", 1), ("", "111", 1), ("16", "1", 1), ("11", "1", 2), ("156", "", 1)):
        table.refuse(throw(0, thrown, keep, 2 if flip == 2 else 1), "H1")
    assert table.throw(0, "1", keep="15", flip=1).hands[0] == Hand((1, 5), (1,), 2)


@pytest.mark.rule("H1")
def test_only_sixes_of_one_throw_count() -> None:
    table = Table(sixes=True)
    table.throw(0, "642")
    table.throw(0, "63", keep="6")
    assert not any(flip for _, flip in table.keeps()), "the sixes come from two throws"
    table.refuse(throw(0, "11", "1", 1), "H1")
    again = Table(sixes=True)
    again.throw(0, "642")
    again.throw(0, "66", keep="6")
    assert {move for move in again.keeps() if move[1]} == {("1", 1), ("16", 1)}, "the kept six is none of the three"


@pytest.mark.rule("H1", "S4")
def test_kept_dice_that_stay_do_so_in_a_flip() -> None:
    table = Table(sixes=True, kept_dice="stay")
    table.throw(0, "421")
    table.throw(0, "66", keep="4")
    assert {move for move in table.keeps() if move[1]} == {("14", 1)}
    table.refuse(throw(0, "66", "1", 1), "S4")
    ones = Table(sixes=True, kept_dice="stay")
    ones.throw(0, "421")
    ones.throw(0, "66", keep="1")
    assert {move for move in ones.keeps() if move[1]} == {("11", 1)}, "the kept one and the new one"
    ones.refuse(throw(0, "66", "1", 1), "S4")


@pytest.mark.rule("H1", "S6")
def test_no_flip_without_a_throw_left() -> None:
    table = Table(sixes=True)
    for _ in range(3):
        table.throw(0, "666")
    table.refuse(throw(0, "1", "11", 2), "S6")


@pytest.mark.rule("H1")
def test_no_flip_where_it_is_not_played() -> None:
    table = Table()
    table.throw(0, "666")
    table.refuse(throw(0, "1", "11", 2), "H1")


@pytest.mark.rule("H1")
@pytest.mark.parametrize("flip", [0, 3, -1])
def test_a_flip_is_one_or_two(flip: Any) -> None:
    table = Table(sixes=True)
    table.throw(0, "666")
    table.refuse(Throw(0, (1, 1), (1,), flip), "H1")


@pytest.mark.rule("S4")
def test_dice_are_equal_in_any_order() -> None:
    table, other = Table(), Table()
    for one, two in (
        (throw(0, "641"), throw(0, "164")),
        (throw(0, "5", "64"), throw(0, "5", "46")),
        (throw(0, "35", "6"), throw(0, "53", "6")),
    ):
        assert table.play(one) == other.play(two)
