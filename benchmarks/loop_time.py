"""Time in the event loop of each GET route at a table with a long log.

    python -m benchmarks.loop_time [--entries 3000] [--game schocken] [--bots 7]

The server runs in this process without a socket. For each request: milliseconds of all callbacks of the loop together,
of the longest one, and the bytes of the answer. Other clients wait as long as the longest callback.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from asyncio import events
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, TypeAlias

from tests.serve.memory_server import Device, MemoryServer, memory_server

Ask: TypeAlias = Callable[[], Coroutine[Any, Any, int]]
"""Sends a request; the result is the size of the answer."""


class Callbacks:
    """Seconds of the callbacks of the loop."""

    def __init__(self) -> None:
        self.times = list[float]()


@contextmanager
def timed() -> Iterator[Callbacks]:
    """Time every callback of the loop."""
    handle: Any = events.Handle  # the loop has no hook for that
    callbacks, run = Callbacks(), handle._run

    def timed_run(self: events.Handle) -> None:
        begun = perf_counter()
        run(self)
        callbacks.times.append(perf_counter() - begun)

    handle._run = timed_run
    try:
        yield callbacks
    finally:
        handle._run = run


async def report(name: str, ask: Ask, repeats: int = 5) -> None:
    totals, longest, size = list[float](), list[float](), 0
    for _ in range(repeats):
        with timed() as callbacks:
            size = await asyncio.create_task(ask())
        totals.append(sum(callbacks.times))
        longest.append(max(callbacks.times))
    print(f"{name:34} {median(totals) * 1000:8.1f} {median(longest) * 1000:8.1f} {size:10,}", flush=True)


async def play(anna: Device, code: str, entries: int) -> int:
    """Play rematches until the log is long."""
    socket = await anna.look(code)
    while socket.version < entries:
        await socket.play()
        await socket.ask("rematch")
        await socket.until(lambda: socket.table["phase"] == "playing")
    await socket.play()
    await socket.leave()
    return socket.version


async def measure(server: MemoryServer, asked: argparse.Namespace) -> None:
    anna = await server.device()
    code = await anna.make(asked.game, asked.bots, options={"games": 1} if asked.game == "zock" else {})
    version = await play(anna, code, asked.entries)
    guest = await server.device(address="10.0.0.2")
    replay = server.hub.tables[code].table.finished
    print(f"{asked.game} with {asked.bots + 1} seats, {version} entries")
    print(f"{'':34} {'all ms':>8} {'longest':>8} {'bytes':>10}")

    def get(path: str) -> Ask:
        async def ask() -> int:
            answer = await guest.http.get(path)
            assert answer.status_code == 200, answer.text
            return len(answer.content)

        return ask

    def look(since: int | None, most: int | None = None) -> Ask:
        async def ask() -> int:
            socket = await guest.look(code, since, most=most)
            await socket.until(lambda: socket.version == version)
            await socket.leave()
            return sum(map(len, socket.frames))

        return ask

    at = f"/api/tables/{code}"
    routes: list[tuple[str, Ask]] = [
        ("snapshot", get(at)),
        ("steps since 0", get(f"{at}/steps?since=0")),
        ("steps since 255", get(f"{at}/steps?since=255")),
        ("the last 64 steps", get(f"{at}/steps?since={version - 64}")),
        ("WebSocket, snapshot", look(None)),
        ("WebSocket, all steps", look(0)),
        ("WebSocket, 500 steps", look(version - 500, 500)),
        ("WebSocket, 64 steps", look(version - 64)),
        *[(name, get(f"{at}/{name}")) for name in ("record", "choices", "told", "stats", "honesty")],
        ("replay", get(f"/api/replays/{replay}")),
        ("record of the replay", get(f"/api/replays/{replay}/record")),
        *[(path, get(path)) for path in ("/api/me/tables", "/api/me/games", "/api/me/stats", "/api/honesty")],
        *[(path, get(path)) for path in ("/api/games", "/api/rules/schocken/de", "/api/schema.json", "/metrics")],
        ("/api/openapi.json", get("/api/openapi.json")),
    ]
    for name, ask in routes:
        await report(name, ask)

    async def cold() -> int:
        server.hub.tables.clear()
        return await get(at)()

    await report("snapshot of a table on disk", cold)


async def run(asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with memory_server(Path(folder)) as server:
            await measure(server, asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=3000)
    parser.add_argument("--game", default="schocken")
    parser.add_argument("--bots", type=int, default=7)
    asked: Any = parser.parse_args()
    asyncio.run(run(asked))


if __name__ == "__main__":
    main()
