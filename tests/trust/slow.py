"""People play while others attack: those wait for nothing, and these are gone soon.

    python -m tests.trust.slow [--clients 1000] [--flooders 150] [--tables 20] [--seconds 12] [--within 0.25 --gone 5]

Attacks come one after the other, each from many addresses: requests whose headers never end, clients that ask for
answer after answer, by HTTP and over WebSockets, and never read one, and a flood of connections, frames and commands.
Told is how long the people who play waited for their answers meanwhile, and how long the server held connections of
attackers: from the moment at which it held most of them to the moment at which it had let go of nearly all of them. (A
flood comes back again and again, and has to be gone when it stops.) `--within` and `--gone` are the seconds allowed, at
p99 and at most.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from msgspec import Struct

from ..kill.table import KillTable
from ..server_process import ServerProcess
from ..soak_kill import in_turns
from .measured import quantile, told
from .slow_attackers import ATTACKS, attack
from .slow_honest import HonestTable

_CALM: Final = 3.0
"""Seconds of play before the first attack."""

_FEW: Final = 5
"""Connections that somebody else may have opened meanwhile: what is less is nobody."""

_LOOK: Final = 0.05


class Outcome(Struct, frozen=True):
    """How an attack went: the waits of those who play, how many attackers were there at a time, and for how long."""

    kind: str
    times: list[float]
    most: int
    held: float

    def __str__(self) -> str:
        return f"{self.kind}: players {told(self.times)}, {self.most:,} attackers held {self.held:.1f} s"


def held(server: ServerProcess) -> int:
    """Sockets that the process of the server has open."""
    count = 0
    for each in Path(f"/proc/{server.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            count += os.readlink(each).startswith("socket:")
    return count


async def watch(server: ServerProcess, usual: int, attacking: asyncio.Future[None]) -> tuple[int, float]:
    """The most attackers that were held at a time, and the seconds until nearly all of them were gone."""
    most, full = 0, time.monotonic()
    while True:
        now = held(server) - usual
        if now > most:
            most, full = now, time.monotonic()
        if now <= _FEW and (most > _FEW or attacking.done()):
            return most, time.monotonic() - full
        await asyncio.sleep(_LOOK)


async def suffer(kind: str, count: int, seconds: float, server: ServerProcess, tables: list[HonestTable]) -> Outcome:
    """One attack, while the tables play."""
    for table in tables:
        table.times.clear()
    usual, loop = held(server), asyncio.get_running_loop()
    code = tables[0].code
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        attacking = loop.run_in_executor(pool, partial(attack, kind, server.port, count, seconds, code))
        if kind == "flood":
            await attacking  # it is there again all the time
        most, gone = await watch(server, usual, attacking)
        await attacking
    return Outcome(kind, [each for table in tables for each in table.times], most, gone)


async def endure(server: ServerProcess, asked: argparse.Namespace) -> list[Outcome]:
    places = [KillTable(server.base, number, asked.seed) for number in range(asked.tables)]
    await in_turns(KillTable.make, places)
    tables = [HonestTable(place, server.port) for place in places]
    playing = asyncio.gather(*[table.play() for table in tables])
    await asyncio.sleep(_CALM)
    calm = Outcome("nobody attacks", [each for table in tables for each in table.times], 0, 0)
    print(calm, file=sys.stderr, flush=True)
    outcomes = [calm]
    for kind in [asked.attack] if asked.attack else ATTACKS:
        count = asked.flooders if kind == "flood" else asked.clients
        outcomes.append(await suffer(kind, count, asked.seconds, server, tables))
        print(outcomes[-1], file=sys.stderr, flush=True)
        assert not playing.done(), playing.exception()
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--flooders", type=int, default=150)
    parser.add_argument("--attack", choices=tuple(ATTACKS), help="only this one")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--within", type=float)
    parser.add_argument("--gone", type=float)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        outcomes = asyncio.run(endure(server, asked))
    print("; ".join(map(str, outcomes)))
    late = asked.within is not None and any(quantile(each.times, 0.99) > asked.within for each in outcomes)
    there = asked.gone is not None and any(each.held > asked.gone for each in outcomes)
    return 1 if late or there else 0


if __name__ == "__main__":
    sys.exit(main())
