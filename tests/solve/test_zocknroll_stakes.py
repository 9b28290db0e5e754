"""Turns of Zock'n'Roll in which marks matter to all players, against the kernel of points and by enumeration."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest

from knobel.rules.zocknroll import Options
from knobel.solve.arrays import Floats
from knobel.solve.zocknroll.kernel import Strategy
from knobel.solve.zocknroll.learner import Learner, best_responses, best_values, exploitability, gains, values
from knobel.solve.zocknroll.policy import node_of
from knobel.solve.zocknroll.stakes_kernel import Stakes
from knobel.solve.zocknroll.turn import TRIPLES, Setting, decisions, setting, tree, turn

EXACT = 1e-12
WHITE = TRIPLES[10]


def of_points(one: Setting, to: Floats) -> Stakes:
    """The points of the turn as stakes: `to[i, j]` says how much `i` gets of the points of `j`."""
    plain = turn(one, WHITE)
    worth = plain.worth[plain.place]
    return Stakes(
        plain.chance,
        to[:, :, None] * plain.first,
        to[None, :, :, None] * plain.second[:, None, None],
        to[None, :, :, None, None] * (worth + plain.prize)[:, None, None],
        to[None, :, :, None, None] * worth[:, None, None],
        plain.place,
        len(plain.worth) // 6,
        plain.jorg,
    )


def any_strategy(one: Setting, cups: int, seed: int) -> Strategy:
    rng, (first, second) = np.random.default_rng(seed), decisions(one.players, True)
    return Strategy(rng.random((first, cups)), rng.random((6, second, cups)))


@pytest.mark.parametrize("players", [3, 4])
def test_points_are_stakes_of_their_own(players: int) -> None:
    one = setting(Options(), players)
    stay, stakes = any_strategy(one, len(one.cups), players), of_points(one, np.eye(players))
    assert values(one, stakes, stay) == pytest.approx(values(one, WHITE, stay), abs=EXACT)
    assert best_values(one, stakes, stay) == pytest.approx(best_values(one, WHITE, stay), abs=EXACT)
    for mine, others in zip(gains(one, stakes, stay), gains(one, WHITE, stay), strict=True):
        assert mine == pytest.approx(others, abs=EXACT)


@pytest.mark.parametrize("players", [3, 4])
def test_if_everybody_gets_the_points_of_all_each_has_the_sum(players: int) -> None:
    one = setting(Options(), players)
    stay = any_strategy(one, len(one.cups), players)
    stakes, total = of_points(one, np.ones((players, players))), values(one, WHITE, stay).sum()
    assert values(one, stakes, stay) == pytest.approx(np.full(players, total), abs=EXACT)


def few_cups(one: Setting, some: list[int], seed: int) -> Stakes:
    """Random stakes of everybody for everybody, with a few possible cups."""
    rng, plain = np.random.default_rng(seed), turn(one, WHITE)
    players, cups = one.players, len(some)
    chance = rng.random(cups)
    return Stakes(
        chance / chance.sum(),
        rng.normal(size=(players, players, cups)),
        rng.normal(size=(6, players, players, cups)),
        rng.normal(size=(6, players, players, 6, cups)),
        rng.normal(size=(6, players, players, 6, cups)),
        np.ascontiguousarray(plain.place[:, :, some]),
        len(plain.worth) // 6,
        one.jorg,
    )


def enumerated(one: Setting, stakes: Stakes, stay: Strategy) -> Floats:
    """The values of all players: a sum over all cups, decisions and white dice."""
    players, rows, found = one.players, tree(one.players, True), np.zeros(one.players)
    for cups in product(range(len(stakes.chance)), repeat=players + one.jorg):
        dealt = float(prod(stakes.chance[cup] for cup in cups))
        for came in product((False, True), repeat=players):
            chance, history = dealt, list[bool]()
            for player, stayed in enumerate(came):
                often = float(stay.first[node_of(history) - 1, cups[player]])
                chance *= often if stayed else 1 - often
                history.append(stayed)
            inside = [player for player in range(players) if came[player]]
            gone = sum(stakes.first[:, by, cups[by]] for by in range(players) if not came[by])
            if not inside:
                found += chance * gone
                continue
            mask = sum(1 << player for player in inside)
            for fourth, again in product(range(6), product((False, True), repeat=len(inside))):
                likely, before, brought = chance / 6, list[bool](), gone + np.zeros(players)
                for player, stayed in zip(inside, again, strict=True):
                    row = rows.begin[mask] + node_of(before) - 1
                    often = float(stay.second[fourth, row, cups[player]])
                    likely *= often if stayed else 1 - often
                    before.append(stayed)
                    if not stayed:
                        brought = brought + stakes.second[fourth, :, player, cups[player]]
                shown = [player for player, stayed in zip(inside, again, strict=True) if stayed]
                for fifth in range(6) if shown else ():
                    place = stakes.place[fourth, fifth]
                    hands = {player: place[cups[player]] for player in (*shown, *range(players, len(cups)))}
                    best = [player for player in hands if hands[player] == min(hands.values())]
                    paid = stakes.sole if len(best) == 1 else stakes.tie
                    for by in best:
                        if by < players:
                            brought = brought + paid[fourth, by, :, fifth, cups[by]]
                found += likely * brought
    return found


@pytest.mark.parametrize(("players", "some"), [(2, [0, 5, 9]), (3, [2, 7])])
def test_values_and_gains_equal_an_enumeration(players: int, some: list[int]) -> None:
    one = setting(Options(), players)
    stakes, stay = few_cups(one, some, players), any_strategy(one, len(some), 7)
    assert values(one, stakes, stay) == pytest.approx(enumerated(one, stakes, stay), abs=EXACT)
    more, rng = gains(one, stakes, stay), np.random.default_rng(1)
    for _ in range(3):
        node, cup = int(rng.integers(1, 2**players)), int(rng.integers(len(some)))
        changed = [any_first(stay, node - 1, cup, chance) for chance in (1.0, 0.0)]
        stays, drops = (enumerated(one, stakes, each)[node.bit_length() - 1] for each in changed)
        assert stakes.chance[cup] * more.first[node - 1, cup] == pytest.approx(stays - drops, abs=EXACT)


def any_first(stay: Strategy, row: int, cup: int, chance: float) -> Strategy:
    first = stay.first.copy()
    first[row, cup] = chance
    return Strategy(first, stay.second)


def test_learning_ends_near_equilibrium() -> None:
    """With points that count against each other, as in a game."""
    one = setting(Options(), 3)
    stakes = of_points(one, 1.5 * np.eye(3) - 0.5)
    learner = Learner(one, stakes)
    learner.learn(24)
    stay = learner.strategy()
    assert exploitability(one, stakes, stay) < 0.005
    start = any_strategy(one, len(one.cups), 3)
    response = best_responses(one, stakes, start)
    assert set(np.unique(response.second)) == {0.0, 1.0}
    alone = Strategy(start.first.copy(), start.second)
    alone.first[0] = response.first[0]
    gained = values(one, stakes, alone)[0] - values(one, stakes, start)[0]
    assert 0 < gained < best_values(one, stakes, start)[0] - values(one, stakes, start)[0]
