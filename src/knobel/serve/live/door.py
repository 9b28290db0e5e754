"""Door of a table: pacing of newcomers per address, and a growing pause after the host has sent one away."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

from msgspec import Struct

from ...table import Refusal, Table
from ...table.commands import LetIn, TurnAway, Unseat
from ..limits.lru_cache import LruCache
from ..limits.rate_limit import RateLimit, TokenBuckets

_FIRST_PAUSE: Final = 30.0
_LONGEST_PAUSE: Final = 600.0
"""Seconds that a device waits which the host has turned away or removed; twice as long each time."""

_OF_AN_ADDRESS: Final = 2
"""How often the host sends devices of an address away before all of its devices wait. A family shares an address, but
an attacker has as many devices as it wants."""

_MAX_REMEMBERED: Final = 256
"""Newcomers whose addresses are remembered."""


class _SentAway(Struct):
    """How often the host has sent a device or an address away, and until when it waits."""

    times: int = 0
    until: float = 0.0


class Door:
    """Checks newcomers who take a seat or knock. It forgets everything with its table: no address is ever stored."""

    def __init__(self, limit: RateLimit, now: Callable[[], float]) -> None:
        self._now = now
        self._joins = TokenBuckets(limit, now)
        self._addresses = LruCache[str, str](_MAX_REMEMBERED)
        self._sent_away = LruCache[str, _SentAway](_MAX_REMEMBERED)

    def admit(self, table: Table, device: str, address: str) -> None:
        """Let a device take a seat or knock, or raise `Refusal`. A device that has a seat already comes back to it."""
        if table.seat_of(device) is not None:
            return
        left = max(self._pause(device, 1), self._pause(address, _OF_AN_ADDRESS))
        if left > 0:
            raise Refusal("limit", f"the host has sent you away; try it again in {ceil(left)} seconds")
        if not self._joins.take(address):
            raise Refusal("limit", "many people join from your network; try it again in a few seconds")
        self._addresses.put(device, address)

    def _pause(self, key: str, least: int) -> float:
        found = self._sent_away.get(key)
        return 0.0 if found is None or found.times < least else found.until - self._now()

    def note(self, table: Table, command: LetIn | TurnAway | Unseat) -> None:
        """Note a decision of the host about a person; `table` is the state before it."""
        if isinstance(command, Unseat):
            for device in table.seats[command.seat].devices:  # a removed device has to knock, which it may at once
                self._blame_address(device)
            return
        knock = next(knock for knock in table.knocks if knock.guest == command.guest)
        if isinstance(command, TurnAway):
            self._lengthen(knock.device, 1)
            self._blame_address(knock.device)
        else:
            for key in (knock.device, self._addresses.get(knock.device) or ""):
                self._sent_away.put(key, _SentAway())

    def _blame_address(self, device: str) -> None:
        if (address := self._addresses.get(device)) is not None:
            self._lengthen(address, _OF_AN_ADDRESS)

    def _lengthen(self, key: str, least: int) -> None:
        found = self._sent_away.get(key) or self._sent_away.put(key, _SentAway())
        found.times += 1
        found.until = self._now() + min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** max(0, found.times - least))
