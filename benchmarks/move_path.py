"""CPU of the server for one move, without sockets: frames go in as text and come out as bytes.

    python -m benchmarks.move_path [--dice own] [--game schocken] [--profile]

All tables play in step, so that each round of commands is one transaction. The first pass plays and records what every
client sends; the passes after it replay that with the same dice and measure. Time of the loop is that of the thread
that decides, publishes and encodes; time of the writer is that of the thread that stores. The digest is that of all
frames of all clients: it must not change.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import hashlib
import pstats
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import median
from typing import Any, cast

import msgspec

from knobel.fair.participant import Participant
from knobel.rules.dice import SeededDice
from knobel.serve.api.websocket import WebSocketSession
from knobel.serve.fairness.keys import KeyPool
from knobel.serve.live.hub import Hub
from knobel.serve.live.services import Services
from knobel.serve.messages import NewTable
from knobel.serve.metrics import Metrics
from knobel.serve.tokens import TokenSource
from knobel.serve.transport.connection import FastConnection, FlushQueue
from knobel.serve.transport.websocket import frame_header
from knobel.store import Store

from .table_server import UNLIMITED


class _Stopped:
    """Time that stands still, and an event loop that runs what is scheduled only when it is told to."""

    def __init__(self) -> None:
        self.soon = list[Callable[[], object]]()

    def wall(self) -> int:
        return 1_700_000_000_000

    def now(self) -> float:
        return 0.0

    def later(self, _seconds: float, _call: Callable[[], object]) -> _Stopped:
        return self

    def cancel(self) -> None: ...

    def call_soon(self, call: Callable[[], object]) -> None:
        self.soon.append(call)


class _Nothing:
    """Bots and coach of a server on which only people play."""

    def prepare(self, *_: object) -> None: ...


class _Line:
    """The protocol of a connection; its writes end here."""

    def __init__(self, loop: _Stopped, hashed: Any) -> None:
        self.loop = loop
        self._hashed = hashed
        self.frames = list[bytes]()

    def write(self, frames: list[bytes]) -> bool:
        whole = b"".join([part for frame in frames for part in (frame_header(len(frame)), frame)])
        if self._hashed is not None:
            self._hashed.update(whole)
            self.frames += frames
        return True


class Client:
    """One seat: its connection, and while recording what a player's device would send."""

    def __init__(self, hub: Hub, live: Any, device: str, loop: _Stopped, hashed: Any) -> None:
        self.line = _Line(loop, hashed)
        connection = FastConnection(
            device, cast("Any", None), 0.0, 1 << 20, cast("Any", self.line), hub.services.flush_queue
        )
        self.session = WebSocketSession(hub, live, connection, "127.0.0.1")
        live.subscribe(connection, None)
        self._device = device
        self._ids = count(1)
        self._participant = Participant(Random(device).randbytes)
        self.version, self.table, self.game = 0, dict[str, Any](), dict[str, Any]()

    def hear(self) -> list[str]:
        """Read all frames since the last time: the contributions to the dice that follow from them."""
        texts = list[str]()
        frames, self.line.frames = self.line.frames, []
        for frame in map(msgspec.json.decode, frames):
            if frame["m"] == "snapshot":
                self.version, self.table, self.game = frame["v"], frame["table"], frame["game"]
            for step in frame.get("steps", ()):
                self.version = step["v"]
                self.table, self.game = step.get("table", self.table), step.get("game", self.game)
            assert frame["m"] != "no" or frame["id"].startswith("d"), frame
            texts += [self._text("d", part) for part in self._participant.receive(self.table["you"], frame)]
        return texts

    def act(self) -> str | None:
        if self.table["phase"] == "over":
            return None if self.table["seats"][self.table["you"]]["again"] else self._text("m", {"c": "rematch"})
        pending = self.game["pending"]
        if pending["seat"] != self.table["you"]:
            return None
        if pending["kind"] == "throw":
            return self._text("m", {"c": "throw"})
        return self._text("m", {"c": "move", "move": pending["moves"][0]}) if pending["kind"] == "decision" else None

    def _text(self, kind: str, do: object) -> str:
        name = f"{kind}{self._device}{next(self._ids)}"
        return msgspec.json.encode({"id": name, "v": self.version, "do": do}).decode()


