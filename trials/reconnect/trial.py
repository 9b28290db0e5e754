"""Reconnect storm: the server restarts, and all clients reconnect at once.

    python -m trials reconnect [--clients 2000] [--rounds 3] [--seed S] [--within 3]

Two clients sit at each table with a game in progress. One of each pair disconnects and the other one greets, so that
there is something to catch up with. The server is killed, and each client acts like the browser: exponential backoff
with jitter, a reconnect with the last version that it saw, longer pauses after failures. Its time ends when it has
received everything that it missed, which has to equal what the other client saw. Times are reported since the server
accepts connections again and since the kill. `--within` limits the first, in seconds at p99.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from msgspec import Struct, field
from tests.server_process import ServerProcess

from ..common.percentiles import quantile, summary
from ..common.websocket import LightSocket
from ..kill.seats import Seat
from ..kill.table import KillTable
from ..kill.trial import in_turns

FIRST_PAUSE: Final = 0.4
GROWTH: Final = 1.5
LONGEST_PAUSE: Final = 8.0
"""Seconds, as in the browser's client (web/src/lib/connection.svelte.ts)."""


class Back(Struct):
    """When each client was reconnected, and the number of failed attempts."""

    at: list[float] = field(default_factory=list)
    failed: int = 0


async def until_here(seat: Seat, socket: LightSocket) -> None:
    """Receive all missed steps; the presence frame follows them."""
    while True:
        text = await socket.recv()
        if text.startswith('{"m":"here"'):
            return
        seat.receive(text)


async def connected(table: KillTable, seat: Seat, port: int) -> LightSocket:
    path = f"/api/tables/{table.code}/ws" + (f"?v={seat.v}" if seat.v else "")
    socket = await LightSocket.connect(port, table.address, path, seat.cookie)
    await until_here(seat, socket)
    return socket


async def reconnect(table: KillTable, seat: Seat, port: int, rng: random.Random, back: Back) -> LightSocket:
    pause = FIRST_PAUSE
    while True:
        await asyncio.sleep(pause * rng.uniform(0.75, 1.25))
        before = seat.v
        try:
            socket = await connected(table, seat, port)
        except OSError:
            back.failed += 1
            pause = min(LONGEST_PAUSE, GROWTH * pause)
            continue
        assert seat.v >= before
        back.at.append(time.monotonic())
        return socket


async def greet(table: KillTable, host: LightSocket, guest: LightSocket) -> int:
    """Disconnect the guest, send an emote of the host, and return its version."""
    guest.close()
    seat = table.seats[0]
    host.send(seat.emote())
    greeting = seat.asked[-1]
    while greeting.accepted is None or greeting.accepted > seat.v:
        seat.receive(await host.recv())
    return greeting.accepted


def have_seen(table: KillTable, version: int) -> None:
    """Check that the guest has received the entry that it missed, identical to the host's."""
    host, guest = table.seats
    assert guest.v >= version, f"{table.code}: what one did is entry {version}, the other one got all up to {guest.v}"
    assert guest.shown.get(version) == host.shown[version], f"{table.code}: entry {version} is another one by now"


async def returned(server: ServerProcess) -> float:
    """The time at which a starting server accepts the first connection."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        except OSError:
            await asyncio.sleep(0.005)
            continue
        writer.transport.abort()
        return time.monotonic()


async def measure(server: ServerProcess, clients: int, rounds: int, seed: int) -> tuple[list[float], list[float], int]:
    """Seconds since the restart and since the kill, per client and round, and the number of failed attempts."""
    rng = random.Random(seed)
    tables = [KillTable(server.base, number, seed) for number in range(clients // 2)]
    await in_turns(KillTable.make, tables)
    pairs = [(table, seat) for table in tables for seat in table.seats]
    sockets = await asyncio.gather(*[connected(table, seat, server.port) for table, seat in pairs])
    from_return, from_end, failed = list[float](), list[float](), 0
    for number in range(rounds):
        lines = zip(tables, sockets[::2], sockets[1::2], strict=True)
        greeted = await asyncio.gather(*[greet(*each) for each in lines])
        back = Back()
        server.kill()
        ended = time.monotonic()
        for socket in sockets:
            socket.close()
        starting = asyncio.ensure_future(asyncio.to_thread(server.start))
        coming = asyncio.gather(
            *[reconnect(table, seat, server.port, random.Random(rng.random()), back) for table, seat in pairs]
        )
        again = await returned(server)
        sockets = await coming
        await starting
        for table, version in zip(tables, greeted, strict=True):
            have_seen(table, version)
        from_return += [at - again for at in back.at]
        from_end += [at - ended for at in back.at]
        failed += back.failed
        print(f"round {number + 1}: {summary(from_return)}", file=sys.stderr, flush=True)
    for socket in sockets:
        socket.close()
    return from_return, from_end, failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--within", type=float)
    asked = parser.parse_args()
    print(f"{asked.clients} clients, seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        since, ended, failed = asyncio.run(measure(server, asked.clients, asked.rounds, asked.seed))
    print(
        f"{asked.clients:,} clients back after {asked.rounds} restarts with all that they missed: {summary(since)} "
        f"from the server's return, {summary(ended)} from its end; {failed:,} failed attempts"
    )
    return 1 if asked.within is not None and quantile(since, 0.99) > asked.within else 0
