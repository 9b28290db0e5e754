"""SQLite as the database of a store: one writer and several readers in WAL mode."""

from __future__ import annotations

from pathlib import Path

import apsw

from .backup import copy_before_migration
from .check import problems
from .connection import Connection
from .errors import StoreError, explained
from .schema import MIGRATIONS, migrate
from .sqlite import add_page_checksums, check_log, connect, damaged_pages, has_checksums, lock


class SqliteDatabase:
    """A store in a file, locked against other processes until it is closed."""

    remote = False
    page_checksums = True

    def __init__(self, path: Path, vfs: str | None = None) -> None:
        self._path, self._vfs = path, vfs
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"the folder of the store cannot be made: {error.strerror}") from None
        try:
            self._lock = lock(path)
            try:
                check_log(path)
                self._connection = _migrated(path, vfs)
            except BaseException:
                self._lock.close()
                raise
        except apsw.Error as error:
            raise explained(error) from error

    def begin(self, *, serial: bool, pipelined: bool) -> apsw.Connection:  # noqa: ARG002 - SQLite has one writer
        self._connection.execute("BEGIN IMMEDIATE")
        return self._connection

    def commit(self) -> None:
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def reader(self) -> apsw.Connection:
        """In WAL mode readers do not block the writer."""
        return connect(self._path, vfs=self._vfs, read_only=True)

    def lift_timeout(self, connection: Connection) -> None:
        """A file has no timeout."""

    def is_usable(self, connection: Connection) -> bool:  # noqa: ARG002 - a file does not go away
        return True

    def truncate_log(self) -> None:
        """Copy the write-ahead log into the file and empty it, so that deleted content is in neither.

        If a reader or the writer is busy, the next checkpoint does it.
        """
        connection = connect(self._path, vfs=self._vfs)
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except apsw.Error as error:
            raise explained(error) from error
        finally:
            connection.close()

    def problems(self, connection: Connection) -> list[str]:
        """Errors in the store, one sentence each: damaged pages and logs."""
        assert isinstance(connection, apsw.Connection)
        found = [*damaged_pages(self._path, connection, len(MIGRATIONS)), *problems(connection, len(MIGRATIONS))]
        return [problem.sentence for problem in found]

    def close(self) -> None:
        self._connection.close()
        self._lock.close()


def _migrated(path: Path, vfs: str | None) -> apsw.Connection:
    connection = connect(path, vfs=vfs)
    try:
        copy_before_migration(connection, path, vfs)
        if not has_checksums(connection):  # an older store: `connect` refuses a newer one
            add_page_checksums(connection)
            connection.close()
            connection = connect(path, vfs=vfs)
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection
