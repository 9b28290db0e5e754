"""The running server of a store: its addresses, read from a file next to the store that only its owner can read.

This module loads quickly: the command line asks it before it loads a server.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

STORE: Final = "tables.db"
"""File name of the store in the data folder."""

_PROBE_TIMEOUT: Final = 2.0
"""Seconds in which a running server has to answer a health check."""

_MAX_BYTES: Final = 4096


_ADMIN: Final = "admin"
"""First word of the line with the address for the operator."""


def store_file(data: Path, store: str | None) -> Path:
    """The file of the store, which addresses of a server stand next to; a store in PostgreSQL has none.

    >>> store_file(Path("data"), "postgresql://localhost/knobel").as_posix()
    'data/tables.db'
    """
    return data / STORE if store is None or "://" in store else Path(store)


class AdminEndpoint(NamedTuple):
    """The address for the operator, and the token that it asks for."""

    address: str
    token: str


def running_address(store_path: Path) -> str | None:
    """The address (`http://HOST:PORT/`) of the server that uses this store now; None if there is none.

    The store's lock and a health check guard against stale files: after a crash the file is still there, and another
    program may listen at the port by now. A server that is shutting down counts as none. Without an address file this
    costs one failed `open`.

    >>> running_address(Path("no-such-folder") / STORE) is None
    True
    """
    found = next((line for line in _lines(store_path) if not line.startswith(_ADMIN) and _healthy(line)), None)
    if found is None:
        return None
    from ..store import is_locked  # last: asking takes a lock for a moment, which a starting server could miss

    return found if is_locked(store_path) else None


def running_admin(store_path: Path) -> AdminEndpoint | None:
    """The address for the operator of the server that uses this store now; None if there is none."""
    for line in _lines(store_path):
        name, *rest = line.split()
        if name == _ADMIN and len(rest) == 2 and _healthy(rest[0]):
            return AdminEndpoint(*rest)
    return None


def _lines(store_path: Path) -> list[str]:
    try:
        with open(_address_file(store_path), encoding="utf-8") as file:
            return [line for line in file.read(_MAX_BYTES).splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError):
        return []


@contextmanager
def announced(store_path: Path, addresses: Sequence[str], admin: AdminEndpoint | None = None) -> Iterator[None]:
    """Write the address file, preferred address first, and delete it at the end. The caller holds the store's lock."""
    lines = [*addresses, *([f"{_ADMIN} {admin.address} {admin.token}"] if admin else [])]
    file = _address_file(store_path)
    with suppress(OSError):  # a server serves without an address file, too
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # a store in PostgreSQL makes no folder
        handle = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        try:
            os.chmod(file, 0o600)  # an older file may have had other permissions
            os.write(handle, "".join(f"{line}\n" for line in lines).encode())
        finally:
            os.close(handle)
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()


def _address_file(store_path: Path) -> Path:
    return store_path.with_name(store_path.name + ".address")


def _healthy(address: str) -> bool:
    """Whether a server at the address answers `GET /healthz`: that all is well, or why not, unless it is stopping."""
    import json
    from http.client import HTTPConnection, HTTPException
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        if parts.scheme != "http" or not parts.hostname:
            return False
        connection = HTTPConnection(parts.hostname, parts.port, timeout=_PROBE_TIMEOUT)
        try:
            connection.request("GET", "/healthz", headers={"Connection": "close"})
            answer = connection.getresponse()
            said = json.loads(answer.read(_MAX_BYTES))
            if not isinstance(said, dict):
                return False
            return said == {"ok": True} or (said.get("ok") is False and said.get("why") not in (None, "stopping"))
        finally:
            connection.close()
    except (OSError, HTTPException, ValueError):
        return False
