"""The log of a game in words."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.game import Event, State
from ..rules.session import Session
from ..telling.narration import narrate
from ..telling.phrase import render
from ..words import Words


def lines(say: Words, names: Sequence[str], before: State, event: Event, after: State) -> list[str]:
    """What one event adds to the log."""
    return [render(say, told) for told in narrate(names, before, event, after)]


def chronicle(say: Words, session: Session, start: int = 0) -> list[str]:
    """The lines of all events from number `start` on."""
    return [
        line
        for count, event in enumerate(session.events[start:], start)
        for line in lines(say, session.players, session.state_at(count), event, session.state_at(count + 1))
    ]
