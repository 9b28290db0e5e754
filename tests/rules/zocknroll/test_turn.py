"""A turn, round by round (N1 to N11)."""

from __future__ import annotations

import pytest

from knobel.rules.errors import BadOptions
from knobel.rules.game import Chance, Decision, Lot, read_options
from knobel.rules.zocknroll import (
    GAME,
    Cups,
    Drop,
    Event,
    Mark,
    Options,
    Starter,
    Stay,
    White,
    best_cups,
    hand,
    start,
)
from tests.rules.refusals import assert_refused, choices, play

from .tables import all_stay, crosses, dealt, drops, started

PAIRLESS = (1, 3)
"""With white 2, 4, 6 a first round hand that forms nothing."""


def order_of_decisions(players: int, starter: int, **options: object) -> list[int]:
    """Who decides one after the other in the two rounds in which all stay."""
    state = play(GAME, started(players, starter, **options), Cups(((1, 1),) * (4 if players == 3 else players)))
    asked = []
    for white in ((1, 2, 3), (4,)):
        state = play(GAME, state, White(white))
        while isinstance(pending := GAME.pending(state), Decision):
            asked.append(pending.seat)
            state = play(GAME, state, Stay(pending.seat))
    return asked


@pytest.mark.rule("N1")
def test_three_to_twelve_play() -> None:
    for players in range(3, 13):
        state = start(Options(), players)
        assert state.players == len(state.marks) == players
        assert not any(map(any, state.marks))
    for players in (-1, 0, 1, 2, 13, 24):
        with pytest.raises(BadOptions) as refusal:
            start(Options(), players)
        assert refusal.value.rule == "N1"


@pytest.mark.rule("N2")
@pytest.mark.parametrize(("board", "size"), [("basic", 2), ("pro", 3)])
@pytest.mark.parametrize("players", [3, 4, 12])
def test_the_board_says_how_many_dice_are_in_a_cup(board: str, size: int, players: int) -> None:
    state = started(players, board=board)
    cups = 4 if players == 3 else players
    assert GAME.pending(state) == Chance(Cups(((0,) * size,) * cups))
    for wrong in ((1,) * (5 - size), (1,), (), (7,) * size):
        assert_refused(GAME, state, Cups(((1,) * size,) * (cups - 1) + (wrong,)), "N2")


@pytest.mark.rule("N3")
def test_the_starter_is_drawn_or_chosen() -> None:
    fresh = start(Options(), 5)
    assert GAME.pending(fresh) == Lot(tuple(Starter(seat) for seat in range(5)))
    for seat in range(5):
        assert play(GAME, fresh, Starter(seat)).starter == seat
    for seat in (-1, 5):
        assert_refused(GAME, fresh, Starter(seat), "N3")


@pytest.mark.rule("N3")
@pytest.mark.parametrize("event", [Cups(((1, 1),) * 4), White((1, 2, 3)), Stay(0), Drop(0, "pair"), Mark(0, "pair")])
def test_nothing_happens_before_there_is_a_starter(event: Event) -> None:
    assert_refused(GAME, start(Options(), 4), event, "N3")


@pytest.mark.rule("N4")
def test_jorg_has_a_fourth_cup_with_three_players_only() -> None:
    for players in range(3, 13):
        cups = players + 1 if players == 3 else players
        state = started(players)
        play(GAME, state, Cups(((1, 2),) * cups))
        for wrong in (cups - 1, cups + 1):
            assert_refused(GAME, state, Cups(((1, 2),) * wrong), "N4" if players == 3 else "N5")


@pytest.mark.rule("N4")
def test_jorg_never_starts_and_never_decides() -> None:
    assert_refused(GAME, start(Options(), 3), Starter(3), "N3")
    assert order_of_decisions(3, starter=2) == [2, 0, 1, 2, 0, 1]
    state = dealt(((1, 1), (2, 2), (3, 3), (6, 6)), 1, 2, 3)
    for event in (Stay(3), Drop(3, "pair")):
        assert_refused(GAME, state, event, "N6")


