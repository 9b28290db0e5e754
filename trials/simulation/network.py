"""The simulated network: frames are delayed, duplicated, reordered, or lost with their connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from .server import Server


class Weather(Struct, frozen=True):
    """The probabilities of faults per frame, and the latencies."""

    lost: float
    twice: float
    overtaken: float
    slowest: float


STORMY = Weather(lost=0.01, twice=0.05, overtaken=0.05, slowest=0.3)
CALM = Weather(lost=0, twice=0, overtaken=0, slowest=0.05)


class Caller(Protocol):
    """The client's side of a connection."""

    def receive(self, line: Line, text: str) -> None: ...

    def disconnected(self, line: Line, code: int) -> None: ...


class Network:
    """`server` is the running one, if any. `note` logs every event, for the hash of a run."""

    def __init__(self, chance: Random, note: Callable[..., None]) -> None:
        self._loop = asyncio.get_running_loop()
        self.chance = chance
        self.note = note
        self.weather = STORMY
        self.server: Server | None = None
        self.lines = list[Line]()

    def later(self, call: Callable[..., object], *args: object, slow: float = 1.0) -> None:
        self._loop.call_later(self.chance.uniform(0.005, self.weather.slowest * slow), call, *args)

    def cut(self) -> None:
        """Cut all connections, as a crash does."""
        for line in list(self.lines):
            line.cut()


class Line:
    """A WebSocket from a client to the server."""

    def __init__(self, network: Network, caller: Caller, name: str, path: str, cookie: str, since: int | None) -> None:
        self._network = network
        self._caller = caller
        self._name = name
        self._in = asyncio.Queue[dict[str, Any]]()
        self._server: Server | None = None
        self._dead = False
        self._ways = _Way(), _Way()
        self.since = since
        self._scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"" if since is None else f"v={since}".encode(),
            "headers": [(b"host", b"knobel"), (b"cookie", cookie.encode())],
            "client": ("10.0.0.1", 1),
            "scheme": "ws",
            "server": ("knobel", 80),
        }
        network.lines.append(self)
        self._ways[0].carry(network.chance.uniform(0.005, network.weather.slowest), False, self._open, None)

    def _open(self, _: None) -> None:
        self._server = self._network.server
        if self._server is None or self._dead:
            self.cut()
            return
        self._network.note("open", self._name, self.since)
        self._in.put_nowait({"type": "websocket.connect"})
        self._server.run(self._server.app(self._scope, self._in.get, self._send))

    def cut(self) -> None:
        """Cut the connection: the client notices soon, the server perhaps much later; frames in flight may arrive."""
        if not self._dead:
            self._dead = True
            self._network.lines.remove(self)
            self._network.note("cut", self._name)
            self._network.later(self._caller.disconnected, self, 1006, slow=5)
            self._network.later(self._leave, slow=50)

    def _leave(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def send(self, text: str) -> None:
        """Send from the client to the server."""
        self._carry(self._ways[0], self._arrive, text)

    def _arrive(self, text: str) -> None:
        self._network.note("up", self._name, text)
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    async def _send(self, message: Any) -> None:
        if self._server is None or not self._server.alive:
            return
        if message["type"] == "websocket.close":
            self._in.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
            self._carry(self._ways[1], self._disconnect, message["code"])
        elif message["type"] == "websocket.send":
            self._carry(self._ways[1], self._receive, message["text"])

    def _receive(self, text: str) -> None:
        if not self._dead:
            self._network.note("down", self._name, text)
            self._caller.receive(self, text)

    def _disconnect(self, code: int) -> None:
        if not self._dead:
            self._dead = True
            self._network.lines.remove(self)
            self._network.note("hung up", self._name, code)
            self._caller.disconnected(self, code)

    def _carry(self, way: _Way, arrive: Callable[[Any], None], what: object) -> None:
        """Deliver in order, unless reordered; a lost frame ends the connection, as with TCP."""
        if self._dead:
            return
        weather, chance = self._network.weather, self._network.chance
        if chance.random() < weather.lost:
            self.cut()
            return
        for _ in range(1 + (chance.random() < weather.twice)):
            way.carry(chance.uniform(0.005, weather.slowest), chance.random() < weather.overtaken, arrive, what)


class _Way:
    """One direction of a connection."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._last = 0.0

    def carry(self, seconds: float, overtaken: bool, arrive: Callable[[Any], None], what: object) -> None:
        at = max(self._last + 1e-6, self._loop.time() + seconds)
        if overtaken:
            at += 3 * seconds
        else:
            self._last = at
        self._loop.call_at(at, arrive, what)


async def request(server: Server, method: str, path: str, cookie: str, body: bytes = b"") -> tuple[int, bytes]:
    """An HTTP request without a network."""
    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"host", b"knobel"), (b"cookie", cookie.encode()), (b"content-type", b"application/json")],
        "client": ("10.0.0.1", 1),
        "scheme": "http",
        "server": ("knobel", 80),
    }
    status, parts = 0, list[bytes]()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(message.get("body", b""))

    await server.run(server.app(scope, receive, send))
    return status, b"".join(parts)
