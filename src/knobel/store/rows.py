"""Many rows in few statements.

A thread that runs a statement gives the interpreter up and has to get it back afterwards, from an event loop that is
busy. So a group of commands is written with as few statements as possible: the work is done while others compute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import apsw
import msgspec

_MOST: Final = 128
"""Rows in one statement. There is a statement for each number of rows; a connection keeps them all prepared."""

STATEMENTS: Final = 3 * _MOST
"""Statements that a connection that writes keeps prepared."""


def insert(connection: apsw.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows, all of them or, where one breaks a constraint, so many that the transaction must be undone."""
    for part in _parts(rows):
        connection.execute(_insertion(table, len(part[0]), len(part)), [value for row in part for value in row])


def last_versions(connection: apsw.Connection, codes: Sequence[str]) -> dict[str, int]:
    """The numbers of the last entries of these logs; those that have none are missing."""
    found: dict[str, int] = {}
    for part in _parts(codes):
        found |= msgspec.json.decode(connection.execute(_last_versions(len(part)), part).get)
    return found


def _parts(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for begin in range(0, len(rows), _MOST):
        yield rows[begin : begin + _MOST]


@cache
def _insertion(table: str, width: int, count: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"INSERT INTO {table} VALUES {', '.join([row] * count)}"


@cache
def _last_versions(count: int) -> str:
    each = f"SELECT code, max(version) AS last FROM entries WHERE code IN ({', '.join('?' * count)}) GROUP BY code"
    return f"SELECT json_group_object(code, last) FROM ({each})"
