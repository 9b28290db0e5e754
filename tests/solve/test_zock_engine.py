"""ZOCK's solver against the rules engine: values are consistent along events, and simulated games earn them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import sqrt

import pytest
from msgspec.structs import replace

from knobel.rules.dice import SeededDice, multisets, outcomes
from knobel.rules.errors import BadOptions, BadPosition
from knobel.rules.game import Chance, Decision
from knobel.rules.zock import ALL_FIELDS, GAME, Cover, Event, Fields, GameScore, Options, Phase, State, covers
from knobel.solve.zock.solver import Evaluation, Objective, evaluate, match_solution, match_table, solution

from .options import EVERY_OPTION, EVERY_VARIANT

SEED = 20261115
OBJECTIVES = pytest.mark.parametrize("objective", ["points", "win", "match"])
GAMES = 2
"""Few games, which are solved quickly; a position may be in the last game or not."""

SETS = [list(combinations(ALL_FIELDS, size)) for size in range(1, 10)]


def some_fields(rng: random.Random) -> Fields:
    """The number of open fields is uniform, so that many positions are close to the end."""
    return rng.choice(rng.choice(SETS))


def positions(options: Options, count: int) -> Iterator[State]:
    """Positions of all phases before a match is over; some cannot be reached, but all have a value."""
    print(f"seed {SEED}")
    rng = random.Random(SEED)
    options = replace(options, games=GAMES)
    for _ in range(count):
        games = tuple(GameScore(rng.randrange(2), rng.randint(1, 45)) for _ in range(rng.randrange(GAMES)))
        fields, seat = (some_fields(rng), some_fields(rng)), rng.randrange(2)
        throws = [dice for dice, _ in multisets(2) if covers(options.variant, options.two_digit, dice, fields[seat])]
        phase: Phase = rng.choice(("throw", "cover", "roll_off"))
        yield State(options, fields, phase, seat, rng.choice(throws), games=games)


def value_after(state: State, event: Event, objective: Objective, seat: int) -> float:
    after = GAME.play(state, event)
    if objective == "match" or len(after.games) == len(state.games):
        return evaluate(after, objective, seat).value
    last, won = after.games[-1], after.games[-1].winner == seat
    if objective == "points":
        return last.loss if won else -last.loss
    return float(won)


@EVERY_OPTION
@OBJECTIVES
def test_a_value_is_the_mean_of_the_values_after_it(options: Options, objective: Objective) -> None:
    for state in positions(options, 60):
        for seat in (0, 1):
            found = evaluate(state, objective, seat)
            match GAME.pending(state):
                case Chance(event=wanted):
                    falls = list(outcomes(wanted))
                    expected = sum(weight * value_after(state, event, objective, seat) for event, weight in falls)
                    expected /= sum(weight for _, weight in falls)
                case Decision(seat=decider, moves=moves):
                    values = [value_after(state, move, objective, seat) for move in moves]
                    expected = max(values) if seat == decider else min(values)
                case pending:
                    raise AssertionError(pending)
            assert found.value == pytest.approx(expected, rel=1e-12, abs=1e-12), state


@EVERY_VARIANT
@OBJECTIVES
def test_covers_are_those_of_the_engine_with_their_values(options: Options, objective: Objective) -> None:
    for state in positions(options, 60):
        found = evaluate(state, objective)
        pending = GAME.pending(state)
        if not isinstance(pending, Decision):
            assert not found.covers
            continue
        moves = [move for move in pending.moves if isinstance(move, Cover)]
        values = {move.fields: value_after(state, move, objective, state.seat) for move in moves}
        assert {worth.fields: worth.value for worth in found.covers} == pytest.approx(values, rel=1e-12, abs=1e-12)
        assert [worth.value for worth in found.covers] == sorted((each.value for each in found.covers), reverse=True)
        assert found.best[0] == found.covers[0]


@EVERY_OPTION
def test_a_game_is_the_same_to_both_players(options: Options) -> None:
    rng = random.Random(SEED)
    points, win = solution(options, "points"), solution(options, "win")
    for _ in range(200):
        own, rival = some_fields(rng), some_fields(rng)
        assert points.value(own, rival) == pytest.approx(-points.value(rival, own, throws=False), abs=1e-12)
        assert win.value(own, rival) + win.value(rival, own, throws=False) == pytest.approx(1, abs=1e-12)


@EVERY_VARIANT
def test_to_throw_with_equal_fields_is_an_advantage_at_the_start(options: Options) -> None:
    assert solution(options, "points").value(ALL_FIELDS, ALL_FIELDS) > 0
    assert solution(options, "win").value(ALL_FIELDS, ALL_FIELDS) > 0.5


@EVERY_VARIANT
def test_a_match_is_the_same_to_both_players(options: Options) -> None:
    rng = random.Random(SEED)
    table = match_table(options, GAMES)
    for lead in (0, 1, 17, 45, 66, 70, 75, 90, 91):
        ahead, behind = match_solution(options, GAMES, lead), match_solution(options, GAMES, -lead)
        for _ in range(50):
            own, rival = some_fields(rng), some_fields(rng)
            assert ahead.value(own, rival) == pytest.approx(1 - behind.value(rival, own, throws=False), abs=1e-12)
        start = (ahead.value(ALL_FIELDS, ALL_FIELDS) + ahead.value(ALL_FIELDS, ALL_FIELDS, throws=False)) / 2
        assert table.value(GAMES, lead) == pytest.approx(start, abs=1e-12)
        assert table.value(GAMES, lead) + table.value(GAMES, -lead) == 1


@EVERY_VARIANT
def test_more_lead_is_never_worse(options: Options) -> None:
    table = match_table(options, GAMES)
    for games in range(1, GAMES + 1):
        values = [table.value(games, lead) for lead in range(-100, 101)]
        assert all(less <= more + 1e-12 for less, more in pairwise(values))
        assert (values[0], values[100], values[-1]) == (0, 0.5, 1)


@EVERY_VARIANT
def test_the_last_game_of_an_equal_match_is_a_game_to_win(options: Options) -> None:
    """Every loss is at least one point, so the winner of the game wins the match."""
    rng = random.Random(SEED)
    last, win = match_solution(options, 1, 0), solution(options, "win")
    for _ in range(200):
        own, rival = some_fields(rng), some_fields(rng)
        assert last.value(own, rival) == pytest.approx(win.value(own, rival), abs=1e-12)


@EVERY_VARIANT
def test_games_played_by_the_engine_earn_the_value(options: Options) -> None:
    """Both follow the solver; the mean result of the first to throw is its value, within four standard errors."""
    games, dice = 3000, SeededDice(SEED)
    results = [_first_players_points(replace(options, games=1), dice) for _ in range(games)]
    mean = sum(results) / games
    error = sqrt(sum((each - mean) ** 2 for each in results) / (games - 1) / games)
    print(f"seed {SEED}, mean {mean}, standard error {error}")
    assert abs(mean - solution(options, "points").value(ALL_FIELDS, ALL_FIELDS)) < 4 * error


def _first_players_points(options: Options, dice: SeededDice) -> int:
    state = State(options, phase="throw")
    while not state.games:
        pending = GAME.pending(state)
        if isinstance(pending, Decision):
            state = GAME.play(state, Cover(state.seat, evaluate(state, "points").best[0].fields))
        else:
            assert isinstance(pending, Chance)
            state = GAME.play(state, replace(pending.event, dice=dice.roll(2)))
    return state.games[0].loss if state.games[0].winner == 0 else -state.games[0].loss


def test_a_finished_match_is_won_lost_or_drawn() -> None:
    def over(*games: GameScore) -> State:
        return State(Options(games=2), ((), (1,)), "over", 0, (1, 2), games=games)

    assert evaluate(over(GameScore(0, 3), GameScore(1, 2)), "match").value == 1
    assert evaluate(over(GameScore(0, 3), GameScore(1, 3)), "match").value == 0.5
    assert evaluate(over(GameScore(0, 3), GameScore(1, 4)), "match") == Evaluation(0, 0.0)
    with pytest.raises(BadPosition, match="K8"):
        evaluate(over(GameScore(0, 3), GameScore(1, 2)), "win")


def test_players_as_referees_are_not_solved() -> None:
    with pytest.raises(BadPosition, match="K9"):
        evaluate(State(Options(referee="players"), phase="throw"), "win")


def test_more_than_ten_games_are_not_solved() -> None:
    with pytest.raises(BadOptions, match="up to 10 games left, not with 11"):
        evaluate(State(Options(games=11)), "match")
    with pytest.raises(BadOptions, match="K8"):
        match_table(Options(), -1)
