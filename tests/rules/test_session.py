"""A session: one game being played, its history, and steps back."""

from __future__ import annotations

import pytest

from knobel.rules import GAMES, find_game, schocken, zock
from knobel.rules.dice import ScriptedDice, SeededDice
from knobel.rules.errors import BadOptions, IllegalEvent
from knobel.rules.game import AnyGame, Chance, Decision, Lift, Lot, Over, State
from knobel.rules.schocken import Stand, Starter, Throw
from knobel.rules.session import Session


def new_session(**options: object) -> Session:
    return Session("schocken", ["Anna", "Ben"], options)


def stand(view: State) -> Stand:
    assert isinstance(view, schocken.State)
    return Stand(view.seat)


def test_a_session_takes_a_name_or_a_game_and_plain_options_or_options() -> None:
    by_name = Session("zock", ["Anna", "Ben"], {"games": 3})
    by_game = Session(zock.GAME, ("Anna", "Ben"), zock.Options(games=3))
    assert by_name.state == by_game.state
    assert by_name.players == by_game.players == ("Anna", "Ben")
    assert by_name.game is zock.GAME
    assert Session("zock", ["Anna", "Ben"]).options == zock.Options()


def test_a_session_refuses_what_the_game_does_not_know() -> None:
    with pytest.raises(BadOptions, match="the game must be"):
        Session("skat", ["Anna", "Ben"])
    with pytest.raises(BadOptions) as players:
        Session("zock", ["Anna"])
    assert players.value.rule == "K1"
    with pytest.raises(BadOptions) as options:
        Session("zock", ["Anna", "Ben"], {"games": 0})
    assert options.value.rule == "K8"


def test_playing_keeps_the_history() -> None:
    session = new_session(stones=1)
    lot, first = session.pending, session.state
    assert isinstance(lot, Lot)
    events = [Starter(1), Throw(1, (), (6, 6, 4)), Stand(1)]
    for event in events:
        assert session.play(event) is session.state
    assert session.events == events
    assert session.state_at(0) is first
    assert session.state_at(3) is session.state
    assert session.pending == Chance(Throw(0))
    assert session.result is None


def test_an_illegal_event_changes_nothing() -> None:
    session = new_session()
    session.play(Starter(1))
    state = session.state
    with pytest.raises(IllegalEvent):
        session.play(Stand(0))
    assert session.state is state
    assert session.events == [Starter(1)]


def test_seat_and_moves_are_those_of_a_decision() -> None:
    session = new_session(stones=1)
    assert (session.seat, session.moves, session.over) == (None, (), False)
    session.play(Starter(1))
    assert (session.seat, session.moves) == (None, ())
    session.play(Throw(1, (), (6, 6, 4)))
    assert (session.seat, session.moves[0]) == (1, Stand(1))
    while not session.over:
        session.step(SeededDice(3), stand)
    assert (session.seat, session.moves) == (None, ())


def test_roll_draws_lots_and_throws_until_a_seat_decides() -> None:
    session = new_session()
    assert session.roll(ScriptedDice([2, 6, 6, 4])) == (Starter(1), Throw(1, (), (6, 6, 4)))
    assert session.roll(ScriptedDice([])) == ()


def test_plain_data_and_face_down_dice_are_played() -> None:
    session = new_session()
    session.play({"e": "starter", "seat": 0})
    session.play({"e": "throw", "seat": 0}, dice=ScriptedDice([6, 4, 1]))
    session.play(Throw(0, (1,), (0, 0)), dice=ScriptedDice([5, 5]))
    session.play(Stand(0), dice=ScriptedDice([]))
    assert session.events == [Starter(0), Throw(0, (), (6, 4, 1)), Throw(0, (1,), (5, 5)), Stand(0)]


@pytest.mark.rule("R2")
def test_face_down_dice_of_an_open_throw_need_a_source() -> None:
    session = new_session()
    session.play(Starter(0))
    with pytest.raises(IllegalEvent, match=r"face down: give a dice source, .* \(R2\)"):
        session.play(Throw(0))
    with pytest.raises(IllegalEvent, match=r"seat 0's turn to throw \(S6\)"):
        session.play(Throw(1))
    dice = SeededDice(1)
    with pytest.raises(IllegalEvent, match="turn to throw"):
        session.play(Throw(1), dice=dice)
    assert dice.roll(3) == SeededDice(1).roll(3), "an illegal event throws nothing"
    assert session.events == [Starter(0)]


