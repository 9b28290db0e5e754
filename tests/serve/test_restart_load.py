"""Load after a restart: background work is postponed, and no connection is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from knobel.serve.fairness.keys import KeyPool
from knobel.serve.live.hub import BUSY, SWEEP_INTERVAL
from knobel.serve.workers.bots import BotPool

from .memory_server import memory_server


async def test_keys_are_not_prepared_during_a_rush(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[float]()
    monkeypatch.setattr(KeyPool, "prepare", lambda _, time: made.append(time.now()))
    async with memory_server(tmp_path, fair=True) as server:
        for number in range(BUSY):
            assert server.hub.acquire_connection(f"address {number}")
        began = server.time.now()
        await server.time.advance(SWEEP_INTERVAL)
        assert made == []
        server.hub.acquire_connection("a straggler")
        await server.time.advance(SWEEP_INTERVAL)
        assert made == [began + 2 * SWEEP_INTERVAL]


def test_a_kind_of_table_is_announced_once_and_to_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    bots, said = BotPool(1), list[bytes]()
    (worker,) = bots._workers
    monkeypatch.setattr(worker.child, "write_line", said.append)
    for players in (2, 3, 2, 3):
        bots.prepare("schocken", {}, players, ["casual", "strong"])
    assert [line.count(b"\n") for line in said] == [2, 2]
    assert [b'"players":2' in line for line in said] == [True, False]
    assert list(worker._initial_lines()) == said, "a restarted process gets the same lines"


_LOADED_BEFORE_IT_LISTENS: Final = """
import sys
from knobel.cli import main
from knobel.serve.transport import listener

def listen(*_, **__):
    sys.exit(", ".join(sorted({"knobel.serve.app", "knobel.serve.server", "starlette", "uvicorn"} & {*sys.modules})))

listener.listen = listen
sys.argv = ["knobel", "serve"]
main()
"""


def test_a_server_listens_before_it_is_loaded() -> None:
    """Connections that come meanwhile wait in the backlog."""
    command = [sys.executable, "-c", _LOADED_BEFORE_IT_LISTENS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""
    assert done.returncode == 1, "it came as far as to listen"
