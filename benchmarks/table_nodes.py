"""Several nodes of knobel without rate limits, over one PostgreSQL and one NATS server that this program starts.

    python -m benchmarks.table_nodes NODES

Prints the ports of all nodes in one line. PostgreSQL runs as a daemon: its CPU is not that of this program's children.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.postgres import PostgresServer
from tests.server_process import free_port


@contextmanager
def _running(command: list[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    nats = free_port()
    with ExitStack() as stack:
        database = stack.enter_context(PostgresServer()).new_store()
        broker = [str(Path(sys.executable).with_name("nats-server")), "-a", "127.0.0.1", "-p", str(nats)]
        stack.enter_context(_running([*broker, "-l", os.devnull], {}))
        ports = list[str]()
        for number in range(int(sys.argv[1])):
            environment = {
                "KNOBEL_DATA": stack.enter_context(tempfile.TemporaryDirectory()),
                "KNOBEL_STORE": database,
                "KNOBEL_NATS": f"nats://127.0.0.1:{nats}",
                "KNOBEL_NODE": f"n{number + 1}",
            }
            node = stack.enter_context(_running([sys.executable, "-m", "benchmarks.table_server"], environment))
            assert node.stdout is not None
            ports.append(next(line.split()[1] for line in node.stdout if line.startswith("port ")))
        print("port", *ports, flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
