"""Fault injection: disks that fail always, or from a certain call on for some calls."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import apsw
from msgspec import Struct

from .disk import Call, ShortRead


def full_disk(call: Call) -> None:
    if call.kind == "Write":
        raise apsw.FullError("database or disk is full")


def _broken(_: Call) -> None:
    raise apsw.IOError("disk I/O error")


def _short(_: Call) -> None:
    raise ShortRead


def _locked(_: Call) -> None:
    raise apsw.BusyError("database is locked")


@contextmanager
def expected() -> Iterator[None]:
    """Silence Python's reports of injected exceptions in calls that SQLite can do without."""
    before = sys.unraisablehook

    def hear(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, apsw.Error):
            before(unraisable)

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = before


class Fault(Struct, frozen=True):
    """A kind of failure, and the calls that it can hit."""

    calls: frozenset[str]
    strike: Callable[[Call], None]


FAULTS: Final = {
    "full": Fault(frozenset({"Write"}), full_disk),
    "broken": Fault(frozenset({"Open", "Read", "Write", "Truncate", "Sync", "FileSize", "Delete", "Lock"}), _broken),
    "short read": Fault(frozenset({"Read"}), _short),
    "locked": Fault(frozenset({"Lock"}), _locked),
}


class Nth:
    """Counts the calls that a fault can hit, and fails number `first` and the following ones, `times` in all.

    With `first` 0 it only counts.
    """

    def __init__(self, fault: Fault, first: int = 0, times: int = 1) -> None:
        self._fault = fault
        self._struck = range(first, first + times) if first else range(0)
        self.count = 0

    def __call__(self, call: Call) -> None:
        if call.kind in self._fault.calls:
            self.count += 1
            if self.count in self._struck:
                self._fault.strike(call)
