"""Real dice: what may stay face down, who lifts when, and the filled-in twin of a game (R1 to R4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from knobel.rules import GAMES, records, schocken, zocknroll
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadRecord, IllegalEvent
from knobel.rules.game import AnyGame, Chance, Decision, Lift
from knobel.rules.real_dice import filled_in, has_real_dice, may_stay_down
from knobel.rules.schocken import Stand, Throw
from knobel.rules.session import Session
from knobel.rules.zocknroll import Cups, Drop, Mark, Stay, White

from .real_dice import check_game
from .refusals import assert_refused, play
from .schocken.table import Table
from .zocknroll.tables import all_stay, crosses, dealt, started

DOWN = (0, 0)
ROLL = zocknroll.GAME
PUB = schocken.GAME


def face_down(*white: int, players: int = 3, **options: Any) -> zocknroll.State:
    """A first round of Zock'n'Roll in which all cups are face down."""
    cups = 4 if players == 3 else players
    return dealt((DOWN,) * cups, *white, players=players, **options)


def third_round(state: zocknroll.State, *seats: int) -> zocknroll.State:
    """These seats stay in both rounds, and the last white die falls."""
    state = play(ROLL, all_stay(state, *seats), White((5,)))
    after: zocknroll.State = play(ROLL, all_stay(state, *seats), White((6,)))
    return after


@pytest.mark.rule("R2")
def test_cups_may_stay_face_down_each_for_itself() -> None:
    state = started(3)
    for cups in ((DOWN,) * 4, ((1, 2), DOWN, (3, 3), DOWN), ((1, 2), (1, 2), (1, 2), DOWN)):
        assert may_stay_down(ROLL, state, Cups(cups))
        assert play(ROLL, state, Cups(cups)).cups == cups
    for wrong in ((0,), (0, 0, 0), (0, 3), (3, 0)):
        assert_refused(ROLL, state, Cups((DOWN, wrong, DOWN, DOWN)), "R2")
    assert not may_stay_down(ROLL, play(ROLL, state, Cups((DOWN,) * 4)), White((0, 0, 0)))


@pytest.mark.rule("R2")
def test_white_dice_are_told_at_once() -> None:
    state = play(ROLL, started(4), Cups((DOWN,) * 4))
    for white in ((0, 0, 0), (0, 1, 2), (1, 2, 0)):
        assert_refused(ROLL, state, White(white), "R2")
    state = all_stay(play(ROLL, state, White((1, 2, 3))), 0, 1, 2, 3)
    assert_refused(ROLL, state, White((0,)), "R2")


@pytest.mark.rule("R3", "N7")
def test_a_seat_that_lifts_has_dropped() -> None:
    state = face_down(2, 4, 6, players=4)
    assert ROLL.pending(state) == Decision(0, (Stay(0), Lift(0, DOWN)))
    assert_refused(ROLL, state, Drop(0, "pair"), "R3")
    state = play(ROLL, state, Lift(0, (4, 1)))
    assert (state.phase, state.dropped, state.cups[0]) == ("drop", (1, 0, 0, 0), (1, 4))
    assert zocknroll.view(state, None).cups == ((1, 4), DOWN, DOWN, DOWN)
    assert ROLL.pending(state) == Decision(0, (Drop(0, "pair"),))
    for late in (Stay(0), Lift(0, (4, 1)), White((1,)), Drop(1, "pair"), Mark(0, "pair")):
        assert_refused(ROLL, state, late, "R3")
    for row in (None, "full_house"):
        assert_refused(ROLL, state, Drop(0, row), "N7")
    state = play(ROLL, state, Drop(0, "pair"))
    assert crosses(state, 0) == {"pair": 1, "dropped_first": 1}
    assert ROLL.pending(state) == Decision(1, (Stay(1), Lift(1, DOWN)))


@pytest.mark.rule("R3", "N8")
def test_the_cup_of_jorg_stays_down_when_all_have_dropped() -> None:
    state = face_down(2, 4, 6)
    for seat in range(3):
        state = play(ROLL, state, Lift(seat, (1, 3)), Drop(seat, None))
    assert (state.phase, state.turns, state.cups) == ("cups", 1, ((1, 3),) * 3 + (DOWN,))


@pytest.mark.rule("R3", "N10")
def test_in_the_third_round_all_lift_from_the_starter_on_and_jorg_is_last() -> None:
    state = third_round(face_down(1, 2, 3, starter=1), 1, 2, 0)
    for cup in (1, 2, 0, 3):
        assert ROLL.pending(state) == Chance(Lift(cup, DOWN))
        for other in set(range(-1, 5)) - {cup}:
            assert_refused(ROLL, state, Lift(other, (4, 4)), "R3")
        for wrong in ((), (4,), (4, 4, 4), (4, 7), DOWN, (0, 4)):
            assert_refused(ROLL, state, Lift(cup, wrong), "R3")
        for early in (Mark(cup, "pair"), White((1,)), Stay(cup), Drop(cup, "pair"), Cups((DOWN,) * 4)):
            assert_refused(ROLL, state, early, "R3")
        state = play(ROLL, state, Lift(cup, (4, 4) if cup == 1 else (1, 1)))
    assert (state.phase, state.queue) == ("mark", (1,))


@pytest.mark.rule("R3")
def test_only_unknown_cups_are_lifted() -> None:
    state = dealt((DOWN, (2, 2), DOWN, (4, 4)), 1, 2, 3)
    state = play(ROLL, state, Stay(0))
    assert_refused(ROLL, state, Lift(1, (2, 2)), "R3")
    state = play(ROLL, state, Stay(1), Stay(2), White((5,)))
    state = play(ROLL, all_stay(state, 0, 1, 2), White((6,)))
    state = play(ROLL, state, Lift(0, (4, 4)))
    assert_refused(ROLL, state, Lift(3, (4, 4)), "R3")
    state = play(ROLL, state, Lift(2, (1, 1)))
    assert state.phase == "mark"


@pytest.mark.rule("R3", "N8")
def test_a_single_seat_that_is_left_lifts_in_the_third_round() -> None:
    state = play(ROLL, face_down(1, 2, 3, players=4), Stay(0))
    for seat in (1, 2, 3):
        state = play(ROLL, state, Lift(seat, (1, 1)), Drop(seat, "pair"))
    state = play(ROLL, state, White((4,)), Stay(0), White((5,)))
    assert ROLL.pending(state) == Chance(Lift(0, DOWN))
    state = play(ROLL, state, Lift(0, (6, 6)), Mark(0, "large_straight"))
    assert crosses(state, 0) == {"won_third": 1, "large_straight": 1}


@pytest.mark.rule("R3")
def test_no_cup_is_lifted_at_another_time() -> None:
    fresh = zocknroll.start(zocknroll.Options(), 4)
    thrown = play(ROLL, started(4), Cups((DOWN,) * 4))
    for state in (fresh, started(4), thrown, all_stay(face_down(1, 2, 3, players=4), 0, 1, 2, 3)):
        assert_refused(ROLL, state, Lift(0, (1, 1)), "R3")


@pytest.mark.rule("R2", "S5")
@pytest.mark.parametrize(("covered", "may"), [("third", (3,)), ("last", (3,)), ("none", ())])
def test_only_covered_throws_of_the_beginner_may_stay_down(covered: str, may: tuple[int, ...]) -> None:
    table = Table(covered=covered)
    for number in (1, 2, 3):
        untold = Throw(0, (), (0, 0, 0))
        assert may_stay_down(PUB, table.state, untold) == (number in may)
        if number not in may:
            table.refuse(untold, "R2")
        for half in ((0, 1, 2), (1, 0, 2), (0, 0), (0,) * 4):
            table.refuse(Throw(0, (), half), "R2")
        table.play(untold if number in may else Throw(0, (), (2, 3, 5)))


@pytest.mark.rule("R2", "S5")
def test_the_last_throw_that_others_have_may_stay_down() -> None:
    for covered, rule in (("last", None), ("third", "R2"), ("none", "R2")):
        table = Table(covered=covered)
        table.throw(0, "664")
        table.stand(0)
        if rule:
            table.refuse(Throw(1), rule)
        else:
            assert table.play(Throw(1)).phase == "lift"


@pytest.mark.rule("R3", "S7")
def test_covered_dice_are_lifted_in_the_order_of_throwing() -> None:
    table = Table(players=4, begins=2)
    for seat in (2, 3, 0, 1):
        table.refuse(Lift(seat, (1, 1, 1)), "R3")
        table.throw(seat, "235")
        table.throw(seat, "23", keep="5")
        table.play(Throw(seat, (5,), (6, 6) if seat == 3 else DOWN))
    for seat in (2, 0, 1):
        assert PUB.pending(table.state) == Chance(Lift(seat, DOWN))
        assert table.state.hands[3].thrown == (6, 6)
        assert PUB.view(table.state, None) == table.state
        for other in {-1, 0, 1, 2, 3, 4} - {seat}:
            table.refuse(Lift(other, (1, 1)), "R3")
        for wrong in ((), (1,), (1, 1, 1), (1, 7), DOWN, (0, 1)):
            table.refuse(Lift(seat, wrong), "R3")
        for early in (Stand(seat), Throw(seat), Throw(seat, (5,), (1, 1))):
            table.refuse(early, "R3")
        table.play(Lift(seat, (4, 4)))
    assert table.state.cups_up
    table.refuse(Lift(2, (4, 4)), "R3")


@pytest.mark.rule("R4")
def test_lifted_dice_are_filled_in() -> None:
    events = [
        *(Cups((DOWN, (3, 3), DOWN, DOWN)), White((1, 2, 3)), Lift(0, (4, 4)), Drop(0, "pair"), Stay(1)),
        *(Lift(2, (6, 1)), Drop(2, "pair"), Drop(1, "pair")),
        *(Cups((DOWN,) * 4), White((1, 2, 3)), Lift(1, (5, 5))),
    ]
    assert filled_in(events) == [
        *(Cups(((4, 4), (3, 3), (6, 1), DOWN)), White((1, 2, 3)), Drop(0, "pair"), Stay(1)),
        *(Drop(2, "pair"), Drop(1, "pair")),
        *(Cups((DOWN, (5, 5), DOWN, DOWN)), White((1, 2, 3))),
    ]
    thrown = [Throw(0, (), (1, 2, 3)), Throw(0, (1,), DOWN), Throw(1), Lift(0, (4, 4)), Lift(1, (1, 1, 2))]
    assert filled_in(thrown) == [Throw(0, (), (1, 2, 3)), Throw(0, (1,), (4, 4)), Throw(1, (), (1, 1, 2))]


@pytest.mark.rule("R2", "R3")
def test_real_dice_are_known_by_their_events() -> None:
    assert not has_real_dice([zocknroll.Starter(0), Cups(((1, 2),) * 4), White((1, 2, 3)), Stay(0)])
    assert has_real_dice([Cups(((1, 2), DOWN, (1, 2), (1, 2)))])
    assert has_real_dice([Throw(0, (1,), DOWN)])
    assert has_real_dice([Lift(0, (1, 2))])


@pytest.mark.rule("R6")
def test_what_was_taken_back_is_not_in_the_record() -> None:
    session: Session = Session("zocknroll", ["a", "b", "c"])
    session.play(zocknroll.Starter(0))
    session.play(Cups((DOWN,) * 4))
    session.play(White((1, 2, 2)))
    session.take_back(2)
    session.play(White((1, 2, 3)))
    assert records.loads(records.dumps(session)).events[2:] == [White((1, 2, 3))]


def white_face_down(state: zocknroll.State, event: zocknroll.Event) -> zocknroll.State:
    untold = isinstance(event, White) and not any(event.dice)
    return zocknroll.play(state, White((1,) * len(event.dice)) if untold else event)


def lift_again(state: zocknroll.State, event: zocknroll.Event) -> zocknroll.State:
    known = isinstance(event, Lift) and state.phase == "drop" and event.seat == state.queue[0]
    return state if known else zocknroll.play(state, event)


def forget_a_cross(state: zocknroll.State, event: zocknroll.Event) -> zocknroll.State:
    after = zocknroll.play(state, event)
    return replace(after, marks=state.marks) if isinstance(event, Drop) and state.phase == "drop" else after


@pytest.mark.rule("R2", "R3", "R4")
@pytest.mark.parametrize("fault", [white_face_down, lift_again, forget_a_cross], ids=lambda fault: fault.__name__)
def test_the_comparison_notices_a_fault(fault: Callable[[zocknroll.State, zocknroll.Event], zocknroll.State]) -> None:
    faulty = replace(ROLL, play=fault)
    with pytest.raises((AssertionError, IllegalEvent, BadRecord)):
        sum(check_game(faulty, SeededDice(seed)).total() for seed in range(10))


@pytest.mark.no_cover  # tracing takes half a minute, and every branch has another test
@pytest.mark.rule("R1", "R4")
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_random_games_agree_with_their_filled_in_twin(game: AnyGame) -> None:
    """A hundred games; `make real-dice` plays ten thousand."""
    lifts = sum(check_game(game, SeededDice(seed))["lifts"] for seed in range(100))
    assert bool(lifts) == (game.name != "zock")