@pytest.mark.rule("R2")
def test_face_down_dice_that_need_not_be_told_are_played_as_they_are() -> None:
    session: Session = Session("zocknroll", ["a", "b", "c"])
    session.play({"e": "starter", "seat": 0})
    session.play({"e": "cups", "dice": [[0, 0], [3, 1], [0, 0], [0, 0]]})
    assert session.state.cups == ((0, 0), (1, 3), (0, 0), (0, 0))
    session.play({"e": "white", "dice": [1, 2, 3]})
    with pytest.raises(IllegalEvent, match=r"face down: give a dice source, .* \(R3\)"):
        session.play(session.moves[1])
    session.play(session.moves[1], dice=ScriptedDice([4, 4]))
    assert session.events[-1] == Lift(0, (4, 4))


@pytest.mark.rule("S4")
def test_check_returns_the_reason_with_its_rule() -> None:
    session = new_session()
    session.play(Starter(0))
    assert session.check(Throw(0)) is None, "its dice are still to be thrown"
    assert session.check(Throw(0, (), (1, 2, 3))) is None
    for event in (Throw(0, (6,), (0, 0)), {"e": "throw", "seat": 0, "keep": [6], "dice": [0, 0]}):
        reason = session.check(event)
        assert reason is not None
        assert str(reason) == "the first throw keeps nothing (S4)"
    malformed = session.check({"e": "throw"})
    assert malformed is not None
    assert "it lacks 'seat'" in malformed.sentence
    assert session.events == [Starter(0)]


def test_a_view_hides_dice() -> None:
    session: Session = Session("zocknroll", ["a", "b", "c"])
    session.roll(SeededDice(1))
    assert session.view(1) == session.game.view(session.state, 1) != session.state


def test_steps_can_be_taken_back() -> None:
    session = new_session()
    states = [session.state]
    events = [Starter(0), Throw(0, (), (6, 6, 4)), Throw(0, (6, 6), (1,)), Stand(0)]
    states += [session.play(event) for event in events]
    session.take_back(2)
    assert session.events == events[:2]
    assert session.state is states[2]
    session.play(Stand(0))
    assert session.events == [*events[:2], Stand(0)]
    session.take_back(0)
    assert (session.events, session.state) == ([], states[0])


def test_a_step_plays_what_is_pending() -> None:
    session = new_session(stones=1)
    script = ScriptedDice([2, 6, 6, 4, 2, 2, 1])  # the lot: the second seat; then a throw of each
    steps = [session.step(script, stand) for _ in range(4)]
    assert steps == [True] * 4
    assert session.events == [Starter(1), Throw(1, (), (6, 6, 4)), Stand(1), Throw(0, (), (2, 2, 1))]
    assert isinstance(session.state, schocken.State)
    assert session.state.lost == (0,)


def test_a_step_throws_the_dice_of_a_chosen_move() -> None:
    session = new_session()
    session.play(Starter(0))
    session.play(Throw(0, (), (6, 4, 1)))
    assert session.step(ScriptedDice([5, 5]), lambda _: Throw(0, (1,), (0, 0)))
    assert session.events[-1] == Throw(0, (1,), (5, 5))


def test_a_step_takes_a_move_whose_dice_have_fallen_as_it_is() -> None:
    session = new_session()
    session.play(Starter(0))
    session.play(Throw(0, (), (6, 4, 1)))
    assert session.step(ScriptedDice([]), lambda _: Throw(0, (1,), (5, 5)))
    assert session.events[-1] == Throw(0, (1,), (5, 5))


@pytest.mark.rule("S5", "N5")
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_choose_gets_the_view_of_the_deciding_seat(game: AnyGame) -> None:
    session = Session(game, ["a", "b", "c"][: 2 if game.name == "zock" else 3])
    source, views = SeededDice(11), 0

    def choose(view: State) -> object:
        nonlocal views
        pending = session.pending
        assert isinstance(pending, Decision)
        assert view == game.view(session.state, pending.seat)
        views += view != session.state
        return pending.moves[-1]

    for _ in range(40):
        session.step(source, choose)
    assert views > 0 or game.name != "zocknroll", "others' cups were hidden"


def test_no_step_after_the_end() -> None:
    session = new_session(stones=1)
    source = SeededDice(3)
    while session.step(source, stand):
        pass
    count = len(session.events)
    assert isinstance(session.pending, Over)
    assert session.pending.result == session.result is not None
    assert not session.step(source, stand)
    assert len(session.events) == count


def test_games_are_found_by_name() -> None:
    assert {name: game.name for name, game in GAMES.items()} == {name: name for name in GAMES}
    assert find_game("schocken") is schocken.GAME
