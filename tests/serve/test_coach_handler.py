"""Caches of the coach between two questions."""

from __future__ import annotations

import pytest

from knobel.coach.values import Values
from knobel.serve.workers.coach import process
from knobel.serve.workers.coach.jobs import ComputeOdds, Evaluate, Opinion, Valued, Weigh
from knobel.serve.workers.coach.process import CoachHandler

ZOCK = "zock games=1 cover 0 36 123456789/123456789 - - - -"
HIDDEN = "zocknroll - decide 0 0 0 114 ??/12/??/?? ........./........./........."


def _ignore_progress(done: int, total: int) -> None:
    """Progress callback that does nothing."""


def _no_progress(*_: object) -> Values:
    raise AssertionError("this was worked out before")


def test_the_values_of_a_decision_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = CoachHandler()
    valued = handler.run(Evaluate(ZOCK), _ignore_progress)
    assert isinstance(valued, Valued)
    monkeypatch.setattr(process, "judge_of", _no_progress)
    monkeypatch.setattr("knobel.coach.judges.zock.ZockJudge.weigh", _no_progress)
    hint = handler.run(Weigh(ZOCK), _ignore_progress)
    assert isinstance(hint, Opinion)
    assert hint.moves == valued.moves
    move = hint.moves[1].move
    weighed = handler.run(Weigh(ZOCK, move), _ignore_progress)
    assert isinstance(weighed, Opinion)
    assert weighed.moves[weighed.made].move == move


def test_odds_prepare_the_judge_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = CoachHandler()
    for other in (Weigh(ZOCK), ComputeOdds(ZOCK, 1), ComputeOdds(HIDDEN, 1)):
        handler.idle(other)  # nothing to prepare: it is no question of odds, or another seat decides
    handler.idle(ComputeOdds(ZOCK, 0))
    monkeypatch.setattr(process, "judge_of", _no_progress)
    assert isinstance(handler.run(Weigh(ZOCK), _ignore_progress), Opinion)
