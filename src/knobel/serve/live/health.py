"""Health of the store: whether commands can be stored now."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from ...store import Store, StoreError
from ..logs import log_event
from ..timers import Time

_TRUSTED: Final = 10.0
"""Seconds for which a commit that worked proves that the next one will."""

_RETRY: Final = 1.0
"""Seconds between two probes while the store fails."""

_PATIENCE: Final = 1.5
"""Seconds that a health check waits for a probe; its callers wait two."""

SLOW: Final = "slow"


class StoreHealth:
    """The outcome of the latest commit. Without one, a probe writes a row, at most once a second for all callers."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time
        self._commits = 0
        self._outcome_at = -_TRUSTED
        self._probing: asyncio.Task[None] | None = None
        self._reported: str | None = None

    async def check(self) -> str | None:
        """Why commands cannot be stored, as one word such as `full`; None if they can."""
        self.note()
        if self._time.now() - self._outcome_at >= (_TRUSTED if self._store.failure is None else _RETRY):
            if self._probing is None:
                self._probing = asyncio.create_task(self._probe())
            await asyncio.wait([self._probing], timeout=_PATIENCE)
            if self._probing is not None:  # it takes too long
                return self._report(SLOW)
        return self.note()

    def note(self) -> str | None:
        """Log a change of the latest outcome once; returns why commands cannot be stored, if they cannot."""
        if self._store.commits != self._commits:
            self._commits, self._outcome_at = self._store.commits, self._time.now()
        failure = self._store.failure
        return self._report(None if failure is None else _word(failure))

    async def _probe(self) -> None:
        try:
            with suppress(StoreError):  # the writer keeps it
                await asyncio.wrap_future(self._store.probe())
        finally:
            self._probing = None

    def _report(self, why: str | None) -> str | None:
        if why != self._reported:
            if why is None:
                log_event("commands can be stored again")
            else:
                log_event("commands cannot be stored", logging.ERROR, why=why)
            self._reported = why
        return why


def _word(failure: StoreError) -> str:
    return (failure.key or "error-store-failed").removeprefix("error-").removeprefix("store-").replace("-", "_")
