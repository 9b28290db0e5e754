"""A disk that remembers everything that was done to it, so that it can be looked at as a crash would leave it.

SQLite writes through a VFS of ours. After a killed process everything is there that was written; after a power failure
only what was synced is certain, and of all later writes any may be missing, or be there in part.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import apsw
from msgspec import Struct

NAME: Final = "remembering"


class Op(Struct, frozen=True):
    """A write, a truncation, a sync or a deletion of a file."""

    kind: str
    file: str
    offset: int = 0
    data: bytes = b""


class Disk:
    """The files of one folder: what they were when the disk was mounted, and what was done to them since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ops: list[Op] = []
        self.full = False
        self._before = {path.name: path.read_bytes() for path in folder.iterdir()}
        DISKS[str(folder)] = self

    def write_image(self, cut: int, target: Path, power: Random | None) -> None:
        """The files after the first `cut` operations and a crash: of the power if `power` is given, else a kill."""
        files = {name: bytearray(content) for name, content in self._before.items()}
        done = self.ops[:cut]
        synced = {op.file: place for place, op in enumerate(done) if op.kind == "sync"}
        for place, op in enumerate(done):
            at_risk = power if place > synced.get(op.file, -1) else None
            if op.kind == "delete":
                files.pop(op.file, None)
            elif op.kind != "sync" and (at_risk is None or at_risk.random() < 0.5):
                _apply(files.setdefault(op.file, bytearray()), op, at_risk)
        for name, content in files.items():
            if not name.endswith("-shm"):
                (target / name).write_bytes(content)


def _apply(content: bytearray, op: Op, torn: Random | None) -> None:
    if op.kind == "truncate":
        del content[op.offset :]
        return
    data = op.data if torn is None else op.data[: torn.randint(0, len(op.data))]
    content.extend(bytes(max(0, op.offset - len(content))))
    content[op.offset : op.offset + len(data)] = data


DISKS: Final[dict[str, Disk]] = {}


class _File(apsw.VFSFile):
    def __init__(self, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")
        self._name = path.name
        self._disk = DISKS.get(str(path.parent))

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite names it
        if self._disk is not None:
            if self._disk.full:
                raise apsw.FullError("database or disk is full")
            self._disk.ops.append(Op("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite names it
        if self._disk is not None:
            self._disk.ops.append(Op("truncate", self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite names it
        if self._disk is None:
            super().xSync(flags)
        else:  # what is certain is remembered; to make it so on the real disk would only take time
            self._disk.ops.append(Op("sync", self._name))


class _Remembering(apsw.VFS):
    def __init__(self) -> None:
        super().__init__(NAME, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _File:  # noqa: N802 - SQLite names it
        return _File(name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - SQLite names it
        super().xDelete(filename, syncdir)
        disk = DISKS.get(str(Path(filename).parent))
        if disk is not None:
            disk.ops.append(Op("delete", Path(filename).name))


VFS: Final = _Remembering()
