"""One line says what the table waits for."""

from __future__ import annotations

import pytest

from knobel.rules import schocken, zock, zocknroll
from knobel.rules.session import Session
from knobel.telling.now import Awaited, now, stage
from knobel.telling.phrase import render
from knobel.words import words

EN = words("en")
NAMES = ("Anna", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("awaited", "seat", "told"),
    [
        ("over", None, "The game is over."),
        ("lot", None, "Drawing lots for who starts"),
        ("dice", None, "The dice are about to fall"),
        ("dice", 1, "Ben is about to throw"),
        ("throw", 1, "Ben has to throw"),
        ("decision", 2, "Cleo: drop or stay?"),
    ],
)
def test_whatever_is_awaited_is_said(awaited: Awaited, seat: int | None, told: str) -> None:
    state = zocknroll.start(zocknroll.Options(), 3)
    assert render(EN, now(NAMES, state, awaited, seat)) == told


def test_a_decision_of_schocken_names_the_throws_that_are_left() -> None:
    session = Session("schocken", NAMES)
    session.play(schocken.Starter(0))
    session.play(schocken.Throw(0, (), (1, 3, 4)))
    assert render(EN, now(NAMES, session.state, "decision", 0)).endswith("2 throws left")
    session.play(schocken.Stand(0))
    session.play(schocken.Throw(1, (), (1, 3, 5)))
    assert render(EN, stage(session.state)) == "Round 1 · First half"


def test_a_game_of_one_half_has_no_first_half() -> None:
    assert render(EN, stage(Session("schocken", NAMES, {"length": "half"}).state)) == "Round 1 · One half"


def test_the_stage_stays_until_the_next_game_begins() -> None:
    session = Session("zock", NAMES[:2], {"games": 2})
    told = [render(EN, stage(session.state))]
    ended = zock.State(zock.Options(games=2), games=(zock.GameScore(0, 3),), open=((), (3,)))
    equal = zock.play(ended, zock.RollOff(((6, 6), (6, 6))))
    decided = zock.play(equal, zock.RollOff(((6, 6), (1, 1))))
    told += [render(EN, stage(state)) for state in (ended, equal, decided)]
    assert told == ["Game 1 of 2", "Game 1 of 2", "Game 2 of 2", "Game 2 of 2"]
