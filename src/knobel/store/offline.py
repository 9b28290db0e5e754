"""Reads from a store without its lock: a server may be using it meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .connection import Connection
from .errors import DATABASE_ERRORS, StoreError, explained
from .schema import MIGRATIONS, schema_version
from .sqlite import connect

T = TypeVar("T")


def read_offline(path: Path, work: Callable[[Connection], T]) -> T:
    """The result of something that reads, in one snapshot of the store."""
    if not path.is_file():
        raise StoreError(f"there is no store in {path.parent}", key="error-no-store", folder=path.parent)
    results = list[T]()
    try:
        connection = connect(path, read_only=True)
        try:
            if schema_version(connection) != len(MIGRATIONS):
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
