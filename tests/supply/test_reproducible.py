"""Two wheels that differ are told apart, file by file."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile, ZipInfo

from supply.reproducible import differing

OLD, NEW = (2020, 2, 2, 0, 0, 0), (2026, 2, 2, 0, 0, 0)


def wheel(file: Path, *entries: tuple[str, str, tuple[int, int, int, int, int, int], int]) -> Path:
    with ZipFile(file, "w") as archive:
        for name, text, time, mode in entries:
            info = ZipInfo(name, time)
            info.external_attr = mode << 16
            archive.writestr(info, text)
    return file


def test_bytes_times_modes_and_missing_files(tmp_path: Path) -> None:
    same = ("same", "x", OLD, 0o644)
    first = wheel(
        tmp_path / "a.whl",
        same,
        ("bytes", "x", OLD, 0o644),
        ("time", "x", OLD, 0o644),
        ("mode", "x", OLD, 0o644),
        ("gone", "", OLD, 0o644),
    )
    second = wheel(
        tmp_path / "b.whl", same, ("bytes", "y", OLD, 0o644), ("time", "x", NEW, 0o644), ("mode", "x", OLD, 0o600)
    )
    assert differing(first, second) == ["bytes", "gone", "mode", "time"]
    assert differing(first, first) == []
