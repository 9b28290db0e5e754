"""Players as referees: mistakes, objections and the end of a game (K9)."""

from __future__ import annotations

import pytest

from knobel.rules.game import Chance, read_options
from knobel.rules.zock import (
    ALL_FIELDS,
    GAME,
    Accept,
    Cover,
    Event,
    GameScore,
    Object,
    Pass,
    RollOff,
    State,
    Throw,
    start,
)
from tests.rules.refusals import assert_refused, choices, play

from .reference import NINE, subsets

ANNA, BEN = 0, 1


def begun(variant: str = "basic") -> State:
    """Anna is about to throw; the players are the referees."""
    state = start(read_options(GAME, {"referee": "players", "variant": variant, "games": 1}), 2)
    begun: State = play(GAME, state, RollOff(((6, 6), (1, 2))))
    return begun


def near_the_end(variant: str = "basic") -> State:
    """Anna throws with 3 and 7 open, Ben has 2 and 9."""
    return State(begun(variant).options, open=((3, 7), (2, 9)), phase="throw", seat=ANNA)


@pytest.mark.rule("K9")
def test_the_mover_may_cover_any_open_fields_or_none() -> None:
    state = play(GAME, begun(), Throw(ANNA, (2, 4)))
    everything = {Cover(ANNA, tuple(sorted(fields))) for fields in subsets(NINE)}
    assert choices(GAME, state) == (ANNA, {Pass(ANNA), *everything})
    assert play(GAME, state, Cover(ANNA, (3, 8, 9))).open[ANNA] == (1, 2, 4, 5, 6, 7)


@pytest.mark.rule("K3", "K9")
def test_a_covered_field_cannot_be_covered_again() -> None:
    state = play(GAME, near_the_end(), Throw(ANNA, (2, 4)))
    for fields in ((1,), (3, 1), (3, 3), (0,), (10,), ()):
        assert_refused(GAME, state, Cover(ANNA, fields), "K3")


@pytest.mark.rule("K9")
def test_a_throw_that_cannot_be_used_is_still_the_movers_to_pass() -> None:
    state = play(GAME, near_the_end(), Throw(ANNA, (1, 1)))
    assert choices(GAME, state) == (ANNA, {Pass(ANNA), Cover(ANNA, (3,)), Cover(ANNA, (7,)), Cover(ANNA, (3, 7))})


@pytest.mark.rule("K9")
@pytest.mark.parametrize("move", [Cover(ANNA, (6,)), Cover(ANNA, (9,)), Pass(ANNA)])
def test_after_the_hand_over_the_opponent_throws_or_objects(move: Event) -> None:
    state = play(GAME, begun(), Throw(ANNA, (2, 4)), move)
    assert choices(GAME, state) == (BEN, {Throw(BEN), Object(BEN)})
    for event in (Object(ANNA), Throw(ANNA, (1, 2)), Accept(BEN), Cover(ANNA, (1,)), Pass(ANNA), Pass(BEN)):
        assert_refused(GAME, state, event, "K9")


@pytest.mark.rule("K9")
def test_an_objection_opens_the_fields_of_a_wrong_cover_again() -> None:
    wrong = play(GAME, begun(), Throw(ANNA, (2, 4)), Cover(ANNA, (6, 9)))
    assert wrong.open == ((1, 2, 3, 4, 5, 7, 8), ALL_FIELDS)
    state = play(GAME, wrong, Object(BEN))
    assert state.open == (ALL_FIELDS, ALL_FIELDS)
    assert GAME.pending(state) == Chance(Throw(BEN))


@pytest.mark.rule("K9")
def test_an_objection_to_a_right_cover_changes_nothing() -> None:
    right = play(GAME, begun(), Throw(ANNA, (2, 4)), Cover(ANNA, (4, 2)))
    state = play(GAME, right, Object(BEN))
    assert state.open == right.open == ((1, 3, 5, 6, 7, 8, 9), ALL_FIELDS)
    assert GAME.pending(state) == Chance(Throw(BEN))


@pytest.mark.rule("K9")
def test_an_objection_to_a_pass_changes_nothing() -> None:
    passed = play(GAME, begun(), Throw(ANNA, (2, 4)), Pass(ANNA))
    state = play(GAME, passed, Object(BEN))
    assert state.open == (ALL_FIELDS, ALL_FIELDS)
    assert GAME.pending(state) == Chance(Throw(BEN))


@pytest.mark.rule("K9")
@pytest.mark.parametrize("variant", ["basic", "A", "B", "C"])
@pytest.mark.parametrize("mover", [ANNA, BEN])
def test_an_objection_reads_covers_by_the_variant(variant: str, mover: int) -> None:
    state = State(begun(variant).options, phase="throw", seat=mover)
    for fields, right in (((7,), "basic A B C"), ((2, 5), "B C"), ((1, 2), "C"), ((3,), "")):
        covered = play(GAME, state, Throw(mover, (3, 4)), Cover(mover, fields))
        if variant == "A":
            covered = play(GAME, covered, Throw(mover, (1, 1)), Pass(mover))
        after = play(GAME, covered, Object(1 - mover))
        stands = variant in right.split()
        assert after.open[mover] == (covered.open[mover] if stands else ALL_FIELDS)
        assert after.open[1 - mover] == ALL_FIELDS


