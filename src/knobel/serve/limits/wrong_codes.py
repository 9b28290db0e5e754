"""Rate limit of wrong table codes per address, from which players are exempt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from .rate_limit import Limits, RateLimit, TokenBuckets

_OF_A_KNOWN_DEVICE: Final = RateLimit(1 / 60, 3)
"""Wrong codes of a device that has played here before, from an address without any left."""

_OF_KNOWN_DEVICES: Final = RateLimit(1 / 60, 6)
"""Those of all such devices of an address: one client may have many devices."""


class WrongCodes:
    """Counts wrong codes per address.

    An address without any left is refused, whether the code is right or wrong. There are two exceptions, so that
    strangers behind the same address lock no player out: a device gets to a table at which it holds a seat, and a
    device that is known to the store has a few tries more. New devices have none: they cost nothing.
    """

    def __init__(
        self,
        limits: Limits,
        now: Callable[[], float],
        holds_seat: Callable[[str, str], Awaitable[bool]],
        is_known: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._addresses = TokenBuckets(limits.wrong_codes_of_address, now)
        self._devices = TokenBuckets(_OF_A_KNOWN_DEVICE, now)
        self._known_of_address = TokenBuckets(_OF_KNOWN_DEVICES, now)
        self._holds_seat = holds_seat
        self._is_known = is_known

    async def may_try(self, address: str, device: str, code: str | None) -> bool:
        """Whether a device may ask for a table. The cost and the answer do not depend on whether the code is right."""
        if not self._addresses.is_empty(address):
            return True
        if code is not None and await self._holds_seat(device, code):
            return True
        if self._devices.is_empty(device) or self._known_of_address.is_empty(address):
            return False
        return await self._is_known(device)

    def count(self, address: str, device: str) -> None:
        """Count a wrong code."""
        if not self._addresses.take(address):
            self._devices.take(device)
            self._known_of_address.take(address)
