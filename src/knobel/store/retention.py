"""Retention: deletion of tables, loaded records and analyses by age, in small slices.

With a table go its log, its lists, and the replays of its games, since records are made from the log. Clubs keep the
results of their games, without a link to the replay, and the dice statistics of all tables keep its dice.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from .connection import Connection
from .leases import leased, revoke

KINDS: Final = {"lobby": "lobby", "playing": "playing", "over": "finished", "closed": "finished"}
"""The kind of a table for retention, by its phase."""

BY_CODE: Final = (
    *("entries", "answers", "tables", "holders", "games", "clocks", "refusals", "carries", "hidden", "fallen"),
    "leases",
)
"""Tables of the store whose rows belong to a table and that no club needs."""


class Slice(Struct, frozen=True):
    """What one slice has done: deleted tables by kind, and the code after which the next slice begins."""

    deleted: dict[str, int]
    codes: tuple[str, ...]
    after: str


def expire_tables(
    connection: Connection, cutoffs: dict[str, int], after: str, size: int, in_use: frozenset[str]
) -> Slice:
    """Delete tables of a slice in the order of codes that were last used before the cutoff of their kind.

    Tables are kept that are `in_use`, or owned by a node. The slice after the last table begins anew.
    """
    query = (
        "SELECT code, phase, (SELECT at FROM entries WHERE entries.code = tables.code ORDER BY version DESC LIMIT 1)"
        " FROM tables WHERE code > ? ORDER BY code LIMIT ?"
    )
    rows: Any = connection.execute(query, (after, size)).fetchall()
    deleted, codes = dict[str, int](), list[str]()
    in_use |= leased(connection, [row[0] for row in rows])
    for code, phase, last in rows:
        kind = KINDS.get(phase)
        if code not in in_use and kind is not None and last is not None and last < cutoffs.get(kind, 0):
            delete_table(connection, code)
            deleted[kind] = deleted.get(kind, 0) + 1
            codes.append(code)
    _delete_answers(connection, codes)
    return Slice(deleted, tuple(codes), rows[-1][0] if len(rows) == size else "")


def _delete_answers(connection: Connection, codes: list[str]) -> None:
    """Delete the answers to commands that made these tables, or carried their seats: they name devices and codes."""
    if codes:
        made = [msgspec.json.encode({"code": code}) for code in codes]
        connection.execute(f"DELETE FROM answers WHERE code = '' AND answer IN ({', '.join('?' * len(made))})", made)


def delete_table(connection: Connection, code: str) -> None:
    """Delete everything about a table; clubs keep the results of its games."""
    revoke(connection, code)
    replays: Any = connection.execute("SELECT replay FROM games WHERE code = ?", (code,)).fetchall()
    for table in BY_CODE:
        connection.execute(f"DELETE FROM {table} WHERE code = ?", (code,))
    for table in ("finders", "analyses"):  # after the games: an analysis may be written until they are gone
        connection.executemany(f"DELETE FROM {table} WHERE replay = ?", replays)
    connection.execute("DELETE FROM sizes WHERE name = ?", (code,))
    connection.execute("DELETE FROM club_tables WHERE code = ?", (code,))
    connection.execute("UPDATE club_games SET replay = NULL, code = NULL WHERE code = ?", (code,))


def expire_records(connection: Connection, before: int, size: int) -> int:
    """Delete loaded records of before a time; the number of them."""
    query = "SELECT replay FROM games WHERE code IS NULL AND at < ? ORDER BY at LIMIT ?"
    replays = [replay for (replay,) in connection.execute(query, (before, size)).fetchall()]
    for replay in replays:
        delete_record(connection, replay)
    return len(replays)


def delete_record(connection: Connection, replay: str) -> None:
    """Delete a loaded record."""
    for table in ("games", "finders", "analyses"):
        connection.execute(f"DELETE FROM {table} WHERE replay = ?", (replay,))
    connection.execute("DELETE FROM sizes WHERE name = ?", (replay,))


def expire_analyses(connection: Connection, before: int, size: int) -> int:
    """Delete analyses of before a time, which can be computed again; the number of them."""
    query = "DELETE FROM analyses WHERE replay IN (SELECT replay FROM analyses WHERE at < ? LIMIT ?) RETURNING replay"
    return len(connection.execute(query, (before, size)).fetchall())


def expire_audit(connection: Connection, before: int) -> None:
    connection.execute("DELETE FROM audit WHERE at < ?", (before,))
