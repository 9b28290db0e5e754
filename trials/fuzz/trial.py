"""Mutation-based fuzzing of a server with frames and requests, while honest clients play.

    python -m trials fuzz --frames 100000 --requests 20000 --workers 2 --seed 1

Every worker has its own server: the real parsers, application, tables and store. It ends with 1 at the first failure:
a traceback or error in the log, a 5xx status, a frame or request without an answer, a refusal that is not one sentence
with the right code, an honest game that does not end, or memory that grows by more than 5 % after the warm-up.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from tests.serve.memory_server import Device

from .corpus import GAMES, record
from .frames import FrameFuzz
from .requests import RequestFuzz
from .server import FuzzServer, fuzz_server, resident

_ROUND: Final = 2_000
"""Frames or requests per round; tables are evicted after each."""

_WARM: Final = 25
"""Warm-up rounds, which fill SQLite's page cache; of many rounds, a third."""

_GROWTH: Final = 1.05

_MEMORY: Final = Path("/dev/shm")
"""A memory file system: the disk is not the subject here."""


class Fuzzed(Struct):
    """What a worker did; `memory` are bytes after each round, `seconds` those that the processor worked."""

    frames: int
    requests: int
    games: int
    tally: Counter[str]
    memory: list[int]
    seconds: float

    @property
    def growth(self) -> float | None:
        """The most memory after the warm-up, as a multiple of what was used then; None if it was not much longer."""
        warm = self.memory[max(_WARM, len(self.memory) // 3) :]
        return max(warm) / warm[0] if len(warm) > _WARM // 2 else None


async def fuzz(frames: int, requests: int, seed: int, folder: Path) -> Fuzzed:
    """Fuzz one server in rounds, with a whole honest game in each."""
    begun, tally = time.process_time(), Counter[str]()
    async with fuzz_server(folder, seed) as made:
        corpus = await record(made)
        framing, asking = FrameFuzz(made, corpus, seed, tally), RequestFuzz(made, corpus, seed, tally)
        rounds = max(1, -(-max(frames, requests) // _ROUND))
        honest, games, memory = await made.device(), 0, list[int]()
        for number in range(1, rounds + 1):
            game = asyncio.create_task(_honest(honest, list(GAMES)[number % 3], number))
            await framing.round(frames * number // rounds - framing.sent)
            await asking.round(requests * number // rounds - asking.sent)
            await game
            games += 1
            await made.rest()
            _check(made)
            memory.append(resident())
            if number % 20 == 0:
                size = memory[-1] / 2**20
                print(
                    f"seed {seed}: {framing.sent} frames, {asking.sent} requests, {size:.1f} MiB",
                    file=sys.stderr,
                    flush=True,
                )
    return Fuzzed(framing.sent, asking.sent, games, tally, memory, time.process_time() - begun)


async def _honest(device: Device, game: str, number: int) -> None:
    """A game of a client that sends only valid commands."""
    code = await device.make(game, GAMES[game] - 1, id=f"honest {number}")
    socket = await device.look(code)
    await socket.play()
    await socket.leave()
    device.sockets.clear()


def _check(made: FuzzServer) -> None:
    assert not made.trouble.messages, f"the log of the server has errors:\n{made.trouble.messages[0]}"
    failures = made.services.metrics.failures._value.get()
    assert not failures, f"{failures} tables had to be read anew"


def work(frames: int, requests: int, seed: int) -> Fuzzed:
    with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        return asyncio.run(fuzz(frames, requests, seed, Path(folder)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    workers = asked.workers
    shares = [(asked.frames // workers, asked.requests // workers, asked.seed * 1000 + each) for each in range(workers)]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        done = list(pool.map(work, *zip(*shares, strict=True)))
    tally = sum((each.tally for each in done), Counter[str]())
    print(", ".join(f"{what}: {number}" for what, number in tally.most_common()), file=sys.stderr)
    growths = [each.growth for each in done if each.growth is not None]
    growth = f"grew by {(max(growths) - 1) * 100:.1f} % after the warm-up" if growths else "was not measured for so few"
    held = all(each <= _GROWTH for each in growths)
    growth += "" if held else ", which is TOO MUCH"
    rate = sum((each.frames + each.requests) / each.seconds for each in done) / workers
    print(
        f"{sum(each.frames for each in done):,} frames and {sum(each.requests for each in done):,} requests fuzzed, "
        f"{sum(each.games for each in done):,} honest games ended, no error; memory {growth}; "
        f"{rate:,.0f} in a second of a processor (seed {asked.seed})"
    )
    return 0 if held else 1
