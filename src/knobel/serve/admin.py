"""The address for the operator: metrics and health, on a socket of its own that only this computer reaches."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .api.common import ApiContext
from .api.info import InfoRoutes
from .live.hub import Hub


class _AdminServer(uvicorn.Server):
    """uvicorn without signal handlers: the main server stops it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def admin_server(hub: Hub, token: str, listener: socket.socket | None) -> AsyncIterator[None]:
    """Serve the operator while the block runs; without a socket nothing is served."""
    if listener is None:
        yield
        return
    config = uvicorn.Config(
        admin_app(hub, token), lifespan="off", access_log=False, log_config=None, server_header=False, ws="none"
    )
    server = _AdminServer(config)
    task = asyncio.create_task(server.serve([listener]))
    try:
        yield
    finally:
        server.should_exit = True
        await task


def admin_app(hub: Hub, token: str) -> Starlette:
    """The application of the address; metrics and health need no token."""
    info = InfoRoutes(ApiContext(hub))

    async def metrics(_: Request) -> Response:
        return Response(hub.services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return Starlette(routes=[Route("/healthz", info.health), Route("/metrics", metrics)])
