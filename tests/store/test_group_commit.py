"""Group commit: many rows in few statements, with the same result as one by one."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from knobel.store import CommandKey, Conflict, Entry, Repeated, Store
from knobel.store.connection import Connection
from knobel.store.entries import insert, read_ends
from knobel.table.events import Emoted

EVENT = Emoted(0, "hello")


@pytest.mark.parametrize("count", [0, 1, 2, 63, 64, 65, 200])
def test_rows_of_any_number_are_all_inserted(store: Store, count: int) -> None:
    rows = [(f"table {number % 70}", number, 0, b"{}", None, None, None, -number) for number in range(count)]
    store.write(lambda connection: insert(connection, "entries", rows)).result()
    last = {code: (version, checksum) for code, version, *_, checksum in rows}

    def check(connection: Connection) -> None:
        assert list(connection.execute("SELECT * FROM entries ORDER BY version")) == rows
        assert read_ends(connection, [*sorted(last), "no table"]) == last

    store.read(check)


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (("ab", (), CommandKey("ab", "device", "1")), Repeated),
        (("ab", (Entry(3, 0, EVENT),), CommandKey("ab", "device", "1")), Repeated),
        (("cd", (Entry(2, 0, EVENT),), CommandKey("cd", "device", "1")), Conflict),
    ],
    ids=["a repeated refusal", "a repeat", "a gap"],
)
def test_one_failing_command_of_a_group_does_not_affect_the_others(
    where: Path | str, bad: tuple[str, tuple[Entry, ...], CommandKey], error: type[Exception]
) -> None:
    """The first job blocks the writer until the others are queued."""
    gathered, busy = Event(), Event()

    def hold(resolve: object) -> None:
        busy.set()
        gathered.wait()
        assert callable(resolve)
        resolve()

    key = CommandKey("ab", "device", "1")
    code, entries, bad_key = bad
    with Store(where, deliver=hold) as store:
        first = store.append("ab", [Entry(1, 0, EVENT)], key, b"first")
        busy.wait()
        group = [
            store.append("ab", [Entry(2, 0, EVENT)], CommandKey("ab", "device", "2"), b"second"),
            store.append(code, entries, bad_key, b"bad"),
            store.append("ab", [Entry(3, 0, EVENT)], CommandKey("ab", "device", "3"), b"third"),
        ]
        gathered.set()
        assert first.result() is None
        assert [type(future.exception()) for future in group] == [type(None), error, type(None)]
        assert [entry.v for entry in store.load("ab")] == [1, 2, 3]
        assert store.load("cd") == []
        assert store.answer(key) == b"first"
        assert store.answer(CommandKey("ab", "device", "3")) == b"third"
        assert store.answer(CommandKey("cd", "device", "1")) is None
