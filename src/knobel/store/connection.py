"""What the store needs of a database connection; SQLite (apsw) and PostgreSQL (`postgres`) provide it.

All statements are written once, in the dialect that both databases understand. Placeholders are `?`, or `?1` and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Protocol

from .errors import DATABASE_ERRORS, StoreError, explained

ALL_ROWS: Final = 2**63 - 1
"""A limit that leaves out no row."""


class Cursor(Protocol):
    """The rows of a statement. `get` is the first row, or its value if it has one column, or None without a row."""

    @property
    def get(self) -> Any: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection to the database. As a context manager it is a savepoint, or a transaction if none is open."""

    def execute(self, statements: str, bindings: Sequence[Any] = (), /) -> Cursor: ...

    def executemany(self, statements: str, bindings: Iterable[Sequence[Any]], /) -> Cursor: ...

    def close(self) -> None: ...

    def __enter__(self) -> object: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> bool | None: ...


class Database(Protocol):
    """An open store, migrated to the newest version: one connection that writes, and others that read."""

    def begin(self, *, serial: bool, pipelined: bool) -> Connection:
        """Begin a transaction of the writer.

        A `serial` one runs alone, also among several processes. With `pipelined` an error of a statement may be raised
        by a later one, or by `commit`.
        """
        ...

    def commit(self) -> None:
        """Returns when the transaction would survive a power failure."""

    def rollback(self) -> None:
        """Undo a transaction, if one is open."""

    remote: bool
    """Whether a read may wait for another machine."""

    page_checksums: bool
    """Whether pages have checksums, so that a changed byte is an error."""

    def reader(self) -> Connection: ...

    def lift_timeout(self, connection: Connection) -> None:
        """Let the statements of the current transaction of a reader take long."""

    def is_usable(self, connection: Connection) -> bool:
        """Whether a connection that was used before still works."""
        ...

    def truncate_log(self) -> None:
        """Remove deleted content from the files, where the database does not do it later by itself."""

    def problems(self, connection: Connection) -> list[str]:
        """Errors in the store, one sentence each."""
        ...

    def close(self) -> None: ...


class ReadPool:
    """Pool of read-only connections for any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._free: list[Connection] = []
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Borrow a connection; a new one is opened if all are in use."""
        if self._closed:
            raise StoreError("the store is closed")
        connection = self._borrowed()
        try:
            yield connection
        except DATABASE_ERRORS as error:
            raise explained(error) from error
        finally:
            self._release(connection)

    def close(self) -> None:
        """Close all connections, those in use as soon as they are returned."""
        self._closed = True
        while self._free:
            self._free.pop().close()

    def _borrowed(self) -> Connection:
        try:
            while self._free:
                connection = self._free.pop()
                if self._database.is_usable(connection):
                    return connection
                connection.close()
        except IndexError:  # another thread took the last one
            pass
        try:
            return self._database.reader()
        except DATABASE_ERRORS as error:
            raise explained(error) from error

    def _release(self, connection: Connection) -> None:
        if self._closed:
            connection.close()
        else:
            self._free.append(connection)
