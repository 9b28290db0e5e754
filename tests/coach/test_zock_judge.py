"""ZOCK's judge against the solver, and against its own values one event later."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from knobel.coach.judges.zock import LONG_ERROR, ZockJudge, before_roll_off, game_at_hand
from knobel.coach.values import Values
from knobel.rules.dice import SeededDice, awaits, fill, multisets, outcomes
from knobel.rules.errors import BadPosition
from knobel.rules.game import Chance, Decision, Over
from knobel.rules.zock import (
    ALL_FIELDS,
    GAME,
    Accept,
    Claim,
    Cover,
    Event,
    GameScore,
    Object,
    Options,
    Pass,
    State,
    Throw,
    covers,
    start,
)
from knobel.solve.zock.solver import evaluate, match_table

from ..solve.options import EVERY_OPTION, EVERY_VARIANT
from ..solve.test_zock_engine import positions
from ..solve.zock_reference import Game as PlainGame
from ..solve.zock_reference import Payoff, zock_side

SEED = 20261115
CLOSE = 1e-12


def expected(judge: ZockJudge, state: State, event: Event) -> float:
    """The chance of seat 0 after an event, averaged over the dice."""
    if not awaits(event):
        return judge.chances(GAME.play(state, event))[0]
    falls = list(outcomes(event))
    return sum(weight * judge.chances(GAME.play(state, fallen))[0] for fallen, weight in falls) / sum(
        weight for _, weight in falls
    )


def value_of(judge: ZockJudge, state: State, event: Event) -> float:
    """The same to the seat whose turn it is."""
    first = expected(judge, state, event)
    return first if state.seat == 0 else 1 - first


@EVERY_OPTION
def test_values_are_those_of_the_solver(options: Options) -> None:
    for state in positions(options, 60):
        judge = ZockJudge(state.options)
        for seat in (0, 1):
            assert judge.chances(state)[seat] == pytest.approx(evaluate(state, "match", seat).value, abs=CLOSE)
        if state.phase == "cover":
            values, points = judge.weigh(state), evaluate(state, "points")
            assert values.exact
            assert {worth.move: worth.value for worth in values.moves} == pytest.approx(
                {Cover(state.seat, worth.fields): worth.value for worth in evaluate(state, "match").covers}, abs=CLOSE
            )
            assert {worth.move: worth.points for worth in values.moves} == pytest.approx(
                {Cover(state.seat, worth.fields): worth.value for worth in points.covers}, abs=CLOSE
            )


@EVERY_OPTION
def test_values_equal_exact_fractions(options: Options) -> None:
    """Without any solver: the last game of a match with few fields open, by recursion over everything that can fall."""
    print(f"seed {SEED}")
    rng, again = random.Random(SEED), options.variant == "A"
    side = zock_side(options.variant, options.two_digit)
    for lead in (0, 3, -6):
        last = PlainGame(side, side, again, *payoffs(lead))
        for _ in range(8):
            own, rival = (rng.choice([(1, 2, 3, 4), (2, 3, 5), (1, 6, 8, 9), (1, 3, 7)]) for _ in range(2))
            throws = [dice for dice, _ in multisets(2) if covers(options.variant, options.two_digit, dice, own)]
            if not throws:
                continue
            seat = rng.randrange(2)
            before = (GameScore(seat if lead > 0 else 1 - seat, abs(lead)),)
            fields = (own, rival) if seat == 0 else (rival, own)
            state = State(replace(options, games=2), fields, "cover", seat, rng.choice(throws), games=before)
            values = ZockJudge(state.options).weigh(state)
            for cover in covers(options.variant, options.two_digit, state.dice, own):
                after = last.value(frozenset(own) - frozenset(cover), frozenset(rival))
                exact = float(after.throwing if again else after.waiting)
                assert values.of(Cover(seat, cover)).value == pytest.approx(exact, abs=CLOSE)


def payoffs(lead: int) -> tuple[Payoff, Payoff]:
    """K8: payoffs of winning and losing the last game, by the lead before it."""

    def won(lead: int) -> Fraction:
        return Fraction(1 + (lead > 0) - (lead < 0), 2)

    return lambda loss: won(lead + loss), lambda loss: won(lead - loss)


@EVERY_OPTION
def test_a_value_is_the_mean_of_the_values_after_it(options: Options) -> None:
    for state in positions(options, 60):
        check_one_step(ZockJudge(state.options), state)


def check_one_step(judge: ZockJudge, state: State) -> None:
    chances = judge.chances(state)
    assert sum(chances) == pytest.approx(1, abs=CLOSE)
    match GAME.pending(state):
        case Chance(event=wanted):
            assert chances[0] == pytest.approx(expected(judge, state, wanted), abs=CLOSE)
        case Decision(moves=moves):
            values = judge.weigh(state)
            assert [worth.move for worth in values.moves if worth.move in moves] == [each.move for each in values.moves]
            assert len(values.moves) == len(moves)
            assert values.best.value == pytest.approx(chances[state.seat], abs=CLOSE)
            check_moves(judge, state, values, moves)
        case Over(result=result):
            assert chances[0] == {(0,): 1.0, (1,): 0.0, (0, 1): 0.5}[result.winners]  # type: ignore[attr-defined]  # ZOCK's result has winners


def check_moves(judge: ZockJudge, state: State, values: Values, moves: tuple[Event, ...]) -> None:
    """Every move has the value of its outcome, capped for illegal moves by the best legal one."""
    lawful = covers(state.options.variant, state.options.two_digit, state.dice, state.open[state.seat])
    for move in moves:
        worth, after = values.of(move), value_of(judge, state, move)
        cheats = state.phase == "cover" and not (move.fields in lawful if isinstance(move, Cover) else not lawful)
        assert worth.value == pytest.approx(min(after, values.best.value) if cheats else after, abs=CLOSE)
        assert not cheats or worth is not values.best
        assert worth.chances[state.seat] == worth.value
        assert sum(worth.chances) == pytest.approx(1, abs=CLOSE)


def careless(options: Options, games: int) -> Iterator[State]:
    """States of games whose players cover and object as they like, mostly by the rules."""
    print(f"seed {SEED}")
    rng, dice = random.Random(SEED), SeededDice(SEED)
    for _ in range(games):
        state = start(options, 2)
        while True:
            yield state
            waits = GAME.pending(state)
            if isinstance(waits, Over):
                break
            if isinstance(waits, Chance):
                event = waits.event
            else:
                assert isinstance(waits, Decision)
                offered = covers(options.variant, options.two_digit, state.dice, state.open[state.seat])
                fitting = [move for move in waits.moves if isinstance(move, Cover) and move.fields in offered]
                event = rng.choice(fitting if fitting and rng.random() < 0.7 else waits.moves)
            state = GAME.play(state, fill(event, dice) if awaits(event) else event)


@EVERY_VARIANT
def test_players_as_referees(options: Options) -> None:
    """K9, at states of a few careless games, some with wrong covers without an objection yet."""
    options = replace(options, referee="players", games=2)
    states = [state for state in careless(options, 3) if state.phase != "cover" or len(state.open[state.seat]) < 7]
    judge = ZockJudge(options)
    assert sum(state.phase == "object" for state in states) > 10
    for state in states[:: 1 + len(states) // 60]:
        check_one_step(judge, state)
    check_one_step(judge, states[-1])


def test_a_wrong_cover_has_the_value_of_passing() -> None:
    """K9: the rival objects, so nothing is covered and he throws."""
    state = State(Options(referee="players", games=1), phase="cover", dice=(2, 4))
    values = ZockJudge(state.options).weigh(state)
    assert values.best.move == Cover(0, (2, 4))
    assert values.of(Cover(0, (8, 9))).value == pytest.approx(values.of(Pass(0)).value, abs=CLOSE)
    assert values.of(Pass(0)).value < values.best.value - 0.01


def test_passing_a_mandatory_cover_is_never_advised() -> None:
    """K4: with 1 and 2 open a ten has to cover the 1, although both are easier to cover together than the 2 alone."""
    state = State(Options(referee="players", games=1), ((1, 2), (3, 4)), "cover", 0, (4, 6))
    judge = ZockJudge(state.options)
    values = judge.weigh(state)
    assert values.best.move == Cover(0, (1,))
    assert judge.chances(GAME.play(state, Pass(0)))[0] > values.best.value + 0.1
    assert values.of(Pass(0)).value == values.best.value == judge.chances(state)[0]


def test_a_missed_objection_has_a_cost() -> None:
    """K9: against field 9 alone the rival is all but lost, and an objection opens 7 and 8 again."""
    wrong = (Claim((1, 2), (7, 8)),)
    state = State(Options(referee="players", games=1), ((9,), (9,)), "object", 1, (1, 2), wrong)
    judge = ZockJudge(state.options)
    strict = replace(state, options=Options(games=1), phase="throw", claims=())
    objects = evaluate(replace(strict, open=((7, 8, 9), (9,))), "match").value
    throws = evaluate(strict, "match").value
    values = judge.weigh(state)
    assert [worth.move for worth in values.moves] == [Object(1), Throw(1)]
    assert [worth.value for worth in values.moves] == pytest.approx([objects, throws], abs=CLOSE)
    assert objects - throws > 0.05


def test_a_wrong_end_is_objected_to() -> None:
    ended = State(Options(referee="players", games=1), ((), (9,)), "accept", 1, (1, 2), (Claim((1, 2), (9,)),))
    values = ZockJudge(ended.options).weigh(ended)
    assert (values.best.move, values.of(Accept(1)).value) == (Object(1), 0)
    right = replace(ended, claims=(Claim((4, 5), (9,)),))
    assert [worth.value for worth in ZockJudge(right.options).weigh(right).moves] == [0, 0]


def test_in_variant_a_the_player_throws_on_after_a_wrong_cover() -> None:
    """An objection is not possible yet, but the fields are open again before the rival throws."""
    options = Options(variant="A", referee="players", games=1)
    wrong = State(options, ((1, 2, 3), ALL_FIELDS), "throw", 0, (1, 1), (Claim((1, 1), (4, 5, 6, 7, 8, 9)),))
    honest = State(options, (ALL_FIELDS, ALL_FIELDS), "throw", 0, (1, 1))
    cheated, fair = (ZockJudge(options).chances(state)[0] for state in (wrong, honest))
    unnoticed = ZockJudge(options).chances(replace(wrong, claims=()))[0]
    assert cheated < unnoticed
    assert cheated == pytest.approx(fair, abs=0.1)


def test_chips_change_nothing() -> None:
    from knobel.rules.chips import Chips

    plain = State(Options(), phase="cover", dice=(2, 4))
    rich = replace(start(Options(chips=Chips(1, 2, 5, 10)), 2), phase="cover", dice=(2, 4))
    assert ZockJudge(rich.options).weigh(rich) == ZockJudge(plain.options).weigh(plain)


@EVERY_VARIANT
def test_long_matches_are_estimated_until_ten_games_are_left(options: Options) -> None:
    long = replace(options, games=11)
    judge, fresh = ZockJudge(long), State(long, phase="cover", dice=(2, 4))
    assert not judge.exact
    assert not judge.weigh(fresh).exact
    assert {worth.error for worth in judge.weigh(fresh).moves} == {LONG_ERROR}
    later = replace(fresh, games=(GameScore(0, 12),))
    assert judge.weigh(later).exact
    assert judge.chances(later) == pytest.approx(
        (evaluate(later, "match", 0).value, evaluate(later, "match", 1).value), abs=CLOSE
    )


@EVERY_VARIANT
def test_values_of_long_matches_are_close_to_one_exact_step(options: Options) -> None:
    """With eleven games left the next one ends in what is solved, so the chance before it is known exactly."""
    for lead in (-200, -90, -30, 0, 7, 50, 120):
        game = game_at_hand(options, 11, lead)
        exact = (game.value(ALL_FIELDS, ALL_FIELDS) + game.value(ALL_FIELDS, ALL_FIELDS, throws=False)) / 2
        assert before_roll_off(options, 11, lead) == pytest.approx(exact, abs=LONG_ERROR)
    assert before_roll_off(options, 10, 50) == match_table(options).value(10, 50)


def test_positions_without_a_decision_are_refused() -> None:
    with pytest.raises(BadPosition, match="K4"):
        ZockJudge(Options()).weigh(start(Options(), 2))
