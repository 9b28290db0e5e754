"""Crash simulation: what a crash leaves of the files of a disk.

After a killed process everything is there that was written. After a power failure only what was synced is certain. Of
what was written later anything may be true, in five ways here: those that SQLite's own crash tests use, and two that
file systems add. SQLite counts on the bytes beside a write to stay as they were; so do all of these.

A name in a folder, or its deletion, is certain when the folder was synced: SQLite does that with the first sync of a
journal or write-ahead log that it has made. Folders are journaled, so of unsynced changes the first ones stay.

A sync that fails is not tried again by the system: what it should have made certain stays at risk for ever, unless it
is written again.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec import Struct

KILLED: Final = "killed"
DAMAGES: Final = ("dropped", "torn", "reordered", "garbage", "grown")
"""Nothing unsynced is there; the first writes and a part of the next one; any of them in any order; any of them, and
random bytes in place of some, the last one among them; the files have grown, but there are zeros in them."""


class Op(Struct, frozen=True):
    """What was done to a file: create, write, truncate, sync, failed sync, delete; or the folder was synced."""

    kind: str
    file: str
    offset: int = 0
    data: bytes = b""


class _Change(Struct):
    """A write or truncation after the last certain content; `doomed` if a sync of it has failed."""

    op: Op
    certain: bool = False
    doomed: bool = False


class _Content:
    """The content of one file: what is durable, and the changes since the last sync."""

    def __init__(self, certain: bytes = b"") -> None:
        self.certain = bytearray(certain)
        self.changes: list[_Change] = []

    def sync(self) -> None:
        for change in self.changes:
            change.certain = change.certain or not change.doomed
        while self.changes and self.changes[0].certain:
            _apply(self.certain, self.changes.pop(0).op)

    def fail_to_sync(self) -> None:
        for change in self.changes:
            change.doomed = not change.certain


class Platter:
    """The files of a disk with their durable and volatile content; operations are applied one by one."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._certain = {name: _Content(content) for name, content in files.items() if not name.endswith("-shm")}
        self._now = dict(self._certain)
        self._moves: list[tuple[str, _Content | None]] = []

    @property
    def at_risk(self) -> bool:
        """Whether any content is volatile, so that a power failure may lose it."""
        return bool(self._moves) or any(content.changes for content in self._now.values())

    def take(self, op: Op) -> None:
        if op.kind == "create":
            self._name(op.file, _Content())
        elif op.kind == "delete":
            self._name(op.file, None)
        elif op.kind == "sync folder":
            self._sync_folder()
        elif op.kind == "sync":
            self._now[op.file].sync()
            if op.file.endswith(("-wal", "-journal")) and op.file in {name for name, content in self._moves if content}:
                self._sync_folder()
        elif op.kind == "failed sync":
            self._now[op.file].fail_to_sync()
        else:
            self._now[op.file].changes.append(_Change(op))

    def after(self, damage: str, chance: Random) -> dict[str, bytes]:
        """The files after a crash."""
        return {name: bytes(_content(file, damage, chance)) for name, file in self._names(damage, chance).items()}

    def _name(self, file: str, content: _Content | None) -> None:
        self._moves.append((file, content))
        _move(self._now, file, content)

    def _sync_folder(self) -> None:
        self._certain, self._moves = dict(self._now), []

    def _names(self, damage: str, chance: Random) -> dict[str, _Content]:
        if damage in (KILLED, "grown"):
            return self._now
        names, kept = dict(self._certain), 0 if damage == "dropped" else chance.randint(0, len(self._moves))
        for file, content in self._moves[:kept]:
            _move(names, file, content)
        return names


def _move(names: dict[str, _Content], file: str, content: _Content | None) -> None:
    if content is None:
        names.pop(file, None)
    else:
        names[file] = content


def _content(file: _Content, damage: str, chance: Random) -> bytearray:
    content = bytearray(file.certain)
    risky = [change.op for change in file.changes if not change.certain]
    kept = chance.randint(0, len(risky)) if damage == "torn" else 0
    for change in file.changes:
        if change.certain or damage == KILLED:
            _apply(content, change.op)
        elif damage == "torn":
            if kept >= 0:
                _apply(content, change.op if kept else _half(change.op, chance))
            kept -= 1
        elif damage == "reordered":
            if chance.random() < 0.5:
                _apply(content, change.op)
        elif damage == "garbage":
            fate = chance.randrange(3) if change.op is not risky[-1] else 0
            if fate < 2:
                _apply(content, change.op if fate else _trashed(change.op, chance))
        elif damage == "grown":
            content.extend(bytes(max(0, change.op.offset + len(change.op.data) - len(content))))
    return content


def _half(op: Op, chance: Random) -> Op:
    """A part of a write, which need not end where a sector ends."""
    return op if op.kind == "truncate" else Op(op.kind, op.file, op.offset, op.data[: chance.randint(0, len(op.data))])


def _trashed(op: Op, chance: Random) -> Op:
    return op if op.kind == "truncate" else Op(op.kind, op.file, op.offset, chance.randbytes(len(op.data)))


def _apply(content: bytearray, op: Op) -> None:
    if op.kind == "truncate":
        del content[op.offset :]
    if not op.data:
        return
    content.extend(bytes(max(0, op.offset - len(content))))
    content[op.offset : op.offset + len(op.data)] = op.data
