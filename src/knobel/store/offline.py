"""Reads from a store without its lock: a server may be using it meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .connection import Connection
from .errors import DATABASE_ERRORS, StoreError, explained
from .locations import check_driver, is_postgres
from .schema import MIGRATIONS, SQLITE_TABLES, schema_version
from .sqlite import connect

T = TypeVar("T")


def read_offline(where: Path | str, work: Callable[[Connection], T]) -> T:
    """The result of something that reads, in one snapshot of the store."""
    results = list[T]()
    try:
        connection, tables = _connected(where)
        try:
            if schema_version(connection, tables) != len(MIGRATIONS):
                raise StoreError(
                    "the store is of another version: start its server once with this one", key="error-store-version"
                )
            with connection:
                results.append(work(connection))
        finally:
            connection.close()
    except DATABASE_ERRORS as error:
        raise explained(error) from error
    return results[0]


def _connected(where: Path | str) -> tuple[Connection, str]:
    """A connection that reads, and the statement that lists the tables."""
    if is_postgres(where):
        check_driver()
        from .postgres import TABLES, connect_to_read

        return connect_to_read(str(where)), TABLES
    path = Path(where)
    if not path.is_file():
        raise StoreError(f"there is no store in {path.parent}", key="error-no-store", folder=path.parent)
    return connect(path, read_only=True), SQLITE_TABLES
