"""The event store: what was acknowledged is on disk."""

from __future__ import annotations

from .answers import Key
from .appending import append
from .backup import backup
from .carries import Offer
from .connection import is_locked
from .dice_counts import EVERYWHERE, DiceRow
from .entries import Entry
from .errors import Conflict, Repeated, Spent, StoreError
from .games import GameRow
from .puzzles import PuzzleRow
from .standings import ClockRow, TableRow
from .store import Store

__all__ = [
    "EVERYWHERE",
    "ClockRow",
    "Conflict",
    "DiceRow",
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
    "is_locked",
]
