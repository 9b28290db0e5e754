"""Schocken: who plays, who begins, and how stones, halves and the final go (S1, S2, S3, S9, S10, S11)."""

from __future__ import annotations

import pytest

from knobel.rules import schocken
from knobel.rules.errors import BadOptions
from knobel.rules.game import Chance, Lot, Over
from knobel.rules.schocken import Options, Result, Stand, Starter, Throw, in_half, in_round

from .table import Table, throw


@pytest.mark.rule("S1")
def test_two_to_twenty_four_players() -> None:
    for players in range(2, 25):
        assert schocken.start(Options(), players).players == players
    for players in (-1, 0, 1, 25, 100):
        with pytest.raises(BadOptions) as refusal:
            schocken.start(Options(), players)
        assert refusal.value.rule == "S1"


@pytest.mark.rule("S1", "S9")
def test_thirteen_stones_lie_in_the_middle() -> None:
    table = Table(3)
    assert (table.state.middle, table.state.stones) == (13, (0, 0, 0))
    assert Table(stones=1).state.middle == 1
    assert Table(stones=40).state.middle == 40


@pytest.mark.rule("S1")
def test_all_players_throw_three_dice() -> None:
    table = Table()
    assert schocken.pending(table.state) == Chance(Throw(0, (), (0, 0, 0)))
    for wrong in ("66", "6655", ""):
        table.refuse(throw(0, wrong), "S4")


@pytest.mark.rule("S3")
def test_the_first_beginner_is_drawn_by_lot() -> None:
    table = Table(4, begins=None)
    assert schocken.pending(table.state) == Lot(tuple(Starter(seat) for seat in range(4)))
    for event in (throw(0, "664"), Stand(0), Starter(4), Starter(-1)):
        table.refuse(event, "S3")
    for seat in range(4):
        begun = schocken.play(table.state, Starter(seat))
        assert schocken.pending(begun) == Chance(Throw(seat))
    table.play(Starter(2))
    table.refuse(Starter(1), "S6")


@pytest.mark.rule("S3", "S6")
def test_the_loser_of_a_round_begins_the_next() -> None:
    table = Table(3, begins=1)
    assert table.round("221", "664", "665").seat == 1
    state = table.round("664", "221", "665")  # thrown by the seats 1, 2, 0
    assert state.seat == 2
    assert schocken.pending(state) == Chance(Throw(2))
    table.refuse(throw(0, "664"), "S6")
    table.throw(2, "664")
    assert in_round(table.state) == (2, 0, 1)


@pytest.mark.rule("S3", "S2")
def test_the_loser_of_a_half_begins_the_next_and_the_final() -> None:
    table = Table(3, stones=1)
    assert table.round("664", "663", "221").lost == (2,)
    assert table.state.seat == 2
    state = table.round("664", "221", "663")  # the seats 2, 0, 1
    assert state.lost == (2, 0)
    assert state.seat == 0
    assert schocken.pending(state) == Chance(Throw(0))


@pytest.mark.rule("S2")
def test_the_losers_of_two_halves_play_a_final() -> None:
    table = Table(4, stones=1)
    table.round("664", "663", "662", "221")
    assert (table.state.middle, table.state.stones) == (1, (0, 0, 0, 0)), "the next half begins anew"
    table.round("664", "663", "221", "662")  # the seats 3, 0, 1, 2
    assert table.state.lost == (3, 1)
    assert (table.state.middle, table.state.stones) == (1, (0, 0, 0, 0)), "the final has as many stones"
    assert in_half(table.state) == (1, 3)
    table.throw(1, "664")
    assert in_round(table.state) == (1, 3)
    assert schocken.result(table.state) is None
    table.stand(1)
    state = table.throw(3, "221")
    result = Result(halves=(3, 1), final=True, loser=3, rounds=3)
    assert schocken.result(state) == result
    assert schocken.pending(state) == Over(result)
    for event in (Starter(0), throw(3, "111"), Stand(1)):
        table.refuse(event, "S2")


@pytest.mark.rule("S2")
@pytest.mark.parametrize("loser", [0, 1])
def test_either_player_can_lose_the_final(loser: int) -> None:
    table = Table(2, stones=1)
    table.round("664", "221")
    table.round("664", "221")
    assert table.state.lost == (1, 0)
    table.round(*(("221", "664") if loser == 0 else ("664", "221")))
    assert schocken.result(table.state) == Result((1, 0), True, loser, 3)


@pytest.mark.rule("S2")
def test_losing_both_halves_loses_at_once() -> None:
    table = Table(3, stones=1)
    table.round("664", "221", "663")
    state = table.round("221", "664", "663")  # the seats 1, 2, 0
    assert schocken.result(state) == Result(halves=(1, 1), final=False, loser=1, rounds=2)
    table.refuse(throw(1, "664"), "S2")


@pytest.mark.rule("S9")
def test_the_loser_takes_the_best_throws_stones_from_the_middle() -> None:
    table = Table(3)
    table.round("664", "114", "221")
    assert (table.state.stones, table.state.middle) == ((0, 0, 4), 9)
    table.round("331", "654", "221")  # the seats 2, 0, 1
    assert (table.state.stones, table.state.middle) == ((0, 2, 4), 7)


@pytest.mark.rule("S9")
def test_the_middle_deals_out_at_most_what_is_left() -> None:
    table = Table(3, stones=5)
    table.round("113", "221", "331")
    assert (table.state.stones, table.state.middle) == ((0, 3, 0), 2)
    table.round("664", "116", "221")  # the seats 1, 2, 0: the Schock 6 of seat 2 finds two stones
    assert (table.state.stones, table.state.middle) == ((2, 3, 0), 0)


