"""The protocol that all three games share, checked on whole random games with random options."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel.rules import GAMES
from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.errors import IllegalEvent
from knobel.rules.game import AnyGame, Chance, Decision, Lift, Lot, Over, State, option_specs, read_event
from knobel.rules.session import Session
from knobel.rules.zocknroll import Stay

from .random_games import random_game, random_options, random_real_dice_game

GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
seeds = st.integers(0, 2**32)


def events_of(pending: Any) -> tuple[Any, ...]:
    match pending:
        case Lot(events=events) | Decision(moves=events):
            return events
        case Chance(event=event):
            return (event,)
        case _:
            return ()


@GAME
@settings(max_examples=40)
@given(seed=seeds)
def test_every_pending_event_is_accepted(game: AnyGame, seed: int) -> None:
    source = SeededDice(seed)
    session = random_game(game, source, long=False)
    for index in range(len(session.events)):
        state = session.state_at(index)
        pending = events_of(game.pending(state))
        assert pending
        assert len(set(pending)) == len(pending)
        for event in pending[:: 1 + len(pending) // 20]:
            after = game.play(state, fill(event, source) if awaits(event) else event)
            assert after != state or game.name == "zock", "only an equal roll-off leaves things as they are"
    assert isinstance(game.pending(session.state), Over)


@GAME
@settings(max_examples=40)
@given(seed=seeds)
def test_a_bot_decides_by_the_view_of_its_seat(game: AnyGame, seed: int) -> None:
    session = random_game(game, SeededDice(seed), long=False)
    for index in range(len(session.events) + 1):
        state = session.state_at(index)
        pending = game.pending(state)
        if isinstance(pending, Decision):
            assert game.pending(game.view(state, pending.seat)) == pending
        for seat in (*range(state.players), None):
            view = game.view(state, seat)
            assert type(view) is type(state)
            assert game.view(view, seat) == view, "a view hides nothing more when it is taken again"
            assert msgspec.json.decode(msgspec.json.encode(view), type=game.state) == view
            seen = game.pending(view)
            if isinstance(pending, Decision):
                assert isinstance(seen, Decision)
                assert seen.seat == pending.seat
                assert seen.moves == pending.moves or [type(move) for move in seen.moves] == [Stay, Lift]
            else:
                assert seen == pending


@GAME
@settings(max_examples=40)
@given(seed=seeds)
def test_states_are_values(game: AnyGame, seed: int) -> None:
    """The same events lead to equal states, which hash alike, and nothing that is played changes an older state."""
    session = random_game(game, SeededDice(seed), long=False)
    before = [msgspec.json.encode(session.state_at(index)) for index in range(len(session.events) + 1)]
    again = Session(game, session.players, session.options)
    for index, event in enumerate(session.events):
        again.play(event)
        assert again.state == session.state_at(index + 1)
        assert hash(again.state) == hash(session.state_at(index + 1))
    assert [msgspec.json.encode(again.state_at(index)) for index in range(len(session.events) + 1)] == before
    with pytest.raises(AttributeError):
        again.state.phase = "over"  # it cannot be set


@GAME
@settings(max_examples=40)
@given(seed=seeds)
def test_a_result_is_there_when_the_game_is_over_and_not_before(game: AnyGame, seed: int) -> None:
    session = random_game(game, SeededDice(seed), long=False)
    for index in range(len(session.events)):
        assert game.result(session.state_at(index)) is None
        assert not isinstance(game.pending(session.state_at(index)), Over)
    result = game.result(session.state)
    assert result is not None
    assert game.pending(session.state) == Over(result)
    for event in session.events:
        with pytest.raises(IllegalEvent) as refusal:
            game.play(session.state, event)
        assert refusal.value.rule in ("N12", "K8", "S2")


@GAME
@settings(max_examples=40)
@given(seed=seeds, data=st.data())
def test_an_event_of_another_moment_is_refused_with_a_rule_and_changes_nothing(
    game: AnyGame, seed: int, data: st.DataObject
) -> None:
    """An event from anywhere in the game, played anywhere else, is accepted only if it was pending there."""
    session = random_game(game, SeededDice(seed), long=False)
    count = len(session.events)
    for _ in range(10):
        state = session.state_at(data.draw(st.integers(0, count)))
        event = session.events[data.draw(st.integers(0, count - 1))]
        before = msgspec.json.encode(state)
        refusal: IllegalEvent | None = None
        try:
            game.play(state, event)
        except IllegalEvent as error:
            refusal = error
        assert msgspec.json.encode(state) == before
        assert (refusal is None) == is_pending(game, state, event)
        if refusal is not None:
            assert refusal.rule is not None
            assert str(refusal) == f"{refusal.sentence} ({refusal.rule})"


def is_pending(game: AnyGame, state: State, event: Any) -> bool:
    return hide(event) in [hide(one) for one in events_of(game.pending(state))]


def hide(event: Any) -> bytes:
    """The event without the faces of its dice and whatever order there may be in its fields and kept dice."""
    plain = msgspec.to_builtins(event)
    dice = plain.get("dice", ())
    plain["dice"] = [len(die) if isinstance(die, tuple | list) else 0 for die in dice]
    for key in ("keep", "fields"):
        plain[key] = sorted(plain.get(key, ()))
    return msgspec.json.encode(plain, order="sorted")


@GAME
def test_events_of_all_kinds_read_back(game: AnyGame) -> None:
    kinds = set()
    for seed in range(60):
        play = random_real_dice_game if seed % 2 else partial(random_game, long=False)
        for event in play(game, SeededDice(seed)).events:
            plain = msgspec.json.decode(msgspec.json.encode(event))
            assert read_event(game, plain) == event
            kinds.add(type(event))
    assert kinds == set(game.events), "the random games of the tests know every kind of event"


@GAME
def test_random_options_cover_every_choice(game: AnyGame) -> None:
    drawn = [random_options(game, SeededDice(seed)) for seed in range(300)]
    for spec in option_specs(game):
        assert any(spec.name not in options for options in drawn)
        for choice in spec.choices:
            assert any(options.get(spec.name, "left out") == choice for options in drawn)


def test_a_bare_state_has_no_seats_and_no_options() -> None:
    with pytest.raises(NotImplementedError):
        _ = State().players
    with pytest.raises(NotImplementedError):
        _ = State().options
