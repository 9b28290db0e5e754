"""A server in memory: manual time, repeatable dice and tokens, in-process bots, and client devices."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from starlette.types import Message

from knobel.fair.participant import Participant
from knobel.rules.dice import DiceSource, SeededDice
from knobel.serve.api.static_files import ClientFiles
from knobel.serve.app import make_app
from knobel.serve.config import Config
from knobel.serve.fairness.keys import KeyPool
from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.live.hub import Hub
from knobel.serve.live.services import Services
from knobel.serve.metrics import Metrics
from knobel.serve.tokens import TokenSource
from knobel.store import Store, StoreError

from .fakes import InProcessBots, InProcessCoach, ManualTime

_ANY = RateLimit(0, 0)
FREE = Limits(
    commands=_ANY,
    commands_of_address=_ANY,
    requests_of_address=_ANY,
    joins_of_address=_ANY,
    joins_without_cookie=_ANY,
    emotes=_ANY,
)

_NO_OPTIONS = Config()

Frame = dict[str, Any]


class MemoryServer:
    """A server with its parts and its client devices."""

    def __init__(
        self,
        services: Services,
        time: ManualTime,
        bots: InProcessBots,
        coach: InProcessCoach,
        options: Config = _NO_OPTIONS,
        folder: Path | None = None,
    ) -> None:
        self.services = services
        self.time = time
        self.bots = bots
        self.coach = coach
        self.hub = Hub(services, None, options, folder)
        time.settle = self.settle
        self.hub.start()
        self.app = make_app(self.hub, _client())
        self._stack = AsyncExitStack()
        self._tokens = count(1)

    async def settle(self) -> None:
        """Return when all commands so far, and those that follow from them, are stored and published."""
        for _ in range(4):
            with suppress(StoreError):  # a failing disk fails all of a commit
                await asyncio.wrap_future(self.services.store.append("nothing"))

    async def device(self, token: str | None = None, address: str = "10.0.0.1") -> Device:
        """A device; by default a new one, with a repeatable token that the server has issued."""
        token = token or self.services.secrets.authenticated(f"{next(self._tokens):032x}")
        return await self._stack.enter_async_context(Device.at(self, token, address))

    async def close(self) -> None:
        await self._stack.aclose()
        await self.hub.stop()
        self.services.store.close()


@cache
def _client() -> ClientFiles:
    """The static files, loaded once per process."""
    return ClientFiles()


@asynccontextmanager
async def memory_server(
    where: Path | str,
    dice: DiceSource | None = None,
    limits: Limits = FREE,
    time: ManualTime | None = None,
    seed: int = 1,
    fair: bool = False,
    secret: bytes | None = None,
    vfs: str | None = None,
    options: Config = _NO_OPTIONS,
) -> AsyncIterator[MemoryServer]:
    """A server whose store is in a folder, or at an address. With `fair` its dice are verifiable, and `dice` is unused.

    The keys of such dice derive from `secret`, by default from the seed.
    """
    loop = asyncio.get_running_loop()
    time, bots, coach = time or ManualTime(), InProcessBots(), InProcessCoach()
    place = where / "tables.db" if isinstance(where, Path) else where
    store = Store(place, vfs=vfs, deliver=loop.call_soon_threadsafe, gather=loop.call_soon)
    secrets = TokenSource(Random(seed).randrange, b"device tokens")
    draw = Random(seed).randbytes
    key_pool = KeyPool(secret or draw(32), draw) if fair else None
    services = Services(store, bots, time, dice or SeededDice(seed), secrets, limits, Metrics(), coach, key_pool)
    folder = where if isinstance(where, Path) else None
    made = MemoryServer(services, time, bots, coach, options, folder)
    try:
        yield made
    finally:
        await made.close()


class Device:
    """A client device: HTTP requests, and WebSockets to tables."""

    def __init__(self, memory_server: MemoryServer, token: str, http: httpx.AsyncClient, address: str) -> None:
        self.server = memory_server
        self.token = token
        self.address = address
        self.http = http
        self.sockets = list[Socket]()

    @staticmethod
    @asynccontextmanager
    async def at(memory_server: MemoryServer, token: str, address: str) -> AsyncIterator[Device]:
        transport = httpx.ASGITransport(memory_server.app, client=(address, 1), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://knobel", cookies={"knobel": token}) as http:
            device = Device(memory_server, token, http, address)
            yield device
            for socket in device.sockets:
                await socket.leave()

    async def make(self, game: str = "zock", bots: int = 1, start: bool = True, **more: Any) -> str:
        """Create a table; `more` are settings, name and options."""
        settings = {"pace": "instant", "throws": "auto", **more.pop("settings", {})}
        body = {"id": "made", "game": game, "name": "Anna", "bots": ["casual"] * bots, "start": start, **more}
        answer = await self.http.post("/api/tables", json={**body, "settings": settings})
        assert answer.status_code == 201, answer.text
        code: str = answer.json()["code"]
        return code

    async def look(
        self,
        code: str,
        since: int | str | None = None,
        headers: dict[str, str] | None = None,
        most: int | str | None = None,
    ) -> Socket:
        """Open a WebSocket to a table."""
        socket = Socket(self, code, since, headers or {}, most)
        self.sockets.append(socket)
        await socket.opened()
        return socket


class Socket:
    """A WebSocket to a table on the ASGI level; `frames` are all received texts.

    It contributes to the dice as long as it `answers`.
    """

    def __init__(
        self,
        device: Device,
        code: str,
        since: int | str | None,
        headers: dict[str, str],
        most: int | str | None = None,
    ) -> None:
        self.device = device
        self.token = device.token
        self.frames = list[str]()
        self.closed: tuple[int, str] | None = None
        self.accepted: Message | None = None
        self.version = 0
        self.game: Frame | None = None
        self.table: Frame = {}
        self.fair = Participant(Random(f"{device.token[-32:]} {code}").randbytes)
        self.answers = True
        self._ids = count(1)
        self._name = f"{device.token[-4:]}-{len(device.sockets)}"
        self._answers = defaultdict[str, list[Frame]](list)
        self.reading = asyncio.Event()
        self.reading.set()
        self._in = asyncio.Queue[Message]()
        self._news = asyncio.Event()
        cookie = f"knobel={device.token}"
        given = {"host": "knobel", "cookie": cookie, **headers}
        asked = [f"{name}={said}" for name, said in (("v", since), ("most", most)) if said is not None]
        scope = {
            "type": "websocket",
            "path": f"/api/tables/{code}/ws",
            "query_string": "&".join(asked).encode(),
            "headers": [(key.encode(), value.encode()) for key, value in given.items()],
            "client": (device.address, 1),
            "scheme": "ws",
            "server": ("knobel", 80),
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.ensure_future(device.server.app(scope, self._in.get, self._send))

    async def _send(self, message: Any) -> None:
        if not self.reading.is_set():
            await self.reading.wait()
        if message["type"] == "websocket.accept":
            self.accepted = message
        elif message["type"] == "websocket.close":
            self.closed = message["code"], message.get("reason", "")
            self._in.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
        else:
            self._read(message["text"])
        self._news.set()

    def _read(self, text: str) -> None:
        self.frames.append(text)
        frame = msgspec.json.decode(text)
        if frame == 0:
            return
        if frame["m"] in ("ok", "no"):
            self._answers[frame["id"]].append(frame)
        if frame["m"] == "snapshot":
            self.version, self.table, self.game = frame["v"], frame["table"], frame["game"]
        for step in frame.get("steps", ()):
            assert step["v"] == self.version + 1 or self.version == 0, "versions come without a gap"
            self.version = step["v"]
            self.table = step.get("table", self.table)
            self.game = step.get("game", self.game)
        for command in self.fair.receive(self.table.get("you"), frame):
            if self.answers:
                self.send({"id": f"{self._name}-f{next(self._ids)}", "v": self.version, "do": command})

    @property
    def steps(self) -> list[str]:
        """All received steps, each as text."""
        return [
            msgspec.json.encode(step).decode()
            for text in self.frames
            if text.startswith('{"m":"steps"')
            for step in msgspec.json.decode(text)["steps"]
        ]

    def last(self, kind: str) -> Frame:
        """The last frame of a kind."""
        frames = (msgspec.json.decode(text) for text in reversed(self.frames))
        found: Frame = next(frame for frame in frames if frame != 0 and frame["m"] == kind)
        return found

    async def opened(self) -> None:
        await self.until(lambda: bool(self.frames) or self.closed is not None)

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        async with asyncio.timeout(60):
            while not happened():
                self._news.clear()
                await self._news.wait()

    def send(self, frame: object) -> None:
        text = frame if isinstance(frame, str) else msgspec.json.encode(frame).decode()
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    async def ask(self, command: str, *, id: str | None = None, v: int | None = None, **fields: Any) -> Frame:  # noqa: A002 - its name on the wire
        """Send a command and wait for its answer, the last one if it is a repeat."""
        name = id or f"{self._name}-{next(self._ids)}"
        before = len(self._answers[name])
        self.send({"id": name, "v": self.version if v is None else v, "do": {"c": command, **fields}})
        await self.until(lambda: len(self._answers[name]) > before or self.closed is not None)
        return self._answers[name][-1]

    @property
    def my_turn(self) -> bool:
        pending: Frame = self.game["pending"] if self.game else {}
        return pending.get("kind") in ("throw", "decision") and pending.get("seat") == self.table["you"] is not None

    async def act(self, choose: Callable[[list[Frame]], Frame] = lambda moves: moves[0]) -> Frame:
        """Act for this seat."""
        assert self.game is not None
        pending = self.game["pending"]
        if pending["kind"] == "throw":
            return await self.ask("throw")
        return await self.ask("move", move=choose(pending["moves"]))

    async def play(self, choose: Callable[[list[Frame]], Frame] = lambda moves: moves[0]) -> None:
        """Play the game to its end against bots."""
        while True:
            await self.until(lambda: self.my_turn or self.table["phase"] == "over")
            if self.table["phase"] == "over":
                return
            answer = await self.act(choose)
            assert answer["m"] == "ok", answer
            await self.until(lambda: self.version >= answer["v"])  # noqa: B023 - it is awaited at once

    async def leave(self) -> None:
        if not self._task.done():
            self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self._task


def carry_token(link: str) -> dict[str, str]:
    """The token of a carry link, as a browser sends it."""
    return {"token": link.partition("#")[2]}
