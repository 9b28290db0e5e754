"""Disk images after a power failure, opened by the real store and compared with the acknowledged commands."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct
from tests.store.damage import DAMAGES

from knobel.store import Entry, Store, StoreError
from knobel.store.sqlite_database import SqliteDatabase
from knobel.table.events import Emoted

from .record import Group, Record, digest

_AGO: Final = 20
"""Groups that are asked about by the store's own functions, counted back from the failure; the digest tells of all."""


class Broken(AssertionError):
    """A durability violation; the message says which, and how to reproduce it."""


class Found(Struct):
    """Counts of images, distinct images, and committed groups that were not yet acknowledged."""

    images: int = 0
    different: int = 0
    stored_unanswered: int = 0

    def add(self, other: Found) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def fail_between(record: Record, first: int, last: int) -> Found:
    """Fail the power after each operation from `first` to `last`, with every kind of damage.

    Duplicate images are checked once.
    """
    found, looked_at = Found(), set[int]()
    for cut, damage, files in _images(record, first, last):
        found.images += 1
        acked = sum(group.acked <= cut for group in record.groups[1:])
        image = hash((acked, tuple(sorted(files.items()))))
        if image not in looked_at:
            looked_at.add(image)
            found.different += 1
            try:
                found.stored_unanswered += look_at(files, record, acked)
            except (Broken, StoreError) as broken:
                raise Broken(f"seed {record.seed}, operation {cut}, {damage}: {broken}") from None
    return found


def _images(record: Record, first: int, last: int) -> Iterator[tuple[int, str, dict[str, bytes]]]:
    platter = record.platter()
    for cut, op in enumerate(record.ops[:last], 1):
        platter.take(op)
        if cut >= first:
            for damage in DAMAGES:
                yield cut, damage, platter.after(damage, Random(f"{record.seed}-{cut}-{damage}"))


def look_at(files: dict[str, bytes], record: Record, acked: int) -> bool:
    """Open the store, and say whether it has the group that was being written; everything before has to be there."""
    groups = record.groups
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        with Store(Path(folder) / "store.db") as store:
            assert isinstance(store._database, SqliteDatabase)
            store._database._connection.execute("PRAGMA synchronous = OFF")  # this power does not fail a second time
            if problems := store.check():
                raise Broken(f"the store is damaged: {problems}")
            has = digest(store)
            present = next((place for place in (acked, acked + 1) if has == _digest(groups, place)), None)
            if present is None:
                raise Broken(_what_is_wrong(store, groups, acked))
            if present and store.dice_secret() != record.secret:
                raise Broken("the dice have another secret than before")
            _ask_about(store, groups[: present + 1][-_AGO:])
            store.append("afterwards", [Entry(1, 0, Emoted(0, "luck"))]).result()
    return present > acked


def _digest(groups: list[Group], place: int) -> bytes | None:
    return groups[place].digest if place < len(groups) else None


def _ask_about(store: Store, groups: list[Group]) -> None:
    for sent in (one for group in groups for one in group.sent):
        if store.answer(sent.key) != sent.answer:
            raise Broken(f"the answer to {sent.key} is {store.answer(sent.key)!r} and was {sent.answer!r}")
        if sent.entries:
            found = store.load(sent.code, sent.entries[0].v - 1)[: len(sent.entries)]
            if found != sent.entries:
                raise Broken(f"the entries of {sent.key} are {found} and were {sent.entries}")


def _what_is_wrong(store: Store, groups: list[Group], acked: int) -> str:
    for group in groups[: acked + 1]:
        for sent in group.sent:
            if store.answer(sent.key) is None:
                return f"the acknowledged command {sent.key} was lost"
    return f"after group {acked} the store holds something else than was acknowledged"
