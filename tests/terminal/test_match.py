"""`Match`: turns, private dice, dice sources and taking back."""

from __future__ import annotations

import pytest

from knobel.rules import schocken, zock, zocknroll
from knobel.rules.errors import BadOptions
from knobel.rules.game import FACE_DOWN, Lift
from knobel.terminal.match import Auto, Choosing, Finished, Match, Starting, Typing
from knobel.terminal.setup import PERSON, Setup

from .games import NAMES, TABLES, new_match, people


def run(match: Match, steps: int = 10**6) -> Match:
    """Let the computer go on until a person is asked."""
    while steps and isinstance(match.due, Auto):
        match.advance()
        steps -= 1
    return match


def choosing(match: Match) -> Choosing:
    due = match.due
    assert isinstance(due, Choosing)
    return due


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_bots_alone_play_to_the_end(game: str, players: int, options: dict[str, object]) -> None:
    first, second = (run(new_match(game, ("casual",) * players, 4, **options)) for _ in range(2))
    assert isinstance(first.due, Finished)
    assert first.session.events == second.session.events
    assert first.session.events != run(new_match(game, ("casual",) * players, 5, **options)).session.events


def test_a_single_person_always_sees_the_own_cup() -> None:
    match = run(new_match("zocknroll", (PERSON, "casual", "casual")))
    assert match.hand_over is None
    assert choosing(match).private
    assert FACE_DOWN not in match.view.cups[0]
    others = range(1, 4)  # two bots and Jörg
    assert all(FACE_DOWN in match.view.cups[cup] for cup in others if not zocknroll.lifted(match.view, cup))


def test_a_cup_is_hidden_until_its_owner_has_the_keyboard() -> None:
    match = run(new_match("zocknroll", people(3)))
    for _ in range(3):
        seat = choosing(match).seat
        assert match.hand_over == seat
        assert FACE_DOWN in match.view.cups[seat]
        match.sit_down(seat)
        assert match.hand_over is None
        assert FACE_DOWN not in match.view.cups[seat]
        match.choose(zocknroll.Stay(seat))
        assert FACE_DOWN in match.view.cups[seat], "the cup is covered again before anybody else looks"


@pytest.mark.parametrize("game", ["zock", "schocken"])
def test_games_without_secrets_need_no_hand_over(game: str) -> None:
    match = run(new_match(game, people(2)))
    while isinstance(match.due, Choosing) and len(match.session.events) < 40:
        assert match.hand_over is None
        match.choose(choosing(match).moves[0])
        run(match)


def test_marking_a_row_needs_no_hand_over_once_all_cups_are_lifted() -> None:
    match = run(new_match("zocknroll", people(3)))
    while not isinstance(choosing(match).moves[0], zocknroll.Mark):
        match.choose(zocknroll.Stay(choosing(match).seat))
        run(match)
    assert match.hand_over is None


def test_one_person_takes_back_any_decision_and_the_same_dice_fall_again() -> None:
    setup = Setup("schocken", NAMES[:2], (PERSON, "casual"))  # dice of the operating system, unlike each time
    match = run(Match.new(setup))
    again = next(move for move in choosing(match).moves if isinstance(move, schocken.Throw))
    before = list(match.session.events)
    match.choose(again)
    thrown = match.session.events[len(before)]
    assert match.take_back()
    assert match.session.events == before
    match.choose(again)
    assert match.session.events[len(before)] == thrown


def test_dice_that_fell_are_remembered_by_a_game_that_was_resumed() -> None:
    match = run(Match.new(Setup("schocken", NAMES[:2], (PERSON, "casual"))))
    again = next(move for move in choosing(match).moves if isinstance(move, schocken.Throw))
    count = len(match.session.events)
    match.choose(again)
    thrown = match.session.events[count]
    resumed = Match(match.session, match.seats)
    assert resumed.take_back()
    resumed.choose(again)
    assert resumed.session.events[count] == thrown


def test_people_take_back_while_nothing_was_revealed() -> None:
    match = run(new_match("zocknroll", people(3)))
    assert not match.take_back()
    first = choosing(match).seat
    match.choose(zocknroll.Stay(first))
    assert match.take_back()
    assert choosing(match).seat == first


def test_people_cannot_take_back_once_a_cup_is_lifted() -> None:
    match = run(new_match("zocknroll", people(3)))
    drop = next(move for move in choosing(match).moves if isinstance(move, zocknroll.Drop))
    match.choose(drop)
    assert isinstance(match.due, Choosing)
    assert not match.take_back()


def test_people_cannot_take_back_once_dice_have_fallen() -> None:
    match = run(new_match("zock", people(2)))
    match.choose(choosing(match).moves[0])
    count = len(match.session.events)
    assert match.taken_back() == count - 1
    match.advance()
    assert match.taken_back() is None
    assert not match.take_back()


