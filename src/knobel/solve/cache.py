"""Finished tables on disk: each in a file of its own that says which version it is and proves that it is whole."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_cache_path


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file; the table follows."""

    name: str
    version: str
    sha256: str


def cache_folder() -> Path:
    """Where tables are kept; with `KNOBEL_DATA` they stay in that folder."""
    asked = os.environ.get("KNOBEL_DATA")
    return Path(asked) / "cache" if asked else user_cache_path("knobel", appauthor=False)


def load(name: str, version: str) -> bytes | None:
    """A table that was kept, or None where there is none, a damaged one, or one of another version."""
    try:
        line, _, table = _path(name).read_bytes().partition(b"\n")
        header = msgspec.json.decode(line, type=_Header)
    except (OSError, msgspec.DecodeError):
        return None
    return table if header == _header(name, version, table) else None


def save(name: str, version: str, table: bytes) -> None:
    """Keep a table, as a whole or not at all; where nothing can be written it is computed again next time."""
    path = _path(name)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(msgspec.json.encode(_header(name, version, table)) + b"\n" + table)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()


def _header(name: str, version: str, table: bytes) -> _Header:
    return _Header(name, version, sha256(table).hexdigest())


def _path(name: str) -> Path:
    return cache_folder() / f"{name}.table"
