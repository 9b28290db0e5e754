"""Who sees which cup (N5, and Jörg's by N4)."""

from __future__ import annotations

import pytest

from knobel.rules.game import Decision, Lift
from knobel.rules.zocknroll import GAME, Cups, Drop, Mark, State, Stay, White, hand, lifted, view
from tests.rules.refusals import assert_refused, play

from .tables import all_stay, dealt, started

CUPS = ((1, 3), (2, 2), (4, 6), (5, 5))
HIDDEN = (0, 0)


def seen(state: State, seat: int | None) -> tuple[tuple[int, ...], ...]:
    return view(state, seat).cups


@pytest.mark.rule("N5")
def test_a_player_sees_the_own_cup_only() -> None:
    for state in (play(GAME, started(4), Cups(CUPS)), dealt(CUPS, 2, 4, 6, players=4)):
        for seat in range(4):
            assert seen(state, seat) == tuple(cup if own == seat else HIDDEN for own, cup in enumerate(CUPS))
        assert seen(state, None) == (HIDDEN,) * 4


@pytest.mark.rule("N4", "N5")
def test_the_cup_of_jorg_is_hidden_before_the_third_round() -> None:
    state = dealt(CUPS, 2, 4, 6)
    for before in (state, play(GAME, all_stay(state, 0, 1, 2), White((1,)))):
        assert all(seen(before, seat)[3] == HIDDEN for seat in (None, 0, 1, 2))


@pytest.mark.rule("N4", "N8")
def test_the_cup_of_jorg_stays_hidden_when_all_have_dropped() -> None:
    state = play(GAME, dealt(CUPS, 2, 4, 6), Drop(0, None), Drop(1, "pair"), Drop(2, "pair"))
    assert all(seen(state, seat) == (*CUPS[:3], HIDDEN) for seat in (None, 0, 1, 2))


@pytest.mark.rule("N7")
def test_a_dropped_cup_is_open_to_all() -> None:
    state = play(GAME, dealt(CUPS, 2, 4, 6, players=4), Drop(0, None))
    assert seen(state, None) == (CUPS[0], HIDDEN, HIDDEN, HIDDEN)
    assert seen(state, 2) == (CUPS[0], HIDDEN, CUPS[2], HIDDEN)
    assert [lifted(state, cup) for cup in range(4)] == [True, False, False, False]


@pytest.mark.rule("N4", "N10")
def test_all_cups_are_lifted_in_the_third_round_and_stay_open_until_the_next_turn() -> None:
    state = play(GAME, all_stay(dealt(CUPS, 2, 4, 6), 0, 1, 2), White((1,)))
    state = play(GAME, all_stay(state, 0, 1, 2), White((5,)))
    after = play(GAME, state, Mark(0, "large_straight"))
    for shown in (state, after):
        assert all(seen(shown, seat) == CUPS for seat in (None, 0, 1, 2))
        assert all(lifted(shown, cup) for cup in range(4))
    again = play(GAME, after, Cups(((1, 1),) * 4))
    assert seen(again, None) == (HIDDEN,) * 4


@pytest.mark.rule("N5")
def test_only_the_deciding_seat_knows_the_moves() -> None:
    state = dealt(CUPS, 2, 4, 6, players=4)
    assert GAME.pending(view(state, 0)) == GAME.pending(state)
    for other in (None, 1, 2, 3):
        assert GAME.pending(view(state, other)) == Decision(0, (Stay(0), Lift(0, HIDDEN)))
        assert hand(view(state, other), 0) == ()


@pytest.mark.rule("N5")
def test_everything_else_is_open() -> None:
    state = play(GAME, dealt(CUPS, 2, 4, 6, players=4, starter=1), Drop(1, "pair"))
    for seat in (None, 0, 1, 2, 3):
        shown = view(state, seat)
        assert (shown.options, shown.marks, shown.phase, shown.starter) == (
            state.options,
            state.marks,
            state.phase,
            state.starter,
        )
        assert (shown.white, shown.dropped, shown.queue, shown.turns) == (
            state.white,
            state.dropped,
            state.queue,
            state.turns,
        )


@pytest.mark.rule("N5", "R3")
def test_a_view_waits_for_lifts_where_hidden_dice_decide() -> None:
    first = dealt(CUPS, 2, 4, 6, players=4)
    for other in (None, 1, 2, 3):
        assert_refused(GAME, view(first, other), Drop(0, None), "R3")
    last = all_stay(play(GAME, all_stay(first, 0, 1, 2, 3), White((1,))), 0, 1, 2, 3)
    for seat in (None, 0, 1, 2, 3):
        waiting = play(GAME, view(last, seat), White((5,)))
        assert (waiting.phase, waiting.queue) == ("lift", tuple(cup for cup in range(4) if cup != seat))


@pytest.mark.rule("N5")
def test_a_view_can_be_played_on_where_they_do_not() -> None:
    state = dealt(CUPS, 2, 4, 6, players=4)
    assert play(GAME, view(state, 0), Drop(0, None)) == view(play(GAME, state, Drop(0, None)), 0)
    assert play(GAME, all_stay(view(state, 2), 0, 1, 2, 3), White((1,))) == view(
        play(GAME, all_stay(state, 0, 1, 2, 3), White((1,))), 2
    )
