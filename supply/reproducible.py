"""Reproducible build: builds the wheel of the last commit twice in different environments and compares the bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

from .shipped import ROOT

_PEOPLE: Final = (
    ("first", 0o022, {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}, 1_600_000_000),
    ("another/and deeper", 0o077, {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"}, 1_700_000_001),
)
"""Folder, umask, environment and file times of each build."""


def built(clone: Path, umask: int, environment: Mapping[str, str], changed: int, epoch: str) -> Path:
    """A wheel from a clean clone of the last commit."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True, umask=umask)
    for file in clone.rglob("*"):
        os.utime(file, (changed, changed), follow_symlinks=False)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"]
    everything = {**os.environ, **environment, "SOURCE_DATE_EPOCH": epoch}
    subprocess.run(command, cwd=clone, env=everything, stdout=sys.stderr, check=True, umask=umask)
    (wheel,) = (clone / "dist").glob("*.whl")
    return wheel


def differing(first: Path, second: Path) -> list[str]:
    """The files that two wheels do not hold alike, in bytes, time or mode."""
    with ZipFile(first) as one, ZipFile(second) as other:
        entries = [
            {info.filename: (info.CRC, info.file_size, info.date_time, info.external_attr) for info in each.infolist()}
            for each in (one, other)
        ]
    return sorted(
        name for name in entries[0].keys() | entries[1].keys() if entries[0].get(name) != entries[1].get(name)
    )


def main() -> None:
    log = subprocess.check_output(["git", "log", "-1", "--format=%h %ct"], cwd=ROOT, text=True)
    commit, epoch = log.split()
    with TemporaryDirectory() as folder:
        wheels = [built(Path(folder) / name, umask, more, changed, epoch) for name, umask, more, changed in _PEOPLE]
        digests = [sha256(wheel.read_bytes()).hexdigest() for wheel in wheels]
        for digest, wheel in zip(digests, wheels, strict=True):
            print(f"{digest}  {wheel.name}")
        if digests[0] != digests[1]:
            sys.exit("The two wheels differ: " + (", ".join(differing(*wheels)) or "in the order of their files"))
    print(f"Both wheels of commit {commit} are the same to the byte, SHA-256 {digests[0]}.")


if __name__ == "__main__":
    main()
