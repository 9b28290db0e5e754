"""A random game and its twin with other hidden dice, and all output of both until the dice are shown.

The first one is played with random moves up to a turn in which something is hidden; the second one with the same moves,
other keys and so other dice for what is hidden in that turn, and the rest alike. Between two moves all viewers send
illegal commands and request every route, and errors are provoked, so that the log has entries. The bot's move is a
hash of all its input.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NoReturn

import msgspec
import pytest
from msgspec import Struct
from tests.serve.fakes import InProcessBots
from tests.serve.memory_server import Device, Frame, MemoryServer, Socket, memory_server

from knobel.rules import find_game, zocknroll
from knobel.rules.game import Decision, State
from knobel.serve import logs
from knobel.serve.api.info import InfoRoutes
from knobel.serve.fairness import dealing, keys
from knobel.serve.live import history
from knobel.serve.workers.bot_process import ChosenMove

from .dice import Hiding, Plan
from .secrets import Secrets, told_early

_OF_A_TABLE: Final = ("", "/steps?since=0", "/choices", "/stats", "/odds", "/hint", "/record", "/honesty")
_OF_ALL: Final = ("/api/me/tables", "/api/me/games", "/api/me/stats", "/api/honesty")
_FAILING: Final = "/api/games"
"""What fails here with an error that names all dice."""

_AT_A_TIME: Final = 4
"""Answers that are asked for between two moves: there are many moves."""

_MOST_MOVES: Final = 120
_ROWS: Final = zocknroll.rows(zocknroll.Options())


class Moment(Struct):
    """All that came out between two moves: by viewer, and from the house itself. `number` counts the owners' frames.

    `asked` says that something lay hidden, and so everything was asked for.
    """

    said: dict[str, list[str]]
    number: dict[str, int]
    asked: bool


class Played(Struct):
    """A game up to the move that shows what was hidden; `moments` before that, and how the position was at the end.

    `bots` are the moves of a bot until then, the last of which may have shown it.
    """

    moments: list[Moment]
    bots: list[Frame]
    state: State


@contextmanager
def _throwing(hiding: Hiding) -> Iterator[None]:
    """All dice of this process fall by way of `hiding`, and no keys are made ahead: whether they are ready in time for
    a game would be another thing in each run. Tables remember little, so that who comes back late has the log read."""

    async def fail(*_: object) -> NoReturn:
        raise RuntimeError(f"{hiding.state}")

    def think(_: InProcessBots, game: str, level: str, view: State, done: Callable[[ChosenMove], None]) -> None:
        move = _thought(game, view)
        if not hiding.shown:
            hiding.bots.append(move)
        asyncio.get_running_loop().call_soon(done, ChosenMove(1, move, level))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "fill", hiding.fall)
        patch.setattr(keys, "ThrowKeys", hiding.keys)
        patch.setattr(keys.KeyPool, "prepare", lambda *_: None)
        patch.setattr(history, "_MAX_RECENT", 6)
        patch.setattr(InfoRoutes, "games", fail)
        patch.setattr(InProcessBots, "choose_move", think)
        yield


def _thought(game: str, view: State) -> Frame:
    """What a bot does that uses everything: whatever differs in what it is given, it is likely to do something else."""
    pending = find_game(game).pending(view)
    assert isinstance(pending, Decision)
    moves = [msgspec.to_builtins(move) for move in pending.moves]
    return _chosen(game, Random(msgspec.json.encode(view)), moves)


def _chosen(game: str, mind: Random, moves: list[Frame]) -> Frame:
    """Something random, and more often what makes a turn last."""
    if game == "schocken":
        again = [move for move in moves if move["e"] == "throw"]
        return mind.choice(again if again and mind.random() < 0.8 else moves)
    return moves[0] if mind.random() < 0.6 else mind.choice(moves)


@contextmanager
def _logged() -> Iterator[io.StringIO]:
    loggers = [logging.getLogger(name) for name in ("knobel", "uvicorn", "asyncio")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    stream = io.StringIO()
    logs.configure(stream, logging.DEBUG)
    try:
        yield stream
    finally:
        for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
            logger.handlers, logger.level, logger.propagate = handlers, level, propagate


async def play(wanted: Plan, folder: Path, *, twin: bool, turn: int) -> Played | None:
    """Play until what lay hidden in that turn is shown; None if nothing did for as long as a move."""
    hiding = Hiding(wanted, twin, turn)
    with _throwing(hiding), _logged() as log:
        async with memory_server(folder, seed=wanted.seed, fair=True) as house:
            hiding.house = house
            return await _Run(wanted, house, hiding, log).play()


class _Run:
    """One game of one server, with all players and a spectator."""

    def __init__(self, wanted: Plan, house: MemoryServer, hiding: Hiding, log: io.StringIO) -> None:
        self._wanted = wanted
        self._inputs = house
        self._hiding = hiding
        self._log = log
        self._mind = Random(f"{wanted.seed} moves")
        self._devices = list[Device]()
        self._sockets = list[Socket]()
        self._heard = list[int]()
        self._code = ""

    async def play(self) -> Played | None:
        await self._sit_down()
        moments, state = list[Moment](), self._hiding.state
        for _ in range(_MOST_MOVES):
            turn = await self._rest()
            if turn is None or (self._hiding.lies and self._hiding.shown):
                break
            state = self._hiding.state
            moments.append(await self._look(asks=self._hiding.lies))
            answer = await turn.act(partial(self._choose, self._sockets.index(turn)))
            assert answer["m"] == "ok", answer
        return Played(moments, self._hiding.bots, state) if any(moment.asked for moment in moments) else None

    async def _sit_down(self) -> None:
        """Seat the people, a spectator, and last the bot."""
        house, people = self._inputs, self._wanted.people
        self._devices = [await house.device() for _ in range(people + 1)]
        settings = {"pace": "instant", "throws": self._mind.choice(["auto", "hand"]), "help": "never"}
        self._code = await self._devices[0].make(
            self._wanted.game, 0, start=False, settings=settings, options=self._wanted.options
        )
        self._hiding.code = self._code
        self._sockets = [await device.look(self._code) for device in self._devices]
        self._heard = [0] * len(self._sockets)
        for number, socket in enumerate(self._sockets[1:people], 1):
            assert (await socket.ask("join", name=f"P{number}"))["m"] == "ok"
            await self._seen()
        if self._wanted.bot:
            assert (await self._sockets[0].ask("seat_bot", level="casual"))["m"] == "ok"
            await self._seen()
        assert (await self._sockets[0].ask("start"))["m"] == "ok"

    async def _seen(self) -> None:
        await self._inputs.settle()
        for socket in self._sockets:
            await socket.until(lambda: socket.version == self._inputs.hub.tables[self._code].table.version)  # noqa: B023 - it is awaited at once

    async def _rest(self) -> Socket | None:
        """Wait until nothing falls any more and no bot has to move; the seat that has to do something."""
        while True:
            await self._seen()
            table = self._inputs.hub.tables[self._code].head
            if table.phase != "playing":
                return None
            turn = next((socket for socket in self._sockets if socket.my_turn), None)
            if turn is not None and table.wanted is None and _kind(turn) in ("throw", "decision"):
                return turn

    def _choose(self, seat: int, moves: list[Frame]) -> Frame:
        """A random move; a seat whose dice differ chooses one that is legal in both games and shows nothing."""
        if self._hiding.now and seat in self._wanted.owners:
            return moves[0]
        return _chosen(self._wanted.game, self._mind, moves)

    async def _look(self, asks: bool) -> Moment:
        """Take down what has come since the last time; while something lies hidden, ask for everything before."""
        others = [viewer for viewer in range(len(self._devices)) if viewer not in self._wanted.owners]
        if asks:
            for viewer in others:
                await self._try_everything(viewer)
        secrets = Secrets(self._hiding, self._sockets[: self._wanted.people])
        said, number = dict[str, list[str]](), dict[str, int]()

        def note(channel: str, texts: list[str], viewer: int | None = None) -> None:
            seat = viewer if viewer in range(self._wanted.people) else None
            assert not (found := secrets.found(texts, seat)), f"{self._wanted}: {channel} has {found}"
            said[channel] = texts

        for viewer, socket in enumerate(self._sockets):
            frames, self._heard[viewer] = socket.frames[self._heard[viewer] :], len(socket.frames)
            assert not (early := told_early(frames)), f"{self._wanted}: seat {viewer} has {early}"
            note(f"seat {viewer}", frames, viewer)
            if viewer in self._wanted.owners:
                number[f"seat {viewer}"] = len(said.pop(f"seat {viewer}"))
        if asks:
            viewer = self._mind.choice(others)
            note("http", [f"{viewer}", *await self._read(self._devices[viewer])], viewer)
            note("caught up", await self._come_back(self._devices[-1]))
            note("metrics", [await self._metrics()])
        note("log", [re.sub(r'"at":"[^"]*"', "", self._log.getvalue())])
        return Moment(said, number, asks)

    async def _try_everything(self, viewer: int) -> None:
        """What this viewer may not do now; the answers come as frames."""
        socket, version = self._sockets[viewer], self._sockets[viewer].version
        seat = self._mind.randrange(self._wanted.players)
        moves: tuple[Frame, ...] = (
            {"e": "stay", "seat": seat},
            {"e": "drop", "seat": seat, "row": self._mind.choice([*_ROWS, None])},
            {"e": "stand", "seat": seat},
            {"e": "throw", "seat": seat, "keep": [1], "dice": [0, 0]},
            {"e": "cups", "dice": [[1, 1]] * self._wanted.players},
        )
        if not socket.my_turn:
            await socket.ask("throw", v=version)
            await socket.ask("move", move=self._mind.choice(moves), v=version)
        await socket.ask("move", move=self._mind.choice(moves), v=max(1, version - 2))

    async def _read(self, device: Device) -> list[str]:
        paths = [*(f"/api/tables/{self._code}{path}" for path in _OF_A_TABLE), *_OF_ALL]
        answers = [await device.http.get(path) for path in (*self._mind.sample(paths, _AT_A_TIME), _FAILING)]
        return [
            f"{answer.request.url} {answer.status_code} {sorted(answer.headers.items())} {answer.text}"
            for answer in answers
        ]

    async def _come_back(self, device: Device) -> list[str]:
        """The catch-up of a client that missed a part."""
        socket = await device.look(self._code, self._mind.randrange(self._sockets[-1].version))
        await socket.until(lambda: socket.version == self._sockets[-1].version)
        await socket.leave()
        return socket.frames

    async def _metrics(self) -> str:
        lines = (await self._devices[-1].http.get("/metrics")).text.splitlines()
        return "\n".join(line for line in lines if "_created" not in line)  # the time of the day


def _kind(socket: Socket) -> str:
    """What is waited for, as this socket sees it."""
    return str(socket.game["pending"]["kind"]) if socket.game else ""
