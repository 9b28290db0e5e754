"""The two hashes that everything is made of, over inputs that cannot be mistaken for one another.

>>> digest("leaf", b"ab", b"c") == digest("leaf", b"a", b"bc")
False
"""

from __future__ import annotations

import hashlib
import hmac
from functools import cache
from typing import Final

SIZE: Final = 32
"""Bytes of a key, a hash, a secret."""

_DOMAIN: Final = "knobel/fair/1/"


def digest(step: str, *parts: bytes) -> bytes:
    """SHA-256 of a step of the protocol and its inputs."""
    return hashlib.sha256(_packed(step, parts)).digest()


def keyed(key: bytes, step: str, *parts: bytes) -> bytes:
    """HMAC-SHA-256 of a step of the protocol and its inputs."""
    return hmac.digest(key, _packed(step, parts), "sha256")


def number(value: int) -> bytes:
    """A number as an input: eight bytes, the highest first."""
    return value.to_bytes(8, "big")


_SHORT: Final = tuple([size.to_bytes(8, "big") for size in range(128)])
"""Lengths as they stand before most inputs; a game begins with ten thousand hashes, so they had better be quick."""


def _packed(step: str, parts: tuple[bytes, ...]) -> bytes:
    """Every input with its length before it, the name of the step first."""
    whole = _opening(step)
    for part in parts:
        size = len(part)
        whole += (_SHORT[size] if size < len(_SHORT) else number(size)) + part
    return whole


@cache
def _opening(step: str) -> bytes:
    name = (_DOMAIN + step).encode()
    return number(len(name)) + name
