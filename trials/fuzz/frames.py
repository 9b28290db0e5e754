"""Fuzzing of WebSocket frames, from every role at a table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Final

import msgspec

from .client import FuzzClient
from .connection import Line, request
from .corpus import GAMES, Corpus, fresh
from .mutation import spoil_json, spoil_value, vary
from .server import FuzzServer

_AT_ONCE: Final = 20
"""Frames that a client sends in a row."""


class FrameFuzz:
    """Sends mutated frames to tables of all games; `sent` counts them."""

    def __init__(self, fuzz_server: FuzzServer, corpus: Corpus, seed: int, tally: Counter[str]) -> None:
        self._tally = tally
        self._server = fuzz_server
        self._random = Random(f"frames {seed}")
        self._numbers = count(1)
        self._spoken = defaultdict[str, list[str]](list)
        self.sent = 0
        for frame in corpus.frames:
            self._spoken[msgspec.json.decode(frame)["do"]["c"]].append(frame)

    async def round(self, most: int) -> None:
        """New tables, with a host, a player and a spectator who all send mutated frames."""
        talkers = [talker for game, players in GAMES.items() for talker in await self._table(game, players)]
        until = self.sent + most
        while self.sent < until:
            talker = self._random.choice(talkers)
            await talker.connect()
            for _ in range(min(_AT_ONCE, until - self.sent)):
                self.sent += 1
                if not await talker.say(self._frame(talker)):
                    break
            await talker.settle()
            if self._random.random() < 0.3 and self.sent < until:
                await talker.connect()
                self.sent += 1
                await talker.babble(self._frame(talker))
        for talker in talkers:
            talker.leave()

    async def _table(self, game: str, players: int) -> list[FuzzClient]:
        """A table with a game in progress: its host, a guest and a spectator."""
        random, fuzz_server = self._random, self._server
        issue = fuzz_server.services.secrets.authenticated
        tokens = [issue(f"{random.getrandbits(128):032x}") for _ in range(3)]
        settings = {"pace": "instant", "throws": random.choice(("hand", "auto"))}
        new = {"id": "t", "game": game, "name": "Anna", "bots": ["casual"] * (players - 2), "settings": settings}
        line = Line(fuzz_server.stack, "10.0.0.1")
        line.feed(request("POST", "/api/tables", tokens[0], msgspec.json.encode(new)))
        assert await line.answered(), "a table was not made"
        made = line.answer()
        assert made is not None
        assert made.status == 201, made
        line.disconnect()
        code = msgspec.json.decode(made.body)["code"]
        host, guest, onlooker = (FuzzClient(fuzz_server, token, code, random, self._tally) for token in tokens)
        for talker, command in ((guest, {"c": "join", "name": "Bert"}), (host, {"c": "start"})):
            await talker.connect()
            await talker.settle()
            await talker.say(msgspec.json.encode({"id": "go", "v": talker.version, "do": command}).decode())
            await talker.settle()
        return [host, guest, onlooker]

    def _frame(self, talker: FuzzClient) -> str:
        """One frame: a legal command, one of the corpus, or a mutation."""
        random, number = self._random, next(self._numbers)
        if talker.waiting:
            text = _frame(talker.waiting.pop(0))
        elif talker.moves and random.random() < 0.3:
            text = _frame({"c": "move", "move": random.choice(talker.moves)})
        else:
            text = random.choice(self._spoken[random.choice(list(self._spoken))])
            if '"close"' in text and random.random() < 0.95:
                text = random.choice(self._spoken["move"])
        if random.random() < 0.8:
            text = fresh(text, number, talker.version)
        match random.choices(("as it is", "varied", "spoiled inside", "spoiled"), (25, 30, 30, 15))[0]:
            case "varied":
                return _changed(text, vary, random)
            case "spoiled inside":
                return _changed(text, spoil_value, random)
            case "spoiled":
                return spoil_json(text, random)
        return text


def _frame(command: dict[str, Any]) -> str:
    return msgspec.json.encode({"id": "f", "v": 0, "do": command}).decode()


def _changed(text: str, change: Callable[[Any, Random], Any], random: Random) -> str:
    """The same frame with another command; its id stays, so that an answer can be expected."""
    ask = msgspec.json.decode(text)
    return msgspec.json.encode({**ask, "do": change(ask["do"], random)}).decode()
