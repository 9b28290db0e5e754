"""Faults planted in the coach, at decisions where they can show; random games may have no such decision at a table.

A false *only* needs two chances within a tenth of each other, a missing ± an estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from knobel.coach.explain import reasons
from knobel.coach.explain import schocken as told_of_schocken
from knobel.coach.explain import zock as told_of_zock
from knobel.coach.values import MoveValue, Values
from knobel.rules import schocken, zock
from knobel.rules.game import Event, State
from knobel.rules.schocken import Hand, Stand, Throw
from knobel.telling.phrase import Phrase, phrase
from knobel.telling.terms import percent

from .check import CHECKS
from .faults import Case, Fault


def decision(
    view: State, better: Event, worse: Event, risks: tuple[float | None, float | None] = (None, None), error: float = 0
) -> Case:
    best = MoveValue(better, 0.6, error, points=risks[0], points_error=error)
    made = MoveValue(worse, 0.5, error, error, points=risks[1], points_error=error)
    values = Values(0, (best, made), exact=error == 0)
    return Case(view, values, made, reasons(view, values, made))


def close_in_schocken() -> Case:
    """Keeping the 4 beats 5-3-2 in 67 % of all throws, where rerolling all three does in 72 %."""
    hands = Hand((), (2, 3, 5), 2), Hand((), (2, 3, 4), 1)
    view = schocken.State(schocken.Options(), (0, 0), 13, hands, "decide", seat=1, limit=2, cups_up=False)
    return decision(view, Throw(1, dice=(0, 0, 0)), Throw(1, keep=(4,), dice=(0, 0)))


def close_in_zock() -> Case:
    """With 2 3 6 8 9 open 92 % of all throws can be used, with 2 3 5 8 9 even 97 %."""
    fields = ((2, 3, 5, 6, 8, 9), zock.ALL_FIELDS)
    view = zock.State(zock.Options(variant="C"), open=fields, phase="cover", dice=(1, 5))
    return decision(view, zock.Cover(0, (6,)), zock.Cover(0, (5,)))


def estimated_half() -> Case:
    """The second of six stands with 2-2-1, the lowest throw but one, which a new one hardly ever falls short of."""
    hands = Hand((), (1, 1, 4), 3), Hand((), (1, 2, 2), 1), *[Hand()] * 4
    view = schocken.State(
        schocken.Options(length="half", covered="none"), (0,) * 6, 13, hands, "decide", seat=1, limit=3, cups_up=False
    )
    return decision(view, Stand(1), Throw(1, dice=(0, 0, 0)), (0.3, 0.4), 0.004)


def found(case: Case) -> Iterator[Fault]:
    for _, faults in CHECKS["zock" if isinstance(case.view, zock.State) else "schocken"](case):
        yield from faults


@pytest.mark.parametrize("case", [close_in_schocken, close_in_zock, estimated_half])
def test_the_sentences_of_these_decisions_are_true(case: Callable[[], Case]) -> None:
    assert len(case().reasons) == 2
    assert not list(found(case()))


@pytest.mark.parametrize(("case", "game"), [(close_in_schocken, told_of_schocken), (close_in_zock, told_of_zock)])
def test_a_false_only_is_found(case: Callable[[], Case], game: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def against(greater: float, chance: float) -> Phrase:
        return phrase("coach-only", chance=percent(chance))

    monkeypatch.setattr(game, "against", against)
    assert {fault.kind for fault in found(case())} == {"word"}


def test_a_missing_sign_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told_of_schocken, "estimated", lambda chance, _: percent(chance))
    assert {fault.kind for fault in found(estimated_half())} == {"number", "error"}


def test_a_margin_without_its_sign_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told_of_schocken, "estimated", lambda chance, _: f"{percent(chance)} (1)")
    assert {fault.kind for fault in found(estimated_half())} == {"error"}
