"""Finished tables on disk: what was solved once is not solved again."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from .sealed import SUFFIX, seal, unseal


def cache_folder() -> Path:
    """Where tables are kept; with `KNOBEL_DATA` they stay in that folder."""
    asked = os.environ.get("KNOBEL_DATA")
    return Path(asked) / "cache" if asked else user_cache_path("knobel", appauthor=False)


def load(name: str, version: str) -> bytes | None:
    """A table that was kept, or None where there is none, a damaged one, or one of another version."""
    try:
        content = _path(name).read_bytes()
    except OSError:
        return None
    return unseal(content, name, version)


def save(name: str, version: str, table: bytes) -> None:
    """Keep a table, as a whole or not at all; where nothing can be written it is computed again next time."""
    path = _path(name)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(seal(name, version, table))
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()


def _path(name: str) -> Path:
    return cache_folder() / f"{name}{SUFFIX}"
