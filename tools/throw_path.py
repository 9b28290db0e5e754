"""Trace one throw of ZOCK through the server: `python tools/throw_path.py [CHECKOUT]`.

The server runs in this process as `knobel serve` runs it: uvicorn with the protocols of knobel, a store in a file, and
verifiable dice. Two devices play over WebSockets, in a thread that is not traced. From the command `throw` until both
devices have the dice, the program counts the functions of `src/knobel` that run, by file, their calls, and conversions
between bytes, plain data and typed values by msgspec. Of many throws it prints the one with the fewest calls.
CHECKOUT is the root of another version of the repository, to compare it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

CONVERSIONS: Final = frozenset({"encode", "decode", "json_encode", "json_decode", "convert", "to_builtins"})

WARM_UP: Final = 30
"""Versions of the table before the first traced throw."""

THROWS: Final = 100
"""Traced throws: some of them meet periodic work, such as the preparation of keys for later games."""


class Counts:
    """What ran during one throw, by file and function."""

    def __init__(self) -> None:
        self.calls = Counter[tuple[str, str]]()
        self.conversions = Counter[str]()

    @property
    def files(self) -> Counter[str]:
        found = Counter[str]()
        for (file, _), calls in self.calls.items():
            found[file] += calls
        return found

    def __str__(self) -> str:
        files = self.files
        packages = {file.rpartition("/")[0] for file in files}
        lines = [f"{len(files)} files in {len(packages)} packages, {files.total()} calls"]
        for file, calls in sorted(files.items()):
            functions = [f"{name} {calls}" for (place, name), calls in self.calls.items() if place == file]
            lines.append(f"  {calls:3} {file}: {', '.join(functions)}")
        lines.append(f"{self.conversions.total()} conversions")
        lines += [f"  {times:3} {place}" for place, times in sorted(self.conversions.items())]
        return "\n".join(lines)


class Trace:
    """A profile function of the threads of the server; it counts while it has `counts`."""

    def __init__(self, source: Path) -> None:
        self.counts: Counts | None = None
        self._source = f"{source}/"

    def __call__(self, frame: FrameType, kind: str, called: Any) -> None:
        counts, path = self.counts, frame.f_code.co_filename
        if counts is None or not path.startswith(self._source):
            return
        file = path.removeprefix(self._source)
        if kind == "call":
            counts.calls[file, frame.f_code.co_qualname] += 1
        elif kind == "c_call" and called.__name__ in CONVERSIONS and _of_msgspec(called):
            counts.conversions[f"{file}: {called.__name__}"] += 1


def _of_msgspec(called: Any) -> bool:
    owner = getattr(called, "__self__", None)
    return (owner.__name__ if isinstance(owner, ModuleType) else type(owner).__module__).startswith("msgspec")


class Player:
    """A device at the table: it follows the frames and contributes to the dice. `news` is set with every frame."""

    def __init__(self, socket: ClientConnection, news: asyncio.Event) -> None:
        from knobel.fair.participant import Participant

        self._socket = socket
        self._news = news
        self._participant = Participant()
        self._ids = count(1)
        self.version = 0
        self.table: dict[str, Any] = {}
        self._pending: dict[str, Any] = {}

    async def follow(self) -> None:
        async for text in self._socket:
            frame = json.loads(text)
            assert frame["m"] != "no", frame
            if frame["m"] in ("snapshot", "steps"):
                for state in [frame] if frame["m"] == "snapshot" else frame["steps"]:
                    self.version, self.table = state["v"], state.get("table", self.table)
                    if state.get("game"):
                        self._pending = state["game"]["pending"]
                for command in self._participant.receive(self.table["you"], frame):
                    await self.send(command)
            self._news.set()

    async def send(self, command: dict[str, Any]) -> None:
        await self._socket.send(json.dumps({"id": f"{next(self._ids)}", "v": self.version, "do": command}))

    @property
    def must(self) -> str | None:
        """What the table waits for from this seat: `throw`, `decision` or nothing."""
        mine = self.version and self._pending.get("seat") == self.table["you"] is not None
        return self._pending["kind"] if mine else None

    async def decide(self) -> None:
        await self.send({"c": "move", "move": self._pending["moves"][0]})


class Game:
    """Two players at a table of their own."""

    def __init__(self, trace: Trace, server: asyncio.AbstractEventLoop) -> None:
        self._trace = trace
        self._server = server
        self._news = asyncio.Event()
        self._players: list[Player] = []
        self._throws: list[Counts] = []

    async def play(self, address: str) -> list[Counts]:
        """Play until enough throws are traced, and return them."""
        code, anna = await asyncio.to_thread(_new_table, address)
        _, ben = await asyncio.to_thread(_answer, Request(f"{address}api/tables/{code}"))
        async with AsyncExitStack() as stack:
            tasks = await stack.enter_async_context(asyncio.TaskGroup())
            at = f"ws{address.removeprefix('http')}api/tables/{code}/ws"
            for cookie in (anna, ben):
                socket = await stack.enter_async_context(connect(at, additional_headers={"cookie": cookie}))
                self._players.append(Player(socket, self._news))
                tasks.create_task(self._players[-1].follow())
            host, guest = self._players
            await self._until(lambda: min(player.version for player in self._players) > 0)
            await guest.send({"c": "join", "name": "Ben"})
            await self._until(lambda: len(host.table["seats"]) == 2)
            await host.send({"c": "start"})
            while len(self._throws) < THROWS:
                await self._until(lambda: host.version == guest.version and bool(host.must or guest.must))
                await self._settled()
                player = host if host.must else guest
                before = player.version
                if player.must == "decision":
                    await player.decide()
                    await self._until(lambda before=before: min(host.version, guest.version) > before)  # type: ignore[misc]
                else:
                    await self._throw(player, before + 2)
        return self._throws

    async def _throw(self, player: Player, fallen: int) -> None:
        """Throw, and count if the table is warm. The dice have fallen with the second entry from now."""
        counts = Counts()
        self._trace.counts = counts if player.version > WARM_UP else None
        await player.send({"c": "throw"})
        await self._until(lambda: min(each.version for each in self._players) >= fallen)
        await self._settled()
        if self._trace.counts is not None:
            self._trace.counts = None
            self._throws.append(counts)

    async def _until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not happened():
                self._news.clear()
                await self._news.wait()

    async def _settled(self) -> None:
        """Return when the loop of the server has done what it had to do."""
        for _ in range(4):
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self._server))


def _new_table(address: str) -> tuple[str, str]:
    """A new table for two: its code, and the cookie of its host."""
    settings = {"pace": "instant", "throws": "hand"}
    new = {"id": "made", "game": "zock", "name": "Anna", "bots": [], "start": False, "settings": settings}
    answer, cookie = _answer(Request(f"{address}api/tables", json.dumps(new).encode()))
    return answer["code"], cookie


def _answer(request: Request) -> tuple[Any, str]:
    """The answer of the server, and the cookie of a new device."""
    with urlopen(request) as answer:
        return json.load(answer), answer.headers["set-cookie"].partition(";")[0]


def traced_throws(source: Path) -> list[Counts]:
    """Serve, play, and stop the server: the traced throws."""
    from knobel.serve.config import Config
    from knobel.serve.limits.rate_limit import Limits, RateLimit
    from knobel.serve.server import ServerConfig, run
    from knobel.serve.transport.listener import listen, local_address

    trace, played = Trace(source), Future[list[Counts]]()
    listener = listen("127.0.0.1", 0, or_any=False)

    def play(server: asyncio.AbstractEventLoop) -> None:
        sys.setprofile(None)
        try:
            played.set_result(asyncio.run(Game(trace, server).play(local_address(listener))))
        except BaseException as error:
            played.set_exception(error)
        finally:
            signal.raise_signal(signal.SIGTERM)  # stops the server

    def ready() -> None:
        threading.Thread(target=play, args=(asyncio.get_running_loop(),)).start()

    threading.setprofile(trace)  # for the thread of the store
    sys.setprofile(trace)
    unlimited = Config(limits=Limits(commands=RateLimit(0, 0), commands_of_address=RateLimit(0, 0)))
    with tempfile.TemporaryDirectory() as folder:
        run(ServerConfig(Path(folder), unlimited), listener, ready)
    sys.setprofile(None)
    threading.setprofile(None)
    return played.result()


def main() -> None:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1]).resolve()
    sys.path[:0] = [str(root), str(root / "src")]
    os.environ["KNOBEL_PREPARE"] = "off"
    throws = traced_throws(root / "src" / "knobel")
    print(min(throws, key=lambda counts: counts.files.total()))


if __name__ == "__main__":
    main()
