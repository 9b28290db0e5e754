"""A changed byte anywhere in the file of a store is an error, and never a table or list that is shorter."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from apsw import sqlite_extra

from knobel.store import Damaged, Store, StoreError
from knobel.store import entries as logs
from knobel.store import sqlite as files
from knobel.store.check import problems
from knobel.store.offline import check_offline
from knobel.store.schema import MIGRATIONS
from knobel.store.sqlite import connect

from .games import entries, finished_game, moments

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
            except Damaged:
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


def test_an_apsw_without_the_extension_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any) -> None:
        raise sqlite_extra.NotAvailable

    monkeypatch.setattr(sqlite_extra, "load", missing)
    files.checksum_vfs.cache_clear()
    with pytest.raises(StoreError, match="this installation of apsw has no page checksums"):
        Store(path)
