"""The power fails at every single operation of the disk, from the first moment of a store on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from knobel.store import Key, Store

from .disk import DISKS, NAME, Disk
from .games import entries, finished_game


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_power_failure_at_every_moment(tmp_path: Path, seed: int | None) -> None:
    """Seed None is a killed process. Five commands are sent, and each waits for its acknowledgement."""
    log = entries(finished_game())
    disk, acknowledged = _disk(tmp_path / "first"), [0]
    with Store(disk.folder / "store.db", vfs=NAME) as store:
        for number in range(5):
            store.append("kiwi", log[number * 3 : number * 3 + 3], Key("kiwi", "d", str(number)), b"yes").result()
            acknowledged.append(len(disk.ops))
    for cut in range(len(disk.ops) + 1):
        image = _disk(tmp_path / str(cut), disk, cut, None if seed is None else Random(seed))
        commands = sum(mark <= cut for mark in acknowledged) - 1
        with Store(image.folder / "store.db", vfs=NAME) as store:
            found = store.load("kiwi")
            assert found == log[: len(found)]
            assert len(found) in (commands * 3, min(commands + 1, 5) * 3)
            answers = [store.answer(Key("kiwi", "d", str(number))) for number in range(5)]
            assert answers == [b"yes" if number < len(found) // 3 else None for number in range(5)]
            assert store.check() == []
        del DISKS[str(image.folder)]


def _disk(folder: Path, of: Disk | None = None, cut: int = 0, power: Random | None = None) -> Disk:
    """A new disk, or what a crash has left of another one."""
    folder.mkdir()
    if of is not None:
        of.write_image(cut, folder, power)
    return Disk(folder)