@pytest.mark.rule("N4", "N10")
def test_no_seat_marks_when_jorg_alone_is_best() -> None:
    state = all_stay(dealt(((1, 2), (1, 3), (1, 4), (6, 6)), 6, 6, 5), 0, 1, 2)
    state = all_stay(play(GAME, state, White((2,))), 0, 1, 2)
    state = play(GAME, state, White((3,)))
    assert best_cups(state) == (3,)
    assert [crosses(state, seat) for seat in range(3)] == [{}] * 3
    assert isinstance(GAME.pending(state), Chance)
    assert state.turns == 1


@pytest.mark.rule("N4", "N10")
def test_a_tie_with_jorg_is_no_won_third_round() -> None:
    state = all_stay(dealt(((6, 6), (1, 3), (1, 4), (6, 6)), 6, 5, 5), 0, 1, 2)
    state = all_stay(play(GAME, state, White((2,))), 0, 1, 2)
    state = play(GAME, state, White((2,)))
    assert best_cups(state) == (0, 3)
    state = play(GAME, state, Mark(0, "full_house"))
    assert [crosses(state, seat) for seat in range(3)] == [{"full_house": 1}, {}, {}]


@pytest.mark.rule("N4", "N8")
def test_jorg_does_not_keep_a_turn_going() -> None:
    state = dealt((PAIRLESS, PAIRLESS, PAIRLESS, (6, 6)), 2, 4, 6)
    state = play(GAME, state, *(Drop(seat, None) for seat in range(3)))
    assert GAME.pending(state) == Chance(Cups(((0, 0),) * 4))


@pytest.mark.rule("N5")
def test_a_turn_begins_with_all_cups_and_then_three_white_dice() -> None:
    state = started(4)
    too_early: list[Event] = [Stay(0), Drop(0, "pair"), Mark(0, "pair"), Starter(1)]
    for event in (*too_early, White((1, 2, 3))):
        assert_refused(GAME, state, event, "N5")
    state = play(GAME, state, Cups(((1, 2),) * 4))
    assert GAME.pending(state) == Chance(White((0, 0, 0)))
    for event in (*too_early, Cups(((1, 2),) * 4)):
        assert_refused(GAME, state, event, "N5")
    for white in ((), (1,), (1, 2), (1, 2, 3, 4), (1, 2, 7)):
        assert_refused(GAME, state, White(white), "N5")


@pytest.mark.rule("N5")
def test_cups_are_thrown_once_a_turn() -> None:
    state = dealt(((1, 2), (3, 4), (5, 6), (1, 6)), 1, 2, 3, players=4)
    assert_refused(GAME, state, Cups(((1, 2),) * 4), "N6")
    state = play(GAME, all_stay(state, 0, 1, 2, 3), White((1,)))
    assert state.cups == ((1, 2), (3, 4), (5, 6), (1, 6))
    assert_refused(GAME, state, Cups(((1, 2),) * 4), "N9")


@pytest.mark.rule("N6", "N9")
@pytest.mark.parametrize("starter", [0, 1, 4])
def test_the_starter_decides_first_or_last(starter: int) -> None:
    from_starter = [(starter + step) % 5 for step in range(5)]
    left_of_starter = [*from_starter[1:], starter]
    assert order_of_decisions(5, starter) == from_starter * 2
    assert order_of_decisions(5, starter, first_to_decide="starter") == from_starter * 2
    assert order_of_decisions(5, starter, first_to_decide="left_of_starter") == left_of_starter * 2


@pytest.mark.rule("N6")
def test_only_the_seat_that_is_asked_decides() -> None:
    state = dealt(((1, 2), (3, 4), (5, 6), (1, 6)), 1, 2, 3, players=4, starter=2)
    for seat in (-1, 0, 1, 3, 4):
        assert_refused(GAME, state, Stay(seat), "N6")
        assert_refused(GAME, state, Drop(seat, None), "N6")
    assert_refused(GAME, play(GAME, state, Stay(2)), Stay(2), "N6")
    assert_refused(GAME, state, White((1,)), "N6")
    assert_refused(GAME, state, Mark(2, "pair"), "N6")


