"""Schocken's judge against the solvers, and against its own values one event later."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.coach.judges.schocken import SchockenJudge
from knobel.rules.dice import awaits, outcomes
from knobel.rules.errors import BadPosition
from knobel.rules.game import Chance, Decision, Lot, Over, read_options
from knobel.rules.schocken import GAME, Event, Hand, Options, Starter, State, start
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.sources import OF_THREE, SYMMETRIC
from knobel.solve.schocken.two import evaluate

from ..solve.test_schocken_engine import positions
from ..solve.test_schocken_evaluation import MOST_HIDDEN, possible

CLOSE = 1e-11
PRESETS: dict[str, dict[str, object]] = {"plain": {}, "pub": {"preset": "pub"}}
EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)


def options_of(preset: dict[str, object], stones: int) -> Options:
    options: Options = read_options(GAME, {**preset, "stones": stones})
    return options


def expected(judge: SchockenJudge, state: State, event: Event) -> list[float]:
    """The chances of all seats after an event, averaged over dice and hidden cups."""
    found, total = np.zeros(state.players), 0
    for fallen, ways in outcomes(event) if awaits(event) else [(event, 1)]:
        for real, weight in possible(state):
            found += weight * ways * np.array(judge.chances(GAME.play(real, fallen)))
            total += weight * ways
    means: list[float] = (found / total).tolist()
    return means


def check_one_step(judge: SchockenJudge, state: State) -> None:
    chances = judge.chances(state)
    assert sum(chances) == pytest.approx(state.players - 1, abs=CLOSE)
    match GAME.pending(state):
        case Lot(events=lots):
            means = np.mean([judge.chances(GAME.play(state, lot)) for lot in lots], axis=0)
            assert chances == pytest.approx(means.tolist(), abs=CLOSE)
        case Chance(event=wanted):
            assert chances == pytest.approx(expected(judge, state, wanted), abs=CLOSE)
        case Decision(seat=seat, moves=moves):
            values = judge.weigh(GAME.view(state, seat))
            assert values.exact
            assert {worth.move for worth in values.moves} == set(moves)
            for move in moves:
                worth = values.of(move)
                assert worth.chances == pytest.approx(expected(judge, state, move), abs=CLOSE)
                assert worth.value == worth.chances[seat] <= values.best.value + CLOSE
                assert worth.error == worth.behind_error == 0
            assert values.best.chances == pytest.approx(chances, abs=CLOSE)
        case Over(result=result):
            assert [chance == 0 for chance in chances] == [seat == state.lost[-1] for seat in range(state.players)]
            assert result is not None


@EVERY_PRESET
def test_a_value_is_the_mean_of_the_values_after_it(preset: dict[str, object]) -> None:
    options = options_of(preset, 13)
    judge = SchockenJudge(options, 2)
    assert judge.exact
    states = [state for state in positions(options, games=2) if len(possible(state)) <= MOST_HIDDEN]
    for state in states[:: len(states) // 70]:
        check_one_step(judge, state)
    check_one_step(judge, states[-1])


def test_a_value_is_the_mean_of_the_values_after_it_with_three_players() -> None:
    options = Options(stones=2)
    position_risks(GAME.play(start(options, 3), Starter(0)))
    judge = SchockenJudge(options, 3)
    assert judge.exact
    for state in islice(positions(options, games=1, players=3), 30):
        if len(possible(state)) <= MOST_HIDDEN:
            check_one_step(judge, state)


@EVERY_PRESET
def test_values_of_two_are_those_of_the_solver_for_two(preset: dict[str, object]) -> None:
    """It is another solver than the one for any number of players, which the judge asks."""
    options = options_of(preset, 13)
    judge = SchockenJudge(options, 2)
    for state in positions(options, games=3):
        for seat in (0, 1):
            assert judge.chances(state)[seat] == pytest.approx(1 - evaluate(state, seat).game, abs=CLOSE)
        if state.phase == "decide":
            values = judge.weigh(state)
            for worth in evaluate(state).moves:
                found = values.of(worth.move)
                assert (found.value, found.points) == pytest.approx((1 - worth.game, worth.half), abs=CLOSE)


def test_covered_dice_count_as_hidden() -> None:
    """The record knows what lies under the beginner's cup, the follower does not."""
    hands = (Hand((6,), (1, 1), 3), Hand((), (2, 5, 6), 1))
    state = State(Options(), (0, 0), 13, hands, "decide", 1, 0, 3, cups_up=False)
    judge = SchockenJudge(Options(), 2)
    twin = replace(state, hands=(Hand((6,), (2, 3), 3), hands[1]))
    assert judge.weigh(state) == judge.weigh(twin) == judge.weigh(GAME.view(state, 1))
    assert judge.chances(state) == judge.chances(twin)


def test_many_players_are_estimated_with_a_stated_error() -> None:
    judge = SchockenJudge(Options(), 6)
    assert not judge.exact
    hands = (Hand(thrown=(1, 1, 6), throws=1), *(Hand(),) * 5)
    state = State(Options(), (0,) * 6, 13, hands, "decide", cups_up=False)
    values = judge.weigh(state)
    assert not values.exact
    errors, half = position_risks(state, "game", "known").errors, position_risks(state, "half", "known").errors
    assert half == SYMMETRIC[1], "the half of five is solved, that of six approximated"
    assert 0.4 * half.risk < errors.risk < 0.6 * half.risk, "about half of the halves lost lose the game"
    assert {worth.error for worth in values.moves} == {errors.risk}
    assert [worth.behind_error for worth in values.moves] == [0, *(errors.difference,) * (len(values.moves) - 1)]
    assert values.best.value == pytest.approx(judge.chances(state)[0], abs=CLOSE)


def test_their_final_is_exact() -> None:
    hands = (Hand(thrown=(1, 1, 6), throws=1), *(Hand(),) * 4)
    final = State(Options(), (0,) * 5, 13, hands, "decide", cups_up=False, lost=(0, 3))
    values = SchockenJudge(Options(), 5).weigh(final)
    assert values.exact
    assert values.best.error == 0
    assert values.best.chances[1:3] == (1, 1)


def test_errors_of_estimates_are_as_stated() -> None:
    """A few decisions of three whose exact values are known; `benchmarks.coach_schocken` takes many."""
    options, off, behind = Options(), list[float](), list[float]()
    states = [state for state in positions(options, games=2, players=3) if state.phase == "decide"]
    for state in states[::3]:
        exact = {each.move: each.risks[state.seat] for each in position_risks(state, "game", "known").moves}
        guess = position_risks(state, "game", "approximate").moves
        off += [each.risks[state.seat] - exact[each.move] for each in guess]
        best = guess[0]
        behind += [
            each.risks[state.seat] - best.risks[state.seat] - exact[each.move] + exact[best.move] for each in guess[1:]
        ]
    assert len(off) > 100
    assert np.sqrt(np.mean(np.square(off))) < OF_THREE.risk
    assert np.sqrt(np.mean(np.square(behind))) < OF_THREE.difference


def test_positions_without_a_decision_are_refused() -> None:
    with pytest.raises(BadPosition, match="S4"):
        SchockenJudge(Options(), 2).weigh(start(Options(), 2))
