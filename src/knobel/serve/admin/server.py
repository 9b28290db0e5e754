"""The address for the operator: metrics, health and commands, on a socket that only this computer reaches."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import socket
from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_address
from typing import Final

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ...rules.errors import KnobelError
from ..api.common import ApiContext, json
from ..api.info import InfoRoutes
from ..live.hub import Hub
from ..supervised import FaultHandler
from .commands import Outcome, plan
from .commands import Request as AdminRequest


class _AdminServer(uvicorn.Server):
    """uvicorn without signal handlers: the main server stops it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def admin_server(
    hub: Hub, token: str, listener: socket.socket | None, faults: FaultHandler
) -> AsyncIterator[None]:
    """Serve the operator while the block runs; without a socket nothing is served. An early end is a fault."""
    if listener is None:
        yield
        return
    local = ip_address(listener.getsockname()[0]).is_loopback
    config = uvicorn.Config(
        admin_app(hub, token, any_host=not local),
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        ws="none",
    )
    server = _AdminServer(config)

    def ended(task: asyncio.Task[None]) -> None:
        if not server.should_exit:
            faults.end("the address for the operator", None if task.cancelled() else task.exception())

    task = asyncio.create_task(server.serve([listener]), name="knobel operator")
    task.add_done_callback(ended)
    try:
        yield
    finally:
        server.should_exit = True
        await asyncio.wait([task])


class Failure(msgspec.Struct, frozen=True):
    """A refused command; `key` and `values` name the sentence in other languages."""

    sentence: str
    key: str | None
    values: dict[str, str | int]


class _HostCheck:
    """Middleware that refuses requests for the name of another host: DNS rebinding lets web pages send such ones."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app if _is_local(Request(scope).headers.get("host", "")) else _REFUSAL
        await app(scope, receive, send)


_REFUSAL: Final = json(Failure("use the IP address of this server, or localhost", None, {}), 421)


def _is_local(host: str) -> bool:
    """Whether a Host header is localhost or an IP address, with or without a port. Browsers always send one.

    >>> [_is_local(host) for host in ("localhost:9100", "127.0.0.1", "[::1]:9100", "knobel.example.org")]
    [True, True, True, False]
    """
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    if name.lower() in ("", "localhost"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def admin_app(hub: Hub, token: str, *, any_host: bool = False) -> Starlette:
    """The application of the address. Metrics and health need no token; commands come as JSON with a bearer token.

    At an address that other computers reach, the server may have `any_host` name.
    """
    info = InfoRoutes(ApiContext(hub))

    async def metrics(_: Request) -> Response:
        return Response(hub.services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def command(request: Request) -> Response:
        shown = request.headers.get("authorization", "").encode("latin-1")
        if not hmac.compare_digest(shown, f"Bearer {token}".encode()):
            return json(Failure("the token is wrong", None, {}), 401)
        try:
            wanted = msgspec.json.decode(await request.body(), type=AdminRequest)
            work = await asyncio.to_thread(plan, hub.services.store, wanted, hub.services.time.wall())
            outcome = await asyncio.wrap_future(hub.services.store.write(work))
        except msgspec.MsgspecError as error:
            return json(Failure(str(error), None, {}), 400)
        except KnobelError as error:
            return json(Failure(error.sentence, error.key, error.values), 422)
        await _refresh(hub, outcome)
        if outcome.changed:  # names that were deleted leave the files, too
            await asyncio.to_thread(hub.services.store.truncate_log)
        return json(outcome.answer)

    return Starlette(
        routes=[
            Route("/healthz", info.health),
            Route("/metrics", metrics),
            Route("/admin", command, methods=["POST"]),
        ],
        middleware=[] if any_host else [Middleware(_HostCheck)],
    )


async def _refresh(hub: Hub, outcome: Outcome) -> None:
    """Drop outdated copies of tables from memory, and read the block list again."""
    hub.reload(outcome.changed)
    await hub.housekeeping.refresh()
