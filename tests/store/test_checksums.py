"""Damage to logs is an error with table and entry, never a shortened or changed table."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from threading import Thread

import pytest

from knobel.store import CommandKey, Conflict, Damaged, Entry, Store
from knobel.store.checksums import END_INTERVAL, checksum, rewrite_checksums
from knobel.store.connection import Connection
from knobel.table.events import Emoted

from .games import entries, finished_game, moments

LAST = len(entries(finished_game()))


@pytest.fixture
def played(store: Store) -> Store:
    """A store with two finished games, the commands of which had answers."""
    for game, code in (("zock", "kiwi"), ("schocken", "plum")):
        play(store, game, code)
    return store


def play(store: Store, game: str, code: str) -> None:
    room = finished_game(game, code)
    before = None
    for entry, after in zip(entries(room), moments(room), strict=True):
        key = CommandKey(code, "device", f"command {entry.v}")
        store.append(code, [entry], key, b"answer", seen=entry.v - 1, before=before, after=after)
        before = after
    store.append("").result()


def change(store: Store, *statements: str) -> None:
    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    store.write(work).result()


def test_the_checksum_is_that_of_the_documentation() -> None:
    """BLAKE2b with 8 bytes over the MessagePack array, computed here by hand."""
    array = (
        b"\x98" + b"\x00" + b"\xa4kiwi" + b"\x01" + b"\xcd\x03\xe9" + b"\xc4\x02{}" + b"\xc0" + b"\xa1i" + b"\xc4\x00"
    )
    expected = int.from_bytes(blake2b(array, digest_size=8).digest(), "big", signed=True)
    assert checksum(0, "kiwi", 1, 1001, b"{}", None, "i", b"") == expected


ENTRY = "WHERE code = 'kiwi' AND version = 17"
SWAP = (
    "UPDATE entries SET version = CASE version WHEN 17 THEN -18 WHEN 18 THEN -17 ELSE version END"
    " WHERE code = 'kiwi'; UPDATE entries SET version = -version WHERE version < 0"
)
COPY = (
    "INSERT INTO entries SELECT 'kiwi', version, at, event, device, id, answer, checksum FROM entries"
    " WHERE code = 'plum' AND version = 17"
)


@pytest.mark.parametrize(
    ("damage", "version"),
    [
        (f"UPDATE entries SET event = substr(event, 2) {ENTRY}", 17),
        (f"UPDATE entries SET event = answer {ENTRY}", 17),
        (f"UPDATE entries SET at = at + 1 {ENTRY}", 17),
        (f"UPDATE entries SET device = 'devicf' {ENTRY}", 17),
        (f"UPDATE entries SET device = NULL {ENTRY}", 17),
        (f"UPDATE entries SET id = 'x' {ENTRY}", 17),
        (f"UPDATE entries SET answer = substr(answer, 2) {ENTRY}", 17),
        (f"UPDATE entries SET answer = NULL {ENTRY}", 17),
        (f"UPDATE entries SET device = 'de', id = 'vicecommand 17' {ENTRY}", 17),
        (f"UPDATE entries SET checksum = checksum + 1 {ENTRY}", 17),
        (f"UPDATE entries SET version = 1000 {ENTRY}", 17),
        (f"UPDATE entries SET version = -17 {ENTRY}", 17),
        (f"UPDATE entries SET code = 'kiwj' {ENTRY}", 17),
        (f"DELETE FROM entries {ENTRY}", 17),
        ("DELETE FROM entries WHERE code = 'kiwi' AND version = 1", 1),
        ("DELETE FROM entries WHERE code = 'kiwi'", 1),
        (f"DELETE FROM entries WHERE code = 'kiwi' AND version = {LAST}", LAST),
        (f"DELETE FROM entries WHERE code = 'kiwi' AND version > {LAST - 10}", LAST - 9),
        (f"UPDATE entries SET code = 'kiwj' WHERE code = 'kiwi' AND version = {LAST}", LAST),
        (SWAP, 17),
        (f"DELETE FROM entries {ENTRY}; UPDATE entries SET code = 'kiwi' WHERE code = 'plum' AND version = 17", 17),
        (f"DELETE FROM entries {ENTRY}; {COPY}", 17),
    ],
)
def test_damage_is_an_error_with_table_and_entry(played: Store, damage: str, version: int) -> None:
    change(played, *damage.split("; "))
    with pytest.raises(Damaged) as found:
        played.load("kiwi")
    assert (found.value.code, found.value.version) == ("kiwi", version)
    assert "kiwi" not in str(found.value), "codes are secrets, and errors go to clients and logs"
    assert any(line.startswith(f"table kiwi, entry {version}: ") for line in played.check())
    if "plum" not in damage:
        assert played.load("plum") == entries(finished_game("schocken", "plum")), "other tables work"


@pytest.mark.parametrize("version", [1, LAST])
@pytest.mark.parametrize(
    "event",
    ['{"t":"changed","game":"lotto","options":{},"settings":{}}', '{"t":"won"}', "{"],
    ids=["unknown game", "unknown entry", "no JSON"],
)
def test_an_entry_that_cannot_be_decoded_stops_neither_a_check_nor_other_tables(
    played: Store, event: str, version: int
) -> None:
    """The checksums are right, as after a faulty program; an unknown game was an error of the whole check."""

    def damage(connection: Connection) -> None:
        query = "UPDATE entries SET event = ? WHERE code = 'kiwi' AND version = ?"
        connection.execute(query, (event.encode(), version))
        rewrite_checksums(connection, "kiwi")

    played.write(damage).result()
    with pytest.raises(Damaged):
        played.load("kiwi")
    assert played.check() == [f"table kiwi, entry {version}: the entry cannot be decoded"]


def test_every_changed_byte_of_an_event_is_found(played: Store) -> None:
    def write(event: bytes) -> None:
        played.write(lambda connection: connection.execute(f"UPDATE entries SET event = ? {ENTRY}", (event,))).result()

    event = bytes(played.read(lambda connection: connection.execute(f"SELECT event FROM entries {ENTRY}").get))
    for place in range(0, len(event), 5):
        write(event[:place] + bytes([event[place] ^ 1]) + event[place + 1 :])
        with pytest.raises(Damaged) as found:
            played.load("kiwi")
        assert found.value.version == 17
    write(event)
    assert played.check() == []


def test_every_part_of_a_log_can_be_read(played: Store) -> None:
    log = entries(finished_game())
    assert played.check() == []
    for since in range(LAST + 2):
        assert played.load("kiwi", since) == log[since:]
        assert played.load("kiwi", since, since + 5) == log[since : since + 5]


def test_damage_is_found_by_reads_that_cover_it(played: Store) -> None:
    change(played, f"UPDATE entries SET at = at + 1 {ENTRY}")
    log = entries(finished_game())
    assert played.load("kiwi", 0, 16) == log[:16]
    assert played.load("kiwi", 17) == log[17:]
    for since in (0, 15, 16):
        with pytest.raises(Damaged):
            played.load("kiwi", since, 17)


def test_a_part_that_is_missing_is_not_taken_for_the_end(store: Store) -> None:
    """The server reads long logs in parts."""
    store.append("kiwi", luck(range(1, 31))).result()
    change(store, "DELETE FROM entries WHERE version > 10 AND version <= 20")
    assert store.load("kiwi", 0, 10) == luck(range(1, 11))
    with pytest.raises(Damaged) as found:
        store.load("kiwi", 10, 20)
    assert found.value.version == 11


def luck(versions: range) -> list[Entry]:
    return [Entry(version, 1000 + version, Emoted(0, "luck")) for version in versions]


@pytest.fixture
def opened(store: Store) -> Store:
    """A store with a table that has 4 entries."""
    room = finished_game()
    store.append("kiwi", entries(room)[:4], after=moments(room)[3]).result()
    return store


def cut(store: Store, last: int) -> Callable[[], object]:
    """A read of a log whose entries after `last` are lost."""
    store._write(lambda connection: connection.execute("DELETE FROM entries WHERE version > ?", (last,))).result()
    return lambda: store.load("kiwi")


def test_the_end_is_recorded_with_the_list(opened: Store) -> None:
    with pytest.raises(Damaged) as found:
        cut(opened, 3)()
    assert found.value.version == 4


def test_the_end_is_recorded_from_time_to_time(opened: Store) -> None:
    opened.append("kiwi", luck(range(5, 2 * END_INTERVAL + 10))).result()
    assert cut(opened, 2 * END_INTERVAL + 9)(), "nothing is missing"
    for version in range(2 * END_INTERVAL + 10, 3 * END_INTERVAL + 10):
        opened.append("kiwi", luck(range(version, version + 1))).result()
    assert cut(opened, 3 * END_INTERVAL)(), "documented: a few entries at the end may go unnoticed"
    with pytest.raises(Damaged) as found:
        cut(opened, 3 * END_INTERVAL - 1)()
    assert found.value.version == 3 * END_INTERVAL


def test_the_end_is_recorded_when_the_store_is_closed(where: Path | str, opened: Store) -> None:
    opened.append("kiwi", luck(range(5, 8))).result()
    opened.hide_table("device", "plum").result()  # other work must not make the writer forget
    opened.close()
    with Store(where) as store:
        change(store, "DELETE FROM entries WHERE version = 7")
        with pytest.raises(Damaged) as found:
            store.load("kiwi")
    assert found.value.version == 7


def test_the_chain_goes_on_after_failures_and_rewriting(opened: Store) -> None:
    opened.append("kiwi", luck(range(5, 8))).result()
    with pytest.raises(Conflict):
        opened.append("kiwi", luck(range(9, 10))).result()
    opened.append("kiwi", luck(range(8, 9))).result()
    opened.write(lambda _: 1).result()
    opened.append("kiwi", luck(range(9, 10))).result()
    assert opened.check() == []


def test_another_end_than_recorded_is_found(opened: Store) -> None:
    """Pages of two moments of a file, mixed by a bad copy: each log is right in itself."""
    opened._write(lambda connection: connection.execute("UPDATE tables SET checksum = checksum + 1")).result()
    assert opened.check() == ["table kiwi, entry 4: the entry is not the one that was recorded as the last"]


def test_reading_while_a_log_grows_is_no_damage(opened: Store) -> None:
    """Each append records the end, and a read asks for the log before it asks for the end."""
    failed = list[Damaged]()
    done = False

    def read() -> None:
        while not done:
            try:
                opened.load("kiwi", 4)
            except Damaged as damage:
                failed.append(damage)

    reader = Thread(target=read)
    reader.start()
    for part in range(40):
        first = 5 + part * END_INTERVAL
        opened.append("kiwi", luck(range(first, first + END_INTERVAL))).result()
    done = True
    reader.join()
    assert failed == []
