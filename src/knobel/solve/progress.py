"""Progress callbacks of long computations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Is called with how much of how much is done; it may raise to cancel the work."""


def silent(done: int, total: int) -> None:
    """Ignore progress."""
