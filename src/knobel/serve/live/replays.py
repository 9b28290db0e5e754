"""A record as a replay: all dice open, one step for each event."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec

from ...rules.errors import KnobelError
from ...rules.game import Chance, Decision, Lot, State
from ...rules.game import Pending as RulesPending
from ...rules.records import loads
from ...rules.session import Session
from ...store import Store
from ...table.events import Played
from ...telling.narration import narrate
from ..documents import Replay, ReplayStep
from ..limits.offload import ThreadOffload
from ..limits.quotas import Requester
from ..lru_cache import LruCache
from ..messages import AnyGameShown, Pending, encode
from .views import position_shown

MAX_EVENTS: Final = 10_000
"""Events of a game that is shown; each is a position of one or two kilobytes. A long evening has a thousand."""

_MAX_CACHED: Final = 6
"""Replays that are kept; the longest has five megabytes if its record was loaded."""


class ReplayTooLong(KnobelError):
    """A game that can only be downloaded."""


class Replays:
    """Makes replays as JSON: those that are wanted by many once, one at a time, and the last few are kept."""

    def __init__(self, store: Store, beside: ThreadOffload) -> None:
        self._store = store
        self._beside = beside
        self._kept = LruCache[str, bytes](_MAX_CACHED)
        self._making = dict[str, asyncio.Task[bytes | None]]()

    async def find(self, name: str, asker: Requester) -> bytes | None:
        """The replay of a game, if there is one of that name. Once it is over nothing changes in it."""
        kept = self._kept.get(name)
        return kept or await asyncio.shield(self._making.get(name) or self._begin(name, asker))

    def _begin(self, name: str, asker: Requester) -> asyncio.Task[bytes | None]:
        self._making[name] = task = asyncio.create_task(self._beside.do(asker, self._make, name))

        def made(task: asyncio.Task[bytes | None]) -> None:
            del self._making[name]
            if not task.cancelled() and task.exception() is None and (found := task.result()) is not None:
                self._kept.put(name, found)

        task.add_done_callback(made)
        return task

    def _make(self, name: str) -> bytes | None:
        found = self._store.game(name)
        if found is None:
            return None
        row, text = found
        return encode(replay(text, row.at))


def replay(record: str | bytes, at: int | None) -> Replay:
    """The replay of a record that is known to be right."""
    session = loads(record)
    if len(session.events) > MAX_EVENTS:
        raise ReplayTooLong(f"a game of more than {MAX_EVENTS} events is too long to be shown; download its record")
    names = session.players
    steps = list[ReplayStep]()
    for number, event in enumerate(session.events):
        before, after = session.state_at(number), session.state_at(number + 1)
        steps.append(ReplayStep(Played(event, "player"), narrate(names, before, event, after), _shown(session, after)))
    options: dict[str, Any] = msgspec.to_builtins(session.options)
    return Replay(session.game.name, names, options, at, _shown(session, session.state_at(0)), tuple(steps))


def _shown(session: Session, state: State) -> AnyGameShown:
    return position_shown(session.players, state, pending_of(session.game.pending(state)))


def pending_of(pending: RulesPending[Any]) -> Pending[Any]:
    """What a position without a table waits for; nobody chooses there, so the moves are left out."""
    match pending:
        case Decision(seat=seat):
            return Pending("decision", seat)
        case Lot():
            return Pending("lot")
        case Chance(event=event):
            return Pending("dice", event.seat)
    return Pending("over")
