"""Encodings agree with the rules and fit into their declared spaces."""

from __future__ import annotations

from typing import Any

import pytest

from knobel.forms import parse
from knobel.research.encodings import AnyEncoding, legal_moves, schocken, zock, zocknroll
from knobel.rules import schocken as schocken_rules
from knobel.rules import zock as zock_rules
from knobel.rules import zocknroll as zocknroll_rules
from knobel.rules.errors import IllegalEvent
from knobel.rules.game import Decision, Lift, Over, State
from tests.forms.play import random_game

ENCODINGS: list[AnyEncoding] = [zocknroll.ENCODING, zock.ENCODING, schocken.ENCODING]
SEEDS = range(12)


@pytest.fixture(params=ENCODINGS, ids=lambda encoding: encoding.game.name)
def encoding(request: pytest.FixtureRequest) -> AnyEncoding:
    chosen: AnyEncoding = request.param
    return chosen


@pytest.fixture(params=SEEDS, ids="seed {}".format)
def states(encoding: AnyEncoding, request: pytest.FixtureRequest) -> list[Any]:
    return list(random_game(encoding.game.name, request.param, real_dice=False))


@pytest.mark.rule("R5")
@pytest.mark.parametrize("seed", range(1, 9, 2))
def test_states_with_real_dice_are_observed_and_lifts_refused(encoding: AnyEncoding, seed: int) -> None:
    for state in random_game(encoding.game.name, seed):
        test_observations_fill_their_slots(encoding, [state])
        waits = encoding.game.pending(state)
        if isinstance(waits, Decision) and any(isinstance(move, Lift) for move in waits.moves):
            with pytest.raises(IllegalEvent, match="encode the filled-in game"):
                legal_moves(encoding, state.options, waits.moves)


def test_versioned_numbers_of_phases_stay() -> None:
    numbers = {"starter": 0, "cups": 1, "white": 2, "decide": 3, "mark": 4, "over": 5}
    assert numbers.items() <= zocknroll.PHASES.items()
    assert {"starter": 0, "throw": 1, "decide": 2, "over": 3}.items() <= schocken.PHASES.items()


def test_every_move_has_an_action_of_its_own(encoding: AnyEncoding, states: list[Any]) -> None:
    for state in states:
        waits = encoding.game.pending(state)
        if isinstance(waits, Decision):
            actions = legal_moves(encoding, state.options, waits.moves)
            assert len(actions) == len(waits.moves)
            assert list(actions) == sorted(actions)
            assert set(actions) <= set(range(len(encoding.actions(state.options))))


def test_action_names_are_all_different(encoding: AnyEncoding, states: list[Any]) -> None:
    names = encoding.actions(states[0].options)
    assert len(set(names)) == len(names)


def test_observations_fill_their_slots(encoding: AnyEncoding, states: list[Any]) -> None:
    slots = encoding.slots(states[0].options, states[0].players)
    assert len({slot.name for slot in slots}) == len(slots)
    for state in states:
        for seat in range(state.players):
            numbers = encoding.observe(encoding.game.view(state, seat), seat)
            assert len(numbers) == len(slots)
            for number, slot in zip(numbers, slots, strict=True):
                assert 0 <= number <= slot.high, slot


def test_equal_observations_allow_equal_moves(encoding: AnyEncoding, states: list[Any]) -> None:
    """An observation determines the legal moves."""
    known: dict[tuple[int, ...], list[int]] = {}
    for state in states:
        waits = encoding.game.pending(state)
        if isinstance(waits, Decision):
            legal = list(legal_moves(encoding, state.options, waits.moves))
            numbers = encoding.observe(encoding.game.view(state, waits.seat), waits.seat)
            assert known.setdefault(numbers, legal) == legal


def test_payoffs_stay_in_their_bounds(encoding: AnyEncoding, states: list[Any]) -> None:
    waits = encoding.game.pending(states[-1])
    if isinstance(waits, Over):
        payoffs = encoding.payoffs(waits.result, states[-1].players)
        assert sum(payoffs) == pytest.approx(encoding.total)
        assert encoding.least <= min(payoffs) < max(payoffs) <= 1 or len(set(payoffs)) == 1


