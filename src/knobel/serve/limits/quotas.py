"""Concurrency quota: how much may be in use at a time, in total and per address or device."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from ...rules.errors import KnobelError


class QuotaExceeded(KnobelError):
    """A quota is used up; the request can be repeated later."""


class Requester(Struct, frozen=True):
    """The device and the address of a request.

    Requests without a cookie get a fresh device id each time, so only the address limits them.
    """

    device: str
    address: str


class Quota:
    """Counts what is in use: at most `total`, and for each key at most the limit in its place.

    >>> quota = Quota(4, 3, 2)  # in total, per address, per device
    >>> [quota.acquire("address 1", device) for device in ("phone", "phone", "phone", "laptop", "laptop")]
    [True, True, False, True, False]
    >>> quota.acquire("address 2", "tablet"), quota.acquire("address 3", "watch")
    (True, False)
    >>> quota.release("address 1", "phone")
    >>> quota.acquire("address 3", "watch")
    True
    """

    __slots__ = ("_limits", "_total", "_used", "_used_total")

    def __init__(self, total: float, *per_key: int) -> None:
        self._total = total
        self._limits = per_key
        self._used = tuple(Counter[str]() for _ in per_key)
        self._used_total = 0

    def acquire(self, *keys: str, amount: int = 1) -> bool:
        """Whether the amount is free for all keys; if so it is counted until `release`."""
        if self._used_total + amount > self._total:
            return False
        for used, key, limit in zip(self._used, keys, self._limits, strict=True):
            if used[key] + amount > limit:
                return False
        for used, key in zip(self._used, keys, strict=True):
            used[key] += amount
        self._used_total += amount
        return True

    def release(self, *keys: str, amount: int = 1) -> None:
        self._used_total -= amount
        for used, key in zip(self._used, keys, strict=True):
            used[key] -= amount
            if not used[key]:
                del used[key]
