"""A recorded workload: all disk operations, and the expected content of the store after each acknowledgement."""

from __future__ import annotations

import tempfile
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct
from tests.store.damage import Op, Platter
from tests.store.disk import DISKS
from tests.store.mini_server import Sent

from knobel.store import Store
from knobel.store.connection import Connection
from knobel.store.sqlite import connect

from ..common.disk_workload import workload


class Group(Struct):
    """A group commit; it was acknowledged after `acked` operations.

    `digest` is that of all rows of the store from then on, until the next group.
    """

    acked: int
    sent: list[Sent]
    digest: bytes


class Record(Struct):
    """The first group is the empty store; the last one has no commands, and is what closing the store writes.

    `secret` is that of its dice.
    """

    ops: list[Op]
    groups: list[Group]
    seed: int
    secret: bytes

    @property
    def commands(self) -> int:
        return sum(len(group.sent) for group in self.groups)

    def platter(self) -> Platter:
        """The empty disk before the workload."""
        return Platter({})


def record(
    commands: int, seed: int, *, checkpoint: int, synchronous: str = "FULL", syncs: bool = True, early: bool = False
) -> Record:
    """Record a workload of so many commands; the write-ahead log is checkpointed every `checkpoint` pages.

    The rest are planted faults: commits that are not synced, a disk that does not sync, and answers that are given as
    soon as a command is decided.
    """
    with tempfile.TemporaryDirectory() as folder:
        played = workload(Path(folder) / "disk", seed, syncs=syncs)
        server = played.server
        server.set_pragma(f"wal_autocheckpoint = {checkpoint}")
        server.set_pragma(f"synchronous = {synchronous}")
        groups, secret = [Group(0, [], digest(server.store))], server.store.dice_secret()
        try:
            while (told := len(server.sent)) < commands:
                begun = len(server.disk.ops)
                played.group()
                if sent := server.sent[told:]:
                    acked = begun if early else max(one.acked or 0 for one in sent)
                    groups.append(Group(acked, sent, digest(server.store)))
        finally:
            server.close()
            del DISKS[str(server.disk.folder)]
        with closing(connect(server.disk.folder / "store.db", read_only=True)) as connection:
            groups.append(Group(len(server.disk.ops), [], _digest(connection)))
        return Record(server.disk.ops, groups, seed, secret)


def digest(store: Store) -> bytes:
    """Hash of all rows of all tables, except the server's secret, which is random in every store."""
    with store._readers.connection() as connection:
        return _digest(connection)


def _digest(connection: Connection) -> bytes:
    return blake2b(msgspec.msgpack.encode(_rows(connection)), digest_size=16).digest()


def _rows(connection: Connection) -> list[object]:
    names = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'house' ORDER BY name"
    ).fetchall()
    return [connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in names]
