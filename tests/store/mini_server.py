"""A minimal server for tests: decide, store, acknowledge."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from threading import Event
from typing import Final

import msgspec

from knobel.rules.dice import DiceSource
from knobel.store import CommandKey, Entry, Store, StoreError
from knobel.store.sqlite_database import SqliteDatabase
from knobel.table import (
    Continuation,
    Refusal,
    ServerCommand,
    ServerInputs,
    Table,
    create,
    create_continuation,
    decide,
    decide_server,
    evolve,
    rebuild,
)
from knobel.table.commands import Command, Settings
from knobel.table.events import TableEvent

from .disk import NAME, Call, Disk

_PATIENCE: Final = 60.0
"""Seconds to wait for the writer; it takes milliseconds."""


class Sent(msgspec.Struct):
    """A command that was handed to the store: its entries, its answer, and when it was on disk.

    `acked` is how much had been done to the disk when it was acknowledged, none if it was not.
    """

    key: CommandKey
    code: str
    entries: list[Entry]
    answer: bytes
    acked: int | None = None


class MiniServer:
    """Tables over a store on a simulated disk that can crash."""

    def __init__(
        self, folder: Path, dice: DiceSource, *, syncs: bool = True, trouble: Callable[[Call], None] | None = None
    ) -> None:
        self.disk = Disk(folder, syncs=syncs)
        self.disk.trouble = trouble
        secrets = count(1)
        self.inputs = ServerInputs(dice, lambda: f"replay-{folder.name}-{next(secrets)}")
        self.store = Store(folder / "store.db", vfs=NAME)
        self.tables: dict[str, Table] = {}
        self.sent: list[Sent] = []
        self.failed: list[tuple[Sent, StoreError]] = []
        self._ahead = False
        self.waiting: list[tuple[Sent, Future[None]]] = []
        self._hold()

    def create(self, code: str, device: str, game: str, bots: tuple[str, ...], options: dict[str, object]) -> None:
        events = create(code, game, options, Settings(), "Anna", device, self.inputs, bots)
        self._append(CommandKey("", device, f"create {code}"), code, None, events)

    def create_continuation(self, code: str, device: str, on: Continuation) -> None:
        events = create_continuation(code, on, Settings(), "Anna", device, self.inputs, ("random",))
        self._append(CommandKey("", device, f"create {code}"), code, None, events)

    def ask(self, code: str, device: str, ident: str, command: Command, seen: int) -> bytes:
        """The answer to a command, which is valid once the store has it."""
        key = CommandKey(code, device, ident)
        known = next((sent.answer for sent, _ in self.waiting if sent.key == key), None) or self.store.answer(key, seen)
        if known is not None:
            return known
        table = self.tables[code]
        try:
            events = decide(table, device, command, seen, self.inputs)
        except Refusal as refusal:
            answer = msgspec.json.encode((ident, table.version, refusal.why, refusal.sentence))
            return self._send(Sent(key, code, [], answer), table, table, seen)
        return self._append(key, code, table, events, seen)

    def contribute(self, code: str, ident: str, command: ServerCommand) -> None:
        table = self.tables[code]
        self._append(CommandKey(code, "server", ident), code, table, decide_server(table, command, self.inputs))

    def settle(self) -> None:
        """Wait until everything is on disk or has failed; after a failure the tables are loaded again."""
        self._release()
        for sent, future in self.waiting:
            try:
                future.result(_PATIENCE)
            except StoreError as error:
                self._ahead = True
                self.sent.remove(sent)
                self.failed.append((sent, error))
        self.waiting.clear()
        self._hold()
        if self._ahead:
            self.reload()

    def set_pragma(self, pragma: str) -> None:
        """Set a pragma of the writer's connection between two groups."""
        self._release()
        self.store._write(lambda _: None).result()
        assert isinstance(self.store._database, SqliteDatabase)
        self.store._database._connection.execute(f"PRAGMA {pragma}")
        self._hold()

    def close(self) -> None:
        self._release()
        self.store.close()

    def _hold(self) -> None:
        """Block the writer, so that everything sent until the release makes one group, in every run."""
        busy = Event()
        self._gate = Event()
        held = self._gate

        def wait(_: object) -> None:
            busy.set()
            held.wait()

        self.store._write(wait).add_done_callback(lambda _: busy.set())  # if the disk fails the writer is not blocked
        assert busy.wait(_PATIENCE), "the writer has died"

    def _release(self) -> None:
        self._gate.set()

    def reload(self) -> None:
        found = {code: rebuild(entry.event for entry in self.store.load(code)) for code in self.tables}
        self.tables = {code: table for code, table in found.items() if table is not None}
        self._ahead = False

    def _append(
        self, key: CommandKey, code: str, before: Table | None, events: tuple[TableEvent, ...], seen: int = 0
    ) -> bytes:
        after, entries = before, []
        for event in events:
            after = evolve(after, event)
            entries.append(Entry(after.version, 1000 + after.version, event))
        assert after is not None
        self.tables[code] = after
        return self._send(Sent(key, code, entries, msgspec.json.encode((key.id, after.version))), before, after, seen)

    def _send(self, sent: Sent, before: Table | None, after: Table, seen: int) -> bytes:
        future = self.store.append(
            sent.code, sent.entries, sent.key, sent.answer, seen=seen, before=before, after=after
        )
        future.add_done_callback(lambda done: self._acked(sent, done))
        self.sent.append(sent)
        self.waiting.append((sent, future))
        return sent.answer

    def _acked(self, sent: Sent, done: Future[None]) -> None:
        """Runs on the writer thread, before anything else is written."""
        if done.exception() is None:
            sent.acked = len(self.disk.ops)
