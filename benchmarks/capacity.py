"""Capacity plan: what connections, tables and moves cost a server, and what 100,000 tables need.

    python -m benchmarks.capacity [--tables 1000] [--playing 100] [--moves 20] > benchmarks/results/capacity.md

Starts `knobel serve` with SQLite, with PostgreSQL, and as two nodes with NATS; makes tables of two seats, connects both
seats of each, sends pings, and plays ZOCK with checkable dice at some of the tables. CPU and memory of the servers'
main processes and CPU of PostgreSQL and NATS come from /proc, bytes from the store. Prints a page with the
costs, and with the plan that follows from them and from the assumptions in `Load`; the hosting guide shows it.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final

import apsw
import httpx
import psycopg
from msgspec import Struct
from tests.postgres import PostgresServer
from tests.serve.first_moves import play
from tests.server_process import free_port
from trials.common.websocket import LightSocket

AT_ONCE: Final = 20
PINGS: Final = 5
TICKS: Final = os.sysconf("SC_CLK_TCK")
LIMITS: Final = {
    "KNOBEL_LIMITS_CONNECTIONS": "200000",
    "KNOBEL_LIMITS_CONNECTIONS_OF_ADDRESS": "200000",
    "KNOBEL_LIMITS_TABLES": "200000",
    "KNOBEL_LIMITS_LOOP_MS_OF_ADDRESS": "unlimited",
    "KNOBEL_LIMITS_BYTES_OF_ADDRESS": "unlimited",
    "KNOBEL_PREPARE": "off",
}
"""All load comes from one address."""

PAGE: Final = """# Capacity

`python -m benchmarks.capacity --tables {chosen.tables} --playing {chosen.playing} --moves {chosen.moves}`, {date},
{cores} cores for servers and clients together. CPU and memory are those of the nodes' main processes.

<!-- tables -->
## Measured costs

{costs}

In the third column every player is connected to the node that does not own the table, as with many nodes nearly all
are; CPU and memory are those of both nodes together.

## Plan for {load.tables:,} tables

At the busiest time: {load.connections_per_table} connections a table, one move in {load.seconds_per_move:g} seconds at
each, a ping every {load.ping_interval:g} seconds, {load.reconnects_per_hour:g} reconnects an hour and connection,
tables that last {load.minutes_of_a_table:g} minutes. Bots and the coach compute in processes of their own, not in it.

{plan}"""


class Costs(Struct):
    """CPU in microseconds, memory in KiB, disk in bytes."""

    base: float = 0
    """Memory of a server without tables."""
    table: float = 0
    table_cpu: float = 0
    connection: float = 0
    connect_cpu: float = 0
    ping_cpu: float = 0
    move_cpu: float = 0
    move_store_cpu: float = 0
    """CPU of PostgreSQL."""
    move_nats_cpu: float = 0
    move_bytes: float = 0
    """Growth of the store."""
    move_wal: float = 0
    """Bytes that PostgreSQL writes to its log, which archives and replicas receive."""


class Load(Struct, frozen=True):
    """The assumptions of the plan, at the busiest time of the day."""

    tables: int = 100_000
    connections_per_table: float = 2.5
    seconds_per_move: float = 6.0
    """At a table, bots' moves included."""
    ping_interval: float = 8.0
    reconnects_per_hour: float = 6.0
    """Per connection: phones that were locked, and pages that were opened anew."""
    minutes_of_a_table: float = 60.0
    busy_hours_per_day: float = 5.0
    """The moves of a day, as hours at this load."""
    cpu_share: float = 0.5
    """How much of a core a node and PostgreSQL may use, so that bursts find room."""
    node_gib: float = 4.0


class Meter:
    """CPU seconds and memory of the nodes' main processes, and CPU seconds of PostgreSQL and NATS."""

    def __init__(self, nodes: Sequence[int], postmaster: int | None = None, nats: int | None = None) -> None:
        self._nodes, self._postmaster, self._nats = nodes, postmaster, nats
        self.count = len(nodes)

    def cpu(self) -> float:
        return sum(_cpu(pid)[0] for pid in self._nodes)

    def store_cpu(self) -> float:
        if self._postmaster is None:
            return 0.0
        own, ended = _cpu(self._postmaster)
        return own + ended + sum(_cpu(child)[0] for child in _children(self._postmaster))

    def nats_cpu(self) -> float:
        return 0.0 if self._nats is None else _cpu(self._nats)[0]

    def memory(self) -> float:
        texts = [Path(f"/proc/{pid}/status").read_text() for pid in self._nodes]
        return sum(float(re.findall(r"VmRSS:\s+(\d+) kB", text)[0]) for text in texts)


