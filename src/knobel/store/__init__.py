"""The event store: what was acknowledged is on disk."""

from __future__ import annotations

from .answers import Key
from .appending import append
from .backup import backup
from .carries import Offer
from .entries import Entry
from .errors import Conflict, Repeated, Spent, StoreError
from .games import GameRow
from .puzzles import PuzzleRow
from .standings import ClockRow, TableRow
from .store import Store

__all__ = [
    "ClockRow",
    "Conflict",
    "Entry",
    "GameRow",
    "Key",
    "Offer",
    "PuzzleRow",
    "Repeated",
    "Spent",
    "Store",
    "StoreError",
    "TableRow",
    "append",
    "backup",
]
