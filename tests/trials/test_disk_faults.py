"""Disks that fail, a few cases of each kind; and faults of a store that they have to bring to light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from trials.disk_faults.trial import cases, run_all
from trials.power.images import Broken

from knobel.store import Entry, Store, StoreError
from knobel.store import sqlite as connections
from knobel.store.sqlite import connect
from knobel.store.writer import Writer
from knobel.table.events import Emoted
from tests.store.disk import NAME, Call, Disk


def test_a_fault_at_some_calls() -> None:
    """All of them are the business of the trial of full size."""
    outcome = run_all(cases(groups=6, every=29, seed=1))
    assert outcome.acked > outcome.failed > 0
    assert outcome.shut > 0
    assert outcome.stuck == 0
    assert outcome.sentences >= {
        "the disk is full: the store cannot be written",
        "the disk failed while the store was read or written",
    }


def _without_a_log(connection: apsw.Connection, read_only: bool) -> None:
    connection.reserve_bytes(reserve=connections._CHECKSUM)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _says_yes(writer: Writer, group: list[Any]) -> None:
    """The error is heard, but not told."""
    _COMMIT(writer, group)
    for job in group:
        job.error = None


_COMMIT = Writer._commit


@pytest.mark.parametrize(
    ("fault", "planted"),
    [
        ("broken", lambda patch: patch.setattr(connections, "_prepare", _without_a_log)),
        ("full", lambda patch: patch.setattr(Writer, "_commit", _says_yes)),
    ],
    ids=["a store that may have no write-ahead log", "an acknowledgement in spite of an error"],
)
def test_faults_of_ours_are_found(
    fault: str, planted: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its write-ahead log, a store loses what it wrote last: its journal comes back with the power."""
    asked = [case for case in cases(groups=3, every=1, seed=1) if case.fault == fault and case.times == 1]
    planted(monkeypatch)
    with pytest.raises(Broken):
        run_all(asked)


@pytest.mark.parametrize("turns", [1, 7, None])
def test_the_store_waits_for_another_writer(tmp_path: Path, turns: int | None) -> None:
    """Another connection holds the lock until the store has asked `turns` times, or longer than it is patient."""
    disk = Disk(tmp_path)
    with Store(tmp_path / "store.db", vfs=NAME) as store:
        other = connect(tmp_path / "store.db")
        for v in range(1, 6):
            other.execute("BEGIN IMMEDIATE")
            asked = _release_after(disk, other, turns)
            stored = store.append("kiwi", [Entry(v, v, Emoted(0, "luck"))])
            if turns is None:
                with pytest.raises(StoreError, match="another process is using the store"):
                    stored.result()
                other.execute("ROLLBACK")
                store.append("kiwi", [Entry(v, v, Emoted(0, "luck"))]).result()
            else:
                stored.result()
                assert len(asked) == turns
        assert [entry.v for entry in store.load("kiwi")] == [1, 2, 3, 4, 5]
        other.close()


def _release_after(disk: Disk, other: apsw.Connection, turns: int | None) -> list[Call]:
    asked: list[Call] = []

    def sleep(call: Call) -> None:
        if call.kind == "Sleep":
            asked.append(call)
            if len(asked) == turns:
                other.execute("ROLLBACK")

    disk.trouble = sleep
    return asked
