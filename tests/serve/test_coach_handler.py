"""What the coach remembers between two questions."""

from __future__ import annotations

import pytest

from knobel.coach.values import Values
from knobel.serve.workers.coach import process
from knobel.serve.workers.coach.jobs import ComputeOdds, Evaluate, Opinion, Valued, Weigh
from knobel.serve.workers.coach.process import CoachHandler

ZOCK = "zock games=1 cover 0 36 123456789/123456789 - - - -"
HIDDEN = "zocknroll - decide 0 0 0 114 ??/12/??/?? ........./........./........."


def _unheard(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


def _nobody(*_: object) -> Values:
    raise AssertionError("this was worked out before")


def test_the_values_of_a_decision_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = CoachHandler()
    valued = mind.run(Evaluate(ZOCK), _unheard)
    assert isinstance(valued, Valued)
    monkeypatch.setattr(process, "judge_of", _nobody)
    monkeypatch.setattr("knobel.coach.judges.zock.ZockJudge.weigh", _nobody)
    hint = mind.run(Weigh(ZOCK), _unheard)
    assert isinstance(hint, Opinion)
    assert hint.moves == valued.moves
    move = hint.moves[1].move
    weighed = mind.run(Weigh(ZOCK, move), _unheard)
    assert isinstance(weighed, Opinion)
    assert weighed.moves[weighed.made].move == move


def test_odds_prepare_the_judge_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = CoachHandler()
    for other in (Weigh(ZOCK), ComputeOdds(ZOCK, 1), ComputeOdds(HIDDEN, 1)):
        mind.idle(other)  # nothing to get ready for: it is no question of odds, or somebody else decides
    mind.idle(ComputeOdds(ZOCK, 0))
    monkeypatch.setattr(process, "judge_of", _nobody)
    assert isinstance(mind.run(Weigh(ZOCK), _unheard), Opinion)
