"""Real dice in words: lifts in the log, what is awaited, and choices that know no odds (R3, R5)."""

from __future__ import annotations

import pytest

from knobel.rules.game import Lift
from knobel.rules.schocken import Stand, Throw
from knobel.rules.session import Session
from knobel.rules.zocknroll import Cups, Drop, Mark, Starter, Stay, White
from knobel.telling.choices import choices
from knobel.telling.facts import SchockenFacts, ZocknrollFacts, facts
from knobel.telling.now import now
from knobel.telling.phrase import render
from knobel.words import words

from .test_narration import tell

EN = words("en")
DOWN = (0, 0)


def round_one() -> Session:
    """Three players and Jörg with face-down cups, and three white dice."""
    session: Session = Session("zocknroll", ["Anna", "Ben", "Cleo"])
    for event in (Starter(0), Cups((DOWN,) * 4), White((3, 4, 5))):
        session.play(event)
    return session


@pytest.mark.rule("R3")
def test_a_drop_with_real_dice_in_words() -> None:
    session = round_one()
    assert tell(session, Lift(0, (3, 5))) == ["Anna lifts: 3 5."]
    assert render(EN, now(session.players, session.state, "decision", 0)).startswith("Anna: ")
    found = facts(session.view(None))
    assert isinstance(found, ZocknrollFacts)
    assert (found.lifted, found.bonus, found.turn) == ((True, False, False, False), "dropped_first", 1)
    assert tell(session, Drop(0, "two_pairs")) == ["Anna drops with 3 5: Two pairs +3, Dropped in round 1 +1."]


@pytest.mark.rule("R3")
def test_round_3_with_real_dice_in_words() -> None:
    session = round_one()
    for event in (*map(Stay, range(3)), White((6,)), *map(Stay, range(3))):
        session.play(event)
    assert tell(session, White((6,))) == ["Fifth white die: 6 (3 4 5 6 6). All cups are lifted."]
    found = facts(session.view(None))
    assert isinstance(found, ZocknrollFacts)
    assert (found.lifted, found.best, found.bonus, found.turn) == ((False,) * 4, (), None, 1)
    assert tell(session, Lift(0, (3, 5))) == ["Anna: 3 5, Two pairs."]
    session.play(Lift(1, (6, 6)))
    session.play(Lift(2, (1, 2)))
    assert render(EN, now(session.players, session.state, "dice", 3)) == "Jörg lifts: what lies under the cup?"
    assert tell(session, Lift(3, (1, 1))) == ["Jörg: 1 1, Two pairs.", "Best hand: Ben."]
    session.play(Mark(1, "four_of_a_kind"))
    assert facts(session.view(None)).lifted == (True,) * 4  # type: ignore[union-attr]


@pytest.mark.rule("R5")
def test_choices_over_a_face_down_cup_name_no_odds() -> None:
    session = round_one()
    stay, lift = choices(session.players, session.state, session.moves)
    assert render(EN, stay.label) == "Stay in"
    assert "odds unknown" in render(EN, stay.meaning)
    assert render(EN, lift.label) == "Lift the cup and drop"


@pytest.mark.rule("R3", "S7")
def test_a_round_of_schocken_with_real_dice_in_words() -> None:
    session: Session = Session("schocken", ["Anna", "Ben"])
    session.play({"e": "starter", "seat": 0})
    for dice in ((2, 3, 5), (2, 3, 4)):
        session.play(Throw(0, (), dice))
    assert tell(session, Throw(0, (2,), DOWN))[0] == "Anna, throw 3: 2 kept, 2 dice under the cup"
    session.play(Throw(1, (), (6, 6, 4)))
    assert "Ben" in tell(session, Stand(1))[0]
    found = facts(session.view(None))
    assert isinstance(found, SchockenFacts)
    assert (found.covered, found.covers_next, found.standings) == ((True, False), False, ())
    assert render(EN, now(session.players, session.state, "dice", 0)) == "Anna lifts: what lies under the cup?"
    told = tell(session, Lift(0, (1, 1)))
    assert told[0] == "Anna lifts: 1 1."
    assert told[1].startswith("All cups are lifted: Anna Schock 2, Ben 6-6-4")
