"""One simulated session: tables, clients, faults and crashes, and the invariants at its end."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct, json
from tests.store.damage import DAMAGES, KILLED
from tests.store.faults import FAULTS, Nth, expected

from knobel.serve.tokens import TokenSource
from knobel.store import StoreError

from ..kill.check import compare
from ..kill.seats import fingerprint
from ..kill.table import KillTable
from .client import Phone
from .clock import VirtualLoop
from .network import CALM, Network, request
from .server import KEY, Server

_SETTINGS: Final = {"pace": "instant", "throws": "hand"}
_PATIENCE: Final = 300
"""Simulated seconds until all clients have to be idle once the faults stop."""


class Result(Struct):
    """The hash of all events of a session, and counts."""

    trace: str = ""
    acknowledged: int = 0
    repeats: int = 0
    entries: int = 0
    events: Counter[str] = Counter()

    def add(self, other: Result) -> None:
        self.acknowledged += other.acknowledged
        self.repeats += other.repeats
        self.entries += other.entries
        self.events.update(other.events)


def simulate(seed: int, tables: int = 4, mishaps: int = 5) -> Result:
    """Run one session; an AssertionError names the failure and the seed."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=VirtualLoop) as runner, expected():
        try:
            return runner.run(_Run(Path(folder), seed).go(tables, mishaps))
        except (AssertionError, StoreError) as error:
            raise AssertionError(f"seed {seed}: {error}") from error


