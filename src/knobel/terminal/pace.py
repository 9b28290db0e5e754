"""Where the game waits for a key although nothing is to be decided."""

from __future__ import annotations

from ..rules import schocken, zock, zocknroll
from .match import Auto, Match


def waits(match: Match) -> str | None:
    """The word for what a person is asked to start: an own throw, or going on after something worth seeing.

    None where the game runs on by itself; where only bots play it never waits.
    """
    due, state = match.due, match.session.state
    if not match.people or not isinstance(due, Auto) or not due.dice:
        return None
    match state:
        case zocknroll.State(phase="cups") if state.turns:
            return "ui-next-turn"
        case zock.State(phase="roll_off") if state.games and not all(state.open):
            return "ui-next-game"
        case schocken.State(cups_up=True) if state.rounds:
            return "ui-next-round"
    return "ui-throw" if due.seat in match.people else None
