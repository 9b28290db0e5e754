"""Appends, idempotency keys, group commit and reads of the store."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Event

import apsw
import pytest

from knobel.store import CommandKey, Conflict, Entry, Repeated, Store, StoreError, append, transaction
from knobel.store.idempotency import REFUSALS, REFUSED_DEVICES
from knobel.table.decide import LONG_AGO
from knobel.table.events import Emoted
from tests.table.room import ANNA, Room

from .games import entries

KEY = CommandKey("kiwi", "device", "1")


def luck(*versions: int) -> list[Entry]:
    return [Entry(version, 1000 + version, Emoted(0, "luck")) for version in versions]


def test_appended_entries_are_read_back(store: Store) -> None:
    store.append("kiwi", luck(1, 2), KEY, b"first").result()
    store.append("kiwi", luck(3)).result()
    assert store.load("kiwi") == luck(1, 2, 3)
    assert store.load("kiwi", since=2) == luck(3)
    assert store.load("plum") == []
    assert (store.last_version("kiwi"), store.last_version("plum")) == (3, 0)
    assert store.answer(KEY) == b"first"
    assert store.answer(CommandKey("kiwi", "other device", "1")) is None


@pytest.mark.parametrize("versions", [(2,), (1, 2), (4,)])
def test_gaps_and_duplicates_are_conflicts(store: Store, versions: tuple[int, ...]) -> None:
    store.append("kiwi", luck(1, 2)).result()
    with pytest.raises(Conflict):
        store.append("kiwi", luck(*versions), KEY, b"never").result()
    assert store.load("kiwi") == luck(1, 2)
    assert store.answer(KEY) is None


def test_a_log_evicted_from_the_cache_goes_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction, "_MAX_CACHED", 3)
    codes = [f"log{number}" for number in range(12)]
    for version in (1, 2, 3):
        for code in codes:
            store.append(code, luck(version)).result()
            assert len(store._writer._ends._ends) <= 3
    assert all(store.load(code) == luck(1, 2, 3) for code in codes)


@pytest.mark.parametrize(
    "loss",
    [
        ("DELETE FROM entries WHERE version = ?", 1),
        ("DELETE FROM entries WHERE version = ?", 2),
        ("UPDATE entries SET event = ?", b"\0"),
    ],
)
def test_an_incomplete_log_is_an_error(store: Store, loss: tuple[str, object]) -> None:
    store.append("kiwi", luck(1, 2, 3)).result()
    store._write(lambda connection: connection.execute(loss[0], loss[1:])).result()
    with pytest.raises(StoreError, match="the log of this table is damaged at entry"):
        store.load("kiwi")


def test_a_command_has_one_answer(store: Store) -> None:
    store.append("kiwi", luck(1), KEY, b"first").result()
    with pytest.raises(Repeated):
        store.append("kiwi", luck(2), KEY, b"second").result()
    assert store.answer(KEY) == b"first"
    assert store.load("kiwi") == luck(1)


def test_an_answer_is_searched_after_the_version_that_its_client_saw(store: Store) -> None:
    store.append("kiwi", luck(1, 2)).result()
    store.append("kiwi", luck(3, 4), KEY, b"third", seen=2).result()
    assert [store.answer(KEY, seen) for seen in (0, 2, 3)] == [b"third", b"third", None]
    with pytest.raises(Repeated):
        store.append("kiwi", luck(5), KEY, b"fifth", seen=2).result()
    store.append("kiwi", luck(5), KEY, b"another command", seen=4).result()
    assert store.answer(KEY, 4) == b"another command"


def test_only_the_last_refusals_of_a_device_are_kept(store: Store) -> None:
    store.append("kiwi", (), CommandKey("kiwi", "other", "0"), b"no").result()
    keys = [CommandKey("kiwi", "device", str(number)) for number in range(REFUSALS + 2)]
    for key in keys:
        store.append("kiwi", (), key, b"no").result()
    assert [store.answer(key) for key in keys] == [None] * 2 + [b"no"] * REFUSALS
    assert store.answer(CommandKey("kiwi", "other", "0")) == b"no"


def test_the_same_command_twice_in_one_group_is_written_once(where: Path | str) -> None:
    turns, told = list[Callable[[], None]](), list[Exception | None]()
    with Store(where, gather=turns.append) as store:
        for version in (1, 2):
            store.submit(append("kiwi", luck(version), KEY, b"%d" % version), told.append)
        turns[0]()
    assert [type(each) for each in told] == [type(None), Repeated]
    with Store(where) as again:
        assert (again.load("kiwi"), again.answer(KEY)) == (luck(1), b"1")


def test_few_refusals_of_devices_without_a_seat_are_kept(store: Store) -> None:
    """A client could join, be refused and leave as a new device each time."""
    room = Room(code="kiwi")
    store.append("kiwi", entries(room), after=room.table).result()
    seated = CommandKey("kiwi", ANNA, "1")
    store.append("kiwi", key=seated, answer=b"anna").result()
    gone = [CommandKey("kiwi", f"gone {number}", "1") for number in range(3 * REFUSED_DEVICES)]
    for key in gone:
        store.append("kiwi", key=key, answer=b"no").result()
    with store._readers.connection() as connection:
        assert connection.execute("SELECT count(*) FROM refusals").get <= REFUSED_DEVICES + 1
    assert store.answer(seated) == b"anna"
    assert store.answer(gone[-1]) == b"no"


def test_a_refused_command_has_an_answer_too(store: Store) -> None:
    store.append("kiwi", (), KEY, b"no").result()
    assert store.answer(KEY) == b"no"


def test_one_failure_in_a_group_does_not_affect_the_others(store: Store) -> None:
    """The writer is blocked, so that everything that follows is one group."""
    gate = Event()
    store._write(lambda _: gate.wait())
    good = store.append("kiwi", luck(1))
    bad = store.append("plum", luck(5), KEY, b"never")
    after = store.append("kiwi", luck(2))
    wrong: Future[None] = store._write(lambda _: 1 / 0)
    gate.set()
    assert good.result() is after.result() is None
    assert isinstance(bad.exception(), Conflict)
    assert isinstance(wrong.exception(), ZeroDivisionError)
    assert store.load("kiwi") == luck(1, 2)
    assert store.answer(KEY) is None


def test_futures_are_delivered_once_a_group_and_in_order(where: Path | str) -> None:
    delivered: list[Callable[[], None]] = []
    seen = Event()

    def deliver(resolve: Callable[[], None]) -> None:
        delivered.append(resolve)
        seen.set()

    with Store(where, deliver) as store:
        gate = Event()
        store._write(lambda _: gate.wait())
        order: list[int] = []
        for version in (1, 2, 3):
            done = store.append("kiwi", luck(version))
            done.add_done_callback(lambda _, version=version: order.append(version))  # type: ignore[misc]
        gate.set()
    assert order == [], "no callback has run yet"
    for resolve in delivered:
        resolve()
    assert order == [1, 2, 3]
    assert len(delivered) <= 2


def test_gathered_jobs_are_written_in_one_group(where: Path | str) -> None:
    turns: list[Callable[[], None]] = []
    groups: list[Callable[[], None]] = []
    with Store(where, groups.append, gather=turns.append) as store:
        told: list[Exception | None] = []
        for version in (1, 2, 4):
            store.submit(append("kiwi", luck(version)), told.append)
        assert len(turns) == 1, "one turn is enough for all"
        assert store.load("kiwi") == []
        turns[0]()
        store.submit(append("kiwi", luck(3)), told.append)
    assert len(turns) == 2
    for resolve in groups:
        resolve()
    assert [type(each) for each in told] == [type(None), type(None), Conflict, type(None)]
    with Store(where) as again:
        assert again.last_version("kiwi") == 3, "closing has written what was still being gathered"


def test_a_failed_append_does_not_advance_the_log(store: Store) -> None:
    key = CommandKey("kiwi", "device", "one")
    store.append("kiwi", luck(1), key, b"answer").result()
    with pytest.raises(Repeated):
        store.append("kiwi", luck(2), key, b"answer").result()
    with pytest.raises(Conflict):
        store.append("kiwi", luck(3)).result()
    store.append("kiwi", luck(2)).result()


def test_a_failing_callback_does_not_stop_the_others(where: Path | str, caplog: pytest.LogCaptureFixture) -> None:
    turns: list[Callable[[], None]] = []
    told: list[Exception | None] = []

    def fail(_: Exception | None) -> None:
        raise RuntimeError("this one cannot go on")

    with Store(where, gather=turns.append) as store:
        store.submit(append("kiwi", luck(1)), fail)
        store.submit(append("kiwi", luck(2)), told.append)
    assert told == [None]
    assert "a callback failed" in caplog.text


def test_a_queued_job_cannot_be_cancelled(store: Store) -> None:
    gate = Event()
    store._write(lambda _: gate.wait())
    done = store.append("kiwi", luck(1))
    assert not done.cancel()
    gate.set()
    done.result()


def test_closing_writes_the_queue(where: Path | str) -> None:
    store = Store(where)
    done = [store.append("kiwi", luck(version)) for version in range(1, 100)]
    store.close()
    store.close()
    assert all(one.done() for one in done)
    for late in (lambda: store.append("kiwi", luck(100)), lambda: store.load("kiwi")):
        with pytest.raises(StoreError, match="closed"):
            late()
    with Store(where) as again:
        assert again.last_version("kiwi") == 99


def test_reading_does_not_wait_for_the_writer(store: Store) -> None:
    store.append("kiwi", luck(1)).result()
    gate = Event()
    store._write(lambda _: gate.wait())
    waiting = store.append("kiwi", luck(2))
    assert store.load("kiwi") == luck(1)
    gate.set()
    waiting.result()
    assert store.load("kiwi") == luck(1, 2)


def _steps(store: Store, key: CommandKey, seen: int) -> int:
    """The cost of an answer, in instructions of SQLite's virtual machine."""
    store.answer(key, seen)  # opens a connection and prepares the statement
    (connection,) = store._readers._free
    assert isinstance(connection, apsw.Connection)
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    connection.set_progress_handler(count, 1)
    store.answer(key, seen)
    connection.set_progress_handler(None)
    return steps


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_the_search_for_an_answer_is_bounded(store: Store) -> None:
    """A command on an older version would have been refused, so its entries are not further away."""
    unknown = CommandKey("kiwi", "device", "unknown")
    store.append("kiwi", luck(*range(1, LONG_AGO + 3))).result()
    short = _steps(store, unknown, 0)
    last = LONG_AGO + 2
    for _ in range(3):
        store.append("kiwi", luck(*range(last + 1, last + LONG_AGO + 1))).result()
        last += LONG_AGO
    assert _steps(store, unknown, 0) == short


def test_an_answer_is_found_at_the_largest_distance(store: Store) -> None:
    store.append("kiwi", luck(*range(1, LONG_AGO + 1))).result()
    store.append("kiwi", luck(LONG_AGO + 1), KEY, b"late", seen=0).result()
    store.append("kiwi", luck(*range(LONG_AGO + 2, LONG_AGO + 9))).result()
    assert store.answer(KEY, 0) == b"late"
    with pytest.raises(Repeated):
        store.append("kiwi", luck(LONG_AGO + 9), KEY, b"again", seen=0).result()
