"""A random workload for the store: tables of all games with valid, invalid, late and repeated commands."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from tests.store.mini_server import MiniServer
from tests.store.turns import turn

from knobel.rules.dice import SeededDice
from knobel.table.commands import Command, Emote, Join, Rematch, SeatBot, Start

GAMES: Final = (("zock", ("random",)), ("schocken", ("random",)), ("zocknroll", ("random", "jorg")))
OPTIONS: Final[dict[str, dict[str, object]]] = {"zock": {"games": 1}, "schocken": {"stones": 1}, "zocknroll": {}}
HOST: Final = "anna"


class Workload:
    """Deterministic per seed; commands are committed in groups of at most five."""

    def __init__(self, server: MiniServer, seed: int, tables: int = 6) -> None:
        self.server = server
        self._chance = Random(seed)
        self._tables = tables
        self._numbers = count(1)
        self._asked: list[tuple[str, str, str, Command, int]] = []

    def group(self) -> None:
        """Send a few commands, and wait until they are committed or have failed."""
        try:
            for _ in range(self._chance.randint(1, 5)):
                self._send()
        finally:
            self.server.settle()

    def _send(self) -> None:
        tables, chance = self.server.tables, self._chance
        if len(tables) < self._tables and (not tables or chance.random() < 0.3):
            game, bots = GAMES[len(tables) % len(GAMES)]
            self.server.create(f"table-{next(self._numbers)}", HOST, game, bots, OPTIONS[game])
            return
        code, luck = chance.choice(sorted(tables)), chance.random()
        table = tables[code]
        again = [asked for asked in self._asked if asked[0] in tables]  # a table whose creation failed is not there
        if luck < 0.05 and again:
            self.server.ask(*chance.choice(again))
        elif luck < 0.15:
            wrong: tuple[Command, ...] = (Emote("luck"), Join("Ben"), SeatBot("none"), Start(), Rematch())
            late = max(1, table.version - chance.randint(0, 3))
            self._ask(code, chance.choice((HOST, "ben")), chance.choice(wrong), late)
        elif table.phase != "playing":
            self._ask(code, HOST, Start() if table.phase == "lobby" else Rematch(), table.version)
        else:
            next_ = turn(table, chance)
            if isinstance(next_, tuple):
                self._ask(code, *next_, table.version)
            else:
                self.server.contribute(code, f"house {next(self._numbers)}", next_)

    def _ask(self, code: str, device: str, command: Command, seen: int) -> None:
        ident = f"command {next(self._numbers)}"
        self._asked.append((code, device, ident, command, seen))
        self.server.ask(*self._asked[-1])


def workload(folder: Path, seed: int, *, syncs: bool = True) -> Workload:
    """A workload on an empty store in a folder."""
    folder.mkdir()
    return Workload(MiniServer(folder, SeededDice(seed), syncs=syncs), seed)