def test_a_shared_victory_is_shared() -> None:
    result = zocknroll_rules.Result(scores=(60, 60, 59), winners=(0, 1), turns=9, marks=({}, {}, {}))
    assert zocknroll.payoffs(result, 3) == (0.5, 0.5, 0)


def test_a_draw_is_worth_nothing() -> None:
    assert zock.payoffs(zock_rules.Result(losses=(7, 7), winners=(0, 1), games=()), 2) == (0, 0)


def observed(encoding: AnyEncoding, state: State, seat: int) -> dict[str, int]:
    slots = encoding.slots(state.options, state.players)
    numbers = encoding.observe(encoding.game.view(state, seat), seat)
    return {slot.name: number for slot, number in zip(slots, numbers, strict=True) if number}


def test_zock_by_hand() -> None:
    state = parse("zock variant=B,games=3 cover 1 36 12.45.789/1..4...89 - - - -")
    assert observed(zock.ENCODING, state, 1) == {
        "phase": 2,
        "mine to move": 1,
        "die 1": 3,
        "die 2": 6,
        **{f"own field {field} open": 1 for field in (1, 4, 8, 9)},
        **{f"other field {field} open": 1 for field in (1, 2, 4, 5, 7, 8, 9)},
        "games left": 3,
    }
    assert zock.action(zock_rules.Options(), zock_rules.Cover(1, (1, 8))) == 0b010000001


def test_zocknroll_by_hand() -> None:
    start = zocknroll_rules.start(zocknroll_rules.Options(), 3)
    events: list[zocknroll_rules.Event] = [
        zocknroll_rules.Starter(2),
        zocknroll_rules.Cups(((1, 2), (3, 4), (5, 6), (6, 6))),
        zocknroll_rules.White((1, 5, 5)),
        zocknroll_rules.Drop(2, "three_of_a_kind"),
    ]
    for event in events:
        start = zocknroll_rules.play(start, event)
    assert observed(zocknroll.ENCODING, start, 0) == {
        "phase": 3,
        "starter": 2,
        "white die 1": 1,
        "white die 2": 5,
        "white die 3": 5,
        "seat +0 die 1": 1,
        "seat +0 die 2": 2,
        "seat +2 die 1": 5,
        "seat +2 die 2": 6,
        "seat +0 still to move": 1,
        "seat +1 still to move": 1,
        "seat +2 dropped in round": 1,
        "seat +2 marks three_of_a_kind": 1,
        "seat +2 marks dropped_first": 1,
    }
    names = zocknroll.actions(zocknroll_rules.Options())
    assert names[zocknroll.action(zocknroll_rules.Options(), zocknroll_rules.Drop(0, None))] == "nothing"


def test_schocken_by_hand() -> None:
    state = schocken_rules.start(schocken_rules.Options(sixes=True), 2)
    events: list[schocken_rules.Event] = [
        schocken_rules.Starter(1),
        schocken_rules.Throw(1, (), (6, 6, 2)),
        schocken_rules.Throw(1, (1,), (4, 5), flip=1),
        schocken_rules.Throw(1, (1, 5), (3,)),
        schocken_rules.Throw(0, (), (2, 3, 4)),
    ]
    for event in events:
        state = schocken_rules.play(state, event)
    assert observed(schocken.ENCODING, state, 0) == {
        "phase": 2,
        "beginner": 1,
        "throws allowed": 3,
        "stones in the middle": 13,
        "seat +0 thrown die 1": 2,
        "seat +0 thrown die 2": 3,
        "seat +0 thrown die 3": 4,
        "seat +0 throws": 1,
        "seat +1 kept die 1": 1,
        "seat +1 kept die 2": 5,
        "seat +1 throws": 3,
    }
    assert observed(schocken.ENCODING, state, 1)["seat to move"] == 1
    assert "beginner" not in observed(schocken.ENCODING, state, 1)  # 0 steps away
    names = schocken.actions(state.options)
    assert names[schocken.action(state.options, events[2])] == "flip 1, keep 1"
