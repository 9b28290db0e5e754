"""The server: store, worker processes, uvicorn and a clean shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from msgspec import Struct
from starlette.types import ASGIApp

from ..fair.hashing import keyed
from ..rules.dice import SystemDice
from ..rules.errors import KnobelError
from ..store import Store, location
from .admin.server import admin_server
from .app import make_app
from .config import Config, split_bot
from .fairness.keys import KeyPool
from .instance import STORE, AdminEndpoint, announced, running_address, store_file
from .limits.rate_limit import Limits
from .live.hub import Hub
from .live.services import Services
from .logs import log_background_error, log_event
from .metrics import Metrics
from .nodes.node import joined
from .supervised import FaultHandler
from .timers import RealTime
from .tokens import TokenSource
from .transport.connection import FlushQueue
from .transport.http import ConnectionQuotas, HttpProtocol
from .transport.listener import BACKLOG, local_address
from .transport.proxies import TrustedProxies
from .transport.websocket import WebSocketProtocol
from .workers.bots import BotPool
from .workers.coach.client import CoachProcess

__all__ = ["STORE", "Server", "ServerConfig", "run", "running_address", "uvicorn_config"]

_DEFAULT_LIMITS: Final = Limits()

_SHUTDOWN_TIMEOUT: Final = 5
"""Seconds that open requests may take when the server stops."""


class ServerConfig(Struct, frozen=True):
    """What a server needs: its data folder, its options, and its address in the local network (`public`).

    With `fair` the dice are verifiable; benchmarks switch it off.
    """

    data: Path
    options: Config = Config()
    public: str | None = None
    fair: bool = True


class Server(uvicorn.Server):
    """uvicorn, but it stops the tables before it closes connections, and returns normally after a signal."""

    def __init__(self, uvicorn_config: uvicorn.Config, hub: Hub, ready: Callable[[], None]) -> None:
        super().__init__(uvicorn_config)
        self._hub = hub
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal and return normally, so that the store is closed."""
        signals = (signal.SIGINT, signal.SIGTERM)
        before = [signal.signal(each, self.handle_exit) for each in signals]
        try:
            yield
        finally:
            for each, handler in zip(signals, before, strict=True):
                signal.signal(each, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._hub.ownership is not None:
            await self._hub.hand_over()
        await self._hub.stop()
        await super().shutdown(sockets)


def uvicorn_config(
    app: ASGIApp, limits: Limits = _DEFAULT_LIMITS, trusted_proxies: Sequence[str] = ()
) -> uvicorn.Config:
    """Configuration of uvicorn: our protocols, and no access log (addresses are private)."""
    line = partial(HttpProtocol, quotas=ConnectionQuotas.of(limits))
    return uvicorn.Config(
        TrustedProxies(app, trusted_proxies),
        proxy_headers=False,  # uvicorn trusts all of loopback by default
        loop="auto",
        http=line,  # type: ignore[arg-type]  # a factory of protocols is enough
        ws=partial(WebSocketProtocol, limits=limits),  # type: ignore[arg-type]  # as above
        ws_max_size=limits.command_size,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT,
        backlog=BACKLOG,
    )


def run(
    setup: ServerConfig, listener: socket.socket, ready: Callable[[], None], admin: socket.socket | None = None
) -> None:
    """Serve until stopped; `ready` is called when connections are accepted. `admin` is the socket for the operator.

    Raises `Fault` if something has failed without which the server cannot go on.
    """
    loops = uvicorn.Config("knobel.serve.app:make_app", loop="auto", log_config=None).get_loop_factory()
    faults = FaultHandler()
    try:
        with asyncio.Runner(loop_factory=loops) as runner:
            runner.run(_serve(setup, listener, ready, admin, faults))
    finally:
        if faults.fault is not None:  # whatever else has failed at the end is its consequence
            raise faults.fault


async def _serve(
    setup: ServerConfig,
    listener: socket.socket,
    ready: Callable[[], None],
    admin: socket.socket | None,
    faults: FaultHandler,
) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_background_error)
    _tune_garbage_collector()
    _raise_file_limit()
    flush_queue = FlushQueue()

    def deliver(news: Callable[[], None]) -> None:
        loop.call_soon_threadsafe(flush_queue.run_and_flush, news)

    def writer_failed(error: BaseException) -> None:
        loop.call_soon_threadsafe(faults.end, "the writer of the store", error)

    path = store_file(setup.data, setup.options.store)
    where = path if setup.options.store is None else location(setup.options.store)
    addresses = [*([f"{setup.public}/"] if setup.public else []), local_address(listener)]
    limits, token = setup.options.limits, TokenSource().token()
    endpoint = AdminEndpoint(local_address(admin), token) if admin is not None else None
    with (
        Store(where, deliver=deliver, gather=loop.call_soon, on_fault=writer_failed) as store,
        announced(path, addresses, endpoint),
    ):
        memory, third_party = limits.worker_memory, map(split_bot, setup.options.third_party_bot)
        pool = BotPool(setup.options.bots, memory, third_party, limits.third_party_timeout)
        async with pool as bots, CoachProcess(memory) as coach:
            secrets = TokenSource(key=keyed(store.dice_secret(), "device tokens"))
            key_pool, time = KeyPool(store.dice_secret()) if setup.fair else None, RealTime()
            services = Services(
                store, bots, time, SystemDice(), secrets, limits, Metrics(), coach, key_pool, flush_queue
            )
            folder = path.parent if isinstance(where, Path) else None
            hub = Hub(services, setup.public, setup.options, folder)
            hub.start()
            if key_pool is not None:
                key_pool.prepare(time)
            app, options = make_app(hub), setup.options
            uvicorn_options = uvicorn_config(app, limits, options.trusted_proxy)
            async with admin_server(hub, token, admin, faults), joined(hub, app, where, options.nats, options.node):
                log_event("started", store=where.name if isinstance(where, Path) else "PostgreSQL")
                if not store.page_checksums:
                    log_event("the database has no page checksums: a changed byte may go unnoticed", logging.WARNING)
                await _serve_until_stopped(Server(uvicorn_options, hub, ready), listener, faults)


async def _serve_until_stopped(server: Server, listener: socket.socket, faults: FaultHandler) -> None:
    faults.on_fault(partial(setattr, server, "should_exit", True))
    try:
        await server.serve([listener])
    except KnobelError:
        raise
    except (Exception, asyncio.CancelledError) as error:
        faults.end("the server", error)


_MACOS_FILES: Final = 10_240
"""The most open files that macOS grants a process, although it reports no hard limit."""


def _raise_file_limit() -> None:
    """Raise the limit of open files: every connection needs one."""
    try:
        import resource
    except ImportError:  # there is no such limit on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for limit in (most, _MACOS_FILES):
        with contextlib.suppress(OSError, ValueError):  # the limit stays as it is
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
            return


def _tune_garbage_collector() -> None:
    """Run the cycle collector rarely: tables are immutable trees without reference cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
