"""Rounds, turns and small games as games of their own: their keys are Markov, and their values those of the solvers."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.forms import position
from knobel.research.parts import Part
from knobel.research.parts.schocken_round import schocken_round
from knobel.research.parts.zock_game import Objective, zock_game
from knobel.research.parts.zocknroll_turn import ZocknrollTurn, zocknroll_turn
from knobel.research.tree import Node
from knobel.rules import schocken, zock, zocknroll
from knobel.rules.dice import multisets
from knobel.rules.errors import BadOptions
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.zock.solver import solution
from knobel.solve.zocknroll.policy import kept, policy, stays
from knobel.solve.zocknroll.solver import assess
from knobel.solve.zocknroll.turn import TRIPLE_CHANCE, TRIPLES, setting
from tests.research import folded
from tests.research.hidden import twin
from tests.research.turn_response import assessed

ROUNDS = {
    "plain": (schocken.Options(), 2, ()),
    "pub": (schocken.Options(stones=7, sixes=True, hand_only=True, covered="last"), 2, (2, 1)),
    "open, kept dice stay": (schocken.Options(stones=5, covered="none", kept_dice="stay"), 2, (2, 3)),
    "fewer throws win": (schocken.Options(stones=4, ties="throws_then_order", jule=True, hand_only=True), 2, ()),
    "three": (schocken.Options(), 3, (4, 0, 2)),
    "four without a middle": (schocken.Options(), 4, (4, 3, 2, 4)),
}
SMALL: dict[str, Part] = {
    **{name: schocken_round(*given, faces=3) for name, given in ROUNDS.items()},
    **{
        f"ZOCK {variant}": zock_game(zock.Options(games=1, variant=variant), fields=5)
        for variant in ("basic", "A", "B", "C")
    },
}
TURNS: dict[str, ZocknrollTurn] = {
    "three": zocknroll_turn(players=3, faces=2, white=(1, 1, 2)),
    "pro, starter last": zocknroll_turn(
        zocknroll.Options(board="pro", first_to_decide="left_of_starter"), players=3, faces=2, white=(1, 1, 2)
    ),
}
ALL: dict[str, Part] = {**SMALL, **TURNS, "any row": zocknroll_turn(rows="any")}


def nodes(part: Part, games: int, seed: int) -> list[Node]:
    """The nodes of random plays; chance, too, takes every outcome with the same probability."""
    print(f"seed {seed}")
    found, chance = list[Node](), random.Random(seed)
    for _ in range(games):
        node = part.root()
        found.append(node)
        while not part.is_over(node):
            moves = list(part.moves(node)) if part.mover(node) is not None else [each for each, _ in part.chances(node)]
            node = part.child(node, chance.choice(moves))
            found.append(node)
    return found


@pytest.mark.parametrize("name", SMALL)
def test_nodes_with_one_key_have_one_future(name: str) -> None:
    """Equal keys: equal payoffs, or the same seat with the same actions to the same keys, or equal chances of keys.

    So their values are equal, by induction from the end of the game.
    """

    def future(node: Node) -> Any:
        if part.is_over(node):
            return part.payoffs(node)
        seat = part.mover(node)
        if seat is not None:
            return seat, [(action, part.key(part.child(node, action), 0)) for action in part.moves(node)]
        falls = defaultdict[str, float](float)
        for outcome, chance in part.chances(node):
            falls[part.key(part.child(node, outcome), 0)] += chance
        return {key: pytest.approx(chance) for key, chance in falls.items()}

    part, first, compared = SMALL[name], dict[str, Node](), 0
    for node in nodes(part, games=400, seed=11):
        known = first.setdefault(part.key(node, 0), node)
        if known.state != node.state and compared < 300:
            compared += 1
            assert future(known) == future(node)
    assert compared > 50


@pytest.mark.parametrize("name", ALL)
def test_facts_fit_their_slots(name: str) -> None:
    part = ALL[name]
    highest, seats = [slot.high for slot in part.slots()], range(part.players)
    assert len({slot.name for slot in part.slots()}) == len(highest)
    for node in nodes(part, games=20, seed=12):
        assert sum(part.payoffs(node)) == pytest.approx(0) or part.total is None
        assert node.depth <= part.length
        low, high = part.bounds
        assert all(low <= payoff <= high for payoff in part.payoffs(node))
        for seat in seats:
            facts = part.facts(node, seat)
            assert len(facts) == len(highest)
            assert all(0 <= number <= most for number, most in zip(facts, highest, strict=True))
            assert part.key(node, seat) == " ".join(map(str, facts))
        if not part.is_over(node) and part.mover(node) is None:
            assert sum(chance for _, chance in part.chances(node)) == pytest.approx(1)


@pytest.mark.parametrize("name", SMALL)
def test_no_player_knows_more_than_another(name: str) -> None:
    """Dice that are hidden have not fallen yet, so there is nothing to hide."""
    part = SMALL[name]
    assert all(part.view(node, seat) == node.state for node in nodes(part, games=30, seed=13) for seat in (None, 0, 1))


@pytest.mark.parametrize("name", TURNS)
def test_hidden_cups_are_in_no_key(name: str) -> None:
    part, chance, different = TURNS[name], random.Random(14), 0
    for node in nodes(part, games=30, seed=14):
        if part.mover(node) is not None:
            for seat in range(part.players):
                other = twin(node.state, part.view(node, seat), chance)
                different += other != node.state
                assert part.key(replace(node, state=other), seat) == part.key(node, seat)
    assert different


@pytest.mark.parametrize("name", TURNS)
def test_what_a_key_forgets_changes_no_value(name: str) -> None:
    """All histories with equal keys, against those that are equal in everything that the seat has ever seen.

    Everyone plays a random mixed strategy over keys. Given what it has seen, a seat expects the same points wherever
    the key is the same, and has the same actions. The sum runs over all histories, weighted with how likely chance and
    the others make them.
    """
    part, chance = TURNS[name], random.Random(15)
    mixed = dict[str, list[float]]()
    weight, points = defaultdict[tuple[str, str], float](float), defaultdict[tuple[str, str], float](float)
    actions = defaultdict[str, set[tuple[int, ...]]](set)

    def walk(node: Node, seen: tuple[tuple[str, ...], ...], reach: tuple[float, ...]) -> tuple[float, ...]:
        """The expected points; `reach[seat]` is the chance of the history without the seat's own decisions."""
        if part.is_over(node):
            return part.payoffs(node)
        seat = part.mover(node)
        if seat is None:
            found = np.zeros(part.players)
            for outcome, share in part.chances(node):
                after = part.child(node, outcome)
                found += share * np.array(walk(after, look(after, seen), tuple(share * each for each in reach)))
            return tuple(found)
        key, moves = part.key(node, seat), tuple(part.moves(node))
        actions[key].add(moves)
        shares = mixed.setdefault(key, [chance.random() + 0.1 for _ in moves])
        found = np.zeros(part.players)
        for move, share in zip(moves, shares, strict=True):
            share /= sum(shares)
            after = part.child(node, move)
            chances = tuple(each if who == seat else each * share for who, each in enumerate(reach))
            found += share * np.array(walk(after, look(after, seen), chances))
        everything = "\n".join(seen[seat])
        weight[key, everything] += reach[seat]
        points[key, everything] += reach[seat] * float(found[seat])
        return tuple(found)

    def look(node: Node, seen: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        views = (position(part.view(node, seat)) for seat in range(part.players))
        return tuple(
            before if before[-1:] == (view,) else (*before, view) for before, view in zip(seen, views, strict=True)
        )

    walk(part.root(), ((),) * part.players, (1.0,) * part.players)
    assert all(len(each) == 1 for each in actions.values())
    by_key = defaultdict[str, list[float]](list)
    for (key, everything), likely in weight.items():
        by_key[key].append(points[key, everything] / likely)
    assert len(by_key) < len(weight)
    for found in by_key.values():
        assert found == pytest.approx([found[0]] * len(found), abs=1e-12)


@pytest.mark.parametrize("name", ["plain", "fewer throws win"])
def test_a_round_of_schocken_has_the_value_of_the_half(name: str) -> None:
    """Backward induction on all keys of the whole round, against the table of the half."""
    part = schocken_round(*ROUNDS[name])
    risks = position_risks(part.start(), "half").risks
    assert folded.value(part, part.root()) == pytest.approx(payoffs(risks), abs=1e-12)


def test_later_players_of_a_round_of_three() -> None:
    """The beginner stood with 6-4-4 after two throws."""
    part = schocken_round(schocken.Options(), 3, (4, 0, 2))
    falls = {dice: number for number, (dice, _) in enumerate(multisets(3))}
    node = part.root()
    for action in (falls[1, 2, 4], 1, falls[4, 4, 6], 0):
        node = part.child(node, action)
    state = node.state
    assert isinstance(state, schocken.State)
    assert state.limit == 2
    assert folded.value(part, node) == pytest.approx(payoffs(position_risks(state, "half").risks), abs=1e-12)


def payoffs(risks: tuple[float, ...]) -> tuple[float, ...]:
    return tuple((1 - risk) / (len(risks) - 1) - risk for risk in risks)


@pytest.mark.parametrize("objective", ["win", "points"])
@pytest.mark.parametrize("variant", ["basic", "A", "B", "C"])
def test_few_fields_of_zock_have_the_value_of_the_solver(variant: Any, objective: Objective) -> None:
    options = zock.Options(games=1, variant=variant)
    for fields in range(1, 5):
        part = zock_game(options, fields, objective)
        exact = solution(options, objective).value(part.fields, part.fields)
        first = 2 * exact - 1 if objective == "win" else exact
        assert folded.value(part, part.root()) == pytest.approx((first, -first), abs=1e-12)


def test_throws_that_cannot_be_used_are_left_out() -> None:
    """One field 1 each: ten is thrown with 3 of 36, by the first thrower first: 3/36 / (1 - (33/36)^2) = 12/23."""
    part = zock_game(fields=1)
    chances = {part.name(part.root(), number): chance for number, chance in part.chances(part.root())}
    assert chances == pytest.approx({"seat 0 dice 46": 12 / 23, "seat 1 dice 46": 11 / 23})


def test_the_stored_policy_has_the_stated_exploitability() -> None:
    """Exact best responses on the tree of the turn, for all white dice that do not mirror others."""
    options, players = zocknroll.Options(), 3
    one = setting(options, players)
    stored, by_key = policy(one), dict[str, float]()

    def stay(part: ZocknrollTurn, node: Node, seat: int) -> float:
        state: Any = node.state
        share = stays(stored, state, seat)
        assert by_key.setdefault(part.key(node, seat), share) == share
        return share

    triples = kept(one)
    found = [assessed(zocknroll_turn(options, players, white=TRIPLES[triple]), stay) for triple in triples]
    played, best = np.average(np.array(found), axis=0, weights=TRIPLE_CHANCE[triples])
    stated = assess(options, players)
    assert tuple(played) == pytest.approx(stated.values, abs=1e-12)
    assert max(best - played) == pytest.approx(stated.exploitability, abs=1e-12)


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: schocken_round(held=(1, 2, 3)), "held"),
        (lambda: schocken_round(held=(13, 0)), "stones"),
        (lambda: schocken_round(schocken.Options(stones=3), held=(2, 2)), "stones"),
        (lambda: schocken_round(players=6), "no exact table"),
        (lambda: schocken_round(schocken.Options(stones=3), players=4), "no exact table"),
        (lambda: schocken_round(faces=7), "faces"),
        (lambda: zock_game(fields=10), "fields"),
        (lambda: zock_game(zock.Options(games=2)), "one game"),
        (lambda: zocknroll_turn(players=2), "players"),
        (lambda: zocknroll_turn(white=(1, 7, 1)), "white"),
    ],
)
def test_what_is_no_part_is_refused(make: Any, word: str) -> None:
    with pytest.raises(BadOptions, match=word):
        make()
