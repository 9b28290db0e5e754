"""OpenSpiel's own solvers, on games small enough for them, find the values that are known exactly."""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, cfr, expected_game_score

import knobel.research.open_spiel  # noqa: F401 - registers the games
from knobel.research.encodings.zock import THROW
from knobel.rules import schocken, zock
from knobel.rules.dice import multisets
from knobel.solve.zock.solver import solution
from tests.research import folded
from tests.research.turn_response import assessed


def best_second_throw(first: schocken.Hand, rival: schocken.Rank, options: schocken.Options) -> Fraction:
    """The chance not to lose against a rival who stood with that rank; this is the hand after one of two throws."""

    def holds(dice: tuple[int, ...], thrown: int) -> bool:
        return schocken.rank(options, tuple(sorted(dice)), thrown == 3).height > rival.height

    values = [Fraction(holds(first.thrown, 3))]
    for keep, _ in schocken.keeps(options, first):
        count = 3 - len(keep)
        good = sum(weight for dice, weight in multisets(count) if holds(keep + dice, count))
        values.append(Fraction(good, 6**count))
    return max(values)


def test_best_response_of_open_spiel_is_the_best_play() -> None:
    """The last round of a game: seat 1 stood with 6-5-5 after two throws, and seat 0 follows with two.

    OpenSpiel's best response walks the tree from there; the value beside it is counted with exact fractions.
    """
    game = pyspiel.load_game("python_knobel_schocken(players=2,stones=1,covered=none)")
    number = {dice: index for index, (dice, _) in enumerate(multisets(3))}
    high, low, stand, again = number[5, 5, 6], number[1, 2, 2], 0, 1
    state = game.new_initial_state()
    first_half, second_half, final = (0, low, stand, high), (high, stand, low), (low, again, high, stand)
    for action in (*first_half, *second_half, *final):
        state.apply_action(action)
    assert state.node.state.lost == (0, 1)
    assert state.node.state.limit == 2

    response = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game), root_state=state)
    rank = schocken.hand_rank(state.node.state, 1)
    hands = ((schocken.Hand((), dice, 1), weight) for dice, weight in multisets(3))
    holds = sum(weight * best_second_throw(hand, rank, game.tree.options) for hand, weight in hands) / 6**3
    assert response.value(state) == pytest.approx(float(2 * holds - 1), abs=1e-12)


def value_iteration_of_open_spiel(monkeypatch: pytest.MonkeyPatch) -> Any:
    """It imports a solver of linear programs, which only simultaneous moves need."""
    monkeypatch.setitem(sys.modules, "open_spiel.python.algorithms.lp_solver", ModuleType("lp_solver"))
    return import_module("open_spiel.python.algorithms.value_iteration").value_iteration


@pytest.mark.parametrize("name", ["schocken_round(stones=4,held=3/1,faces=2)", "zock_game(fields=3,variant=B)"])
def test_value_iteration_of_open_spiel_folds_parts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes states with the same string for one state, so it relies on Markov keys; the other induction, too."""
    game = pyspiel.load_game(f"python_knobel_{name}")
    values = value_iteration_of_open_spiel(monkeypatch)(game, depth_limit=-1, threshold=1e-9, cyclic_game=True)
    root = game.new_initial_state()
    found = sum(chance * values[str(root.child(outcome))] for outcome, chance in root.chance_outcomes())
    assert found == pytest.approx(folded.value(game.tree, game.root)[0], abs=1e-9)


def test_best_response_of_open_spiel_in_a_turn() -> None:
    """The second player's best response over all histories of a turn with dice of two faces, and the one by vectors.

    All stay with the same chance, which a best response exploits.
    """
    game, stays = pyspiel.load_game("python_knobel_zocknroll_turn(players=3,faces=2,white=1/1/2)"), 0.3
    mixed = policy.TabularPolicy(game)
    for row, legal in zip(mixed.action_probability_array, mixed.legal_actions_mask, strict=True):
        deciding = legal[0] and legal.sum() > 1
        row[:] = [stays if action == 0 else 1 - stays for action in range(len(legal))] * legal if deciding else legal
    played, best = assessed(game.tree, lambda _part, _node, _seat: stays)
    response = best_response.BestResponsePolicy(game, 1, mixed)
    assert response.value(game.new_initial_state()) == pytest.approx(best[1], abs=1e-12)
    assert best[1] - played[1] > 0.05


def test_cfr_of_open_spiel_solves_a_small_game() -> None:
    """Counterfactual regret minimisation on ZOCK with two fields: it meets one key by many histories."""
    game = pyspiel.load_game("python_knobel_zock_game(fields=2,variant=C)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    values = expected_game_score.policy_value(
        game.new_initial_state(), [solver.average_policy(), solver.average_policy()]
    )
    exact = solution(zock.Options(variant="C"), "win").value((1, 2), (1, 2))
    assert values[0] == pytest.approx(2 * exact - 1, abs=0.001)


def test_value_iteration_of_open_spiel_finds_the_value_of_zock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 throws and needs a nine, seat 1 needs an eight; players are the referees.

    That no throw passes by itself then keeps every chain of chance short, and with one field each it changes nothing:
    passing gains nothing, and a wrong cover is objected to for free.
    """
    value_iteration = value_iteration_of_open_spiel(monkeypatch)
    number = {dice: index for index, (dice, _) in enumerate(multisets(2))}
    roll_off, any_throw = (number[6, 6], number[1, 1]), number[1, 2]
    all_but_9, all_but_8 = 0b011111111, 0b101111111
    history = (*roll_off, any_throw, all_but_9, THROW, any_throw, all_but_8, THROW)  # without objections
    small = "python_knobel_zock(games=1,referee=players)"
    game = pyspiel.load_game(f"start_at(history={';'.join(map(str, history))},game={small})")
    values = value_iteration(game, depth_limit=-1, threshold=1e-9, cyclic_game=True)
    root = game.new_initial_state()
    found = sum(chance * values[str(root.child(outcome))] for outcome, chance in root.chance_outcomes())

    nine, eight = Fraction(4, 36), Fraction(5, 36)  # 3+6, 4+5; 2+6, 3+5, 4+4
    wins = nine / (1 - (1 - nine) * (1 - eight))
    assert found == pytest.approx(float(2 * wins - 1), abs=1e-6)
    assert solution(zock.Options(), "win").value((9,), (8,)) == pytest.approx(float(wins))
