"""Prometheus metrics, on the address for the operator. They name no table, person or die.

Nor do they contain computing times of bots, which depend on hidden dice (timing side channel).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from .supervised import FAILURES

_COMMIT_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
_RESULTS = ("ok", "repeat", "illegal", "stale", "malformed", "forbidden", "closed", "limit")


class CommandMetrics(Collector):
    """Counters of commands as plain numbers, without the library's locks: only the loop's thread counts."""

    def __init__(self) -> None:
        self._results = Tally[str](dict.fromkeys(_RESULTS, 0))
        self._commits = [0] * (len(_COMMIT_BUCKETS) + 1)
        self._seconds = 0.0

    def ended(self, result: str) -> None:
        self._results[result] += 1

    def stored(self, seconds: float) -> None:
        self._commits[bisect_left(_COMMIT_BUCKETS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        results = CounterMetricFamily("knobel_commands", "Commands by how they ended.", labels=["result"])
        for result, count in self._results.items():
            results.add_metric([result], count)
        yield results
        bounds = [*map(str, map(float, _COMMIT_BUCKETS)), "+Inf"]
        counted = [(bound, float(count)) for bound, count in zip(bounds, accumulate(self._commits), strict=True)]
        about = "From a decided command to its place on disk."
        yield HistogramMetricFamily("knobel_commit_seconds", about, buckets=counted, sum_value=self._seconds)


class _LoopFailures(Collector):
    """Failures of supervised loops, by loop."""

    def collect(self) -> Iterator[Metric]:
        failures = CounterMetricFamily(
            "knobel_loop_failures", "Failures of loops that went on after them.", labels=["loop"]
        )
        for name, count in FAILURES.items():
            failures.add_metric([name], count)
        yield failures


class Metrics:
    """The metrics of one server, in a registry of its own, so that several servers can run in one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.commands = CommandMetrics()
        registry.register(self.commands)
        registry.register(_LoopFailures())
        self.fallback_moves = Counter(
            "knobel_bot_makeshift_moves", "Moves that a lower level made for one not ready yet.", registry=registry
        )
        self.forwarded_commands = Counter(
            "knobel_forwarded_commands", "Commands that were sent to the node of their table.", registry=registry
        )
        self.takeovers = Counter(
            "knobel_takeovers", "Tables taken over from a node that did not give them up.", registry=registry
        )
        self.failures = Counter("knobel_failed_commits", "Groups of entries that could not be kept.", registry=registry)

    def watch(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Export a number that is computed on demand."""
        Gauge(name, about, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        return generate_latest(self.registry)
