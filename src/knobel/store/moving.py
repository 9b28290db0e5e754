"""Moving a store between SQLite and PostgreSQL: all rows are copied in one transaction, and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final

import apsw

from ..solve.progress import Progress, silent
from .connection import Connection
from .entries import insert
from .errors import DATABASE_ERRORS, StoreError, explained
from .locations import check_driver, is_postgres
from .schema import MIGRATIONS, SQLITE_TABLES, migrate, schema_version
from .sqlite import check_log, connect, lock

_PAGE: Final = 2_000
"""Rows that are read at a time."""

_KEYS: Final = (
    "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns"
    " WHERE tables.type = 'table' AND columns.pk > 0 ORDER BY tables.name, columns.pk"
)
"""Primary keys; only the table with the version of the schema has none."""

Keys = Mapping[str, list[str]]


def move_store(source: Path | str, target: Path | str, progress: Progress = silent) -> dict[str, int]:
    """Copy a store that is not in use to an empty place in the other database; the number of rows of each table.

    The target stays empty unless all rows were written, read back and found equal. The source is not changed.
    """
    if is_postgres(source) == is_postgres(target):
        sentence = "a store is moved from a file to PostgreSQL, or back; `knobel backup` copies a file"
        raise StoreError(sentence, key="error-move-places")
    check_driver()
    try:
        if is_postgres(target):
            with _source_file(Path(source)) as reading, _new_database(str(target)) as writing:
                return _copied(reading, writing, _keys(reading), progress)
        with _source_database(str(source)) as reading, _new_file(Path(target)) as file:
            return _copied(reading, file, _keys(file), progress)
    except DATABASE_ERRORS as error:
        raise explained(error) from None


@contextmanager
def _source_file(path: Path) -> Iterator[apsw.Connection]:
    """A store that no server uses, in one snapshot."""
    if not path.is_file():
        raise StoreError(f"there is no store {path.name} in {path.parent}", key="error-no-store", folder=path.parent)
    with closing(lock(path)):
        check_log(path)
        with closing(connect(path, read_only=True)) as connection:
            _check_version(connection, SQLITE_TABLES)
            with connection:
                yield connection


@contextmanager
def _source_database(url: str) -> Iterator[Connection]:
    from .postgres import TABLES, connect_to_read

    with closing(connect_to_read(url)) as connection:
        _check_version(connection, TABLES)
        others = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name = 'knobel' AND pid != pg_backend_pid()"
        )
        if connection.execute(others).get:
            raise StoreError("a server is using this store; stop it first", key="error-move-running")
        with connection:
            yield connection


def _check_version(connection: Connection, tables: str) -> None:
    if schema_version(connection, tables) != len(MIGRATIONS):
        sentence = "the store is of another version: start its server once with this one"
        raise StoreError(sentence, key="error-store-version")


@contextmanager
def _new_database(url: str) -> Iterator[Connection]:
    """An empty database with the tables of a store, committed at the end of the block."""
    from .postgres import TABLES, connect_to_write, exclusively

    with closing(connect_to_write(url)) as connection, exclusively(connection):
        if connection.execute(TABLES).fetchone() is not None:
            raise StoreError("the target is not empty: create a new database for it", key="error-move-database")
        migrate(connection, tables=TABLES)
        connection.execute("DELETE FROM house")  # the new secret
        yield connection


@contextmanager
def _new_file(path: Path) -> Iterator[apsw.Connection]:
    """A new file with the tables of a store; it gets its name at the end of the block."""
    if path.exists():
        raise StoreError(f"{path.name} exists already; choose another name", key="error-file-exists", file=path.name)
    unfinished = path.with_name(path.name + ".part")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(connect(unfinished)) as connection:
            migrate(connection)
            with connection:
                connection.execute("DELETE FROM house")
                yield connection
            connection.execute("PRAGMA journal_mode = DELETE")  # one file
        unfinished.replace(path)
    finally:
        for ending in ("", "-wal", "-shm"):
            unfinished.with_name(unfinished.name + ending).unlink(missing_ok=True)


def _keys(file: Connection) -> Keys:
    """The columns of the primary key of each table; both databases have the same tables."""
    found = dict[str, list[str]]()
    for table, column in file.execute(_KEYS):
        found.setdefault(table, []).append(column)
    return found


def _copied(source: Connection, target: Connection, keys: Keys, progress: Progress) -> dict[str, int]:
    counts: dict[str, int] = {table: source.execute(f"SELECT count(*) FROM {table}").get for table in keys}
    done, total = 0, 2 * sum(counts.values())
    for table, key in keys.items():
        before = done
        for page in _pages(source, table, key):
            insert(target, table, page)
            done += len(page)
            progress(done, total)
        if done - before != counts[table]:  # PostgreSQL counts without the index that the pages are found by
            sentence = f"{table} has {counts[table]} rows, and its index {done - before}; the target stays empty"
            raise StoreError(sentence, key="error-move-count", table=table, rows=counts[table], found=done - before)
    for table, key in keys.items():
        both = zip_longest(*(chain.from_iterable(_pages(each, table, key)) for each in (source, target)))
        for number, (old, new) in enumerate(both, 1):
            if old != new:
                sentence = f"row {number} of {table} was not copied as it is; the target stays empty"
                raise StoreError(sentence, key="error-move-row", table=table, row=number)
            if number % _PAGE == 0:
                progress(done + number, total)
        done += counts[table]
        progress(done, total)
    return counts


def _pages(connection: Connection, table: str, key: list[str]) -> Iterator[list[tuple[Any, ...]]]:
    """All rows of a table by its key, some at a time."""
    columns, marks = ", ".join(key), ", ".join("?" * len(key))
    after, last = "", ()
    while True:
        query = f"SELECT {columns}, * FROM {table} {after} ORDER BY {columns} LIMIT {_PAGE}"
        rows = connection.execute(query, last).fetchall()
        if not rows:
            return
        yield [row[len(key) :] for row in rows]
        after, last = f"WHERE ({columns}) > ({marks})", rows[-1][: len(key)]
