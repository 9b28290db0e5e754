"""Helpers of the rules' tests: play several events, and expect refusals."""

from __future__ import annotations

from typing import Any

import msgspec

from knobel.rules.errors import IllegalEvent
from knobel.rules.game import AnyGame, Decision, Event


def play(game: AnyGame, state: Any, *events: Event) -> Any:
    """The state after these events."""
    for event in events:
        state = game.play(state, event)
    return state


def choices(game: AnyGame, state: Any) -> tuple[int, set[Any]]:
    """Who decides, and between what."""
    pending = game.pending(state)
    assert isinstance(pending, Decision)
    assert len(set(pending.moves)) == len(pending.moves)
    return pending.seat, set(pending.moves)


def refusal(game: AnyGame, state: Any, event: Event) -> IllegalEvent | None:
    """Why the event is illegal, or None if it is not; either way the state stays what it was."""
    before = msgspec.json.encode(state)
    found = None
    try:
        game.play(state, event)
    except IllegalEvent as error:
        found = error
    assert msgspec.json.encode(state) == before
    return found


def assert_refused(game: AnyGame, state: Any, event: Event, rule: str) -> None:
    """The event is illegal by that rule."""
    found = refusal(game, state, event)
    assert found is not None, f"{event} was accepted"
    assert found.rule == rule, str(found)