@pytest.mark.rule("K9")
def test_once_the_opponent_has_thrown_mistakes_stand() -> None:
    state = play(GAME, begun(), Throw(ANNA, (2, 4)), Cover(ANNA, (9,)), Throw(BEN, (1, 1)))
    assert_refused(GAME, state, Object(BEN), "K4")
    state = play(GAME, state, Cover(BEN, (2,)), Throw(ANNA, (4, 4)), Cover(ANNA, (8,)), Object(BEN))
    assert state.open[ANNA] == (1, 2, 3, 4, 5, 6, 7)  # 8 fits, and it is too late for the 9


@pytest.mark.rule("K9")
def test_an_objection_is_heard_only_once() -> None:
    state = play(GAME, begun(), Throw(ANNA, (2, 4)), Cover(ANNA, (9,)), Object(BEN))
    assert_refused(GAME, state, Object(BEN), "K5")
    later = play(GAME, state, Throw(BEN, (1, 1)), Cover(BEN, (2,)), Object(ANNA), Throw(ANNA, (4, 4)), Pass(ANNA))
    assert play(GAME, later, Object(BEN)).open == (ALL_FIELDS, (1, 3, 4, 5, 6, 7, 8, 9))


@pytest.mark.rule("K5", "K9")
def test_variant_a_hands_the_dice_over_with_a_pass_and_is_checked_as_a_whole() -> None:
    state = play(GAME, begun("A"), Throw(ANNA, (2, 4)), Cover(ANNA, (6,)))
    assert GAME.pending(state) == Chance(Throw(ANNA))
    assert_refused(GAME, state, Object(BEN), "K5")
    state = play(GAME, state, Throw(ANNA, (1, 2)), Cover(ANNA, (9,)))  # wrong
    state = play(GAME, state, Throw(ANNA, (4, 4)), Cover(ANNA, (8,)))
    state = play(GAME, state, Throw(ANNA, (4, 4)), Pass(ANNA))
    assert choices(GAME, state) == (BEN, {Throw(BEN), Object(BEN)})
    assert play(GAME, state, Object(BEN)).open[ANNA] == (1, 2, 3, 4, 5, 7, 9)


@pytest.mark.rule("K7", "K9")
@pytest.mark.parametrize("variant", ["basic", "A", "B", "C"])
def test_the_last_cover_waits_for_the_opponent(variant: str) -> None:
    state = play(GAME, near_the_end(variant), Throw(ANNA, (2, 1)), Cover(ANNA, (3, 7)))
    assert state.games == ()
    assert choices(GAME, state) == (BEN, {Accept(BEN), Object(BEN)})
    for event in (Throw(BEN, (1, 2)), Accept(ANNA), Object(ANNA), Pass(BEN), RollOff(((1, 2), (3, 4)))):
        assert_refused(GAME, state, event, "K9")


@pytest.mark.rule("K7", "K9")
def test_an_accepted_end_stands_valid_or_not() -> None:
    state = play(GAME, near_the_end(), Throw(ANNA, (2, 1)), Cover(ANNA, (3, 7)), Accept(BEN))
    assert state.games == (GameScore(ANNA, 2 + 9),)


@pytest.mark.rule("K9")
def test_a_wrong_end_is_taken_back_by_an_objection() -> None:
    state = play(GAME, near_the_end(), Throw(ANNA, (2, 1)), Cover(ANNA, (3, 7)), Object(BEN))
    assert state.games == ()
    assert state.open == ((3, 7), (2, 9))
    assert GAME.pending(state) == Chance(Throw(BEN))


@pytest.mark.rule("K7", "K9")
def test_an_objection_to_a_right_end_ends_the_game() -> None:
    near = State(begun().options, open=((2, 9), (3, 4)), phase="throw", seat=BEN)
    state = play(GAME, near, Throw(BEN, (4, 3)), Cover(BEN, (3, 4)), Object(ANNA))
    assert state.games == (GameScore(BEN, 2 + 9),)


@pytest.mark.rule("K9")
def test_in_variant_a_an_earlier_mistake_takes_a_right_end_back() -> None:
    state = play(GAME, near_the_end("A"), Throw(ANNA, (1, 1)), Cover(ANNA, (3,)))  # wrong
    state = play(GAME, state, Throw(ANNA, (3, 4)), Cover(ANNA, (7,)), Object(BEN))
    assert state.games == ()
    assert state.open == ((3,), (2, 9))


@pytest.mark.rule("K9")
def test_a_new_game_forgets_the_covers_of_the_last() -> None:
    options = read_options(GAME, {"referee": "players", "games": 2})
    near = State(options, open=((9,), (2,)), phase="throw", seat=ANNA)
    state = play(GAME, near, Throw(ANNA, (1, 1)), Cover(ANNA, (9,)), Accept(BEN), RollOff(((1, 1), (1, 2))))
    state = play(GAME, state, Throw(BEN, (1, 1)), Pass(BEN), Object(ANNA))
    assert state.open == (ALL_FIELDS, ALL_FIELDS)


@pytest.mark.rule("K9")
def test_the_strict_referee_knows_no_objections() -> None:
    strict = play(GAME, start(read_options(GAME, {}), 2), RollOff(((6, 6), (1, 2))))
    after = play(GAME, strict, Throw(ANNA, (2, 4)), Cover(ANNA, (6,)))
    for event in (Object(BEN), Accept(BEN)):
        assert_refused(GAME, after, event, "K9")
    assert_refused(GAME, after, Pass(BEN), "K5")
