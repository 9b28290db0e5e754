"""What the tests of all engines share: playing several events, and being refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

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


def assert_refused(game: AnyGame, state: Any, event: Event, rule: str) -> None:
    """The event is illegal by that rule, and the state is what it was."""
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalEvent) as refusal:
        game.play(state, event)
    assert refusal.value.rule == rule, str(refusal.value)
    assert msgspec.json.encode(state) == before
