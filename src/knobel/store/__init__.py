"""The event store: what was acknowledged is on disk."""

from __future__ import annotations

from .appending import append
from .backup import backup
from .carries import Offer
from .entries import Entry, Key
from .errors import Conflict, Repeated, Spent, StoreError
from .games import GameRow
from .standings import ClockRow, TableRow
from .store import Store

__all__ = [
    "ClockRow",
    "Conflict",
    "Entry",
    "GameRow",
    "Key",
    "Offer",
    "Repeated",
    "Spent",
    "Store",
    "StoreError",
    "TableRow",
    "append",
    "backup",
]
