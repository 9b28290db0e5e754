"""Reads from a store without its lock: a server may be using it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import apsw
from msgspec import Struct

from .check import CHECKSUMS, Progress, problems
from .connection import Connection
from .errors import DATABASE_ERRORS, StoreError, explained
from .locations import check_driver, is_postgres
from .schema import MIGRATIONS, SQLITE_TABLES, newer_store, schema_version
from .sqlite import check_log, connect, damaged_pages

T = TypeVar("T")


def read_offline(where: Path | str, work: Callable[[Connection], T]) -> T:
    """The result of something that reads, in one snapshot of the store."""
    results = list[T]()
    if not is_postgres(where):
        check_log(Path(where))
    with _opened(where) as (connection, version):
        if version != len(MIGRATIONS):
            raise StoreError(
                "the store is of another version: start its server once with this one", key="error-store-version"
            )
        with connection:
            results.append(work(connection))
    return results[0]


class CheckReport(Struct):
    """The version of a store, whether it is older than checksums, and what is wrong, found while it is read."""

    version: int
    older: bool
    problems: Iterator[StoreError]


def check_offline(where: Path | str, progress: Progress) -> CheckReport:
    """Check a whole store: the file, if it is one, all logs, and the lists that follow from them."""
    with _opened(where) as (_, version):
        if version == 0:
            raise StoreError("this file is no store of knobel", key="error-not-a-store")
        if version > len(MIGRATIONS):
            raise newer_store(version, len(MIGRATIONS))
    return CheckReport(version, version < CHECKSUMS, _problems(where, version, progress))


def _problems(where: Path | str, version: int, progress: Progress) -> Iterator[StoreError]:
    with _opened(where) as (connection, _):
        if isinstance(connection, apsw.Connection):
            yield from damaged_pages(Path(where), connection, version)
        yield from problems(connection, version, progress, lists=version == len(MIGRATIONS))


@contextmanager
def _opened(where: Path | str) -> Iterator[tuple[Connection, int]]:
    """A connection that reads, and the version of the store."""
    try:
        connection, tables = _connected(where)
        try:
            yield connection, schema_version(connection, tables)
        finally:
            connection.close()
    except DATABASE_ERRORS as error:
        raise explained(error) from error


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
