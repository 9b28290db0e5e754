"""Tables of the package: whole and of the right version, or not used."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.solve import shipped


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "tables")
    return shipped.ship("primes", "1", b"2357\n\x00")


@pytest.mark.usefixtures("table")
def test_a_shipped_table_is_found_by_name_and_version() -> None:
    assert shipped.load("primes", "1") == b"2357\n\x00"
    assert shipped.load("primes", "2") is None
    assert shipped.load("squares", "1") is None


def test_a_damaged_one_is_not_used(table: Path) -> None:
    table.write_bytes(table.read_bytes()[:-1] + b"\x01")
    assert shipped.load("primes", "1") is None
