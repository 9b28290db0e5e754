"""Slow-reader and flooding attacks: players keep their latency, attackers are disconnected.

    python -m trials slow [--clients 1000] [--flooders 150] [--loops 20] [--tables 20] [--seconds 12]
                          [--within 0.25 --gone 5]

Attacks come one after the other, each from many addresses: requests whose headers never end, clients that send
requests by HTTP and WebSocket and never read, a flood of connections, frames and commands, and loops from one address
that catch up with a long table, by HTTP and WebSocket, again and again. Measured are the
latencies of the players meanwhile, and how long the server took to close each attacker's connection, as the attacker
saw it: since its start, since its last read, or since the last answer before the first 429.

`--within` and `--gone` are the seconds allowed to players (p99) and to attackers (maximum). It always fails if an
attacker is still connected after `--stay` seconds, or if the server closed no connection of a kind.
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
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from msgspec import Struct
from tests.serve.memory_server import memory_server
from tests.server_process import ServerProcess

from ..common.percentiles import quantile, summary
from ..kill.table import KillTable
from ..kill.trial import in_turns
from .attackers import ATTACKS, LONG, SORTS, Target, Waits, attack, ready
from .players import HonestTable

_CALM: Final = 3.0
"""Seconds of play before the first attack."""

_FEW: Final = 5
"""Connections that other programs may have opened meanwhile."""

_LOOK: Final = 0.05


class Outcome(Struct, frozen=True):
    """The result of an attack: latencies of players, the most additional sockets at a time and the longest life of one,
    the times of attackers by kind, and sockets left over.
    """

    kind: str
    times: list[float]
    most: int = 0
    longest: float = 0.0
    waits: Waits = {}
    left: int = 0

    @property
    def worst(self) -> float:
        """Seconds until the last attacker was disconnected; `inf` if none of a kind was.

        A busy flooder notices a close late, so the server's longest socket life is an upper bound.
        """
        seen = max([max(self.waits.get(sort, [inf])) for sort in SORTS.get(self.kind, ())], default=0.0)
        return seen if seen == inf else min(seen, self.longest)

    def __str__(self) -> str:
        if self.kind not in SORTS:
            return f"{self.kind}: players {summary(self.times)}"
        sorts = ", ".join(f"{sort} {_sent_away(self.waits.get(sort, []))}" for sort in sorted(SORTS[self.kind]))
        sockets = f"{self.most:,} sockets at a time, each for {self.longest:.2f} s at most, {self.left} left"
        return f"{self.kind}: players {summary(self.times)}, {sockets}; {sorts}"


def _sent_away(waits: list[float]) -> str:
    """
    >>> _sent_away([0.1, 4.0]), _sent_away([0.1, 4.0, inf]), _sent_away([])
    ('2 gone after 4.00 s at most', '2 gone after 4.00 s at most and 1 NEVER', '0 gone')
    """
    gone = [each for each in waits if each < inf]
    after = f" after {max(gone):.2f} s at most" if gone else ""
    return f"{len(gone):,} gone{after}" + (f" and {len(waits) - len(gone):,} NEVER" if len(gone) < len(waits) else "")


def held(server: ServerProcess) -> set[str]:
    """Open sockets of the server process."""
    found = set[str]()
    for each in Path(f"/proc/{server.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            found.add(os.readlink(each))
    return {each for each in found if each.startswith("socket:")}


class Held:
    """The sockets of a server, sampled from /proc: the most at a time, and the longest life of one.

    The age of a socket is counted from the last sample without it.
    """

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._usual = held(server)
        self._since = dict[str, float]()
        self._looked = time.monotonic()
        self.most = 0
        self.longest = 0.0

    def look(self) -> int:
        """Take a sample; returns the number of sockets."""
        now, there = time.monotonic(), held(self._server) - self._usual
        self.longest = max([self.longest, *[now - since for since in self._since.values()]])
        self._since = {each: self._since.get(each, self._looked) for each in there}
        self._looked = time.monotonic()
        self.most = max(self.most, len(there))
        return len(there)


async def measure_attack(
    kind: str, count: int, asked: argparse.Namespace, server: ServerProcess, tables: list[HonestTable]
) -> Outcome:
    """One attack while the tables play; latencies count during the attack only."""
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        await loop.run_in_executor(pool, ready)
        sockets = Held(server)
        for table in tables:
            table.times.clear()
        until, times = time.monotonic() + asked.seconds, None
        target = Target(server.port, tables[0].code, asked.long, count, until, asked.stay)
        attacking = loop.run_in_executor(pool, partial(attack, kind, target))
        while not attacking.done():
            await asyncio.wait([attacking], timeout=_LOOK)
            sockets.look()
            if times is None and time.monotonic() > until:
                times = _times(tables)
        times = times or _times(tables)
    left = await _left(sockets, asked.stay)
    return Outcome(kind, times, sockets.most, sockets.longest, attacking.result(), left)


def _times(tables: list[HonestTable]) -> list[float]:
    return [each for table in tables for each in table.times]


async def _left(sockets: Held, stay: float) -> int:
    """Sockets that the server still holds after all attackers have left."""
    end = time.monotonic() + stay
    while (left := sockets.look()) > _FEW and time.monotonic() < end:
        await asyncio.sleep(_LOOK)
    return left


async def long_table(data: Path) -> str:
    """A table with a long log in the store of a server that does not run yet; the code."""
    data.mkdir(mode=0o700)
    async with memory_server(data) as server:
        host = await server.device()
        code = await host.make("schocken", bots=20)
        socket = await host.look(code)
        while socket.version < LONG:
            await socket.play()
            await socket.ask("rematch")
            await socket.until(lambda: socket.table["phase"] == "playing")
    return code


async def endure(server: ServerProcess, asked: argparse.Namespace) -> list[Outcome]:
    places = [KillTable(server.base, number, asked.seed) for number in range(asked.tables)]
    await in_turns(KillTable.make, places)
    tables = [HonestTable(place, server.port) for place in places]
    playing = asyncio.gather(*[table.play() for table in tables])
    await asyncio.sleep(_CALM)
    calm = Outcome("no attack", _times(tables))
    print(calm, file=sys.stderr, flush=True)
    outcomes = [calm]
    for kind in [asked.attack] if asked.attack else ATTACKS:
        count = {"flood": asked.flooders, "catch-up": asked.loops}.get(kind, asked.clients)
        outcomes.append(await measure_attack(kind, count, asked, server, tables))
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
    parser.add_argument("--loops", type=int, default=20)
    parser.add_argument("--attack", choices=tuple(ATTACKS), help="only this one")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--within", type=float)
    parser.add_argument("--gone", type=float, default=inf)
    parser.add_argument("--stay", type=float, default=15)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        asked.long = asyncio.run(long_table(data))
        with ServerProcess(data, environment={}) as server:  # with the timeouts that are shipped
            outcomes = asyncio.run(endure(server, asked))
    print("; ".join(map(str, outcomes)))
    late = asked.within is not None and any(quantile(each.times, 0.99) > asked.within for each in outcomes)
    there = [each.kind for each in outcomes if each.worst > min(asked.gone, asked.stay) or each.left > _FEW]
    if there:
        print(f"attackers were there for too long: {', '.join(there)}", file=sys.stderr)
    return 1 if late or there else 0
