"""Requests that wait for something to happen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..live.hub import Hub
from .common import Trouble

LONGEST_WAIT: Final = 25
"""Seconds that a request waits for something to happen; proxies give up after thirty."""


@contextmanager
def counted(hub: Hub, address: str) -> Iterator[None]:
    """A request that waits counts as a connection."""
    if not hub.enter(address):
        raise Trouble(429, "limit", "too many connections from this address; wait a moment")
    try:
        yield
    finally:
        hub.leave(address)
