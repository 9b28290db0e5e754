"""The coach and real dice: a game is judged as its filled-in twin, by what the owner could know (R7)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from knobel.coach.analyse import analyse
from knobel.coach.judges import judge_of
from knobel.coach.luck import luck_variance
from knobel.coach.told import told
from knobel.forms import parse
from knobel.rules import GAMES, find_game, schocken, zocknroll
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadPosition
from knobel.rules.game import Lift
from knobel.rules.real_dice import filled_in
from knobel.rules.session import Session
from tests.rules.random_games import random_real_dice_game

from .judges import Guesser
from .test_identity import worst_gap

DOWN = (0, 0)


def twin_of(session: Session) -> Session:
    twin: Session = Session(session.game, session.players, session.options)
    for event in filled_in(session.events):
        twin.play(event)
    return twin


@pytest.mark.rule("R7")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_judged_as_its_twin_and_numbered_as_its_record(game: str) -> None:
    for seed in range(4):
        session = random_real_dice_game(find_game(game), SeededDice(seed))
        judge = Guesser(game)
        found, expected = analyse(session, judge), analyse(twin_of(session), judge)
        assert worst_gap(found) < 1e-9
        assert [moment.event for moment in found.moments] == list(range(len(session.events)))
        lifts = [number for number, event in enumerate(session.events) if isinstance(event, Lift)]
        assert all(not any(found.moments[lift].luck) and not found.moments[lift].verdict for lift in lifts)
        kept = [moment for moment in found.moments if moment.event not in lifts]
        assert [replace(moment, event=place) for place, moment in enumerate(kept)] == list(expected.moments)
        assert (found.summaries, found.end) == (expected.summaries, expected.end)
        assert [turning.said for turning in found.turning] == [turning.said for turning in expected.turning]
        assert luck_variance(session, found, judge) == luck_variance(twin_of(session), expected, judge)


@pytest.mark.rule("R7")
def test_an_unfinished_game_is_judged_up_to_the_dice_that_nobody_told() -> None:
    session: Session = Session("zocknroll", ["a", "b", "c"])
    events: list[zocknroll.Event] = [
        *(zocknroll.Starter(0), zocknroll.Cups((DOWN,) * 4), zocknroll.White((1, 2, 3))),
        *(each for seat in range(3) for each in (Lift(seat, (5, 5)), zocknroll.Drop(seat, "pair"))),
        *(zocknroll.Cups((DOWN, (1, 1), (2, 2), DOWN)), zocknroll.White((1, 2, 3)), zocknroll.Stay(1)),
    ]
    for event in events:
        session.play(event)
    analysis = analyse(session, Guesser("zocknroll"))
    assert len(analysis.moments) == 9
    assert told(session).session.state.phase == "cups"


@pytest.mark.rule("R3", "R7")
def test_a_cup_of_jorg_that_is_still_down_ends_the_analysis_before_round_3() -> None:
    session: Session = Session("zocknroll", ["a", "b", "c"])
    for event in (zocknroll.Starter(0), zocknroll.Cups(((1, 1), (2, 2), (3, 3), DOWN)), zocknroll.White((1, 2, 3))):
        session.play(event)
    for white in ((4,), (5,)):
        for seat in range(3):
            session.play(zocknroll.Stay(seat))
        session.play(zocknroll.White(white))
    assert session.state.phase == "lift"
    assert len(analyse(session, Guesser("zocknroll")).moments) == len(session.events) - 1


@pytest.mark.rule("R7")
def test_covered_dice_that_nobody_told_end_the_analysis() -> None:
    session: Session = Session("schocken", ["a", "b"])
    for event in (schocken.Starter(0), *(schocken.Throw(0, (), (2, 3, 5)),) * 2, schocken.Throw(0)):
        session.play(event)
    judge = judge_of(session.game, session.options, 2)
    assert len(analyse(session, judge).moments) == 3


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "text",
    [
        "zocknroll - drop 1 0 0 123 ??/22:1/??/?? ........./........./.........",
        "zocknroll - lift 3 0 0 12345 11/22/33/?? ........./........./.........",
        "schocken - lift 0 0 0 - 13 0/0 1|??:3/123:3",
    ],
)
def test_positions_in_which_cups_are_lifted_are_refused(text: str) -> None:
    state = parse(text)
    judge = judge_of(find_game(text.split()[0]), state.options, state.players, "quick")
    with pytest.raises(BadPosition, match="the filled-in game"):
        judge.chances(state)
