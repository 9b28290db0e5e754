"""A changed byte anywhere in the file of a store is an error, and never a table or list that is shorter."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from apsw import sqlite_extra

from knobel.store import Damaged, Entry, Store, StoreDamaged, StoreError, backup
from knobel.store import entries as logs
from knobel.store import sqlite as files
from knobel.store.check import problems
from knobel.store.entries import read_entries
from knobel.store.offline import check_offline, read_offline
from knobel.store.schema import MIGRATIONS, PAGE_CHECKSUMS
from knobel.store.sqlite import connect
from knobel.table.events import Emoted

from .games import entries, finished_game, moments
from .test_schema import old_store

CODE = "kiwi-plum-pear"
PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with a long log, closed."""
    path, room = tmp_path / "tables.db", finished_game(code=CODE)
    with Store(path) as store:
        before = None
        for entry, after in zip(entries(room), moments(room), strict=True):
            store.append(CODE, [entry], before=before, after=after)
            before = after
        store.append("").result()
    return path


def found(path: Path) -> list[str]:
    return [problem.sentence for problem in check_offline(path, lambda _done, _all: None).problems]


def test_one_byte_of_an_index_opens_no_table_shortened(path: Path) -> None:
    """The code of a table is in every row of its log, and in the index that finds them."""
    content, whole = path.read_bytes(), entries(finished_game(code=CODE))
    places = [at for at in range(len(content)) if content.startswith(CODE.encode(), at)]
    refused = 0
    assert len(places) > 2 * len(whole)
    for at in places[::5]:
        path.write_bytes(content[: at + 4] + b"z" + content[at + 5 :])
        assert found(path)[0] == f"page {at // PAGE + 1} of the file does not match its checksum"
        with Store(path) as store:
            try:
                assert store.load(CODE) == whole, "the page is not needed"
            except StoreDamaged:
                refused += 1
    assert refused > 0


def test_a_scan_that_ends_early_is_not_the_end_of_the_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end that was recorded decides, and not what the other end of an index says."""
    whole = entries(finished_game(code=CODE))
    monkeypatch.setattr(logs, "_ROWS", logs._ROWS.replace("ORDER", "AND version <= 35 ORDER"))
    with Store(path) as store:
        assert store.last_version(CODE) == len(whole)
        for since, until in ((0, None), (35, None), (0, 36), (20, 60)):
            with pytest.raises(Damaged) as refused:
                store.load(CODE, since, until)
            assert (refused.value.version, refused.value.why) == (36, "short")
        assert store.load(CODE, 0, 35) == whole[:35]
        (game,) = store.games_at(CODE)
        with pytest.raises(Damaged):
            store.game(game.replay)


@pytest.mark.parametrize("place", [18, 20, 24, 60, 100, PAGE - 1])
def test_a_changed_header_is_found_at_the_start(path: Path, place: int) -> None:
    """Byte 20 says that there are checksums at all."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        Store(path)
    with pytest.raises(StoreError, match="damaged"):
        check_offline(path, lambda _done, _all: None)


def test_a_changed_byte_of_a_free_page_is_found(path: Path) -> None:
    with closing(connect(path)) as connection:
        connection.execute(
            "CREATE TABLE gone (bytes BLOB); INSERT INTO gone VALUES (zeroblob(100000)); DROP TABLE gone"
        )
        assert connection.execute("PRAGMA freelist_count").get > 20
    assert found(path) == []
    content = bytearray(path.read_bytes())
    content[-PAGE - 100] ^= 1
    path.write_bytes(content)
    page = len(content) // PAGE - 1
    assert found(path) == [f"page {page} of the file does not match its checksum"]
    with Store(path) as store:
        assert store.load(CODE)


