"""How a match goes: beginning, turns, winning a game, winning the match (K1, K2, K4, K5, K7, K8)."""

from __future__ import annotations

import pytest

from knobel.rules.errors import BadOptions
from knobel.rules.game import Chance, Over, read_options
from knobel.rules.zock import (
    ALL_FIELDS,
    GAME,
    Accept,
    Cover,
    Event,
    GameScore,
    Object,
    Options,
    Pass,
    Result,
    RollOff,
    State,
    Throw,
    losses,
    result,
    start,
    view,
)
from tests.rules.refusals import assert_refused, choices, play

ANNA, BEN = 0, 1
ANNA_BEGINS = RollOff(((6, 6), (1, 2)))
BEN_BEGINS = RollOff(((1, 2), (6, 6)))
VARIANTS = ("basic", "A", "B", "C")


def begun(**options: object) -> State:
    """A match in which Anna is about to throw first."""
    state: State = play(GAME, start(read_options(GAME, options), 2), ANNA_BEGINS)
    return state


def throwing(seat: int, anna: tuple[int, ...], ben: tuple[int, ...], **options: object) -> State:
    """A match in which `seat` is about to throw and the players have these fields open."""
    return State(read_options(GAME, options), open=(anna, ben), phase="throw", seat=seat)


def thrower(state: State) -> int:
    pending = GAME.pending(state)
    assert isinstance(pending, Chance)
    assert isinstance(pending.event, Throw)
    assert pending.event.dice == (0, 0)
    return pending.event.seat


@pytest.mark.rule("K1")
@pytest.mark.parametrize("players", [0, 1, 3, 4])
def test_zock_is_for_two(players: int) -> None:
    with pytest.raises(BadOptions) as refusal:
        start(Options(), players)
    assert refusal.value.rule == "K1"


@pytest.mark.rule("K1")
def test_each_player_has_nine_open_fields() -> None:
    state = start(Options(), 2)
    assert state.players == 2
    assert state.open == (tuple(range(1, 10)),) * 2


@pytest.mark.rule("K1")
@pytest.mark.parametrize("dice", [(), (3,), (1, 2, 3), (1, 7), (-1, 2)])
def test_a_throw_is_two_dice(dice: tuple[int, ...]) -> None:
    assert_refused(GAME, begun(), Throw(ANNA, dice), "K1")


@pytest.mark.rule("R2")
@pytest.mark.parametrize("dice", [(0, 0), (0, 1), (1, 0), (0,)])
def test_dice_that_lie_open_are_told_at_once(dice: tuple[int, ...]) -> None:
    assert_refused(GAME, begun(), Throw(ANNA, dice), "R2")
    assert_refused(GAME, start(Options(), 2), RollOff(((1, 2), dice)), "R2")


@pytest.mark.rule("K1")
def test_all_seats_see_the_whole_state() -> None:
    state = play(GAME, begun(), Throw(ANNA, (3, 4)))
    assert view(state, ANNA) == view(state, BEN) == view(state, None) == state


@pytest.mark.rule("K2")
def test_the_higher_total_begins() -> None:
    fresh = start(Options(), 2)
    assert GAME.pending(fresh) == Chance(RollOff(((0, 0), (0, 0))))
    assert thrower(play(GAME, fresh, RollOff(((4, 1), (2, 2))))) == ANNA
    assert thrower(play(GAME, fresh, RollOff(((3, 3), (1, 6))))) == BEN


@pytest.mark.rule("K2")
def test_equal_totals_throw_again() -> None:
    fresh = start(Options(), 2)
    again = play(GAME, fresh, RollOff(((1, 6), (3, 4))))
    assert GAME.pending(again) == GAME.pending(fresh)
    assert thrower(play(GAME, again, RollOff(((1, 6), (3, 4))), BEN_BEGINS)) == BEN


@pytest.mark.rule("K2")
@pytest.mark.parametrize("dice", [(), ((1, 2),), ((1, 2),) * 3, ((1, 2), (3,)), ((1, 2), (3, 7)), ((1, 2, 3), (1, 2))])
def test_the_roll_off_is_two_dice_for_each_player(dice: tuple[tuple[int, ...], ...]) -> None:
    assert_refused(GAME, start(Options(), 2), RollOff(dice), "K2")


@pytest.mark.rule("K2")
@pytest.mark.parametrize("event", [Throw(ANNA, (1, 2)), Cover(ANNA, (1,)), Pass(ANNA), Object(BEN), Accept(BEN)])
def test_nothing_happens_before_the_roll_off(event: Event) -> None:
    for referee in ("strict", "players"):
        assert_refused(GAME, start(read_options(GAME, {"referee": referee}), 2), event, "K2")


