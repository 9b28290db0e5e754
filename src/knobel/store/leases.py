"""Leases on tables: which node of a cluster owns a table, with an epoch that fences off former owners.

A node has one row, which it renews; its leases are valid as long as that row has not expired, by the clock of the
database. So a renewal costs one statement, however many tables a node owns. An expired row is never renewed.

Every append names the epoch of its lease (`check_epochs`). It locks the row of the owner against a take-over until the
end of its transaction, so a new owner reads the log after the last append of the old one. A process that is stopped in
a transaction would keep its locks, so the other nodes end its connection (`end_stalled`).

If the clock of the database is set back, rows from before would be valid for long. So a row that expires later than any
renewal can have said is not valid either (VALID).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cache
from typing import Any, Final, cast

import apsw
from msgspec import Struct

from .connection import Connection
from .errors import Fenced, StoreError

_LEASES: Final = """
CREATE TABLE nodes (
    node TEXT NOT NULL PRIMARY KEY,
    incarnation TEXT NOT NULL,
    expires DOUBLE PRECISION NOT NULL,
    alone INTEGER NOT NULL
);
CREATE TABLE leases (
    code TEXT NOT NULL PRIMARY KEY,
    node TEXT NOT NULL,
    incarnation TEXT NOT NULL,
    epoch BIGINT NOT NULL
);
CREATE INDEX leases_of_node ON leases (node);
"""


def add_leases(connection: Connection) -> None:
    connection.execute(_LEASES)


TTL: Final = 3.0
"""Seconds for which a node is a member after a renewal."""

_VALID: Final = f"nodes.expires > NOW AND nodes.expires <= NOW + {2 * TTL}"

_NO_NODE: Final = ""
"""The node of a lease that was given up; its row keeps the epoch."""


class Claim(Struct, frozen=True):
    """A lease of this node; `taken_over` from a node that had not given it up."""

    epoch: int
    taken_over: bool


class Holder(Struct, frozen=True):
    """The node that has the lease of a table; it has been silent for the TTL without the seconds that are `left`."""

    node: str
    incarnation: str
    left: float


def _sql(connection: Connection, text: str) -> str:
    """A statement in the dialect of the database.

    NOW is its clock in seconds, VALID a condition for a row of `nodes`, and only PostgreSQL locks rows.
    """
    return _for_sqlite(text) if isinstance(connection, apsw.Connection) else _for_postgres(text)


@cache
def _for_sqlite(text: str) -> str:
    return text.replace("VALID", _VALID).replace("NOW", "unixepoch('subsec')").partition(" FOR ")[0]


@cache
def _for_postgres(text: str) -> str:
    return text.replace("VALID", _VALID).replace(
        "NOW", "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
    )


def register(
    connection: Connection, node: str, incarnation: str, ttl: float, alone: bool, former: str | None = None
) -> None:
    """Make a node a member; `StoreError` while another node has its name, or one of the two wants to be alone.

    `former` is the incarnation of the same process that ends with this. While one of its appends is in flight this
    fails, since the new incarnation could read a log without it; it does not wait, because renewals wait for this.
    """
    if not isinstance(connection, apsw.Connection):
        connection.execute("LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE")
        connection.execute("SELECT 1 FROM nodes WHERE node = ? FOR UPDATE NOWAIT", (node,)).fetchall()
    query = (
        "SELECT node FROM nodes WHERE VALID AND incarnation <> ? AND (node = ? OR alone = 1 OR 1 = ?)"
        " ORDER BY node LIMIT 1"
    )
    found: str | None = connection.execute(_sql(connection, query), (former or "", node, int(alone))).get
    if found is not None:
        if found == node:
            sentence = f"another node of this cluster is called {node}: choose another name with --node"
            raise StoreError(sentence, key="error-node-name", node=node)
        sentence = "another knobel is using this store: stop it, or start all of them with --nats"
        raise StoreError(sentence, key="error-node-alone")
    connection.execute(_sql(connection, "DELETE FROM nodes WHERE expires <= NOW - 3600"))
    write = (
        "INSERT INTO nodes VALUES (?, ?, NOW + ?, ?) ON CONFLICT (node) DO UPDATE SET"
        " incarnation = excluded.incarnation, expires = excluded.expires, alone = excluded.alone"
    )
    connection.execute(_sql(connection, write), (node, incarnation, ttl, int(alone)))


def renew(connection: Connection, node: str, incarnation: str, ttl: float) -> bool:
    """Renew a membership; False if it has expired, which cannot be undone."""
    write = "UPDATE nodes SET expires = NOW + ? WHERE node = ? AND incarnation = ? AND VALID RETURNING 1"
    return connection.execute(_sql(connection, write), (ttl, node, incarnation)).get is not None


def end_stalled(connection: Connection) -> None:
    """End connections to the database whose clients are silent in the middle of a writing transaction.

    PostgreSQL has no timeout for that in pipeline mode: `idle_in_transaction_session_timeout` begins with a Sync.
    """
    if isinstance(connection, apsw.Connection):
        return
    connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        " AND usename = current_user AND state IN ('active', 'idle in transaction') AND wait_event = 'ClientRead'"
        " AND backend_xid IS NOT NULL AND state_change < clock_timestamp() - interval '2 seconds'"
    ).fetchall()


def leave(connection: Connection, node: str, incarnation: str) -> None:
    """End a membership; its leases are free at once."""
    connection.execute("DELETE FROM nodes WHERE node = ? AND incarnation = ?", (node, incarnation))


def claim(connection: Connection, code: str, node: str, incarnation: str) -> Claim | Holder | None:
    """Take the lease of a table, or find who has it; None if there is no such table.

    A valid lease is found without locks: a process that stops here must not hold up the owner.
    """
    query = (
        "SELECT leases.node, leases.incarnation, leases.epoch, nodes.expires - NOW FROM leases JOIN nodes"
        " ON nodes.node = leases.node AND nodes.incarnation = leases.incarnation WHERE leases.code = ? AND VALID"
    )
    found: Any = connection.execute(_sql(connection, query), (code,)).get
    if found is not None:
        owner, life, epoch, left = cast("tuple[str, str, int, float]", found)
        return Claim(epoch, False) if (owner, life) == (node, incarnation) else Holder(owner, life, left)
    write = (
        "INSERT INTO leases SELECT ?, ?, ?, 1 WHERE EXISTS (SELECT 1 FROM entries WHERE code = ?)"
        " ON CONFLICT (code) DO NOTHING RETURNING 1"
    )
    lease: Any = _lease(connection, code)
    if lease is None:
        if connection.execute(write, (code, node, incarnation, code)).get is not None:
            return Claim(1, False)
        lease = _lease(connection, code)
        if lease is None:
            return None
    owner, life, epoch = cast("tuple[str, str, int]", lease)
    if owner != _NO_NODE:
        query = "SELECT CASE WHEN VALID THEN expires - NOW END FROM nodes WHERE node = ? AND incarnation = ? FOR UPDATE"
        rest: float | None = connection.execute(_sql(connection, query), (owner, life)).get
        if rest is not None:
            return Claim(epoch, False) if (owner, life) == (node, incarnation) else Holder(owner, life, rest)
    write = "UPDATE leases SET node = ?, incarnation = ?, epoch = ? WHERE code = ?"
    connection.execute(write, (node, incarnation, epoch + 1, code))
    return Claim(epoch + 1, owner != _NO_NODE)


def _lease(connection: Connection, code: str) -> Any:
    query = "SELECT node, incarnation, epoch FROM leases WHERE code = ? FOR UPDATE"
    return connection.execute(_sql(connection, query), (code,)).get


def release(connection: Connection, epochs: Mapping[str, int]) -> None:
    """Give up leases: other nodes can take them at once."""
    write = "UPDATE leases SET node = ?, incarnation = ? WHERE code = ? AND epoch = ?"
    connection.executemany(write, [(_NO_NODE, "", code, epoch) for code, epoch in sorted(epochs.items())])


def revoke(connection: Connection, code: str) -> None:
    """Take the lease of a table away from its owner, before its log is rewritten.

    Appends that have begun are finished before; later ones fail, and the owner reads the log again. What the change
    depends on has to be read after this.
    """
    if not isinstance(connection, apsw.Connection):  # without a row, a claim would not wait for the end of this
        connection.execute("INSERT INTO leases VALUES (?, ?, '', 0) ON CONFLICT (code) DO NOTHING", (code, _NO_NODE))
    lease: Any = _lease(connection, code)
    if lease is None or lease[0] == _NO_NODE:
        return
    query = "SELECT 1 FROM nodes WHERE node = ? AND incarnation = ? FOR UPDATE"
    connection.execute(_sql(connection, query), lease[:2]).fetchall()
    write = "UPDATE leases SET node = ?, incarnation = ?, epoch = epoch + 1 WHERE code = ?"
    connection.execute(write, (_NO_NODE, "", code))


def held(connection: Connection, node: str, incarnation: str) -> dict[str, int]:
    """The leases of a node."""
    query = "SELECT code, epoch FROM leases WHERE node = ? AND incarnation = ?"
    return dict(connection.execute(query, (node, incarnation)))


def leased(connection: Connection, codes: Sequence[str]) -> set[str]:
    """Those of some tables that a node owns."""
    if not codes:
        return set()
    return {code for code, _ in connection.execute(_sql(connection, _valid_epochs(len(codes))), codes)}


def check_epochs(connection: Connection, epochs: Set[tuple[str, int]]) -> None:
    """Fencing: raise `Fenced` unless these are epochs of valid leases; they stay valid until the transaction ends.

    The statement that locks the nodes may wait for a take-over, but sees the leases as they were before. So a second
    one compares the epochs.
    """
    query, codes = _valid_epochs(len(epochs)), [code for code, _ in epochs]
    if not isinstance(connection, apsw.Connection):
        connection.execute(_sql(connection, query + " FOR KEY SHARE OF nodes"), codes)
    if set(connection.execute(_sql(connection, query), codes).fetchall()) != epochs:
        raise Fenced("another server has taken over this table", key="error-fenced")


@cache
def _valid_epochs(count: int) -> str:
    return (
        "SELECT leases.code, leases.epoch FROM leases JOIN nodes"
        " ON nodes.node = leases.node AND nodes.incarnation = leases.incarnation"
        f" WHERE VALID AND leases.code IN ({', '.join('?' * count)})"
    )
