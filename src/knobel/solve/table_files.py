"""Solved tables as files: format with checksum, cache on disk, and those shipped with the package.

Shipped tables are in `tables` next to this file, in the same format as cached ones. A solver asks for both before it
solves:

    table = shipped(name, version) or cached(name, version)
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from platformdirs import user_cache_path

SUFFIX: Final = ".table"
SHIPPED: Final = Path(__file__).with_name("tables")


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file, as JSON; the table follows."""

    name: str
    version: str
    sha256: str


def pack(name: str, version: str, table: bytes) -> bytes:
    """The content of a file with this table: header line and bytes."""
    return msgspec.json.encode(_header(name, version, table)) + b"\n" + table


def unpack(content: bytes, name: str, version: str) -> bytes | None:
    """The table in a file; None if it is damaged, another one, or of another version.

    >>> unpack(pack("primes", "1", b"2357"), "primes", "1")
    b'2357'
    >>> unpack(pack("primes", "1", b"2357"), "primes", "2") is None
    True
    """
    line, _, table = content.partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=_Header)
    except msgspec.DecodeError:
        return None
    return table if header == _header(name, version, table) else None


def _header(name: str, version: str, table: bytes) -> _Header:
    return _Header(name, version, sha256(table).hexdigest())


def cache_folder() -> Path:
    """The folder of cached tables and kernels: below `KNOBEL_DATA` if set, else the user's cache folder."""
    asked = os.environ.get("KNOBEL_DATA")
    return Path(asked) / "cache" if asked else user_cache_path("knobel", appauthor=False)


def shipped(name: str, version: str) -> bytes | None:
    """A table of the package; None if it is missing, damaged or of another version."""
    return _read(SHIPPED, name, version)


def cached(name: str, version: str) -> bytes | None:
    """A table of the cache; None if it is missing, damaged or of another version."""
    return _read(cache_folder(), name, version)


def _read(folder: Path, name: str, version: str) -> bytes | None:
    try:
        content = (folder / f"{name}{SUFFIX}").read_bytes()
    except OSError:
        return None
    return unpack(content, name, version)


def save(name: str, version: str, table: bytes) -> None:
    """Write a table to the cache atomically; if the folder cannot be written, it is solved again next time."""
    path = cache_folder() / f"{name}{SUFFIX}"
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(pack(name, version, table))
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()


def ship(name: str, version: str, table: bytes) -> Path:
    """Write a table into the package, as a build of the shipped tables does; its path."""
    SHIPPED.mkdir(exist_ok=True)
    path = SHIPPED / f"{name}{SUFFIX}"
    path.write_bytes(pack(name, version, table))
    return path
