"""The whole log of a game, told from its beginning."""

from __future__ import annotations

from ..rules.session import Session
from ..words import Words
from .narration import narrate


def chronicle(say: Words, session: Session, start: int = 0) -> list[str]:
    """The lines of all events from number `start` on."""
    return [
        line
        for count, event in enumerate(session.events[start:], start)
        for line in narrate(say, session.players, session.state_at(count), event, session.state_at(count + 1))
    ]
