"""Zock'n'Roll's solver against exact fractions, on turns with few possible cups."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from knobel.rules.dice import multisets
from knobel.rules.zocknroll import Options
from knobel.solve.arrays import Floats
from knobel.solve.zocknroll import turn
from knobel.solve.zocknroll.kernel import Strategy, sweep
from knobel.solve.zocknroll.many_kernel import sweep_crowd
from knobel.solve.zocknroll.turn import TRIPLES, decisions, lattice, setting, tree

from .zocknroll_reference import Board, Plan, Spot, Turn, best_responses, expect, random_plan

EXACT = 1e-12


def some_turn(players: int, cups: int, jorg: bool, random: Random) -> Turn:
    """A turn with a few possible cups and given chances; everything else is as in the game."""
    board: Board = random.choice(("basic", "pro"))
    weights = [random.randint(1, 5) for _ in range(cups)]
    chosen = random.sample([dice for dice, _ in multisets(2 if board == "basic" else 3)], cups)
    chances = {cup: Fraction(weight, sum(weights)) for cup, weight in zip(chosen, weights, strict=True)}
    return Turn(board, random.choice(TRIPLES), chances, players, jorg, prize=players + jorg)


def compiled_turn(plain: Turn) -> turn.Turn:
    """What the kernels get for the same turn: that of all cups, with only a few of them left."""
    whole_setting = setting(Options(board=plain.board), plain.players)._replace(prize=plain.prize)
    whole = turn.turn(whole_setting, plain.white)
    some = [whole_setting.cups.index(cup) for cup in plain.cups]
    return whole._replace(
        chance=np.array([float(chance) for chance in plain.cups.values()]),
        first=whole.first[some],
        second=np.ascontiguousarray(whole.second[:, some]),
        place=np.ascontiguousarray(whole.place[:, :, some]),
        jorg=plain.jorg,
    )


def node(history: tuple[bool, ...]) -> int:
    """A one, and a binary digit for each decision."""
    return int("".join(["1", *("1" if stayed else "0" for stayed in history)]), 2)


def entry(strategy: Strategy, players: int, spot: Spot) -> Floats:
    """The numbers of all cups at a spot."""
    if spot.fourth is None:
        found: Floats = strategy.first[tree(players, True).first[node(spot.first) - 1]]
        return found
    mask = sum(1 << seat for seat, stayed in enumerate(spot.first) if stayed)
    rows = tree(players, True)
    later: Floats = strategy.second[spot.fourth - 1, rows.second[rows.begin[mask] + node(spot.second) - 1]]
    return later


def blank(players: int, cups: int) -> Strategy:
    first, second = decisions(players, exact=True)
    return Strategy(np.zeros((first, cups)), np.zeros((6, second, cups)))


def compiled_plan(plain: Turn, plan: Plan) -> Strategy:
    strategy = blank(plain.players, len(plain.cups))
    for spot, _ in plain.spots():
        entry(strategy, plain.players, spot)[:] = [float(plan[spot, cup]) for cup in plain.cups]
    return strategy


def swept(plain: Turn, stay: Strategy, best: bool) -> tuple[Floats, Strategy]:
    """The values of `sweep`, and the gains."""
    found, gain = np.zeros(plain.players), blank(plain.players, len(plain.cups))
    histories = tree(plain.players, exact=True)
    sweep(compiled_turn(plain), histories, stay, best, gain, np.zeros_like(stay.second), found)
    return found, gain


@pytest.mark.parametrize(("players", "cups", "jorg"), [(2, 4, False), (2, 4, True), (3, 3, True), (4, 3, False)])
def test_points_and_gains(players: int, cups: int, jorg: bool) -> None:
    seed = 100 * players + 10 * cups + jorg
    print("seed", seed)
    random = Random(seed)
    plain = some_turn(players, cups, jorg, random)
    plan = random_plan(plain, random)
    expected, (values, gain) = expect(plain, plan), swept(plain, compiled_plan(plain, plan), best=False)
    assert values.tolist() == pytest.approx([float(points) for points in expected.points], abs=EXACT)
    for spot, _ in plain.spots():
        exact = [float(expected.gains[spot, cup]) for cup in plain.cups]
        assert entry(gain, players, spot).tolist() == pytest.approx(exact, abs=EXACT), spot


@pytest.mark.parametrize(("players", "cups", "jorg"), [(2, 4, False), (2, 3, True), (3, 2, True), (4, 2, False)])
def test_best_responses(players: int, cups: int, jorg: bool) -> None:
    seed = 100 * players + 10 * cups + jorg
    print("seed", seed)
    random = Random(seed)
    plain = some_turn(players, cups, jorg, random)
    plan = random_plan(plain, random)
    values, _ = swept(plain, compiled_plan(plain, plan), best=True)
    exact = [float(points) for points in best_responses(plain, plan)]
    assert values.tolist() == pytest.approx(exact, abs=EXACT)


@pytest.mark.parametrize("board", ["basic", "pro"])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_shared_histories_equal_all_histories(players: int, board: str) -> None:
    """With shared information sets, the lattice gives the same sums as the tree."""
    options = Options(board="pro") if board == "pro" else Options()
    one = setting(options, players)
    random = np.random.default_rng(players)
    white, shape = TRIPLES[random.integers(len(TRIPLES))], decisions(players, exact=False)
    cups = len(one.cups)
    stay = Strategy(random.random((shape[0], cups)), random.random((6, shape[1], cups)))
    by_tree, by_counts = (
        (np.zeros(players), Strategy(np.zeros_like(stay.first), np.zeros_like(stay.second))) for _ in range(2)
    )
    numbers, spare = turn.turn(one, white), np.zeros_like(stay.second)
    sweep(numbers, tree(players, exact=False), stay, False, by_tree[1], spare, by_tree[0])
    sweep_crowd(numbers, lattice(players), stay, by_counts[1], spare, by_counts[0])
    assert np.allclose(by_tree[0], by_counts[0], rtol=0, atol=EXACT)
    for tree_gain, counted in zip(by_tree[1], by_counts[1], strict=True):
        assert np.allclose(tree_gain, counted, rtol=0, atol=EXACT)