def test_a_half_written_page_that_the_log_has_whole_is_no_damage(path: Path) -> None:
    """A power failure during a checkpoint; the next start copies the page again."""
    with Store(path) as store:
        store.append(CODE, entries(finished_game(code=CODE))[-1:]).exception()
        store.hide_table("device-a", CODE).result()
        log, content = path.with_name("tables.db-wal").read_bytes(), bytearray(path.read_bytes())
        (page,) = {int.from_bytes(log[at : at + 4], "big") for at in range(32, len(log), 24 + PAGE)} - {1}
    content[page * PAGE - 2000 : page * PAGE] = b"\xff" * 2000
    path.write_bytes(content)
    path.with_name("tables.db-wal").write_bytes(log)
    assert found(path) == []
    path.with_name("tables.db-wal").unlink()
    assert found(path)[0] == f"page {page} of the file does not match its checksum"


def test_a_first_page_that_only_the_log_has_is_no_damage(path: Path) -> None:
    """A power failure while a checkpoint wrote it: the first page says that there are checksums."""
    with Store(path) as store:
        store.write(lambda connection: connection.execute("CREATE TABLE another (value)")).result()
        content, log = path.read_bytes(), path.with_name("tables.db-wal").read_bytes()
    leave(path, bytes(PAGE) + content[PAGE:], log)
    assert found(path) == []
    assert read_offline(path, lambda connection: read_entries(connection, CODE, 0)) == entries(finished_game(code=CODE))
    with Store(path) as store:
        assert store.load(CODE) == entries(finished_game(code=CODE))
    assert found(path) == []
    path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:])
    with pytest.raises(StoreError, match="this file is no store of knobel"):
        Store(path)


FRAME = 24 + PAGE
"""Bytes of a frame of the write-ahead log, which follow on 32 bytes."""