@pytest.mark.rule("S9")
def test_players_without_stones_are_out_when_the_middle_is_empty() -> None:
    table = Table(4, stones=4)
    table.round("222", "221", "331", "332")  # 3 stones to seat 1
    assert in_half(table.state) == (0, 1, 2, 3)
    table.round("664", "663", "221", "662")  # the seats 1, 2, 3, 0: 1 stone to seat 3
    assert (table.state.stones, table.state.middle) == ((0, 3, 0, 1), 0)
    assert in_half(table.state) == (1, 3)
    table.throw(3, "664")
    assert in_round(table.state) == (3, 1)
    table.stand(3)
    table.refuse(throw(0, "665"), "S6")
    table.refuse(throw(2, "665"), "S6")


@pytest.mark.rule("S9")
def test_then_the_best_throws_player_hands_stones_to_the_loser() -> None:
    table = Table(2, stones=7)
    table.round("114", "221")  # 4 to seat 1
    table.round("115", "221")  # the 3 that are left to seat 0
    assert (table.state.stones, table.state.middle) == ((3, 4), 0)
    table.round("221", "654")  # seat 1 hands 2 to seat 0
    assert (table.state.stones, table.state.middle) == ((5, 2), 0)
    assert table.state.lost == ()


@pytest.mark.rule("S9", "S2")
def test_players_hand_over_at_most_what_they_have_and_all_stones_lose() -> None:
    table = Table(2, stones=7)
    table.round("114", "221")
    table.round("115", "221")
    state = table.round("221", "116")  # seat 1 may hand over 6 and has 4
    assert state.lost == (0,)
    assert (state.stones, state.middle) == ((0, 0), 7), "the next half"


@pytest.mark.rule("S9")
def test_handing_over_the_last_stone_leaves_the_half() -> None:
    table = Table(3, stones=3)
    table.round("664", "663", "221")
    table.round("664", "663", "221")  # the seats 2, 0, 1
    table.round("664", "663", "221")  # the seats 1, 2, 0
    assert (table.state.stones, table.state.middle) == ((1, 1, 1), 0)
    table.round("331", "664", "221")  # the seats 0, 1, 2: seat 1 gets rid of its stone
    assert table.state.stones == (1, 0, 2)
    assert in_half(table.state) == (0, 2)
    table.throw(2, "664")
    assert in_round(table.state) == (2, 0)
    table.stand(2)
    table.refuse(throw(1, "664"), "S6")


@pytest.mark.rule("S9")
def test_taking_all_stones_from_the_middle_loses_the_half() -> None:
    table = Table(3, stones=2)
    assert table.round("112", "221", "331").lost == (1,)


@pytest.mark.rule("S10")
def test_schock_out_ends_the_half_wherever_the_stones_are() -> None:
    table = Table(3)
    table.round("116", "115", "221")  # 6 to seat 2
    state = table.round("664", "111", "221")  # the seats 2, 0, 1: seat 1 had no stone
    assert state.lost == (1,)
    assert (state.stones, state.middle) == ((0, 0, 0), 13)
    assert state.seat == 1


@pytest.mark.rule("S10")
def test_schock_out_ends_the_half_when_the_middle_is_empty() -> None:
    table = Table(2, stones=2)
    table.round("664", "221")
    table.round("664", "221")
    assert (table.state.stones, table.state.middle) == ((1, 1), 0)
    assert table.round("111", "664").lost == (1,)


@pytest.mark.rule("S10", "S2")
def test_schock_out_ends_the_final() -> None:
    table = Table(3, stones=13)
    table.round("111", "664", "221")
    table.round("111", "221", "664")  # the seats 2, 0, 1
    assert table.state.lost == (2, 0)
    state = table.round("111", "116")  # the seats 0, 2
    assert schocken.result(state) == Result((2, 0), True, 2, 3)


@pytest.mark.rule("S10", "S8")
def test_when_all_throw_schock_out_the_last_one_loses() -> None:
    assert Table(3, begins=1).round("111", "111", "111").lost == (0,)


@pytest.mark.rule("S11")
def test_one_half_may_be_the_whole_game() -> None:
    table = Table(3, stones=2, length="half")
    assert schocken.result(table.round("664", "663", "221")) is None
    state = table.round("664", "663", "221")  # the seats 2, 0, 1
    assert (state.stones, state.middle) == ((0, 1, 1), 0)
    state = table.round("221", "664")  # the seats 1, 2: seat 2 hands its stone to seat 1
    result = Result(halves=(1,), final=False, loser=1, rounds=3)
    assert schocken.pending(state) == Over(result)
    assert (state.stones, state.middle) == ((0, 2, 0), 0), "the stones stay where they are"
    assert result.won(3) == (1.0, 0.0, 1.0)
    assert result.points(3) == (0, 1, 0)
    for event in (Starter(0), throw(1, "111"), Stand(2)):
        table.refuse(event, "S2")


@pytest.mark.rule("S11", "S10")
def test_schock_out_ends_a_game_of_one_half() -> None:
    assert schocken.result(Table(2, length="half").round("111", "664")) == Result((1,), False, 1, 1)


@pytest.mark.rule("S11", "S2")
def test_the_preset_leaves_the_length_alone() -> None:
    assert Table(preset="pub").state.options.length == "game"
    assert Table(preset="pub", length="half").state.options.length == "half"
