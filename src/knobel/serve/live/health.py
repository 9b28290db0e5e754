"""Health of the store: whether commands can be stored now."""

from __future__ import annotations

import asyncio
import logging
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

_LARGE: Final = 1 << 20
"""Bytes of a probe after a failure: as much as a commit of some 250 tables writes. On a full disk small commits fit now
and then, so they show nothing."""

SLOW: Final = "slow"


class StoreHealth:
    """Whether commands can be stored: as long as none has failed, and again after a large probe has not failed.

    Without commits a probe writes a row, at most once a second for all callers.
    """

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time
        self._commits = 0
        self._failures = 0
        self._outcome_at = -_TRUSTED
        self._probed_at = -_TRUSTED
        self._why: str | None = None
        self._probing: asyncio.Task[None] | None = None
        self._reported = set[str]()

    async def check(self) -> str | None:
        """Why commands cannot be stored, as one word such as `full`; None if they can."""
        self.note()
        if self._probing is None and self._time.now() - self._outcome_at >= _TRUSTED:
            self._probing = asyncio.create_task(self._probe())
        if self._probing is not None:
            await asyncio.wait([self._probing], timeout=_PATIENCE)
            if self._probing is not None:  # it takes too long
                return self._report(self._why or SLOW)
        return self.note()

    def note(self) -> str | None:
        """Look at the commits since the last look, and log a change once; returns why commands cannot be stored.

        After a failure a probe begins, so that the recovery is noticed without a health check, too.
        """
        store = self._store
        if store.commits != self._commits:
            self._commits, self._outcome_at = store.commits, self._time.now()
        if store.failures != self._failures and store.failure is not None:
            self._failures, self._why = store.failures, _word(store.failure)
        if self._why is not None and self._probing is None and self._time.now() - self._probed_at >= _RETRY:
            self._probing = asyncio.create_task(self._probe())
        return self._report(self._why)

    async def _probe(self) -> None:
        """A failed probe counts as a failed commit, or it has found damage, which other commits may not need."""
        failures = self._store.failures
        try:
            await asyncio.wrap_future(self._store.probe(0 if self._why is None else _LARGE))
            if self._store.failures == failures:
                self._why = None
        except StoreError as error:
            self._why = _word(error)
        finally:
            self._outcome_at = self._probed_at = self._time.now()
            self._probing = None

    def _report(self, why: str | None) -> str | None:
        """Log each reason once until commands can be stored again."""
        if why is None and self._reported:
            log_event("commands can be stored again")
            self._reported.clear()
        elif why is not None and why not in self._reported:
            log_event("commands cannot be stored", logging.ERROR, why=why)
            self._reported.add(why)
        return why


def _word(failure: StoreError) -> str:
    return (failure.key or "error-store-failed").removeprefix("error-").removeprefix("store-").replace("-", "_")
