"""Statements about leases on a PostgreSQL connection of their own, in a thread, with a timeout."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

from ...store import StoreError
from ...store.connection import Connection
from ...store.errors import DATABASE_ERRORS, explained

if TYPE_CHECKING:
    from ...store.postgres import PostgresConnection

T = TypeVar("T")

_TIMEOUT: Final = 2.5
"""Seconds after which a connection that does not answer is given up."""


class PostgresRunner:
    """Runs one piece of work at a time; a connection that breaks or hangs is replaced."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._thread = _ConnectionThread(url)
        self._closed = False

    async def run(self, work: Callable[[Connection], T]) -> T:
        while not self._closed:
            thread = self._thread
            try:
                async with asyncio.timeout(_TIMEOUT):
                    return await asyncio.get_running_loop().run_in_executor(thread.executor, thread.run, work)
            except _GivenUp:  # while it waited for its turn
                if self._thread is thread:
                    break
            except TimeoutError:
                if self._thread is thread:
                    self._thread = _ConnectionThread(self._url)
                    thread.abort()
                raise StoreError("the database does not answer", key="error-store-unreachable") from None
        raise StoreError("the store is closed")

    async def close(self) -> None:
        self._closed = True
        self._thread.abort()


class _GivenUp(Exception):
    """The connection did not answer an earlier piece of work."""


class _ConnectionThread:
    """A thread with its connection."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: PostgresConnection | None = None
        self._over = False
        self.executor = ThreadPoolExecutor(1, "knobel-leases")

    def run(self, work: Callable[[Connection], T]) -> T:
        from ...store.postgres import connect_for_leases

        try:
            if self._over:
                raise _GivenUp
            if self._connection is None:
                self._connection = connect_for_leases(self._url)
                if self._over:  # it was given up meanwhile, and `abort` had no connection to break
                    self._close()
                    raise _GivenUp
            with self._connection:
                return work(self._connection)
        except DATABASE_ERRORS as error:
            self._close()
            raise explained(error) from None

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def abort(self) -> None:
        """Break the connection, so that the thread does not wait for it any more."""
        self._over = True
        if self._connection is not None:
            self._connection.abort()
        self.executor.shutdown(wait=False)