class World:
    """A server with tables of two or more, all started."""

    def __init__(self, folder: Path, game: str, fair: bool, tables: int, players: int, hashed: Any = None) -> None:
        self._loop, self._stored = _Stopped(), SimpleQueue[Callable[[], None]]()
        self.writer = 0.0
        self._gathered = False
        store = Store(folder / "tables.db", deliver=self._deliver, gather=self._gather)
        draw = Random(1).randbytes
        keys = KeyPool(draw(32), draw) if fair else None
        nothing, loop = cast("Any", _Nothing()), cast("Any", self._loop)
        secrets, self._flush = TokenSource(Random(1).randrange), FlushQueue()
        services = Services(
            store, nothing, loop, SeededDice(1), secrets, UNLIMITED, Metrics(), nothing, keys, self._flush
        )
        self.store, self.hub = store, Hub(services)
        self.clients = list[Client]()
        for number in range(tables):
            devices = [f"{number:04x}{seat:02x}{'0' * 26}" for seat in range(players)]
            made = asyncio.run(self._create(devices[0], NewTable("new", game, "player 0")))
            live = asyncio.run(self.hub.find(msgspec.json.decode(made)["code"]))
            assert live is not None
            own = [Client(self.hub, live, device, self._loop, hashed) for device in devices]
            for seat, client in enumerate(own[1:], 1):
                client.session.on_text(
                    f'{{"id":"j","v":{live.head.version},"do":{{"c":"join","name":"player {seat}"}}}}'
                )
                self.settle()
            own[0].session.on_text(f'{{"id":"s","v":{live.head.version},"do":{{"c":"start"}}}}')
            self.settle()
            self.clients += own

    async def _create(self, device: str, new: NewTable) -> bytes:
        creating = asyncio.create_task(self.hub.create_table(device, new))
        while not creating.done():
            self.settle()
            await asyncio.sleep(0)
        return creating.result() or b""

    def _gather(self, call: Callable[[], None]) -> None:
        self._gathered = True
        self._loop.call_soon(call)

    def _deliver(self, call: Callable[[], None]) -> None:
        self._stored.put(call)
        self.writer = time.thread_time()

    def settle(self) -> None:
        """Run everything that follows from the commands so far."""
        while soon := self._loop.soon:
            self._loop.soon = []
            for call in soon:
                call()
            if self._gathered:
                self._gathered = False
                self._flush.run_and_flush(self._stored.get())


@contextmanager
def world(*args: Any) -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        made = World(Path(folder), *args)
        try:
            yield made
        finally:
            made.store.close()


Script = list[list[tuple[int, str]]]


def record(rounds: int, *args: Any) -> tuple[Script, int, str]:
    """What every client sends in each round, how many moves that are, and the digest of all frames."""
    hashed = hashlib.sha256()
    script, moves = Script(), 0
    with world(*args, hashed) as played:
        while moves < rounds * args[2]:
            dice = [(place, text) for place, client in enumerate(played.clients) for text in client.hear()]
            acts = dice or [(place, text) for place, client in enumerate(played.clients) if (text := client.act())]
            moves += sum('"throw"' in text or '"move"' in text for _, text in acts)
            for place, text in acts:
                played.clients[place].session.on_text(text)
            played.settle()
            script.append(acts)
    return script, moves, hashed.hexdigest()


def replay(script: Script, profile: cProfile.Profile | None, *args: Any) -> tuple[float, float]:
    """CPU seconds of the loop and of the writer."""
    with world(*args) as played:
        sessions = [client.session for client in played.clients]
        gc.collect()
        begun, writer = time.thread_time(), played.writer
        if profile is not None:
            profile.enable()
        for acts in script:
            for place, text in acts:
                sessions[place].on_text(text)
            played.settle()
        if profile is not None:
            profile.disable()
        return time.thread_time() - begun, played.writer - writer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dice", choices=("own", "fair"), default="fair")
    parser.add_argument("--game", default="zock")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    gc.set_threshold(50_000, 20, 20)  # as the server
    setup = (chosen.game, chosen.dice == "fair", chosen.tables, chosen.players)
    script, moves, digest = record(chosen.rounds, *setup)
    profile = cProfile.Profile() if chosen.profile else None
    passes = [replay(script, profile, *setup) for _ in range(chosen.passes)]
    loop, writer = ([seconds / moves * 1e6 for seconds in times] for times in zip(*passes, strict=True))
    print(f"{chosen.game}, {chosen.dice} dice, {moves} moves, digest {digest[:16]}; µs per move, median (least):")
    print(f"  loop {median(loop):.1f} ({min(loop):.1f}), writer {median(writer):.1f} ({min(writer):.1f})")
    if profile is not None:
        pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(60)


if __name__ == "__main__":
    main()
