"""Games for the tests of the terminal, and a data folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved games and settings stay inside the test."""
    folder = tmp_path / "data"
    monkeypatch.setenv("KNOBEL_DATA", str(folder))
    return folder
