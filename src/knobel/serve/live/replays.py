"""Replays of finished games: all dice open, one step per event; an LRU cache holds the last ones."""

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
from ..limits.lru_cache import LruCache
from ..limits.offload import ThreadOffload
from ..limits.quotas import Requester
from ..messages import AnyGameShown, Pending, encode
from .views import position_shown

_MAX_CACHED: Final = 6
"""Cached replays; the longest has 5 MB if its record was uploaded."""


class ReplayTooLong(KnobelError):
    """The game is too long for a replay; its record can be downloaded."""


class Replays:
    """Computes replays as JSON, one at a time; concurrent requests for the same one share the computation."""

    def __init__(self, store: Store, offload: ThreadOffload, max_events: int) -> None:
        self._store = store
        self._offload = offload
        self._max_events = max_events
        self._cache = LruCache[str, bytes](_MAX_CACHED)
        self._in_progress = dict[str, asyncio.Task[bytes | None]]()

    async def find(self, name: str, requester: Requester) -> bytes | None:
        """The replay of a game; None if there is no such game. Only names in finished games change (`clear`)."""
        cached = self._cache.get(name)
        return cached or await asyncio.shield(self._in_progress.get(name) or self._start(name, requester))

    def _start(self, name: str, requester: Requester) -> asyncio.Task[bytes | None]:
        self._in_progress[name] = task = asyncio.create_task(self._offload.run(requester, self._make, name))

        def made(task: asyncio.Task[bytes | None]) -> None:
            if self._in_progress.get(name) is not task:  # names were replaced meanwhile
                return
            del self._in_progress[name]
            if not task.cancelled() and task.exception() is None and (found := task.result()) is not None:
                self._cache.put(name, found)

        task.add_done_callback(made)
        return task

    def clear(self) -> None:
        """Forget all replays: names of players were replaced in the store, or games were deleted."""
        self._cache = LruCache(_MAX_CACHED)
        self._in_progress.clear()

    def _make(self, name: str) -> bytes | None:
        found = self._store.game(name)
        if found is None:
            return None
        row, text = found
        return encode(replay(text, row.at, self._max_events))


def replay(record: str | bytes, at: int | None, max_events: int) -> Replay:
    """The replay of a valid record."""
    session = loads(record)
    if len(session.events) > max_events:
        raise ReplayTooLong(f"a game of more than {max_events} events is too long to be shown; download its record")
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
    """What a position without a table waits for, without the moves: no player chooses there."""
    match pending:
        case Decision(seat=seat):
            return Pending("decision", seat)
        case Lot():
            return Pending("lot")
        case Chance(event=event):
            return Pending("dice", event.seat)
    return Pending("over")
