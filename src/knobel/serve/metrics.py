"""What a server counts, for Prometheus. Nothing in it names a table, a person or a die."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_COMMIT = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
_THOUGHT = (0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 20)


class Metrics:
    """The counters of one server; each has a registry of its own, so that several can run in one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._commands = Counter("knobel_commands", "Commands by how they ended.", ["result"], registry=registry)
        self.commits = Histogram(
            "knobel_commit_seconds", "From a decided command to its place on disk.", registry=registry, buckets=_COMMIT
        )
        self.thoughts = Histogram(
            "knobel_bot_seconds", "How long bots thought about a move.", registry=registry, buckets=_THOUGHT
        )
        self.makeshift = Counter(
            "knobel_bot_makeshift_moves", "Moves that a lower level made for one not ready yet.", registry=registry
        )
        self.failures = Counter("knobel_failed_commits", "Groups of entries that could not be kept.", registry=registry)
        self._results = {
            result: self._commands.labels(result)
            for result in ("ok", "repeat", "illegal", "stale", "malformed", "forbidden", "closed", "limit")
        }

    def command(self, result: str) -> None:
        self._results[result].inc()

    def watch(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Show a number that somebody else keeps."""
        Gauge(name, about, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        return generate_latest(self.registry)
