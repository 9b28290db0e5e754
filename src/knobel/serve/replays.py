"""A record as a replay: all dice open, one step for each event."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules.game import Chance, Decision, Lot, State
from ..rules.game import Pending as RulesPending
from ..rules.records import loads
from ..rules.session import Session
from ..telling.narration import narrate
from .documents import Replay, ReplayStep
from .messages import AnyGameShown, Pending
from .shown import position_shown


def replay(record: str | bytes, at: int | None) -> Replay:
    """The replay of a record that is known to be right."""
    session = loads(record)
    names = session.players
    steps = list[ReplayStep]()
    for number, event in enumerate(session.events):
        before, after = session.state_at(number), session.state_at(number + 1)
        entry = {"t": "played", "event": msgspec.to_builtins(event), "by": "player"}
        steps.append(ReplayStep(entry, narrate(names, before, event, after), _shown(session, after)))
    options: dict[str, Any] = msgspec.to_builtins(session.options)
    return Replay(session.game.name, names, options, at, _shown(session, session.state_at(0)), tuple(steps))


def _shown(session: Session, state: State) -> AnyGameShown:
    return position_shown(session.players, state, pending_of(session.game.pending(state)))


def pending_of(pending: RulesPending[Any]) -> Pending:
    """What a position without a table waits for; nobody chooses there, so the moves are left out."""
    match pending:
        case Decision(seat=seat):
            return Pending("decision", seat)
        case Lot():
            return Pending("lot")
        case Chance(event=event):
            return Pending("dice", getattr(event, "seat", None))
    return Pending("over")
