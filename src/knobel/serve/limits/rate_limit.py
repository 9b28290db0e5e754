"""How much one server, one address and one connection may ask for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct

MAX_FRAME: Final = 16 * 1024
"""Bytes of the largest frame, and of the body of a command."""

MAX_BODY: Final = 128 * 1024
"""Bytes of the largest record that can be loaded; its replay is many times as long."""

_MAX_ADDRESSES: Final = 4096
"""Addresses that are remembered at a time; whoever was quiet longest is forgotten first."""


class RateLimit(Struct, frozen=True):
    """So many a second, and so many at once after a rest; a rate of 0 means no limit."""

    each_second: float
    at_once: int


class Limits(Struct, frozen=True):
    """What a server puts up with. All people behind one router have the same address."""

    commands: RateLimit = RateLimit(20, 60)
    commands_of_address: RateLimit = RateLimit(200, 600)
    new_tables_of_address: RateLimit = RateLimit(1 / 20, 60)
    wrong_codes_of_address: RateLimit = RateLimit(1 / 3, 20)
    requests_of_address: RateLimit = RateLimit(100, 400)
    files_of_address: RateLimit = RateLimit(500, 20_000)
    """Files of the client: everybody of a large party may load all of them in the same minute."""
    connections: int = 20_000
    connections_of_address: int = 500
    tables: int = 20_000
    unsaid: int = 4_000
    """Connections that have not said yet what they want."""
    unsaid_of_address: int = 200
    lines: int = 10_000
    """Connections that are no WebSockets. A browser opens six, and a proxy one for each request that it waits for."""
    lines_of_address: int = 2_000
    unread: int = 512 << 20
    """Bytes of answers that wait to be read, of those that the system does not take over as a whole."""
    unread_of_address: int = 128 << 20
    emotes: RateLimit = RateLimit(1 / 4, 5)
    """Greetings of a seat: everything that is said stands in the log for good."""


class TokenBucket:
    """Lets through what a rate allows.

    >>> bucket = TokenBucket(RateLimit(1, 2))
    >>> [bucket.take(now) for now in (0.0, 0.0, 0.0, 1.0, 1.5)]
    [True, True, False, True, False]
    """

    __slots__ = ("_filled", "_left", "_rate")

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._left = float(rate.at_once)
        self._filled: float | None = None

    def take(self, now: float) -> bool:
        """Whether one more is all right at `now`, in seconds."""
        rate = self._rate
        if rate.each_second == 0:
            return True
        if self._filled is not None:
            self._left = min(rate.at_once, self._left + (now - self._filled) * rate.each_second)
        self._filled = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """What was taken last did not count after all."""
        self._left = min(self._rate.at_once, self._left + 1)

    def dry(self, now: float) -> bool:
        """Whether nothing would be let through at `now`; nothing is taken."""
        rate = self._rate
        if rate.each_second == 0 or self._filled is None:
            return False
        return min(rate.at_once, self._left + (now - self._filled) * rate.each_second) < 1


class TokenBuckets:
    """A bucket for each address."""

    def __init__(self, rate: RateLimit, now: Callable[[], float]) -> None:
        self._rate = rate
        self._now = now
        self._buckets = OrderedDict[str, TokenBucket]()

    def take(self, address: str) -> bool:
        return self.of(address).take(self._now())

    def dry(self, address: str) -> bool:
        return address in self._buckets and self._buckets[address].dry(self._now())

    def of(self, address: str) -> TokenBucket:
        """The bucket of an address, which others of the same address share."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate)
            if len(self._buckets) > _MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket
