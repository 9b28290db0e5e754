"""Schocken's solver against the rules engine: values are consistent along events, and simulated games earn them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from knobel.fair.statistics.p_values import share_error
from knobel.rules.dice import SeededDice, awaits, draw, fill, multisets, outcomes
from knobel.rules.errors import BadOptions
from knobel.rules.game import Chance, Decision, Lot, Over, read_options
from knobel.rules.schocken import GAME, Event, Hand, Options, Starter, State, covered
from knobel.solve.schocken import half as half_module
from knobel.solve.schocken import two
from knobel.solve.schocken.half import MOST_STONES, Half
from knobel.solve.schocken.two import evaluate, game_risks, half_table

from .test_schocken_exact import HOUSES

SEED = 20261115
EVERY_HOUSE = pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)


def options_of(house: dict[str, Any], stones: int) -> Options:
    options: Options = read_options(GAME, {**house, "stones": stones})
    return options


def positions(options: Options, games: int, players: int = 2) -> Iterator[State]:
    """Every position of some games of random moves."""
    print(f"seed {SEED}")
    rng, source = random.Random(SEED), SeededDice(SEED)
    for _ in range(games):
        state = GAME.start(options, players)
        while True:
            yield state
            match GAME.pending(state):
                case Lot() as lot:
                    event = draw(lot, source)
                case Chance(event=event):
                    pass
                case Decision(moves=moves):
                    event = rng.choice(moves)
                case Over():
                    break
            state = GAME.play(state, fill(event, source) if awaits(event) else event)


def possible(state: State) -> list[tuple[State, int]]:
    """The states that are indistinguishable from this one, because the beginner's dice are covered; with weights."""
    beginner = state.beginner
    if not covered(state, beginner):
        return [(state, 1)]
    hand = state.hands[beginner]
    falls = ((replace(hand, thrown=dice), weight) for dice, weight in multisets(len(hand.thrown)))
    return [(replace(state, hands=_with(state.hands, beginner, hand)), weight) for hand, weight in falls]


