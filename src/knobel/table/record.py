"""The record of a game that was played at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..fair.transcript import Transcript, bound_names
from ..rules.records import dumps
from ..rules.session import Session
from .account import Account
from .events import Played, Started, TableEvent


def record(game: str, names: Sequence[str], options: Mapping[str, object], entries: Iterable[TableEvent]) -> str:
    """The record of a game whose entries these are, from its beginning; what else happened meanwhile is passed over.

    Where everybody can check the dice the players are those of the beginning, to whom the dice are bound, also if a
    bot has taken the place of one since.
    """
    entries = list(entries)
    fair = _transcript(entries)
    session = Session(game, names if fair is None else bound_names(fair.table), dict(options))
    for entry in entries:
        if isinstance(entry, Played):
            session.play(entry.event)
    return dumps(session, fair)


def _transcript(entries: Iterable[TableEvent]) -> Transcript | None:
    """Everything that a game's log says about its dice; None for one whose dice nobody can check."""
    account: Account | None = None
    for entry in entries:
        if isinstance(entry, Started):
            account = None if entry.fair is None else Account(entry.fair, entry.taken)
        elif account is not None:
            account.add(entry)
    return None if account is None else account.transcript()
