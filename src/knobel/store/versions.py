"""The last versions of the logs that are being written, so that the store need not be asked for them every time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import apsw

from .rows import last_versions

_MOST: Final = 2_000
"""Logs that are remembered at a time: most of them are of tables that are over, and one that is not is soon read."""


class Versions:
    """What the writer knows about its own logs; nobody else writes to them. After any failure it must forget."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._known: dict[str, int] = {}

    def know(self, codes: Collection[str]) -> dict[str, int]:
        """The last versions of at least these logs, 0 for a log without entries; the writer keeps them up to date."""
        unknown = [code for code in codes if code not in self._known]
        if unknown:
            if len(self._known) > _MOST:
                self.forget()
                return self.know(codes)
            self._known |= dict.fromkeys(unknown, 0) | last_versions(self._connection, unknown)
        return self._known

    def forget(self) -> None:
        self._known.clear()
