"""Schocken for any number of players against the rules engine: risks agree along every event."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import prod
from pathlib import Path
from threading import Event as Signal

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.rules.dice import awaits, multisets, outcomes
from knobel.rules.errors import BadOptions
from knobel.rules.game import Chance, Decision
from knobel.rules.schocken import GAME, Event, Options, Starter, State, covered
from knobel.solve.schocken import few, sources
from knobel.solve.schocken.evaluation import Objective, position_risks
from knobel.solve.schocken.few import HalfValues
from knobel.solve.schocken.sources import known, solved, stage_ends
from knobel.solve.schocken.two import half_table

from .test_schocken_engine import options_of, positions
from .test_schocken_exact import HOUSES

MOST_HIDDEN = 40
"""Positions with more outcomes under the cups are skipped, because they take long."""


def possible(state: State) -> list[tuple[State, int]]:
    """The states that are indistinguishable from this one, with weights."""
    seats = [seat for seat in range(state.players) if state.hands[seat].throws and covered(state, seat)]
    found = list[tuple[State, int]]()
    for falls in product(*(multisets(len(state.hands[seat].thrown)) for seat in seats)):
        hands = list(state.hands)
        for seat, (dice, _) in zip(seats, falls, strict=True):
            hands[seat] = replace(hands[seat], thrown=dice)
        found.append((replace(state, hands=tuple(hands)), prod(weight for _, weight in falls)))
    return found


def risks_after(state: State, event: Event, objective: Objective) -> list[float]:
    """The chance of each seat to lose after an event, over all that can fall and all that is hidden."""
    risks, total = np.zeros(state.players), 0
    for fallen, ways in outcomes(event) if awaits(event) else [(event, 1)]:
        open_end = not GAME.play(state, fallen).cups_up
        for real, weight in [(state, 1)] if open_end else possible(state):
            after = GAME.play(real, fallen)
            if objective == "half" and len(after.lost) > len(state.lost):
                risks += weight * ways * np.eye(state.players)[after.lost[-1]]
            else:
                risks += weight * ways * np.array(position_risks(after, objective).risks)
        total += ways * (1 if open_end else sum(weight for _, weight in possible(state)))
    return [float(risk) for risk in risks / total]


@pytest.fixture
def four_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few stones, so that four players are solved quickly."""
    monkeypatch.setattr(sources, "MOST_SOLVED", 4)
    monkeypatch.setattr(sources, "MOST_SOLVED", 4)


@pytest.mark.usefixtures("four_are_solved")
@pytest.mark.parametrize(
    ("name", "objective", "stones", "players"),
    [
        ("hand-open-throws", "half", 2, 3),
        ("pub", "game", 2, 3),
        ("throws", "half", 1, 3),
        ("plain", "game", 3, 2),
        ("plain", "game", 1, 4),
        ("open", "half", 2, 4),
        ("half", "game", 3, 3),
    ],
)
def test_risks_are_means_of_the_risks_after_them(name: str, objective: Objective, stones: int, players: int) -> None:
    checked = 0
    for state in positions(options_of(HOUSES[name], stones), games=1, players=players):
        if len(possible(state)) > MOST_HIDDEN:
            continue
        found = position_risks(state, objective)
        assert found.exact
        match GAME.pending(state):
            case Chance(event=event):
                expected = risks_after(state, event, objective)
            case Decision(moves=moves):
                assert {each.move for each in found.moves} == set(moves)
                for each in found.moves:
                    assert list(each.risks) == pytest.approx(risks_after(state, each.move, objective), abs=1e-11)
                least = min(each.risks[state.seat] for each in found.moves)
                assert found.moves[0].risks[state.seat] == pytest.approx(least, abs=1e-11)
                expected = list(found.moves[0].risks)
            case _:
                continue
        checked += 1
        assert list(found.risks) == pytest.approx(expected, abs=1e-11), state
        assert sum(found.risks) == pytest.approx(1, abs=1e-12)
        assert position_risks(GAME.view(state, state.seat), objective) == found
    assert checked > 10


def test_two_players_left_of_three_are_evaluated_as_two() -> None:
    """S9: without stones a seat is out, and the others are where two players would be."""
    options = Options(stones=3)
    state = replace(GAME.play(GAME.start(options, 3), Starter(2)), stones=(1, 0, 2), middle=0)
    risk = half_table(options).risk(0, 2)
    assert position_risks(state, "half").risks == pytest.approx((1 - risk, 0, risk), abs=1e-15)


def test_the_final_is_for_the_losers_of_the_halves() -> None:
    options = Options(stones=2)
    state = replace(GAME.play(GAME.start(options, 3), Starter(2)), lost=(0, 2))
    risk = half_table(options).risk(2, 0)
    assert position_risks(state).risks == pytest.approx((1 - risk, 0, risk), abs=1e-15)


def test_a_solved_half_has_a_small_residual() -> None:
    """With four stones three of the states go back and forth."""
    options = Options(stones=4)
    three = HalfValues(options, half_table(options), stage_ends(options, 3, "half"))
    three.solve()
    assert sum(middle == 0 for middle, _ in three.values) == 3
    assert three.residual() <= 1e-13


def test_a_stage_is_solved_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path))
    monkeypatch.setattr(sources, "_known", {})
    options, told = Options(stones=1, jule=True), list[tuple[int, int]]()
    assert known(options, 3, "half") is None
    first = solved(options, 3, "half", lambda done, total: told.append((done, total)))
    assert told[-1] == (1, 1)
    monkeypatch.setattr(sources, "_known", {})
    monkeypatch.setattr(HalfValues, "solve", None)
    again = solved(options, 3, "half")
    assert again is not first
    assert all(np.array_equal(again.values[state], value) for state, value in first.values.items())


def test_unsolved_options_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOptions, match="a half of 4 players"):
        solved(Options(), 4, "half")
    with pytest.raises(BadOptions, match="up to 20 stones, not 21"):
        solved(Options(stones=21), 3, "half")
    monkeypatch.setattr(few, "_STEPS", 1)
    options = Options(stones=3)
    with pytest.raises(ArithmeticError, match="do not settle"):
        HalfValues(options, half_table(options), stage_ends(options, 3, "half")).solve()


def test_known_values_do_not_wait_for_a_running_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, enough = Signal(), Signal()

    def slowly(*_: object) -> None:
        begun.set()
        enough.wait(120)
        raise ArithmeticError("stopped")

    monkeypatch.setattr(HalfValues, "solve", slowly)
    with ThreadPoolExecutor(2) as threads:
        solving = threads.submit(solved, Options(stones=2, general_beats_schock2=True), 3, "half")
        try:
            assert begun.wait(60)
            assert threads.submit(known, Options(), 3, "half").result(timeout=60) is not None
        finally:
            enough.set()
        assert isinstance(solving.exception(), ArithmeticError)