def _cpu(pid: int) -> tuple[float, float]:
    """CPU seconds of a process, and of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user, system, ended_user, ended_system = map(int, fields[11:15])
    return (user + system) / TICKS, (ended_user + ended_system) / TICKS


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[int, int]]:
    """The port and the process id of a server."""
    folder.mkdir(parents=True, exist_ok=True)
    port, knobel = free_port(), Path(sys.executable).parent / "knobel"
    command = [str(knobel), "serve", "--port", str(port), "--data", str(folder), "--rate", "0", *options]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, env={**os.environ, **LIMITS}, stdout=log, stderr=log)
    try:
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz").raise_for_status()
                break
            except httpx.HTTPError:
                if server.poll() is not None:
                    sys.exit((folder / "log").read_text())
                time.sleep(0.1)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def sqlite_bytes(path: Path) -> int:
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as store:
        pages, size = (next(iter(store.execute(f"PRAGMA {name}")))[0] for name in ("page_count", "page_size"))
        return int(pages) * int(size)


def postgres_bytes(url: str) -> tuple[int, int]:
    """The size of the database, and the position in its write-ahead log."""
    query = "SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'::pg_lsn"
    with psycopg.connect(url, autocommit=True) as store:
        row = store.execute(query).fetchone()
    assert row is not None
    return int(row[0]), int(row[1])


async def in_turns(count: int, work: Callable[[int], Awaitable[Any]], at_once: int = AT_ONCE) -> list[Any]:
    done: list[Any] = []
    for first in range(0, count, at_once):
        done += await asyncio.gather(*(work(number) for number in range(first, min(count, first + at_once))))
    return done


async def make_table(http: httpx.AsyncClient) -> tuple[str, list[str]]:
    """A table of two seats that has begun: its code, and the cookies of the seats."""
    made = await http.post("/api/tables", json={"id": "new", "game": "zock", "name": "Anna"})
    code, anna = made.raise_for_status().json()["code"], made.headers["set-cookie"].split(";")[0]
    http.cookies.clear()  # Ben is another device
    seen = await http.get(f"/api/tables/{code}")
    ben = seen.headers["set-cookie"].split(";")[0]
    version = seen.json()["v"]
    http.cookies.clear()
    for cookie, do in ((ben, {"c": "join", "name": "Ben"}), (anna, {"c": "start"})):
        ask = {"id": f"begin-{do['c']}", "v": version, "do": do}
        answer = await http.post(f"/api/tables/{code}/commands", json=ask, headers={"cookie": cookie})
        version = answer.raise_for_status().json()["v"]
    http.cookies.clear()
    return code, [anna, ben]


class Line:
    """A light WebSocket with the methods of the large one."""

    def __init__(self, socket: LightSocket) -> None:
        self._socket = socket

    async def recv(self) -> str:
        return await self._socket.recv()

    async def send(self, text: str) -> None:
        self._socket.send(text)


async def play_on(lines: list[Line], most: int) -> int:
    """Both seats of a table play until one of them has made so many moves; returns the moves of both."""
    made: list[dict[str, dict[str, Any]]] = [{}, {}]
    tasks = [asyncio.create_task(play(line, seat, made[seat], most)) for seat, line in enumerate(lines)]
    _, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return sum("answer" in move for seat in made for move in seat.values())


async def measure(
    ports: tuple[int, int], meter: Meter, size: Callable[[], tuple[int, int]], chosen: argparse.Namespace
) -> Costs:
    """Tables are made at the first port, and players connect to the second one."""
    costs, tables = Costs(), int(chosen.tables)
    http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", timeout=60)

    async def connect(table: tuple[str, list[str]], seat: int) -> Line:
        code, cookies = table
        return Line(await LightSocket.connect(ports[1], "127.0.0.1", f"/api/tables/{code}/ws", cookies[seat]))

    async def begin(_: int) -> tuple[tuple[str, list[str]], Line]:
        """A table and its first connection, without which it would be dropped from memory after a minute."""
        table = await make_table(http)
        return table, await connect(table, 0)

    warm = [await begin(number) for number in range(AT_ONCE)]  # whatever is loaded on first use
    await asyncio.sleep(2)
    memory, cpu = meter.memory(), meter.cpu()
    costs.base = memory / meter.count
    begun = [await begin(number) for number in range(tables)]
    await asyncio.sleep(2)
    with_first, first_cpu = (meter.memory() - memory) / tables, (meter.cpu() - cpu) / tables * 1e6
    memory, cpu = meter.memory(), meter.cpu()
    second: list[Line] = await in_turns(tables, lambda number: connect(begun[number][0], 1))
    await asyncio.sleep(2)
    costs.connection, costs.connect_cpu = (meter.memory() - memory) / tables, (meter.cpu() - cpu) / tables * 1e6
    costs.table, costs.table_cpu = with_first - costs.connection, first_cpu - costs.connect_cpu

    pairs = [[line, other] for (_, line), other in zip(begun, second, strict=True)]
    idle = [line for pair in pairs[chosen.playing :] for line in pair]

    async def ping(number: int) -> None:
        await idle[number].send("null")
        while await idle[number].recv() != "0":
            pass

    cpu = meter.cpu()
    for _ in range(PINGS):
        await in_turns(len(idle), ping, len(idle))
    costs.ping_cpu = (meter.cpu() - cpu) / (PINGS * len(idle)) * 1e6

    before = (*size(), meter.cpu(), meter.store_cpu(), meter.nats_cpu())
    moves = sum(await asyncio.gather(*(play_on(pair, chosen.moves) for pair in pairs[: chosen.playing])))
    after = (*size(), meter.cpu(), meter.store_cpu(), meter.nats_cpu())
    grown, wal, cpu, store_cpu, nats_cpu = (new - old for new, old in zip(after, before, strict=True))
    costs.move_bytes, costs.move_wal = grown / moves, wal / moves
    costs.move_cpu, costs.move_store_cpu, costs.move_nats_cpu = (
        1e6 * each / moves for each in (cpu, store_cpu, nats_cpu)
    )
    assert moves >= chosen.playing * chosen.moves, "some tables stood still"
    assert warm
    await http.aclose()
    return costs


def of_sqlite(chosen: argparse.Namespace) -> Costs:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, pid):
        path = Path(folder) / "tables.db"
        return asyncio.run(measure((port, port), Meter([pid]), lambda: (sqlite_bytes(path), 0), chosen))


def of_postgres(chosen: argparse.Namespace) -> Costs:
    with PostgresServer() as postgres, tempfile.TemporaryDirectory() as folder:
        url = postgres.new_store()
        with serving(Path(folder), "--store", url) as (port, pid):
            return asyncio.run(measure((port, port), Meter([pid], postgres.pid), lambda: postgres_bytes(url), chosen))


def of_two_nodes(chosen: argparse.Namespace) -> Costs:
    """Every player is connected to the node that does not own the table, as with many nodes nearly all are."""
    with PostgresServer() as postgres, tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        url, nats_port = postgres.new_store(), free_port()
        nats = subprocess.Popen((Path(sys.executable).parent / "nats-server", "-a", "127.0.0.1", "-p", str(nats_port)),
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        stack.callback(nats.wait)
        stack.callback(nats.terminate)
        options = ("--store", url, "--nats", f"nats://127.0.0.1:{nats_port}", "--node")
        owner, owner_pid = stack.enter_context(serving(Path(folder) / "owner", *options, "owner"))
        edge, edge_pid = stack.enter_context(serving(Path(folder) / "edge", *options, "edge"))
        meter = Meter([owner_pid, edge_pid], postgres.pid, nats.pid)
        return asyncio.run(measure((owner, edge), meter, lambda: postgres_bytes(url), chosen))


def show_costs(costs: dict[str, Costs]) -> str:
    rows = (
        ("memory of a server without tables", "base", "MiB", 1 / 1024),
        ("memory of a table of two", "table", "KiB", 1.0),
        ("memory of an open connection", "connection", "KiB", 1.0),
        ("CPU to make a table, join and begin", "table_cpu", "µs", 1.0),
        ("CPU to connect", "connect_cpu", "µs", 1.0),
        ("CPU of a ping", "ping_cpu", "µs", 1.0),
        ("CPU of a move, checkable dice", "move_cpu", "µs", 1.0),
        ("CPU of PostgreSQL for a move", "move_store_cpu", "µs", 1.0),
        ("CPU of NATS for a move", "move_nats_cpu", "µs", 1.0),
        ("bytes of a move in the store", "move_bytes", "B", 1.0),
        ("bytes of a move in PostgreSQL's write-ahead log", "move_wal", "B", 1.0),
    )
    lines = [f"| cost | {' | '.join(costs)} |", f"|---|{'---:|' * len(costs)}"]
    for title, field, unit, scale in rows:
        values = [getattr(each, field) * scale for each in costs.values()]
        shown = " | ".join(f"{value:,.{1 if value < 100 else 0}f} {unit}" if value else "–" for value in values)
        lines.append(f"| {title} | {shown} |")
    return "\n".join(lines)


def show_plan(costs: Costs, load: Load) -> str:
    """What the load needs, from the costs of forwarded moves: with many nodes nearly all are."""
    connections = load.tables * load.connections_per_table
    moves = load.tables / load.seconds_per_move
    new = load.tables / (load.minutes_of_a_table * 60)
    connects = connections * load.reconnects_per_hour / 3600
    pings = connections / load.ping_interval
    cores = {
        "moves": moves * costs.move_cpu / 1e6,
        "pings": pings * costs.ping_cpu / 1e6,
        "connecting": connects * costs.connect_cpu / 1e6,
        "new tables": new * costs.table_cpu / 1e6,
    }
    memory = (load.tables * costs.table + connections * costs.connection) / 1024**2
    by_cpu = sum(cores.values()) / load.cpu_share
    by_memory = memory / (load.node_gib - costs.base / 1024**2)
    nodes = math.ceil(max(by_cpu, by_memory)) + 1
    store_cores = moves * costs.move_store_cpu / 1e6 / load.cpu_share
    nats_cores = moves * costs.move_nats_cpu / 1e6 / load.cpu_share
    growth = moves * 3600 * load.busy_hours_per_day * costs.move_bytes / 1e9
    rows = (
        ("connections", f"{connections:,.0f}", f"{load.connections_per_table} per table"),
        ("moves a second", f"{moves:,.0f}", f"one in {load.seconds_per_move:g} s at each table"),
        *(
            (f"cores for {name}", f"{value:.1f}", f"{rate:,.0f} a second × {cost:,.0f} µs")
            for (name, value), rate, cost in zip(
                cores.items(),
                (moves, pings, connects, new),
                (costs.move_cpu, costs.ping_cpu, costs.connect_cpu, costs.table_cpu),
                strict=True,
            )
        ),
        ("memory", f"{memory:.1f} GiB", f"{costs.table:.1f} KiB a table, {costs.connection:.1f} KiB a connection"),
        ("nodes for the CPU", f"{by_cpu:.1f}", f"{load.cpu_share:.0%} of a core each: a node is one process"),
        ("nodes for the memory", f"{by_memory:.1f}", f"{load.node_gib:g} GiB each"),
        ("**nodes**", f"**{nodes}**", "the larger number, and one more to lose"),
        (
            "cores of PostgreSQL",
            f"{store_cores:.1f}",
            f"{costs.move_store_cpu:,.0f} µs a move, {load.cpu_share:.0%} used",
        ),
        ("cores of NATS", f"{nats_cores:.1f}", f"{costs.move_nats_cpu:,.0f} µs a move"),
        ("growth of the store", f"{growth:,.0f} GB a day", f"{load.busy_hours_per_day:g} such hours a day"),
        ("write-ahead log", f"{moves * costs.move_wal / 1e6:,.0f} MB/s", "to disk, and to each replica"),
    )
    lines = ["| need | value | from |", "|---|---:|---|"]
    return "\n".join([*lines, *(f"| {name} | {value} | {why} |" for name, value, why in rows)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--playing", type=int, default=100)
    parser.add_argument("--moves", type=int, default=20, help="of a seat of each playing table")
    chosen = parser.parse_args()
    costs = {
        "SQLite": of_sqlite(chosen),
        "PostgreSQL": of_postgres(chosen),
        "two nodes, all forwarded": of_two_nodes(chosen),
    }
    load, date = Load(), time.strftime("%-d %B %Y")
    shown, plan = show_costs(costs), show_plan(costs["two nodes, all forwarded"], load)
    print(PAGE.format(chosen=chosen, date=date, cores=os.cpu_count(), costs=shown, load=load, plan=plan))


if __name__ == "__main__":
    main()
