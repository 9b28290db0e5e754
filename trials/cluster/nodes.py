"""The processes of a cluster: nodes, PostgreSQL and NATS, with a gate between each node and the two others.

A trigger notes every entry whose writer does not have the lease of its table, with the epoch that it names: the
store's own view, which does not depend on what the nodes believe.
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
from msgspec import Struct, json
from tests.nats import NatsServer
from tests.postgres import PostgresServer
from tests.server_process import ServerProcess

from .gate import Gate, gates
from .launcher import EPOCHS

_WITNESS: Final = f"""
CREATE TABLE strangers (code TEXT, version BIGINT, writer TEXT, writer_epoch BIGINT, owner TEXT, epoch BIGINT);
CREATE FUNCTION note_stranger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    lease leases%ROWTYPE;
    named BIGINT := nullif(current_setting('{EPOCHS}', true), '')::jsonb ->> NEW.code;
    writer TEXT := current_setting('application_name');
BEGIN
    SELECT * INTO lease FROM leases WHERE code = NEW.code;
    IF FOUND AND (lease.node, lease.epoch) IS DISTINCT FROM (writer, named) THEN
        INSERT INTO strangers VALUES (NEW.code, NEW.version, writer, named, lease.node, lease.epoch);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER witness BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION note_stranger();
"""

_LEASE: Final = """
SELECT leases.node, leases.epoch, nodes.expires - extract(epoch FROM clock_timestamp()) FROM leases
LEFT JOIN nodes ON nodes.node = leases.node AND nodes.incarnation = leases.incarnation WHERE leases.code = %s
"""

_WAITS: Final = """
SELECT waiter.application_name, coalesce(blocker.application_name, '?') || ' (' || left(blocker.query, 40) || ')',
    extract(epoch FROM clock_timestamp() - waiter.query_start)
FROM pg_stat_activity waiter CROSS JOIN unnest(pg_blocking_pids(waiter.pid)) blocking
LEFT JOIN pg_stat_activity blocker ON blocker.pid = blocking
"""

_FENCED: Final = "another server has taken over this table"


class LogPart(Struct):
    """What new lines of a node's log say: its tracebacks, and the number of appends that fencing has refused."""

    tracebacks: list[str]
    fenced: int = 0


def read_log(lines: Iterable[str]) -> LogPart:
    """A log of JSON lines, in which the interpreter may have printed a traceback as text.

    >>> read_log(['{"what":"failed","error":"  File \\\\"a.py\\\\", line 1\\\\nKeyError"}', "Ready"]).tracebacks
    ['failed\\n  File "a.py", line 1\\nKeyError']
    """
    found, plain, part = list[str](), list[str](), LogPart([])
    for line in (*lines, "{}"):
        if not line.startswith("{"):
            plain.append(line)
            continue
        found.append("".join(plain))
        plain.clear()
        said = json.decode(line)
        found.append(f"{said.get('what')}\n{said.get('error')}")
        part.fenced += said.get("error") == _FENCED
    part.tracebacks = [each for each in found if '  File "' in each]
    return part


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

    def new_lines(self) -> LogPart:
        """What its log says since the last call."""
        with self.said.open("rb") as log:
            log.seek(self._read)
            lines = log.read().splitlines(keepends=True)
        while lines and not lines[-1].endswith(b"\n"):  # it is still being written
            lines.pop()
        self._read += sum(map(len, lines))
        return read_log(line.decode(errors="replace") for line in lines)

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
        self.postgres.execute("ALTER SYSTEM SET autovacuum = on")  # the trial is long
        self.postgres.execute("SELECT pg_reload_conf()")
        with psycopg.connect(self.store, autocommit=True) as connection:
            connection.execute(_WITNESS.encode())
        made = self._stack.enter_context(gates([self.postgres.port, self.nats.port] * self._count))
        for number in range(self._count):
            name, (to_postgres, to_nats) = f"n{number}", made[2 * number : 2 * number + 2]
            database = self.store.rpartition("/")[2]
            store = f"postgresql://knobel@127.0.0.1:{to_postgres.port}/{database}?application_name={name}"
            options = ("--store", store, "--nats", f"nats://127.0.0.1:{to_nats.port}")
            node = NodeProcess(name, self._folder / name, options, self._fenced, (to_postgres, to_nats))
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

    def epochs(self, node: NodeProcess | None = None) -> dict[str, int]:
        """The epochs of all leases, or of those of a node."""
        query = "SELECT code, epoch FROM leases WHERE node = %s OR %s"
        with psycopg.connect(self.store, autocommit=True) as connection:
            return dict(connection.execute(query, (node.name if node else "", node is None)).fetchall())

    def name_of(self, base: str) -> str:
        """The name of the node with this address."""
        return next(node.name for node in self.nodes if node.base == base)

    def seen_by_database(self, code: str) -> str:
        """Who owns a table, and which connections wait for locks of others, as text."""
        try:
            with psycopg.connect(self.store, autocommit=True, connect_timeout=2) as connection:
                lease, waits = connection.execute(_LEASE, (code,)).fetchone(), connection.execute(_WAITS).fetchall()
        except psycopg.Error as error:
            return f"PostgreSQL does not answer: {type(error).__name__}"
        if lease is None:
            return "no lease"
        node, epoch, left = lease
        until = "whose incarnation is over" if left is None else f"valid for {left:.1f} s"
        locks = ", ".join(f"{waiter} for {blocker} since {seconds:.1f} s" for waiter, blocker, seconds in waits)
        return f"lease of {node or 'no node'} with epoch {epoch}, {until}; waiting for locks: {locks or 'none'}"

    @asynccontextmanager
    async def writes_blocked(self) -> AsyncIterator[None]:
        """Nothing is stored meanwhile, so commands wait in the memory of the nodes.

        The lock waits for transactions that go through the gates, and these belong to the event loop.
        """
        with psycopg.connect(self.store) as connection:
            await asyncio.to_thread(connection.execute, "LOCK TABLE entries IN SHARE MODE")
            yield

    def strangers(self) -> list[tuple[str, int, str, int | None, str, int]]:
        """Entries that were written without the lease: their writers and its epochs, and those of the lease."""
        with psycopg.connect(self.store, autocommit=True) as connection:
            return connection.execute("SELECT * FROM strangers").fetchall()