@pytest.mark.rule("K2")
def test_every_game_begins_with_a_roll_off_and_all_fields_open() -> None:
    won = play(GAME, throwing(ANNA, (7,), (2, 9), games=2), Throw(ANNA, (3, 4)), Cover(ANNA, (7,)))
    assert won.open == ((), (2, 9))  # the fields stay visible until the next game
    assert isinstance(GAME.pending(won), Chance)
    again = play(GAME, won, BEN_BEGINS)
    assert again.open == (ALL_FIELDS, ALL_FIELDS)
    assert thrower(again) == BEN


@pytest.mark.rule("K3")
def test_a_cover_is_a_set_of_open_fields() -> None:
    state = play(GAME, throwing(ANNA, (1, 3, 4, 7), ALL_FIELDS), Throw(ANNA, (3, 4)))
    for fields in ((), (2,), (0,), (10,), (-7,), (3, 3), (7, 7), (3, 4, 4), (2, 5)):
        assert_refused(GAME, state, Cover(ANNA, fields), "K3")


@pytest.mark.rule("K3", "K4")
def test_both_dice_must_be_used() -> None:
    state = play(GAME, begun(), Throw(ANNA, (2, 4)))
    for fields in ((2,), (4,), (2, 6), (4, 6), (2, 4, 6), (1,), (1, 5)):
        assert_refused(GAME, state, Cover(ANNA, fields), "K3")


@pytest.mark.rule("K4")
def test_the_player_chooses_which_cover() -> None:
    state = play(GAME, begun(), Throw(ANNA, (4, 2)))
    assert choices(GAME, state) == (ANNA, {Cover(ANNA, (2, 4)), Cover(ANNA, (6,))})
    assert play(GAME, state, Cover(ANNA, (6,))).open == ((1, 2, 3, 4, 5, 7, 8, 9), ALL_FIELDS)
    assert play(GAME, state, Cover(ANNA, (4, 2))).open == ((1, 3, 5, 6, 7, 8, 9), ALL_FIELDS)


@pytest.mark.rule("K4")
@pytest.mark.parametrize("event", [Pass(ANNA), Throw(ANNA, (1, 2)), Throw(BEN, (1, 2)), Cover(BEN, (6,))])
def test_a_possible_cover_must_be_made(event: Event) -> None:
    assert_refused(GAME, play(GAME, begun(), Throw(ANNA, (2, 4))), event, "K4")


@pytest.mark.rule("K4")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_throw_without_a_cover_is_passed(variant: str) -> None:
    state = play(GAME, throwing(ANNA, (5,), (6,), variant=variant), Throw(ANNA, (1, 1)))
    assert state.open == ((5,), (6,))
    assert thrower(state) == BEN
    assert_refused(GAME, state, Cover(ANNA, (5,)), "K5")


@pytest.mark.rule("K5")
@pytest.mark.parametrize("variant", ["basic", "B", "C"])
def test_players_throw_in_turn(variant: str) -> None:
    state = play(GAME, begun(variant=variant), Throw(ANNA, (2, 4)), Cover(ANNA, (6,)))
    assert thrower(state) == BEN
    assert_refused(GAME, state, Throw(ANNA, (1, 2)), "K5")
    state = play(GAME, state, Throw(BEN, (4, 4)), Cover(BEN, (8,)))
    assert thrower(state) == ANNA
    assert state.open == ((1, 2, 3, 4, 5, 7, 8, 9), (1, 2, 3, 4, 5, 6, 7, 9))


@pytest.mark.rule("K5")
def test_variant_a_keeps_the_dice_until_a_throw_cannot_be_used() -> None:
    state = play(GAME, begun(variant="A"), Throw(ANNA, (2, 4)), Cover(ANNA, (6,)))
    assert thrower(state) == ANNA
    assert_refused(GAME, state, Throw(BEN, (1, 2)), "K5")
    state = play(GAME, state, Throw(ANNA, (4, 4)), Cover(ANNA, (8,)))
    assert thrower(state) == ANNA
    state = play(GAME, state, Throw(ANNA, (4, 4)))
    assert thrower(state) == BEN


@pytest.mark.rule("K5")
def test_variants_b_and_c_name_their_rule_when_they_refuse() -> None:
    for variant, rule in (("basic", "K3"), ("A", "K3"), ("B", "K5"), ("C", "K5")):
        state = play(GAME, begun(variant=variant), Throw(ANNA, (2, 4)))
        assert_refused(GAME, state, Cover(ANNA, (9,)), rule)


@pytest.mark.rule("K5")
def test_the_variant_decides_what_may_be_covered() -> None:
    wanted = {
        "basic": {(3, 4), (7,)},
        "A": {(3, 4), (7,)},
        "B": {(3, 4), (7,), (2, 5), (1, 6)},
        "C": {(3, 4), (7,), (2, 5), (1, 6), (1, 2), (1,)},
    }
    for variant, fields in wanted.items():
        state = play(GAME, begun(variant=variant), Throw(ANNA, (4, 3)))
        assert choices(GAME, state) == (ANNA, {Cover(ANNA, cover) for cover in fields})


