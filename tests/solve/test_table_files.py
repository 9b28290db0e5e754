"""Table files: a cached or shipped table is used only if it is complete and of the right version."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from knobel.rules.zock import Options
from knobel.solve import table_files
from knobel.solve.zock import match
from knobel.solve.zock.match import match_table


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path))
    return tmp_path / "cache"


def test_round_trip(folder: Path) -> None:
    assert table_files.cached("table", "1") is None
    table_files.save("table", "1", b"\n{}\n\x00")
    assert table_files.cached("table", "1") == b"\n{}\n\x00"
    assert [path.name for path in folder.iterdir()] == ["table.table"]


def test_a_table_of_another_version_or_name_is_not_used(folder: Path) -> None:
    table_files.save("table", "1", b"numbers")
    assert table_files.cached("table", "2") is None
    (folder / "table.table").rename(folder / "other.table")
    assert table_files.cached("other", "1") is None


@pytest.mark.parametrize("at", [0, 20, -1])
def test_a_damaged_table_is_not_used(folder: Path, at: int) -> None:
    table_files.save("table", "1", b"numbers")
    path = folder / "table.table"
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    assert table_files.cached("table", "1") is None


def test_saving_to_an_unwritable_folder_is_ignored(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    table_files.save("table", "1", b"numbers")
    assert table_files.cached("table", "1") is None


def test_the_default_is_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KNOBEL_DATA")
    assert table_files.cache_folder().name == "knobel"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(table_files, "SHIPPED", tmp_path / "tables")
    return table_files.ship("primes", "1", b"2357\n\x00")


@pytest.mark.usefixtures("table")
def test_a_shipped_table_is_found_by_name_and_version() -> None:
    assert table_files.shipped("primes", "1") == b"2357\n\x00"
    assert table_files.shipped("primes", "2") is None
    assert table_files.shipped("squares", "1") is None


def test_a_damaged_shipped_table_is_not_used(table: Path) -> None:
    table.write_bytes(table.read_bytes()[:-1] + b"\x01")
    assert table_files.shipped("primes", "1") is None


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Start without tables in memory or in the package, and restore those of other tests."""
    monkeypatch.setattr(match, "_kept", match._kept.__wrapped__)
    monkeypatch.setattr(table_files, "SHIPPED", tmp_path)


@pytest.mark.usefixtures("forget")
def test_a_match_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[tuple[int, int]]()
    first = match_table(Options(), 1, lambda done, total: told.append((done, total)))
    assert told[-1] == (45, 45)
    told.clear()
    second = match_table(Options(), 2, lambda done, total: told.append((done, total)))
    assert told[0][0] > 45, "the first game is not solved again"
    assert told[-1] == (135, 135)
    assert np.array_equal(second.rows[0], first.rows[0])

    def never(*_: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr(match, "from_the_start", never)
    third = match_table(Options(games=7), 2)
    assert all(np.array_equal(kept, solved) for kept, solved in zip(third.rows, second.rows, strict=True))
    with pytest.raises(AssertionError, match="solved again"):
        match_table(Options(variant="A"), 1)
