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
from .secrets import Secrets, revealed_early

_OF_A_TABLE: Final = ("", "/steps?since=0", "/choices", "/stats", "/odds", "/hint", "/record", "/honesty")
_OF_ALL: Final = ("/api/me/tables", "/api/me/games", "/api/me/stats", "/api/honesty")
_FAILING: Final = "/api/games"
"""A route that is patched to fail with an error that names all dice."""

_AT_A_TIME: Final = 4
"""Requests between two moves."""

_MOST_MOVES: Final = 120
_ROWS: Final = zocknroll.rows(zocknroll.Options())


class Moment(Struct):
    """All output between two moves, by viewer and of the server itself. `number` counts the owners' frames.

    `asked`: dice were hidden, so every route was requested.
    """

    said: dict[str, list[str]]
    number: dict[str, int]
    asked: bool


class Played(Struct):
    """A game up to the move that shows the hidden dice: the `moments` before it, and the last state.

    `bots` are the moves of a bot until then; the last one may have shown the dice.
    """

    moments: list[Moment]
    bots: list[Frame]
    state: State


@contextmanager
def _throwing(hiding: Hiding) -> Iterator[None]:
    """Patch the server for reproducible runs: dice come from `hiding`, no keys are prepared, bots are deterministic.

    Tables keep few transitions in memory, so that a catch-up reads the log.
    """

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
    """The move of a bot: a hash of its whole view, so that any difference in the view is likely to show."""
    pending = find_game(game).pending(view)
    assert isinstance(pending, Decision)
    moves = [msgspec.to_builtins(move) for move in pending.moves]
    return _chosen(game, Random(msgspec.json.encode(view)), moves)


def _chosen(game: str, rng: Random, moves: list[Frame]) -> Frame:
    """A random move, biased towards moves that prolong the turn."""
    if game == "schocken":
        again = [move for move in moves if move["e"] == "throw"]
        return rng.choice(again if again and rng.random() < 0.8 else moves)
    return moves[0] if rng.random() < 0.6 else rng.choice(moves)


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
    """Play until the hidden dice of that turn are shown; None if none were hidden for at least one move."""
    hiding = Hiding(wanted, twin, turn)
    with _throwing(hiding), _logged() as log:
        async with memory_server(folder, seed=wanted.seed, fair=True) as server:
            hiding.server = server
            return await _Run(wanted, server, hiding, log).play()


class _Run:
    """One game of one server, with all players and a spectator."""

    def __init__(self, wanted: Plan, server: MemoryServer, hiding: Hiding, log: io.StringIO) -> None:
        self._wanted = wanted
        self._server = server
        self._hiding = hiding
        self._log = log
        self._rng = Random(f"{wanted.seed} moves")
        self._devices = list[Device]()
        self._sockets = list[Socket]()
        self._heard = list[int]()
        self._code = ""

    async def play(self) -> Played | None:
        await self._sit_down()
        moments, state = list[Moment](), self._hiding.state
        for _ in range(_MOST_MOVES):
            turn = await self._rest()
            if turn is None or (self._hiding.hides and self._hiding.shown):
                break
            state = self._hiding.state
            moments.append(await self._look(asks=self._hiding.hides))
            answer = await turn.act(partial(self._choose, self._sockets.index(turn)))
            assert answer["m"] == "ok", answer
        return Played(moments, self._hiding.bots, state) if any(moment.asked for moment in moments) else None

    async def _sit_down(self) -> None:
        """Seat the people, a spectator, and last the bot."""
        server, people = self._server, self._wanted.people
        self._devices = [await server.device() for _ in range(people + 1)]
        settings = {"pace": "instant", "throws": self._rng.choice(["auto", "hand"]), "help": "never"}
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
        await self._server.settle()
        for socket in self._sockets:
            await socket.until(lambda: socket.version == self._server.hub.tables[self._code].table.version)  # noqa: B023 - it is awaited at once

    async def _rest(self) -> Socket | None:
        """Wait until no dice fall and no bot has to move; returns the seat that has to act."""
        while True:
            await self._seen()
            table = self._server.hub.tables[self._code].head
            if table.phase != "playing":
                return None
            turn = next((socket for socket in self._sockets if socket.my_turn), None)
            if turn is not None and table.wanted is None and _kind(turn) in ("throw", "decision"):
                return turn

    def _choose(self, seat: int, moves: list[Frame]) -> Frame:
        """A random move; a seat whose dice differ chooses one that is legal in both games and shows nothing."""
        if self._hiding.now and seat in self._wanted.owners:
            return moves[0]
        return _chosen(self._wanted.game, self._rng, moves)

    async def _look(self, asks: bool) -> Moment:
        """Record the output since the last call; while dice are hidden, request every route first."""
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
            assert not (early := revealed_early(frames)), f"{self._wanted}: seat {viewer} has {early}"
            note(f"seat {viewer}", frames, viewer)
            if viewer in self._wanted.owners:
                number[f"seat {viewer}"] = len(said.pop(f"seat {viewer}"))
        if asks:
            viewer = self._rng.choice(others)
            note("http", [f"{viewer}", *await self._read(self._devices[viewer])], viewer)
            note("caught up", await self._come_back(self._devices[-1]))
            note("metrics", [self._metrics()])
        note("log", [re.sub(r'"at":"[^"]*"', "", self._log.getvalue())])
        return Moment(said, number, asks)

    async def _try_everything(self, viewer: int) -> None:
        """Send illegal commands of this viewer; the answers come as frames."""
        socket, version = self._sockets[viewer], self._sockets[viewer].version
        seat = self._rng.randrange(self._wanted.players)
        moves: tuple[Frame, ...] = (
            {"e": "stay", "seat": seat},
            {"e": "drop", "seat": seat, "row": self._rng.choice([*_ROWS, None])},
            {"e": "stand", "seat": seat},
            {"e": "throw", "seat": seat, "keep": [1], "dice": [0, 0]},
            {"e": "cups", "dice": [[1, 1]] * self._wanted.players},
        )
        if not socket.my_turn:
            await socket.ask("throw", v=version)
            await socket.ask("move", move=self._rng.choice(moves), v=version)
        await socket.ask("move", move=self._rng.choice(moves), v=max(1, version - 2))

    async def _read(self, device: Device) -> list[str]:
        paths = [*(f"/api/tables/{self._code}{path}" for path in _OF_A_TABLE), *_OF_ALL]
        answers = [await device.http.get(path) for path in (*self._rng.sample(paths, _AT_A_TIME), _FAILING)]
        return [
            f"{answer.request.url} {answer.status_code} {sorted(answer.headers.items())} {answer.text}"
            for answer in answers
        ]

    async def _come_back(self, device: Device) -> list[str]:
        """The catch-up of a client that missed a part."""
        socket = await device.look(self._code, self._rng.randrange(self._sockets[-1].version))
        await socket.until(lambda: socket.version == self._sockets[-1].version)
        await socket.leave()
        return socket.frames

    def _metrics(self) -> str:
        lines = self._devices[-1].server.services.metrics.text().decode().splitlines()
        return "\n".join(line for line in lines if "_created" not in line)  # the time of the day


def _kind(socket: Socket) -> str:
    """The kind of what the game waits for, as this socket sees it."""
    return str(socket.game["pending"]["kind"]) if socket.game else ""
