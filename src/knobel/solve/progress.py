"""Progress callbacks of long computations, and of kernels that are being compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Is called with how much of how much is done; it may raise to cancel the work."""


def silent(done: int, total: int) -> None:
    """Ignore progress."""


_listeners: list[Callable[[], None]] = []


@contextmanager
def on_compilation(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell` once if a kernel has to be compiled meanwhile."""
    _listeners.append(tell)
    try:
        yield
    finally:
        if tell in _listeners:
            _listeners.remove(tell)


def compilation_starts() -> None:
    """Tell all listeners that a kernel is not cached, so that the caller will wait for the compiler."""
    while _listeners:
        _listeners.pop()()