@pytest.mark.rule("N7")
@pytest.mark.parametrize("row", ["full_house", "three_of_a_kind", "two_pairs", "pair"])
def test_a_drop_marks_the_best_row_or_any_worse(row: str) -> None:
    state = dealt(((2, 2), (3, 4), (5, 6), (1, 6)), 2, 5, 5, players=4)
    assert choices(GAME, state) == (0, drops(0, "full_house", "three_of_a_kind", "two_pairs", "pair"))
    assert crosses(play(GAME, state, Drop(0, row)), 0) == {row: 1, "dropped_first": 1}


@pytest.mark.rule("N7")
def test_a_drop_cannot_mark_a_row_that_is_not_formed() -> None:
    state = dealt(((2, 2), (3, 4), (5, 6), (1, 6)), 2, 5, 6, players=4)
    for row in ("full_house", "two_pairs", "small_straight", "won_third", "dropped_first", "", "Kniffel", None):
        assert_refused(GAME, state, Drop(0, row), "N7")


@pytest.mark.rule("N7")
def test_a_drop_without_a_row_still_marks_the_early_drop() -> None:
    state = dealt((PAIRLESS, (2, 2), (1, 1), (1, 1)), 2, 4, 6, players=4)
    assert choices(GAME, state) == (0, drops(0, None))
    for row in ("pair", "dropped_first"):
        assert_refused(GAME, state, Drop(0, row), "N7")
    state = play(GAME, state, Drop(0, None))
    assert crosses(state, 0) == {"dropped_first": 1}


@pytest.mark.rule("N7", "N9")
def test_a_drop_in_the_second_round_marks_one_row_only() -> None:
    state = all_stay(dealt(((2, 2), (3, 4), (5, 6), (1, 6)), 2, 5, 6, players=4), 0, 1, 2, 3)
    state = play(GAME, state, White((5,)), Drop(0, "full_house"))
    assert crosses(state, 0) == {"full_house": 1}
    assert state.dropped == (2, 0, 0, 0)


@pytest.mark.rule("N8")
def test_a_turn_ends_when_nobody_is_left_after_the_first_round() -> None:
    state = dealt(((1, 1),) * 4, 1, 2, 3, players=4)
    state = play(GAME, state, *(Drop(seat, "three_of_a_kind") for seat in range(4)))
    assert GAME.pending(state) == Chance(Cups(((0, 0),) * 4))
    assert len(state.white) == 3
    assert_refused(GAME, state, White((1,)), "N5")


@pytest.mark.rule("N8")
def test_a_turn_ends_when_nobody_is_left_after_the_second_round() -> None:
    state = play(GAME, dealt(((1, 1),) * 4, 1, 2, 3, players=4), Stay(0), *(Drop(seat, "pair") for seat in (1, 2, 3)))
    state = play(GAME, state, White((6,)), Drop(0, "pair"))
    assert GAME.pending(state) == Chance(Cups(((0, 0),) * 4))
    assert len(state.white) == 4
    assert state.turns == 1


@pytest.mark.rule("N8")
def test_a_single_player_left_still_decides_and_may_win_alone() -> None:
    state = play(GAME, dealt(((1, 1),) * 4, 1, 2, 3, players=4), Stay(0), *(Drop(seat, "pair") for seat in (1, 2, 3)))
    state = play(GAME, state, White((6,)))
    assert choices(GAME, state)[0] == 0
    state = play(GAME, state, Stay(0), White((6,)), Mark(0, "full_house"))
    assert crosses(state, 0) == {"won_third": 1, "full_house": 1}


@pytest.mark.rule("N9")
def test_the_second_round_adds_a_white_die_and_asks_who_is_still_in() -> None:
    state = dealt(((1, 1),) * 5, 1, 2, 3, starter=3)
    state = play(GAME, state, Drop(3, "pair"), Stay(4), Drop(0, "pair"), Stay(1), Stay(2))
    assert GAME.pending(state) == Chance(White((0,)))
    for white in ((), (1, 2), (1, 2, 3), (7,)):
        assert_refused(GAME, state, White(white), "N9")
    state = play(GAME, state, White((1,)))
    assert state.white == (1, 2, 3, 1)
    for seat in (4, 1, 2):
        assert choices(GAME, state) == (seat, drops(seat, "four_of_a_kind", "three_of_a_kind", "pair"))
        state = play(GAME, state, Stay(seat))
    for white in ((), (1, 2), (7,)):
        assert_refused(GAME, state, White(white), "N10")


