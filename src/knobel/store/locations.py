"""Where a store is: a file (SQLite), or the address of a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from .connection import Database
from .errors import DATABASE_ERRORS, StoreError, explained
from .sqlite_database import SqliteDatabase


def is_postgres(where: Path | str) -> bool:
    """Whether this is the address of a PostgreSQL database.

    >>> is_postgres("postgresql://localhost/knobel"), is_postgres("tables.db")
    (True, False)
    """
    return isinstance(where, str) and where.startswith(("postgresql://", "postgres://"))


def location(text: str) -> Path | str:
    """A place that was written as text: the address of a PostgreSQL database, or else a path."""
    if "://" in text and not is_postgres(text):
        sentence = "a store is a file, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
        raise StoreError(sentence, key="error-store-scheme")
    return text if is_postgres(text) else Path(text)


def open_database(where: Path | str, vfs: str | None = None) -> Database:
    """Open a store, and migrate it to the newest version; a new one is made."""
    if not is_postgres(where):
        return SqliteDatabase(Path(where), vfs)
    check_driver()
    from .postgres import PostgresDatabase

    try:
        return PostgresDatabase(str(where))
    except DATABASE_ERRORS as error:
        raise explained(error) from None


def check_driver() -> None:
    """Raise unless the package for PostgreSQL is installed."""
    try:
        import psycopg  # noqa: F401 - whether it can be imported
    except ImportError:
        sentence = 'a store in PostgreSQL needs another package: pip install "knobel[cluster]"'
        raise StoreError(sentence, key="error-no-cluster") from None
