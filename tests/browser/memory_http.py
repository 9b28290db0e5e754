"""The in-memory server of `tests/serve` behind a real HTTP port."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Final

import uvicorn

from knobel.serve.limits.rate_limit import Limits
from knobel.serve.server import uvicorn_config
from knobel.serve.transport.listener import listen

from ..serve.memory_server import MemoryServer

_PATIENT: Final = Limits(header_timeout=60)
"""Clients that share a busy machine with the server have the longest time for a request."""


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signal handlers to pytest."""
        yield


@contextlib.asynccontextmanager
async def served(memory: MemoryServer, limits: Limits = _PATIENT) -> AsyncIterator[str]:
    """Serve a memory server; yields its address. Its public address is fixed, so that two runs can be compared."""
    memory.hub.public = "http://knobel.test"
    listener = listen("127.0.0.1", 0, or_any=False)
    server = _Server(uvicorn_config(memory.app, limits))
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving
