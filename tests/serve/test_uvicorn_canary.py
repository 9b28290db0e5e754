"""Canary for uvicorn's internals: `serve/transport` and `serve/server.py` subclass its protocols and its server.

These classes are not public API, so pyproject.toml caps the version. If this test fails after an upgrade, compare the
named class of the new version with the named module of ours before the cap is raised.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any, Final

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http import httptools_impl
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.websockets import websockets_sansio_impl
from uvicorn.server import ServerState

from knobel.serve.limits.rate_limit import Limits
from knobel.serve.server import Server, uvicorn_config
from knobel.serve.transport.http import ConnectionQuotas, HttpProtocol
from knobel.serve.transport.websocket import WebSocketProtocol

HTTP: Final = "serve/transport/http.py"
WEBSOCKET: Final = "serve/transport/websocket.py"
SERVER: Final = "serve/server.py"

METHODS: Final[dict[type, tuple[str, dict[str, tuple[str, ...]]]]] = {
    httptools_impl.HttpToolsProtocol: (
        HTTP,
        {
            "connection_made": ("self", "transport"),
            "connection_lost": ("self", "exc"),
            "data_received": ("self", "data"),
            "pause_writing": ("self",),
            "resume_writing": ("self",),
            "on_message_begin": ("self",),
            "on_header": ("self", "name", "value"),
            "on_headers_complete": ("self",),
            "on_body": ("self", "body"),
            "on_response_complete": ("self",),
            "timeout_keep_alive_handler": ("self",),
            "handle_websocket_upgrade": ("self",),
            "send_400_response": ("self", "msg"),
            "_should_upgrade": ("self",),
            "_unset_keepalive_if_required": ("self",),
        },
    ),
    FlowControl: (HTTP, {"pause_reading": ("self",), "resume_reading": ("self",)}),
    websockets_sansio_impl.WebSocketsSansIOProtocol: (
        WEBSOCKET,
        {
            "connection_made": ("self", "transport"),
            "connection_lost": ("self", "exc"),
            "data_received": ("self", "data"),
            "pause_writing": ("self",),
            "resume_writing": ("self",),
            "handle_ping": ("self",),
            "handle_pong": ("self", "event"),
            "handle_cont": ("self", "event"),
            "send_receive_event_to_app": ("self",),
            "handle_parser_exception": ("self",),
            "run_asgi": ("self",),
        },
    ),
    uvicorn.Server: (
        SERVER,
        {
            "startup": ("self", "sockets"),
            "shutdown": ("self", "sockets"),
            "capture_signals": ("self",),
            "handle_exit": ("self", "sig", "frame"),
        },
    ),
}
"""Methods that we override or call, with their parameters."""

HTTP_ATTRIBUTES: Final = (
    *("parser", "pipeline", "cycle", "flow", "loop", "transport", "client", "config"),
    *("timeout_keep_alive", "timeout_keep_alive_task"),
)
CYCLE_ATTRIBUTES: Final = ("response_started", "response_complete", "more_body", "disconnected", "message_event")
WEBSOCKET_ATTRIBUTES: Final = (
    *("conn", "scope", "writable", "transport", "loop", "config", "close_timeout", "close_sent", "disconnected"),
    *("handshake_initiated", "handshake_complete", "read_paused", "curr_msg_data_type", "frames"),
)

HANDSHAKE: Final = (
    b"GET /api/tables/x/ws HTTP/1.1\r\nHost: knobel\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class _Transport(asyncio.Transport):
    """A transport that takes everything and sends nothing."""

    protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def is_closing(self) -> bool:
        return False

    def write(self, data: Any) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(60)


def _changed(what: str, ours: str) -> str:
    return f"uvicorn {version('uvicorn')} changed {what}: look at src/knobel/{ours} before raising the cap"


def _missing(found: object, names: Iterable[str]) -> list[str]:
    return [name for name in names if not hasattr(found, name)]


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.__name__)
def test_overridden_methods_have_their_parameters(kind: type) -> None:
    ours, methods = METHODS[kind]
    for name, parameters in methods.items():
        method = getattr(kind, name, None)
        assert method is not None, _changed(f"{kind.__name__}.{name} (it is gone)", ours)
        found = tuple(inspect.signature(method).parameters)
        assert found == parameters, _changed(f"{kind.__name__}.{name}{found}", ours)


async def test_http_connections_have_the_attributes_that_we_read() -> None:
    loop = asyncio.get_running_loop()
    protocol = HttpProtocol(uvicorn_config(_app), ServerState(), {}, loop, quotas=ConnectionQuotas.of(Limits()))
    transport = _Transport()
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    assert _missing(protocol, HTTP_ATTRIBUTES) == [], _changed("attributes of HttpToolsProtocol", HTTP)
    assert protocol.cycle is None, _changed("the first value of `cycle`", HTTP)
    protocol.data_received(b"GET / HTTP/1.1\r\nHost: knobel\r\n\r\n")
    assert protocol.cycle is not None, _changed("when a request begins", HTTP)
    assert _missing(protocol.cycle, CYCLE_ATTRIBUTES) == [], _changed("attributes of RequestResponseCycle", HTTP)
    assert httptools_impl.STATUS_LINE[429].startswith(b"HTTP/1.1 429 "), _changed("STATUS_LINE", HTTP)
    protocol.connection_lost(None)


async def test_an_upgraded_connection_is_our_protocol_with_the_attributes_that_we_read() -> None:
    loop = asyncio.get_running_loop()
    state = ServerState()
    protocol = HttpProtocol(uvicorn_config(_app), state, {}, loop, quotas=ConnectionQuotas.of(Limits()))
    transport = _Transport()
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE)
    upgraded = transport.get_protocol()
    assert isinstance(upgraded, WebSocketProtocol), _changed("how a WebSocket is upgraded", HTTP)
    assert _missing(upgraded, WEBSOCKET_ATTRIBUTES) == [], _changed("attributes of WebSocketsSansIOProtocol", WEBSOCKET)
    assert hasattr(upgraded.conn.parser, "close"), _changed("the generator `conn.parser` (websockets)", WEBSOCKET)
    assert upgraded.config.ws_max_size == uvicorn_config(_app).ws_max_size
    for task in state.tasks:
        task.cancel()
    upgraded.connection_lost(None)


def test_the_server_config_is_accepted() -> None:
    config = uvicorn_config(_app)
    config.load()
    assert callable(config.ws_protocol_class), _changed("`Config(ws=...)`", SERVER)
    assert callable(config.http_protocol_class), _changed("`Config(http=...)`", SERVER)
    assert callable(config.get_loop_factory()) or config.get_loop_factory() is None
    assert issubclass(Server, uvicorn.Server)
