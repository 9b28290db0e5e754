"""Rates, durations and sizes as people write them in a configuration: "20/s, 60 at once", "7d", "512 MiB"."""

from __future__ import annotations

import re
from typing import Final

from .limits.rate_limit import RateLimit

UNLIMITED: Final = "unlimited"

_PER: Final = {"s": 1, "min": 60, "h": 3600}
_RATE: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?(?:e-[0-9]+)?)\s*/\s*(s|min|h)\s*,\s*([0-9]{1,9}) at once")

_DURATIONS: Final = {"d": 86400, "h": 3600, "min": 60, "s": 1}
_DURATION: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(d|h|min|s)")

_SIZES: Final = {"GiB": 1 << 30, "MiB": 1 << 20, "KiB": 1 << 10, "GB": 10**9, "MB": 10**6, "kB": 10**3, "B": 1}
_SIZE: Final = re.compile(r"([0-9]{1,15})\s*(GiB|MiB|KiB|GB|MB|kB|B)")


def parse_rate(value: object) -> RateLimit:
    """A rate limit; raises ValueError.

    >>> parse_rate("3/min, 60 at once"), parse_rate("unlimited")
    (RateLimit(per_second=0.05, burst=60), RateLimit(per_second=0, burst=0))
    """
    if value == UNLIMITED:
        return RateLimit(0, 0)
    number, unit, burst = _matched(_RATE, value)
    limit = RateLimit(float(number) / _PER[unit], int(burst))
    if not limit.per_second or not limit.burst:
        raise ValueError(value)  # it would refuse everything; no limit is written in words
    return limit


def format_rate(limit: RateLimit) -> str:
    """The text of a rate limit.

    >>> format_rate(RateLimit(1 / 20, 60)), format_rate(RateLimit(20, 60))
    ('3/min, 60 at once', '20/s, 60 at once')
    """
    if not limit.per_second:
        return UNLIMITED
    for unit, seconds in _PER.items():
        number = round(limit.per_second * seconds)
        if number and number / seconds == limit.per_second:
            return f"{number}/{unit}, {limit.burst} at once"
    return f"{limit.per_second!r}/s, {limit.burst} at once"


def parse_duration(value: object) -> float:
    """Seconds; raises ValueError.

    >>> parse_duration("7d"), parse_duration("1.5h")
    (604800.0, 5400.0)
    """
    number, unit = _matched(_DURATION, value)
    return float(number) * _DURATIONS[unit]


def format_duration(seconds: float) -> str:
    """The text of a duration in its largest whole unit.

    >>> format_duration(604800), format_duration(90), format_duration(0.5)
    ('7d', '90s', '0.5s')
    """
    for unit, size in _DURATIONS.items():
        if seconds and seconds % size == 0:
            return f"{round(seconds / size)}{unit}"
    return f"{seconds:g}s"


def parse_size(value: object) -> int:
    """Bytes, from a text with a unit or a whole number; raises ValueError.

    >>> parse_size("512 MiB"), parse_size(1000)
    (536870912, 1000)
    """
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    number, unit = _matched(_SIZE, value)
    return int(number) * _SIZES[unit]


def format_size(size: int) -> str:
    """The text of a size in its largest whole unit.

    >>> format_size(1 << 20), format_size(10_000_000), format_size(1001)
    ('1 MiB', '10 MB', '1001 B')
    """
    unit = next((unit for unit, factor in _SIZES.items() if size and size % factor == 0), "B")
    return f"{size // _SIZES[unit]} {unit}"


def _matched(form: re.Pattern[str], value: object) -> tuple[str, ...]:
    found = form.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        raise ValueError(value)
    return found.groups()
