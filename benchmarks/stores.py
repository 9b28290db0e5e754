"""Appends per second, and CPU per append, of a store in SQLite and in PostgreSQL, in the same run.

Each of N tables has one move under way: when it is on disk, the table submits the next one. So N moves share a group
commit at most. Both databases commit with `fsync`. The stores alternate in short rounds, so that noise affects both
alike; the table shows medians.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import msgspec
from rich.console import Console
from rich.table import Table
from tests.postgres import PostgresServer
from tests.store.games import entries, finished_game

from knobel.store import CommandKey, Entry, Store, append

_TICKS = os.sysconf("SC_CLK_TCK")


class Round(msgspec.Struct):
    """Figures of one round."""

    moves: int
    commits: int
    seconds: float
    own_cpu: float
    database_cpu: float


class Players:
    """Tables that submit moves until they are told to stop."""

    def __init__(self, store: Store, tables: int, name: str) -> None:
        self._store = store
        self._events = [entry.event for entry in entries(finished_game("zock"))]
        self._versions = {f"{name}-{number}": 0 for number in range(tables)}
        self._running = 0
        self._stopping = False
        self._done = Event()
        self.moves = 0

    def play(self, seconds: float) -> None:
        self._stopping, self._running = False, len(self._versions)
        self._done.clear()
        for code in self._versions:
            self._next(code)
        time.sleep(seconds)
        self._stopping = True
        self._done.wait()

    def _next(self, code: str) -> None:
        version = self._versions[code] = self._versions[code] + 1
        event = self._events[version % len(self._events)]
        key = CommandKey(code, "d" * 32, f"{version:08}")
        new = append(code, [Entry(version, 1_800_000_000_000, event)], key, b'{"m":"ok","v":1}', seen=version - 1)
        self._store.submit(new, lambda error: self._stored(code, error))

    def _stored(self, code: str, error: Exception | None) -> None:
        """Runs on the writer's thread, so that nothing has to be locked."""
        if error is not None:
            raise error
        self.moves += 1
        if not self._stopping:
            self._next(code)
            return
        self._running -= 1
        if not self._running:
            self._done.set()


def measure(store: Store, players: Players, seconds: float, database_cpu: Callable[[], float]) -> Round:
    moves, commits, cpu = players.moves, store.commits, database_cpu()
    began, own = time.perf_counter(), time.process_time()
    players.play(seconds)
    return Round(
        *(players.moves - moves, store.commits - commits, time.perf_counter() - began, time.process_time() - own),
        database_cpu() - cpu,
    )


def children_cpu(parent: int) -> float:
    """Seconds of CPU of a process and its living children."""
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(folder.name) == parent or int(stat[1]) == parent:
                total += int(stat[11]) + int(stat[12])
    return total / _TICKS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 16, 128])
    parser.add_argument("--seconds", type=float, default=2.0, help="of one round")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    shown = Table("store", "tables", "moves/s", "moves/commit", "CPU µs/move, knobel", "CPU µs/move, PostgreSQL")
    with ExitStack() as stack:
        server = stack.enter_context(PostgresServer())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sqlite = stack.enter_context(Store(folder / "store.db"))
        postgres = stack.enter_context(Store(server.new_store()))
        contestants = {"SQLite": (sqlite, lambda: 0.0), "PostgreSQL": (postgres, lambda: children_cpu(server.pid))}
        for tables in options.tables:
            players = {name: Players(store, tables, f"t{tables}") for name, (store, _) in contestants.items()}
            rounds: dict[str, list[Round]] = {name: [] for name in contestants}
            for _ in range(options.rounds):
                for name, (store, cpu) in contestants.items():
                    rounds[name].append(measure(store, players[name], options.seconds, cpu))
            for name, found in rounds.items():
                shown.add_row(name, str(tables), *_medians(found))
    Console().print(shown)


def _medians(found: list[Round]) -> list[str]:
    def median(figure: Callable[[Round], float]) -> float:
        return statistics.median(map(figure, found))

    return [
        f"{median(lambda each: each.moves / each.seconds):,.0f}",
        f"{median(lambda each: each.moves / each.commits):.1f}",
        f"{median(lambda each: 1e6 * each.own_cpu / each.moves):.0f}",
        f"{median(lambda each: 1e6 * each.database_cpu / each.moves):.0f}",
    ]


if __name__ == "__main__":
    main()
