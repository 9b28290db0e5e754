"""Policies that follow a solver make its moves, and the rules agree with every game."""

from __future__ import annotations

from typing import Any

import pytest

from knobel.rules import GAMES
from knobel.rules.game import Decision, read_options
from knobel.rules.schocken import State as SchockenState
from knobel.rules.session import Session
from knobel.rules.zock import ALL_FIELDS, Cover, covers, misfits
from knobel.rules.zock import State as ZockState
from knobel.simulate import simulate
from knobel.solve.schocken import two
from knobel.solve.zock import solver

from .replays import check

ZOCK: list[dict[str, Any]] = [
    {"variant": "basic"},
    {"variant": "A", "two_digit": "ten_only"},
    {"variant": "B"},
    {"variant": "C"},
]
SCHOCKEN: list[dict[str, Any]] = [
    {"stones": 5},
    {"stones": 4, "ties": "throws_then_order"},
    {"stones": 4, "covered": "none"},
    {"stones": 4, "covered": "last", "kept_dice": "stay"},
    {"stones": 4, "length": "half"},
    {"stones": 5, "preset": "pub", "jule": True, "general_beats_schock2": True},
]


def decisions(session: Session) -> list[tuple[Any, Any]]:
    """Every state with a decision, and the event that followed."""
    states = (session.state_at(count) for count in range(len(session.events)))
    return [
        (state, event)
        for state, event in zip(states, session.events, strict=True)
        if isinstance(session.game.pending(state), Decision)
    ]


@pytest.mark.parametrize("options", ZOCK, ids=lambda each: str(each["variant"]))
@pytest.mark.parametrize("objective", ["points", "win", "match"])
def test_zock_covers_what_the_solver_says(options: dict[str, Any], objective: Any) -> None:
    for number in range(6):
        session = check("zock", [objective, objective], {**options, "games": 2}, 11, number)
        for state, event in decisions(session):
            assert isinstance(state, ZockState)
            best = solver.evaluate(state, objective).best
            assert event.fields in [worth.fields for worth in best], (options, number, state)


def test_different_policies_meet_in_zock() -> None:
    aims: list[Any] = ["points", "win"]
    differ = 0
    for number in range(20):
        session = check("zock", aims, {"variant": "B", "games": 3}, 12, number)
        for state, event in decisions(session):
            best = [[worth.fields for worth in solver.evaluate(state, aim).best] for aim in aims]
            assert event.fields in best[state.seat], (number, state)
            differ += event.fields not in best[1 - state.seat]
    assert differ > 0


def test_with_players_as_referees_plans_cover_legally_and_object_to_wrong_covers() -> None:
    covered = objected = 0
    for number in range(20):
        for options in ZOCK:
            session = check("zock", ["points", "random"], {**options, "games": 1, "referee": "players"}, 13, number)
            for state, event in decisions(session):
                if state.seat == 0 and state.phase == "cover":
                    rules = state.options
                    fitting = covers(rules.variant, rules.two_digit, state.dice, state.open[0])
                    assert event.fields in fitting if fitting else not isinstance(event, Cover)
                    covered += bool(fitting)
                elif state.seat == 0:
                    assert (type(event).__name__ == "Object") == bool(misfits(state))
                    objected += type(event).__name__ == "Object"
    assert covered > 0
    assert objected > 0


@pytest.mark.parametrize("options", SCHOCKEN, ids=str)
def test_two_play_schocken_as_the_solver_says(options: dict[str, Any]) -> None:
    for number in range(15):
        session = check("schocken", ["best", "best"], options, 14, number)
        for state, event in decisions(session):
            assert isinstance(state, SchockenState)
            best = two.evaluate(GAMES["schocken"].view(state, state.seat)).best
            made = [(type(worth.move), getattr(worth.move, "keep", ())) for worth in best]
            assert (type(event), getattr(event, "keep", ())) in made, (options, number, state)


def test_perfect_play_meets_random_play_in_schocken() -> None:
    for number in range(10):
        check("schocken", ["random", "best"], {"stones": 4}, 15, number)
    batch = simulate("schocken", ["random", "best"], 2000, options={"stones": 4}, seed=15)
    assert batch.winners[:, 1].mean() > 0.8


@pytest.mark.parametrize("options", [{}, {"variant": "A"}, {"variant": "C"}], ids=str)
def test_zock_games_earn_the_solvers_value(options: dict[str, Any]) -> None:
    rules = read_options(GAMES["zock"], {**options, "games": 1})
    batch: Any = simulate("zock", ["win", "win"], 100_000, options=rules, seed=16)
    beginner, *_ = batch.shares()
    chance = solver.solution(rules, "win").value(ALL_FIELDS, ALL_FIELDS)
    assert abs(beginner.value - chance) < 4 * beginner.error


@pytest.mark.parametrize("options", [{}, {"preset": "pub"}], ids=str)
def test_schocken_games_are_lost_as_often_as_the_solver_says(options: dict[str, Any]) -> None:
    rules = read_options(GAMES["schocken"], options)
    game, half, *_ = simulate("schocken", ["best", "best"], 100_000, options=rules, seed=17).summary().shares
    assert abs(game.value - two.game_risks(rules)[0]) < 4 * game.error
    assert abs(half.value - two.half_table(rules).risk(rules.stones, 0)) < 4 * half.error


def test_the_match_policy_wins_more_matches() -> None:
    ours, theirs, _ = simulate("zock", ["match", "points"], 60_000, options={"games": 2}, seed=18).summary().shares[1:]
    assert ours.value - theirs.value > 3 * (ours.error + theirs.error)
