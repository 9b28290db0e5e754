"""Tables on disk: whole and of the right version, or not used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from knobel.rules.zock import Options
from knobel.solve import cache, shipped
from knobel.solve.zock import match
from knobel.solve.zock.match import match_table


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path))
    return tmp_path / "cache"


def test_a_table_comes_back(folder: Path) -> None:
    assert cache.load("table", "1") is None
    cache.save("table", "1", b"\n{}\n\x00")
    assert cache.load("table", "1") == b"\n{}\n\x00"
    assert [path.name for path in folder.iterdir()] == ["table.table"]


def test_a_table_of_another_version_or_name_is_not_used(folder: Path) -> None:
    cache.save("table", "1", b"numbers")
    assert cache.load("table", "2") is None
    (folder / "table.table").rename(folder / "other.table")
    assert cache.load("other", "1") is None


@pytest.mark.parametrize("at", [0, 20, -1])
def test_a_damaged_table_is_not_used(folder: Path, at: int) -> None:
    cache.save("table", "1", b"numbers")
    path = folder / "table.table"
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    assert cache.load("table", "1") is None


def test_where_nothing_can_be_written_nothing_is_kept(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    cache.save("table", "1", b"numbers")
    assert cache.load("table", "1") is None


def test_without_a_data_folder_the_system_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KNOBEL_DATA")
    assert cache.cache_folder().name == "knobel"


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Begin without tables in memory or in the package, and leave those of other tests alone."""
    monkeypatch.setattr(match, "_kept", match._kept.__wrapped__)
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)


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