def test_people_cannot_take_back_once_a_bot_has_answered() -> None:
    """A bot's decision between two people tells how it answers the one before."""
    seed = 1
    print("seed", seed)
    match = run(new_match("zocknroll", (PERSON, "random", PERSON), seed), 3)
    while choosing(match).seat != 0:  # the bot follows seat 0
        match.choose(zocknroll.Stay(choosing(match).seat))
        run(match)
    match.choose(zocknroll.Stay(0))
    assert match.taken_back() is not None
    match.advance()
    assert match.session.events[-1] == zocknroll.Stay(1), "no cup is lifted"
    assert match.taken_back() is None


def typed(game: str, seats: tuple[str, ...]) -> Match:
    return Match.new(Setup(game, NAMES[: len(seats)], seats, {}, "typed"))


@pytest.mark.rule("R2", "R3")
def test_cups_stay_face_down_until_they_are_lifted() -> None:
    match = typed("zocknroll", people(3))
    match.begin(zocknroll.Starter(1))
    match.advance()
    assert match.session.state.cups == ((0, 0),) * 4
    assert match.due == Typing(None, 3)
    match.read((1, 2, 3))
    assert match.hand_over is None, "a face-down cup is no secret of its owner"
    assert [type(move) for move in choosing(match).moves] == [zocknroll.Stay, Lift]
    assert match.choose(choosing(match).moves[1]) is None
    assert match.due == Typing(1, 2, lift=True)
    match.read((5, 5))
    assert choosing(match).moves == (zocknroll.Drop(1, "pair"),)
    match.choose(zocknroll.Drop(1, "pair"))
    for white in ((4,), (6,)):
        match.choose(zocknroll.Stay(2))
        match.choose(zocknroll.Stay(0))
        match.read(white)
    for cup in (2, 0, 3):
        assert match.due == Typing(cup, 2, lift=True)
        match.read((cup + 1, 1))
    assert choosing(match).seat == 0
    assert match.session.state.cups == ((1, 1), (5, 5), (1, 3), (1, 4))


@pytest.mark.rule("R6")
def test_real_dice_are_taken_back_step_by_step_and_asked_again() -> None:
    match = typed("zocknroll", people(3))
    match.begin(zocknroll.Starter(0))
    match.advance()
    match.read((1, 2, 3))
    match.choose(choosing(match).moves[1])
    assert match.take_back(), "the lift was chosen, and its dice are not told yet"
    match.choose(choosing(match).moves[1])
    match.read((5, 5))
    for length in (3, 2, 0):
        assert match.take_back()
        assert len(match.session.events) == length
    assert not match.take_back()
    assert match.taken_up == [], "real dice are told again"


@pytest.mark.rule("R3", "S7")
def test_covered_dice_are_lifted_when_all_have_finished() -> None:
    match = typed("schocken", people(2))
    match.begin(schocken.Starter(0))
    for _ in range(2):
        for dice in ((1, 2, 3), (1, 2, 4)):
            match.read(dice)
            match.choose(next(move for move in choosing(match).moves if isinstance(move, schocken.Throw)))
    for seat in (0, 1):
        assert match.due == Typing(seat, 3, lift=True)
        match.read((6, 5, seat + 1))
    assert match.session.state.rounds == 1


@pytest.mark.rule("R5")
def test_bots_do_not_play_with_real_dice() -> None:
    with pytest.raises(BadOptions, match=r"bots do not play with real dice.* \(R5\)"):
        typed("zocknroll", (PERSON, "casual", PERSON))


@pytest.mark.parametrize("game", ["zocknroll", "schocken"])
def test_with_real_dice_the_players_say_who_begins(game: str) -> None:
    match = typed(game, people(3))
    due = match.due
    assert isinstance(due, Starting)
    assert len(due.events) == 3
    match.begin(due.events[2])
    assert match.session.events == [due.events[2]]
    assert match.take_back(), "somebody may have been named by mistake"
    assert match.due == due
    match.advance()
    assert match.session.events[0] in due.events, "or the lot decides"


def test_a_covered_throw_is_not_read_out() -> None:
    match = typed("schocken", people(2))
    match.advance()
    for dice in ((1, 2, 3), (1, 2, 4)):
        match.read(dice)
        throw = next(move for move in choosing(match).moves if isinstance(move, schocken.Throw) and not move.keep)
        match.choose(throw)
    assert match.view.hands[match.view.beginner].throws == 3
    assert match.view.hands[match.view.beginner].thrown == (FACE_DOWN,) * 3
    assert isinstance(match.due, Typing), "the next player's first throw is open again"


def test_typed_dice_can_be_corrected_step_by_step() -> None:
    match = typed("zock", people(2))
    match.read((6, 6))
    assert match.due == Typing(owner=1, count=2)
    assert match.take_back(), "half of the roll-off was typed in"
    assert match.due == Typing(owner=0, count=2)
    match.read((6, 6))
    match.read((1, 2))
    match.read((3, 6))
    match.choose(zock.Cover(0, (9,)))
    assert match.take_back()
    assert match.take_back()
    match.read((4, 5))
    assert match.view.dice == (4, 5)
