"""With a database on another machine, requests that read the store do not make the event loop wait."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from knobel.store import Store
from knobel.store.connection import ReadPool

from .memory_server import memory_server

_PATHS = (
    "/api/me/tables",
    "/api/me/games",
    "/api/honesty",
    "/api/training/me",
    "/api/me/clubs",
    "/api/clubs/none/box/tariff",
    "/api/replays/none/analysis",
)


async def test_reads_of_requests_and_housekeeping_run_in_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, connection = list[threading.Thread](), ReadPool.connection

    def recorded(pool: ReadPool) -> object:
        threads.append(threading.current_thread())
        return connection(pool)

    async with memory_server(tmp_path) as server:
        anna = await server.device()
        monkeypatch.setattr(Store, "remote", True)
        monkeypatch.setattr(ReadPool, "connection", recorded)
        for path in _PATHS:
            threads.clear()
            await anna.http.get(path)
            assert threads, path
            assert threading.main_thread() not in threads, path
        threads.clear()
        await server.hub.housekeeping.refresh()
        assert threads
        assert threading.main_thread() not in threads