def _with(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def risks_after(state: State, event: Event, seat: int) -> tuple[float, float]:
    """The chances to lose this half and the game after an event, over all that can fall and all that is hidden."""
    half = game = total = 0.0
    for real, weight in possible(state):
        for fallen, ways in outcomes(event) if awaits(event) else [(event, 1)]:
            after = GAME.play(real, fallen)
            found = evaluate(after, seat)
            over = len(after.lost) > len(state.lost)
            half += weight * ways * (float(after.lost[-1] == seat) if over else found.half)
            game += weight * ways * found.game
            total += weight * ways
    return half / total, game / total


@EVERY_HOUSE
def test_a_risk_is_the_mean_of_the_risks_after_it(house: dict[str, Any]) -> None:
    checked = 0
    for state in positions(options_of(house, 5), games=2):
        found = evaluate(state)
        match GAME.pending(state):
            case Chance(event=event):
                expected = risks_after(state, event, state.seat)
            case Decision(moves=moves):
                values = {move: risks_after(state, move, state.seat) for move in moves}
                assert {worth.move: worth.half for worth in found.moves} == pytest.approx(
                    {move: half for move, (half, _) in values.items()}, abs=1e-12
                )
                assert {worth.move: worth.game for worth in found.moves} == pytest.approx(
                    {move: game for move, (_, game) in values.items()}, abs=1e-12
                )
                expected = min(values.values())
            case _:
                continue
        checked += 1
        assert (found.half, found.game) == pytest.approx(expected, abs=1e-12), state
        other = evaluate(state, 1 - state.seat)
        assert (other.half, other.game) == pytest.approx((1 - found.half, 1 - found.game), abs=1e-15)
    assert checked > 50


@EVERY_HOUSE
def test_no_deviation_gains_in_full_games(house: dict[str, Any]) -> None:
    """A residual of all states bounds what any deviation in any round gains."""
    half = Half(options_of(house, 13))
    half.solve()
    assert half.residual() <= 1e-14


@EVERY_HOUSE
def test_a_view_is_enough(house: dict[str, Any]) -> None:
    for state in positions(options_of(house, 3), games=3):
        assert evaluate(GAME.view(state, state.seat)) == evaluate(state)


def test_moves_come_best_first_and_equal_ones_as_the_rules_list_them() -> None:
    options = Options(stones=1, sixes=True)
    hands = (Hand(thrown=(6, 6, 6), throws=1), Hand())
    state = State(options, (0, 0), 1, hands, "decide", cups_up=False)
    found = evaluate(state)
    risks = [worth.half for worth in found.moves]
    assert risks == pytest.approx(sorted(risks), abs=1e-11)
    assert {worth.move for worth in found.moves} == set(_moves(state))
    assert found.half == found.moves[0].half
    order = [_moves(state).index(worth.move) for worth in found.moves if worth.half == pytest.approx(risks[-1])]
    assert order == sorted(order)
    assert found.best[0] == found.moves[0]
    assert len(found.best) < len(found.moves)


def _moves(state: State) -> tuple[Event, ...]:
    waits = GAME.pending(state)
    assert isinstance(waits, Decision)
    return waits.moves


def test_the_game_from_its_first_round() -> None:
    """S2, S3: every way the halves can end, begun by the loser of the one before."""
    options = Options(stones=2)
    begins = half_table(options).risk(2, 0)
    expected = 0.0
    for first in (0, 1):
        for second in (0, 1):
            chance = (begins if first == 0 else 1 - begins) * (begins if second == first else 1 - begins)
            final = begins if second == 0 else 1 - begins
            expected += chance * (final if first != second else float(first == 0))
    assert game_risks(options) == pytest.approx((expected, 1 - expected), abs=1e-15)
    start = GAME.start(options, 2)
    assert (evaluate(start).half, evaluate(start).game) == (0.5, 0.5)
    begun = evaluate(GAME.play(start, Starter(1)))
    assert (begun.seat, begun.half, begun.game) == pytest.approx((1, begins, expected), abs=1e-15)


def test_a_game_that_is_over() -> None:
    *_, over = positions(Options(stones=1), games=1)
    for seat in (0, 1):
        lost = float(seat == over.lost[-1])
        assert (evaluate(over, seat).half, evaluate(over, seat).game) == (lost, lost)


@pytest.mark.parametrize(("name", "stones"), [("plain", 4), ("pub", 3), ("throws", 3)])
def test_games_played_by_the_engine_earn_the_value(name: str, stones: int) -> None:
    """Both follow the solver; the beginner loses as often as predicted, within four standard errors."""
    games = 1500
    options, source = options_of(HOUSES[name], stones), SeededDice(SEED)
    print(f"seed {SEED}")
    lost = 0
    for _ in range(games):
        state = GAME.play(GAME.start(options, 2), Starter(0))
        while state.phase != "over":
            waits = GAME.pending(state)
            event = evaluate(GAME.view(state, state.seat)).moves[0].move if state.phase == "decide" else None
            if isinstance(waits, Chance):
                event = waits.event
            assert event is not None
            state = GAME.play(state, fill(event, source) if awaits(event) else event)
        lost += state.lost[-1] == 0
    expected = game_risks(options)[0]
    assert abs(lost / games - expected) <= 4 * share_error(expected, games)


def test_unsolved_options_are_refused() -> None:
    with pytest.raises(BadOptions, match="for two players, not for 3"):
        evaluate(GAME.start(Options(), 3))
    with pytest.raises(BadOptions, match="up to 100 stones, not 101"):
        Half(Options(stones=MOST_STONES + 1))


def test_a_half_is_solved_once() -> None:
    options, told = Options(stones=6, jule=True), list[tuple[int, int]]()
    first = half_table(options, lambda done, total: told.append((done, total)))
    assert told[-1] == (21, 21)
    told.clear()
    two._half.cache_clear()
    second = half_table(options, lambda done, total: told.append((done, total)))
    assert not told
    assert second is not first
    assert second.residual() == first.residual() < 1e-14


def test_failed_convergence_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_module, "_STEPS", 1)
    with pytest.raises(ArithmeticError, match="do not settle"):
        Half(Options(stones=5)).solve()
