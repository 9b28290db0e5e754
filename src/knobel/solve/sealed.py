"""Tables as files: each says in its first line what it is and which version, and proves that it is whole."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct

SUFFIX = ".table"


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file; the table follows."""

    name: str
    version: str
    sha256: str


def seal(name: str, version: str, table: bytes) -> bytes:
    """The content of a file that holds this table."""
    return msgspec.json.encode(_header(name, version, table)) + b"\n" + table


def unseal(content: bytes, name: str, version: str) -> bytes | None:
    """The table in a file, or None if it is damaged, another one, or of another version.

    >>> unseal(seal("primes", "1", b"2357"), "primes", "1")
    b'2357'
    >>> unseal(seal("primes", "1", b"2357"), "primes", "2") is None
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
