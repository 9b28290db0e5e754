"""A simulated disk (SQLite VFS) that records all operations, so that tests can see what a crash would leave.

SQLite writes through a VFS of ours. What a crash leaves of it is the business of `damage`. Before every call the disk
asks its `trouble`, if it has one, which may let the call fail.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import apsw
from apsw import sqlite_extra
from msgspec import Struct

from .damage import Op, Platter

_RECORDER: Final = "remembering"
NAME: Final = "recchks"
"""The VFS of a store on a recorded disk: SQLite's page checksums, and below them the recorder."""


class ShortRead(Exception):
    """Raised by trouble: a read gets half of what it asked for, as if the file ended there."""


class Call(Struct, frozen=True):
    """A call of SQLite to its VFS; `kind` is the name of the method without its x."""

    kind: str
    file: str


class Disk:
    """The files of one folder: what they were when the disk was mounted, and what was done to them since.

    With `syncs` off, it acknowledges syncs that it never does, as cheap disks are said to.
    """

    def __init__(self, folder: Path, *, syncs: bool = True) -> None:
        self.folder = folder
        self.ops: list[Op] = []
        self.syncs = syncs
        self.trouble: Callable[[Call], None] | None = None
        self._before = {path.name: path.read_bytes() for path in folder.iterdir()}
        DISKS[str(folder)] = self

    def platter(self) -> Platter:
        """The files when the disk was mounted."""
        return Platter(self._before)

    def write_image(self, cut: int, target: Path, damage: str, chance: Random) -> None:
        """The files after the first `cut` operations and a crash."""
        platter = self.platter()
        for op in self.ops[:cut]:
            platter.take(op)
        for name, content in platter.after(damage, chance).items():
            (target / name).write_bytes(content)

    def meet(self, kind: str, file: str) -> None:
        if self.trouble is not None:
            self.trouble(Call(kind, file))

    def note(self, op: Op) -> None:
        self.ops.append(op)


DISKS: Final[dict[str, Disk]] = {}


class _File(apsw.VFSFile):
    def __init__(self, path: Path, name: str | apsw.URIFilename | None, flags: list[int], disk: Disk | None) -> None:
        new = not path.exists()
        super().__init__("", name, flags)
        self._name = path.name
        self._disk = disk
        if disk is not None and new:
            disk.note(Op("create", self._name))

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - SQLite names it
        data: bytes = super().xRead(amount, offset)
        if self._disk is None:
            return data
        try:
            self._disk.meet("Read", self._name)
        except ShortRead:
            return data[: len(data) // 2]
        return data

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite names it
        if self._disk is not None:
            try:
                self._disk.meet("Write", self._name)
            except apsw.Error:
                self._write(data[: len(data) // 2], offset)  # the disk was full, or broken, halfway through
                raise
        self._write(data, offset)

    def _write(self, data: bytes, offset: int) -> None:
        if self._disk is not None:
            self._disk.note(Op("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite names it
        if self._disk is not None:
            self._disk.meet("Truncate", self._name)
            self._disk.note(Op("truncate", self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite names it
        if self._disk is None:
            super().xSync(flags)
            return
        try:
            self._disk.meet("Sync", self._name)
        except apsw.Error:
            self._disk.note(Op("failed sync", self._name))
            raise
        if self._disk.syncs:  # recorded only: a real sync would take time
            self._disk.note(Op("sync", self._name))

    def xFileSize(self) -> int:  # noqa: N802 - SQLite names it
        if self._disk is not None:
            self._disk.meet("FileSize", self._name)
        return super().xFileSize()

    def xLock(self, level: int) -> None:  # noqa: N802 - SQLite names it
        if self._disk is not None:
            self._disk.meet("Lock", self._name)
        super().xLock(level)


class _Remembering(apsw.VFS):
    def __init__(self) -> None:
        super().__init__(_RECORDER, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _File:  # noqa: N802 - SQLite names it
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")
        disk = DISKS.get(str(path.parent))
        if disk is not None:
            disk.meet("Open", path.name)
        return _File(path, name, flags, disk)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - SQLite names it
        path = Path(filename)
        disk = DISKS.get(str(path.parent))
        if disk is not None:
            disk.meet("Delete", path.name)
        super().xDelete(filename, syncdir)
        if disk is not None:
            disk.note(Op("delete", path.name))
            if syncdir:
                disk.note(Op("sync folder", path.name))

    def xSleep(self, microseconds: int) -> int:  # noqa: N802 - SQLite names it
        """Waiting for a lock takes no real time; an injected fault or the busy timeout ends it."""
        for disk in list(DISKS.values()):
            disk.meet("Sleep", "")
        return microseconds


def _add_page_checksums(base: str, name: str) -> None:
    """Register SQLite's checksum VFS above another one.

    The extension has one name and takes what is the default VFS when it is loaded, so this loads a copy with another
    name while `base` is the default.
    """
    library, default = Path(sqlite_extra.path("cksumvfs")), apsw.vfs_names()[0]
    with TemporaryDirectory() as folder:
        copy = Path(folder, library.name)
        copy.write_bytes(library.read_bytes().replace(b"cksmvfs\0", name.encode() + b"\0"))
        apsw.set_default_vfs(base)
        connection = apsw.Connection(":memory:")
        connection.enable_load_extension(True)
        connection.load_extension(str(copy), "sqlite3_cksumvfs_init")
        connection.close()
        apsw.set_default_vfs(default)


VFS: Final = _Remembering()
_add_page_checksums(_RECORDER, NAME)
