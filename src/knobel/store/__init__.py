"""The event store: append-only logs of tables in SQLite, with idempotency keys, lists and statistics.

A command is acknowledged when its entries are on disk.
"""

from __future__ import annotations

from .backup import backup
from .devices import Offer, PuzzleRow
from .dice_counts import EVERYWHERE, DiceRow
from .entries import Entry
from .errors import Conflict, Damaged, Fenced, Repeated, Spent, StoreDamaged, StoreError
from .games import GameRow
from .idempotency import CommandKey
from .locations import location
from .sqlite import is_locked
from .store import Store
from .tables import ClockRow, TableRow
from .transaction import append

__all__ = [
    "EVERYWHERE",
    "ClockRow",
    "CommandKey",
    "Conflict",
    "Damaged",
    "DiceRow",
    "Entry",
    "Fenced",
    "GameRow",
    "Offer",
    "PuzzleRow",
    "Repeated",
    "Spent",
    "Store",
    "StoreDamaged",
    "StoreError",
    "TableRow",
    "append",
    "backup",
    "is_locked",
    "location",
]
