"""Connections that only read, for any thread, and never make the writer wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import apsw

from .errors import StoreError, explained


class Readers:
    """Lends connections, and makes a new one when all are lent."""

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        self._connect = connect
        self._free: list[apsw.Connection] = []
        self._closed = False

    @contextmanager
    def lend(self) -> Iterator[apsw.Connection]:
        if self._closed:
            raise StoreError("the store is closed")
        try:
            connection = self._free.pop()
        except IndexError:
            connection = self._opened()
        try:
            yield connection
        except apsw.Error as error:
            raise explained(error) from error
        finally:
            self._give_back(connection)

    def close(self) -> None:
        """Close all connections, those that are lent as soon as they come back."""
        self._closed = True
        while self._free:
            self._free.pop().close()

    def _opened(self) -> apsw.Connection:
        try:
            return self._connect()
        except apsw.Error as error:
            raise explained(error) from error

    def _give_back(self, connection: apsw.Connection) -> None:
        if self._closed:
            connection.close()
        else:
            self._free.append(connection)
