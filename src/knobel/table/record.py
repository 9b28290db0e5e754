"""The record of a game that was played at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..rules.records import dumps, read_event
from ..rules.session import Session
from .events import Played, TableEvent


def record(game: str, names: Sequence[str], options: Mapping[str, object], entries: Iterable[TableEvent]) -> str:
    """The record of a game whose entries these are; what else happened at the table meanwhile is passed over."""
    session = Session(game, names, dict(options))
    for entry in entries:
        if isinstance(entry, Played):
            session.play(read_event(session.game, entry.event))
    return dumps(session)
