"""The processes of a cluster: nodes, PostgreSQL and NATS, with a gate between each node and the two others.

A trigger notes every entry that is written by a node without the lease of its table: the store's own view, which does
not depend on what the nodes believe.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import psycopg
from msgspec import json
from tests.nats import NatsServer
from tests.postgres import PostgresServer
from tests.server_process import ServerProcess

from .gate import Gate

_WITNESS: Final = """
CREATE TABLE strangers (code TEXT, version BIGINT, writer TEXT, owner TEXT);
CREATE FUNCTION note_stranger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE holder TEXT;
BEGIN
    SELECT node INTO holder FROM leases WHERE code = NEW.code;
    IF holder IS NOT NULL AND holder <> current_setting('application_name') THEN
        INSERT INTO strangers VALUES (NEW.code, NEW.version, current_setting('application_name'), holder);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER witness BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION note_stranger();
"""


def tracebacks(lines: Iterable[str]) -> list[str]:
    """The tracebacks in a log: in JSON lines, each with what it is about, and those of the interpreter.

    >>> tracebacks(['{"what":"failed","error":"  File \\\\"a.py\\\\", line 1\\\\nKeyError"}', "Ready"])
    ['failed\\n  File "a.py", line 1\\nKeyError']
    """
    found, plain = list[str](), list[str]()
    for line in (*lines, "{}"):
        if not line.startswith("{"):
            plain.append(line)
            continue
        found.append("".join(plain))
        plain.clear()
        said = json.decode(line)
        found.append(f"{said.get('what')}\n{said.get('error')}")
    return [each for each in found if '  File "' in each]


class NodeProcess(ServerProcess):
    """A node of the trial."""

    def __init__(self, name: str, data: Path, options: tuple[str, ...], fenced: bool, gates: tuple[Gate, Gate]) -> None:
        super().__init__(data, *options, "--node", name, "--rate", "0")
        self.name = name
        self.postgres_gate, self.nats_gate = gates
        self._fenced = fenced
        self._read = 0

    def launch(self, command: list[str | Path]) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "NO_COLOR": "1", **({} if self._fenced else {"KNOBEL_TRIAL_UNFENCED": "1"})}
        program = [sys.executable, "-m", "trials.cluster.launcher", *command[1:]]
        with self.said.open("ab") as log:
            return subprocess.Popen(program, stdout=log, stderr=log, env=environment)

    def new_tracebacks(self) -> list[str]:
        """The tracebacks in its log since the last call."""
        if not self.said.exists():
            return []
        with self.said.open("rb") as log:
            log.seek(self._read)
            lines = log.read().splitlines(keepends=True)
        while lines and not lines[-1].endswith(b"\n"):  # it is still being written
            lines.pop()
        self._read += sum(map(len, lines))
        return tracebacks(line.decode(errors="replace") for line in lines)

    def pause(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def wake(self) -> None:
        os.kill(self.pid, signal.SIGCONT)


class ClusterProcesses:
    """Everything that runs. `up` are the nodes that take connections, as a proxy with health checks sees it."""

    def __init__(self, folder: Path, count: int, fenced: bool) -> None:
        self._folder = folder
        self._count = count
        self._fenced = fenced
        self._stack = AsyncExitStack()
        self.postgres = PostgresServer(fsync=False)
        self.nats = NatsServer()
        self.nodes = list[NodeProcess]()
        self.up = list[NodeProcess]()
        self.store = ""
        """The address of the store, without a gate."""

    async def __aenter__(self) -> ClusterProcesses:
        self._stack.enter_context(self.postgres)
        self._stack.enter_context(self.nats)
        self.store = self.postgres.new_store()
        with psycopg.connect(self.store, autocommit=True) as connection:
            connection.execute(_WITNESS.encode())
        for number in range(self._count):
            name = f"n{number}"
            gates = [await self._stack.enter_async_context(Gate(port)) for port in (self.postgres.port, self.nats.port)]
            database = self.store.rpartition("/")[2]
            store = f"postgresql://knobel@127.0.0.1:{gates[0].port}/{database}?application_name={name}"
            options = ("--store", store, "--nats", f"nats://127.0.0.1:{gates[1].port}")
            node = NodeProcess(name, self._folder / name, options, self._fenced, (gates[0], gates[1]))
            self.nodes.append(node)
            self._stack.callback(node.kill)
            await asyncio.to_thread(node.start)
        self.up = list(self.nodes)
        return self

    async def __aexit__(self, *_: object) -> None:
        for node in self.nodes:
            node.postgres_gate.open()
            node.nats_gate.open()
        await self._stack.aclose()

    def base(self, rng: random.Random) -> str:
        """The address of a random node that is up."""
        return rng.choice(self.up or self.nodes).base

    async def restart(self, node: NodeProcess) -> None:
        await asyncio.to_thread(node.start)
        self.up.append(node)

    def codes_of(self, node: NodeProcess) -> set[str]:
        """The tables that a node owns."""
        with psycopg.connect(self.store, autocommit=True) as connection:
            rows = connection.execute("SELECT code FROM leases WHERE node = %s", (node.name,)).fetchall()
        return {code for (code,) in rows}

    @asynccontextmanager
    async def writes_blocked(self) -> AsyncIterator[None]:
        """Nothing is stored meanwhile, so commands wait in the memory of the nodes.

        The lock waits for transactions that go through the gates, and these belong to the event loop.
        """
        with psycopg.connect(self.store) as connection:
            await asyncio.to_thread(connection.execute, "LOCK TABLE entries IN SHARE MODE")
            yield

    def strangers(self) -> list[tuple[str, int, str, str]]:
        """Entries that were written by a node without the lease."""
        with psycopg.connect(self.store, autocommit=True) as connection:
            return connection.execute("SELECT code, version, writer, owner FROM strangers").fetchall()
