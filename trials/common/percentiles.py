"""Percentiles of latencies."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil


def quantile(times: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed.

    >>> quantile([0.4, 0.1, 0.2, 0.3], 0.5), quantile([0.4, 0.1, 0.2, 0.3], 0.99)
    (0.2, 0.4)
    """
    return sorted(times)[max(0, ceil(share * len(times)) - 1)]


def summary(times: Sequence[float]) -> str:
    """Median, 99th percentile and maximum as text.

    >>> summary([0.1, 0.2, 0.3])
    'p50 200 ms, p99 300 ms, worst 300 ms'
    """
    p50, p99, worst = (quantile(times, share) * 1000 for share in (0.5, 0.99, 1))
    return f"p50 {p50:,.0f} ms, p99 {p99:,.0f} ms, worst {worst:,.0f} ms"