@pytest.mark.rule("K6")
def test_two_digits_decide_what_may_be_covered() -> None:
    digits = play(GAME, begun(two_digit="digits"), Throw(ANNA, (6, 6)))
    assert choices(GAME, digits) == (ANNA, {Cover(ANNA, (1, 2))})
    ten_only = play(GAME, begun(two_digit="ten_only"), Throw(ANNA, (6, 6)))
    assert thrower(ten_only) == BEN


@pytest.mark.rule("K7")
@pytest.mark.parametrize("winner", [ANNA, BEN])
@pytest.mark.parametrize("variant", VARIANTS)
def test_covering_all_fields_wins_and_the_loser_notes_the_open_ones(variant: str, winner: int) -> None:
    fields = ((7,), (1, 4, 9)) if winner == ANNA else ((1, 4, 9), (7,))
    state = play(GAME, throwing(winner, *fields, variant=variant), Throw(winner, (3, 4)), Cover(winner, (7,)))
    assert state.games == (GameScore(winner, 1 + 4 + 9),)
    assert losses(state) == ((0, 14) if winner == ANNA else (14, 0))


@pytest.mark.rule("K7")
def test_a_game_is_not_won_with_a_field_open() -> None:
    state = play(GAME, throwing(ANNA, (7, 9), (9,)), Throw(ANNA, (3, 4)), Cover(ANNA, (7,)))
    assert state.games == ()
    assert thrower(state) == BEN


def finish(state: State, winner: int, beginner: int, loser_open: tuple[int, ...]) -> State:
    """The next game of the match, put to its last throw: `winner` covers a last 7."""
    state = play(GAME, state, ANNA_BEGINS if beginner == ANNA else BEN_BEGINS)
    fields = ((7,), loser_open) if winner == ANNA else (loser_open, (7,))
    near = State(state.options, open=fields, phase="throw", seat=winner, games=state.games)
    won: State = play(GAME, near, Throw(winner, (3, 4)), Cover(winner, (7,)))
    return won


@pytest.mark.rule("K8")
def test_a_match_is_ten_games_unless_agreed_otherwise() -> None:
    assert Options().games == 10
    for games in (1, 3, 10):
        state = start(Options(games=games), 2)
        for number in range(games):
            assert result(state) is None, number
            state = finish(state, ANNA, BEN, (2,))
        assert result(state) == Result((0, 2 * games), (ANNA,), (GameScore(ANNA, 2),) * games)
        assert GAME.pending(state) == Over(Result((0, 2 * games), (ANNA,), (GameScore(ANNA, 2),) * games))


@pytest.mark.rule("K8")
def test_fewest_loss_points_win_however_many_games_were_won() -> None:
    state = start(Options(games=3), 2)
    state = finish(state, ANNA, ANNA, (1, 2))
    state = finish(state, BEN, BEN, (8, 9))
    state = finish(state, ANNA, ANNA, (4,))
    assert result(state) == Result((17, 7), (BEN,), (GameScore(ANNA, 3), GameScore(BEN, 17), GameScore(ANNA, 4)))


@pytest.mark.rule("K8")
def test_equal_loss_points_are_a_draw() -> None:
    state = finish(finish(start(Options(games=2), 2), ANNA, ANNA, (3, 5)), BEN, ANNA, (8,))
    assert result(state) == Result((8, 8), (ANNA, BEN), (GameScore(ANNA, 8), GameScore(BEN, 8)))


@pytest.mark.rule("K8")
@pytest.mark.parametrize(
    "event", [ANNA_BEGINS, Throw(ANNA, (1, 2)), Cover(ANNA, (9,)), Pass(ANNA), Object(BEN), Accept(BEN)]
)
def test_nothing_happens_after_the_match(event: Event) -> None:
    assert_refused(GAME, finish(start(Options(games=1), 2), ANNA, ANNA, (9,)), event, "K8")


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        pytest.param({"variant": "D"}, "K5", marks=pytest.mark.rule("K5")),
        pytest.param({"two_digit": "both"}, "K6", marks=pytest.mark.rule("K6")),
        pytest.param({"games": 0}, "K8", marks=pytest.mark.rule("K8")),
        pytest.param({"referee": "nobody"}, "K9", marks=pytest.mark.rule("K9")),
        pytest.param({"chips": {"red": 1, "blue": 2, "yellow": 3}}, "K10", marks=pytest.mark.rule("K10")),
        pytest.param({"chips": {"red": 0, "blue": 2, "yellow": 3, "green": 4}}, "K10", marks=pytest.mark.rule("K10")),
    ],
)
def test_unknown_choices_are_refused_by_the_rule_of_their_option(options: object, rule: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        read_options(GAME, options)
    assert refusal.value.rule == rule
