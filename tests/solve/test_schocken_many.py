"""The approximation for many players: exact where it simplifies nothing, and plausible everywhere."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.game import Chance, Decision, read_options
from knobel.rules.schocken import GAME, Hand, Options, State
from knobel.solve.arrays import Floats
from knobel.solve.schocken.closing import OpenRound, worth_of_late
from knobel.solve.schocken.closing_kernel import _after_three, _pair
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.finals import offered
from knobel.solve.schocken.hands import DEALS
from knobel.solve.schocken.many import ManyPlayers, worth_of_beginner, worth_of_follower
from knobel.solve.schocken.many_kernel import BEST, LOWEST, NEITHER
from knobel.solve.schocken.rounds import rounds_of
from knobel.solve.schocken.sources import APPROXIMATE, AS_HALF_OF_MANY, Approximate, known

from .test_schocken_exact import HOUSES


def random_pays(players: int, seed: int) -> tuple[Floats, Floats]:
    """Random payoffs of a round that depend only on being lowest, best or neither, in both layouts."""
    print("seed", seed)
    generator = np.random.default_rng(seed)
    each = generator.random((players, 3, DEALS))
    whole = np.empty((players, players, DEALS, players))
    for lowest in range(players):
        for best in range(players):
            for seat in range(players):
                what = LOWEST if seat == lowest else BEST if seat == best else NEITHER
                whole[lowest, best, :, seat] = each[seat, what]
    return each, whole


@pytest.mark.parametrize("house", ["plain", "throws", "pub"])
def test_two_players_are_exact(house: str) -> None:
    options = read_options(GAME, HOUSES[house])
    each, whole = random_pays(2, seed=1)
    exact = rounds_of(options).worth_of_beginner(whole)
    reached = exact.sum(axis=1) > 0
    assert worth_of_beginner(rounds_of(options), each)[reached] == pytest.approx(exact[reached], abs=1e-12)


@pytest.mark.parametrize(("house", "limit"), [("plain", 3), ("plain", 2), ("throws", 2), ("pub", 2)])
def test_the_second_last_player_is_exact(house: str, limit: int) -> None:
    rounds = rounds_of(read_options(GAME, HOUSES[house]))
    each, whole = random_pays(3, seed=2)
    finals = rounds.followers[limit]
    first = len(finals.deals) + 9 if limit == 3 else 20 * finals.spread
    exact, (low, high) = rounds.worth(whole, limit, (first,)), offered(finals)
    found = worth_of_follower(rounds, limit, (first,), each)
    assert found[low:high] == pytest.approx(exact[low:high], abs=1e-12)


@pytest.mark.parametrize("house", ["plain", "throws", "pub"])
@pytest.mark.parametrize(("players", "seen"), [(3, 1), (3, 2), (4, 2), (4, 3)])
def test_the_last_players_are_exact_for_any_values_after_the_round(house: str, players: int, seen: int) -> None:
    """Rounds of three and four have kernels of their own; here the values also depend on who else is lowest or best."""
    rounds = rounds_of(read_options(GAME, HOUSES[house]))
    pays = np.random.default_rng(4).random((players, players, DEALS, players))
    for limit in (2, 3):
        finals = rounds.followers[limit]
        first = len(finals.deals) + 9 if limit == 3 else 20 * finals.spread
        before = (first, 30 * finals.spread, len(finals.deals) + 2)[:seen]
        exact = rounds.worth(pays, limit, before)
        found = worth_of_late(rounds, limit, before, pays)
        low, high = offered(finals) if seen < players - 1 else (0, len(finals.deals))
        assert found[low:high] == pytest.approx(exact[low:high], abs=1e-12)


def test_the_third_last_of_four_is_exact() -> None:
    rounds = rounds_of(Options())
    pays = np.random.default_rng(5).random((4, 4, DEALS, 4))
    first = len(rounds.followers[3].deals) + 9
    found = worth_of_late(rounds, 3, (first,), pays)
    assert found == pytest.approx(rounds.worth(pays, 3, (first,)), abs=1e-12)


def test_values_of_three_players_are_close_to_exact() -> None:
    """The table of three is shipped; the largest difference of all its states is in the documentation."""
    half, many = known(Options(), 3, "half"), Approximate(ManyPlayers(Options(), 3), APPROXIMATE)
    assert half is not None
    for state in half.all_states()[::80]:
        assert many.risks(*state) == pytest.approx(half.value(*state), abs=0.03), state


@pytest.mark.parametrize(
    ("players", "asked"), [(5, {}), (7, {"preset": "pub", "jule": True}), (9, {"stones": 60, "kept_dice": "stay"})]
)
def test_any_options_and_players_get_plausible_values(players: int, asked: dict[str, Any]) -> None:
    """A random round in the middle of a half, from its first throw to the last."""
    options, random, dice = read_options(GAME, asked), Random(3), SeededDice(3)
    held = [random.randrange(3) for _ in range(players)]
    state = State(options, tuple(held), max(options.stones - sum(held), 1), (Hand(),) * players, "throw")
    state = replace(state, options=replace(options, stones=sum(held) + state.middle))
    while state.rounds == 0:
        found = position_risks(GAME.view(state, state.seat), random.choice(("half", "game")), "approximate")
        assert not found.exact
        assert sum(found.risks) == pytest.approx(1)
        assert min(found.risks) >= 0
        match GAME.pending(state):
            case Chance(event=event):
                state = GAME.play(state, fill(event, dice))
            case Decision(moves=moves, seat=seat):
                assert {each.move for each in found.moves} == set(moves)
                own = [each.risks[seat] for each in found.moves]
                assert own == sorted(own, key=lambda risk: round(risk, 11))
                move = random.choice(found.moves).move
                state = GAME.play(state, fill(move, dice) if awaits(move) else move)


def test_three_players_left_of_many_are_exact() -> None:
    """S9: when the middle is empty, players without stones are out, and the three left play a half of three."""
    held = (4, 0, 5, 0, 4, 0)
    three = known(Options(), 3, "half")
    assert three is not None
    state = State(Options(), held, 0, (Hand(),) * 6, "throw", seat=2)
    found = position_risks(state, "half", "known")
    assert found.exact
    expected = three.value(0, (5, 4, 4))
    assert found.risks == pytest.approx((expected[2], 0, expected[0], 0, expected[1], 0))
    assert position_risks(state, "game", "known").errors == AS_HALF_OF_MANY, "the second half of six is approximated"
    assert position_risks(replace(state, lost=(1,)), "game", "known").exact


def test_the_cases_of_the_players_before_are_summed_by_the_rules() -> None:
    """S8: they stay lowest with a key under the last three's lowest, and best with one not under their best."""
    players, deals, generator = 6, np.array([1, 1, 2, 3, 3]), np.random.default_rng(8)
    pays = generator.random((players, players, DEALS, players))
    cases = [(low, lowest, high, 2 - lowest) for low in range(5) for high in range(low, 5) for lowest in (0, 2)]
    extremes, shares = np.array(cases), generator.dirichlet(np.ones(len(cases)))
    after = _after_three(deals, pays, extremes, shares)
    for (lowest, best), low in product(permutations(range(3), 2), range(5)):
        for high in range(low, 5):
            expected = np.zeros(players)
            for (under, loser, over, winner), share in zip(cases, shares, strict=True):
                last = loser if under < low else players - 3 + lowest
                first, key = (winner, over) if over >= high else (players - 3 + best, high)
                expected += share * pays[last, first, deals[key]]
            assert after[_pair(lowest, best), low, high] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("limit", [1, 2])