def crashed(path: Path) -> tuple[bytes, bytes, list[int]]:
    """What a crash leaves: the file, a write-ahead log with eight commits, and the frames after each of them."""
    ends = list[int]()
    with Store(path) as store:
        log = path.with_name("tables.db-wal")
        version = store.last_version(CODE)
        for number in range(1, 9):
            store.append(CODE, [Entry(version + number, 1, Emoted(0, "hello"))]).result()
            ends.append((log.stat().st_size - 32) // FRAME)
        return path.read_bytes(), log.read_bytes(), ends


def leave(path: Path, content: bytes, log: bytes) -> None:
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    path.write_bytes(content)
    path.with_name("tables.db-wal").write_bytes(log)


@pytest.mark.parametrize("place", [0, 8, 16, FRAME - 1])
def test_a_damaged_write_ahead_log_is_no_shorter_store(path: Path, place: int) -> None:
    """SQLite takes it for the end of what was written: the commits after it were gone, without an error."""
    content, log, ends = crashed(path)
    whole = len(entries(finished_game(code=CODE))) + len(ends)
    for frame in range(ends[-1]):
        damaged = bytearray(log)
        damaged[32 + frame * FRAME + place] ^= 1
        leave(path, content, bytes(damaged))
        if frame >= ends[-2]:  # a power failure can leave the last commit so
            with Store(path) as store:
                assert len(store.load(CODE)) == whole - 1
            continue
        if frame >= ends[-3]:  # together with the end of the one before
            with suppress(StoreDamaged), Store(path) as store:
                assert len(store.load(CODE)) == whole - 2
            continue
        said = f"the write-ahead log tables.db-wal is damaged at frame {frame + 1}"
        for use in (lambda: Store(path), lambda: backup(path, path.with_name("copy")), lambda: read_offline(path, id)):
            with pytest.raises(StoreDamaged, match=said):
                use()
        assert found(path)[0].startswith(said)
        assert path.with_name("tables.db-wal").read_bytes() == damaged


def test_a_cut_write_ahead_log_is_no_damage(path: Path) -> None:
    """Wherever a power failure cut it, with frames from before behind it, or zeros."""
    content, log, ends = crashed(path)
    before = bytes(byte ^ 0x55 for byte in log)
    for cut in range(32, len(log), FRAME // 3):
        for rest in (b"", before[cut:], bytes(len(log) - cut)):
            leave(path, content, log[:cut] + rest)
            with Store(path) as store:
                stored = sum(end <= (cut - 32) // FRAME for end in ends)
                assert len(store.load(CODE)) == len(entries(finished_game(code=CODE))) + stored


def test_a_server_may_write_during_a_check(path: Path) -> None:
    with Store(path) as store:
        version = store.last_version(CODE)
        for number in range(1, 200):
            store.append(CODE, [Entry(version + number, 1, Emoted(0, "hello"))])
            if number % 20 == 0:
                assert found(path) == []


@pytest.mark.parametrize("version", [PAGE_CHECKSUMS - 1, 9])
def test_every_page_of_a_large_older_store_gets_a_checksum(tmp_path: Path, version: int) -> None:
    """Pages that do not fit into the cache of SQLite were written without one, and the store was damaged."""
    path = tmp_path / "old" / "tables.db"
    old_store(path, version, finished_game(code=CODE))
    with closing(connect(path)) as connection, connection:
        assert connection.execute("PRAGMA cache_size").get == -2000
        rows = ((f"table {number}", "device", 1, "id", bytes(1000)) for number in range(4000))
        connection.executemany("INSERT INTO refusals VALUES (?, ?, ?, ?, ?)", rows)
    with Store(path) as store:
        assert store.load(CODE) == entries(finished_game(code=CODE))
    assert [line for line in found(path) if line.startswith("page")] == []


def test_only_commands_that_need_a_damaged_page_fail(path: Path) -> None:
    """Others of the same commit are stored; SQLite undoes all of it when it finds the page."""
    with closing(connect(path)) as connection:
        page: int = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'fallen'").get
    content = bytearray(path.read_bytes())
    content[page * PAGE - 100] ^= 1
    path.write_bytes(content)
    handed = list[Any]()
    room = finished_game(code="plum")
    with Store(path, gather=handed.append) as store:
        version = store.last_version(CODE)
        hello = [Entry(version + number, 1, Emoted(0, "hello")) for number in (1, 2)]
        ends = store.append("plum", entries(room), after=room.table)  # counts its dice
        others = [store.append(CODE, [entry]) for entry in hello]
        assert len(handed) == 1
        handed[0]()
        assert isinstance(ends.exception(), StoreDamaged)
        assert [each.exception() for each in others] == [None, None]
        assert store.failures == 0
        assert store.load(CODE)[-2:] == hello
        assert store.load("plum") == []


def test_a_check_survives_text_that_is_none(path: Path) -> None:
    with Store(path) as store:
        room = finished_game("schocken", "fig")
        store.append("fig", entries(room), after=room.table).result()
    changes = (
        "UPDATE tables SET code = CAST(x'ff4142' AS TEXT) WHERE code = 'fig'",
        f"UPDATE entries SET device = CAST(x'fe' AS TEXT) WHERE code = '{CODE}' AND version = 5",
        "UPDATE entries SET event = 7 WHERE code = 'fig' AND version = 3",
    )
    with closing(connect(path)) as connection:
        for change in changes:
            connection.execute(change)
        lines = [problem.sentence for problem in problems(connection, len(MIGRATIONS), lists=True)]
    assert lines[0].startswith("the list tables cannot be read: a value is not what it should be: 'utf-8' codec")
    assert [line.split(":")[0] for line in lines[1:]] == ["table fig, entry 3", f"table {CODE}, entry 1"]


@pytest.mark.parametrize("value", ["7", "x'00ff'", "1.5"])
def test_a_check_survives_codes_that_are_no_text(tmp_path: Path, value: str) -> None:
    """Older stores have no page checksums, so a changed byte can give a column another type."""
    path = tmp_path / "tables.db"
    old_store(path, 1, finished_game(code=CODE))
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, 'TEXT NOT NULL', 'BLOB') WHERE name = 'entries'"
        )
    with closing(connect(path)) as connection:
        connection.execute(f"UPDATE entries SET code = {value} WHERE version = 3")
    assert f"table {CODE}, entry 3: the entry is missing" in found(path)


def test_an_apsw_without_the_extension_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any) -> None:
        raise sqlite_extra.NotAvailable

    monkeypatch.setattr(sqlite_extra, "load", missing)
    files.checksum_vfs.cache_clear()
    with pytest.raises(StoreError, match="this installation of apsw has no page checksums"):
        Store(path)