@pytest.mark.rule("N10")
def test_hands_of_the_third_round_are_seven_dice_and_their_best_row_counts() -> None:
    state = all_stay(dealt(((1, 1), (2, 3), (4, 4), (5, 6)), 1, 2, 3, players=4), 0, 1, 2, 3)
    state = all_stay(play(GAME, state, White((4,))), 0, 1, 2, 3)
    state = play(GAME, state, White((5,)))
    assert [hand(state, seat)[0] for seat in range(4)] == ["large_straight"] * 4
    state = play(GAME, state, *(Mark(seat, "large_straight") for seat in range(4)))
    assert [crosses(state, seat) for seat in range(4)] == [{"large_straight": 1}] * 4


@pytest.mark.rule("N10")
def test_the_winner_may_mark_a_worse_row_and_others_get_nothing() -> None:
    state = all_stay(dealt(((1, 1), (1, 2), (4, 4), (5, 6)), 1, 1, 2, players=4), 0, 1, 2, 3)
    state = all_stay(play(GAME, state, White((2,))), 0, 1, 2, 3)
    state = play(GAME, state, White((6,)))
    wanted = {Mark(0, row) for row in ("four_of_a_kind", "full_house", "three_of_a_kind", "two_pairs", "pair")}
    assert choices(GAME, state) == (0, wanted)
    for event in (
        Mark(0, "large_straight"),
        Mark(0, "won_third"),
        Mark(1, "pair"),
        Stay(0),
        White((1,)),
        Drop(0, "pair"),
    ):
        assert_refused(GAME, state, event, "N10")
    state = play(GAME, state, Mark(0, "two_pairs"))
    assert [crosses(state, seat) for seat in range(4)] == [{"won_third": 1, "two_pairs": 1}, {}, {}, {}]


@pytest.mark.rule("N10")
@pytest.mark.parametrize("first_to_decide", ["starter", "left_of_starter"])
def test_tied_winners_mark_one_after_the_other_from_the_starter_on(first_to_decide: str) -> None:
    state = dealt(((6, 6),) * 4, 1, 2, 3, players=4, starter=2, first_to_decide=first_to_decide)
    asked = (2, 3, 0, 1) if first_to_decide == "starter" else (3, 0, 1, 2)
    state = all_stay(play(GAME, all_stay(state, *asked), White((6,))), *asked)
    state = play(GAME, state, White((6,)))
    assert best_cups(state) == (2, 3, 0, 1)
    for seat in (2, 3, 0, 1):
        assert choices(GAME, state)[0] == seat
        state = play(GAME, state, Mark(seat, "pair" if seat == 3 else "four_of_a_kind"))
    assert [crosses(state, seat) for seat in range(4)] == [{"four_of_a_kind": 1}] * 3 + [{"pair": 1}]


@pytest.mark.rule("N10")
def test_dropped_seats_take_no_part_in_the_third_round() -> None:
    state = dealt(((1, 1), (2, 3), (4, 6), (4, 6)), 1, 1, 2, players=4)
    state = play(GAME, state, Drop(0, "four_of_a_kind"), Stay(1), Stay(2), Stay(3), White((5,)))
    state = play(GAME, all_stay(state, 1, 2, 3), White((2,)))
    assert best_cups(state) == (1,)  # with a full house; the four ones that dropped count no more
    assert choices(GAME, state)[0] == 1


@pytest.mark.rule("N11")
def test_the_seat_to_the_left_starts_the_next_turn() -> None:
    state = started(4, starter=2)
    for starter in (2, 3, 0, 1):
        assert state.starter == starter
        state = play(GAME, state, Cups(((1, 1),) * 4), White((1, 2, 3)))
        assert choices(GAME, state)[0] == starter
        state = play(GAME, state, *(Drop((starter + step) % 4, "pair") for step in range(4)))
    assert state.turns == 4


def test_options_are_read_from_plain_data() -> None:
    assert read_options(GAME, {"board": "pro"}) == Options(board="pro")