def test_an_open_round_of_four_equals_its_kernel(limit: int) -> None:
    """Rounds of four have a kernel of their own."""
    rounds = rounds_of(Options())
    pays = np.random.default_rng(6).random((4, 4, DEALS, 4))
    exact = rounds.worth_of_beginner(pays)[rounds.ends_of_beginner(limit)]
    opened = OpenRound(rounds, limit, pays)
    assert opened.worth(()) == pytest.approx(exact, abs=1e-12)
    for seen in (20,), (20, 30):
        if limit == 2:
            low, high = offered(rounds.followers[limit])
            assert opened.worth(seen) == pytest.approx(rounds.worth(pays, limit, seen)[low:high], abs=1e-12)


@pytest.mark.parametrize(("players", "middle"), [(6, False), (6, True), (8, True)])
def test_open_rounds_of_many_are_exact_for_any_values_after_them(players: int, middle: bool) -> None:
    """Two kernels: one follows the extremes of all throws, the other knows the throws of the last three players."""
    rounds = rounds_of(Options())
    pays = np.random.default_rng(7).random((players, players, DEALS, players))
    if middle:
        pays[:] = pays[:, :1]  # S9: it gives the stones, whoever is best
    seen = (30, 7, 20, 41, 20, 12)[: players - 3]
    for limit in (1, 2):
        opened, keys = OpenRound(rounds, limit, pays), len(rounds.followers[limit].deals)
        assert opened.worth((*seen, 33, 4)) == pytest.approx(
            worth_of_late(rounds, limit, (*seen, 33, 4), pays)[:keys], abs=1e-12
        )
        if limit == 2:
            for before in (seen, (*seen, 33)):
                exact = worth_of_late(rounds, limit, before, pays)[:keys]
                assert opened.worth(before) == pytest.approx(exact, abs=1e-12)