class _Run:
    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._seed = seed
        self._chance = Random(f"session {seed}")
        self._lives = count(1)
        self._trace = blake2b(digest_size=16)
        self._events = Counter[str]()
        self._wrong: list[BaseException] = []
        self._phones: list[tuple[KillTable, list[Phone]]] = []

    async def go(self, tables: int, mishaps: int) -> Result:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._fail)
        self._now = loop.time
        self._net = Network(Random(f"net {self._seed}"), self._note)
        self._net.server = Server(self._new_folder(), self._seed, next(self._lives))
        for number in range(tables):
            await self._make(self._net.server, number)
        for _ in range(mishaps):
            await self._pass(self._chance.uniform(3, 15))
            await self._chance.choice([self._crash, self._crash, self._restart, self._break_the_disk])()
        await self._pass(5)
        result = await self._end()
        await self._net.server.stop(self._new_folder())
        return result

    def _note(self, kind: str, *what: object) -> None:
        self._events[kind] += 1
        self._trace.update(f"{self._now():.6f} {kind} {what}\n".encode())

    def _fail(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self._wrong.append(context.get("exception") or RuntimeError(context["message"]))

    async def _pass(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self._wrong:
            raise AssertionError(f"{type(self._wrong[0]).__name__}: {self._wrong[0]}") from self._wrong[0]

    def _new_folder(self) -> Path:
        folder = self._folder / str(len(list(self._folder.iterdir())))
        folder.mkdir()
        return folder

    async def _make(self, server: Server, number: int) -> None:
        table = KillTable("", number, self._seed)
        tokens = [Random(f"{self._seed} {number} {place}").randbytes(16).hex() for place in (0, 1)]
        cookies = [f"knobel={TokenSource(key=KEY).authenticated(token)}" for token in tokens]
        new = {"id": "new", "game": table.game, "name": "Ada", "settings": _SETTINGS}
        table.code = (await _post(server, "/api/tables", cookies[0], new))["code"]
        commands = [(1, {"c": "join", "name": "Ben"}), *[(0, {"c": "seat_bot", "level": "casual"})] * table.bots]
        v = server.store.last_version(table.code)
        for place, (who, what) in enumerate([*commands, (0, {"c": "start"})]):
            ask = {"id": f"set-up-{place}", "v": v, "do": what}
            v = (await _post(server, f"/api/tables/{table.code}/commands", cookies[who], ask))["v"]
        phones = [Phone(self._net, table.code, cookie, f"{self._seed}-{number}-{cookie[-4:]}") for cookie in cookies]
        table.seats = [phone.seat for phone in phones]
        self._phones.append((table, phones))

    async def _crash(self) -> None:
        """Kill the process or cut the power, and restart after a while."""
        damage, image = self._chance.choice([KILLED, *DAMAGES]), self._new_folder()
        self._note("crash", damage)
        await self._down(lambda server: server.crash(damage, image, self._chance), image)

    async def _restart(self) -> None:
        image = self._new_folder()
        self._note("restart")
        await self._down(lambda server: server.stop(image), image)

    async def _down(self, end: Callable[[Server], Any], image: Path) -> None:
        server, self._net.server = self._net.server, None
        assert server is not None
        await end(server)
        self._net.cut()
        await self._pass(self._chance.uniform(0.1, 8))
        self._net.server = Server(image, self._seed, next(self._lives))

    async def _break_the_disk(self) -> None:
        """Let some consecutive disk calls fail."""
        assert self._net.server is not None
        fault = self._chance.choice(sorted(FAULTS))
        self._note("disk", fault)
        self._net.server.disk.trouble = Nth(FAULTS[fault], self._chance.randint(1, 20), self._chance.randint(1, 30))
        await self._pass(self._chance.uniform(1, 5))
        self._net.server.disk.trouble = None

    async def _end(self) -> Result:
        """Stop all faults and new games, and wait until all clients are idle."""
        server = self._net.server
        assert server is not None
        self._net.weather = CALM
        for _, phones in self._phones:
            for phone in phones:
                phone.plays = False
        for _ in range(_PATIENCE):
            await self._pass(1)
            if all(self._at_rest(server, phone) for _, phones in self._phones for phone in phones):
                break
        else:
            raise AssertionError("not all clients became idle")
        result = Result(events=self._events)
        for table, phones in self._phones:
            for place in range(len(phones)):
                await self._check(server, table, place, result)
        result.trace = self._trace.hexdigest()
        return result

    def _at_rest(self, server: Server, phone: Phone) -> bool:
        live = server.hub.tables.get(phone.code)
        return phone.settled and live is not None and phone.seat.v == live.head.version == live.table.version

    async def _check(self, server: Server, table: KillTable, place: int, result: Result) -> None:
        """What a client received equals the store, and every command has exactly one answer."""
        seat, path = table.seats[place], f"/api/tables/{table.code}"
        steps = list[dict[str, Any]]()
        while part := (await _get(server, f"{path}/steps?since={len(steps)}", seat.cookie))["steps"]:
            steps += part
        last = server.store.last_version(table.code)
        assert [step["v"] for step in steps] == list(range(1, last + 1)), f"{table.code}: the log has gaps"
        assert seat.v == last
        seat.check_links()
        for step in steps:
            told = seat.shown.get(step["v"])
            assert told in (None, fingerprint(step)), f"{table.code}: entry {step['v']} was shown otherwise: {step}"
        now = await _get(server, path, seat.cookie)
        assert (now["table"], now["game"]) == (seat.table, seat.game), f"{table.code}: a phone has another picture"
        for asked in seat.asked:
            status, answer = await request(server, "POST", f"{path}/commands", seat.cookie, asked.frame.encode())
            assert status == 200, f"{table.code}: {asked.frame} got {status} {answer!r}"
            asked.receive(answer.decode())
            result.repeats += 1
        assert server.store.last_version(table.code) == last, f"{table.code}: a repeat was done again"
        result.acknowledged += seat.acknowledged
        if place == 0:
            compare(table, steps)
            result.entries += len(steps)


async def _get(server: Server, path: str, cookie: str) -> Any:
    status, answer = await request(server, "GET", path, cookie)
    assert status == 200, f"{path}: {status} {answer!r}"
    return json.decode(answer)


async def _post(server: Server, path: str, cookie: str, what: object) -> Any:
    status, answer = await request(server, "POST", path, cookie, json.encode(what))
    assert status in (200, 201), f"{path}: {status} {answer!r}"
    return json.decode(answer)
