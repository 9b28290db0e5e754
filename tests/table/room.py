"""Test fixture: a table with its log, without a server."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from knobel.rules.dice import DiceSource, SeededDice
from knobel.rules.game import Decision, Event
from knobel.table import (
    BotMove,
    Continuation,
    Refusal,
    ServerCommand,
    ServerInputs,
    Table,
    create,
    create_continuation,
    decide,
    decide_server,
    due,
    evolve,
)
from knobel.table.commands import Command, Join, Move, Settings, Start, Throw
from knobel.table.events import TableEvent

ANNA, BEN, CLEO, DORA = "device-a", "device-b", "device-c", "device-d"
BOTS = {"zock": ("random",), "zocknroll": ("random", "jorg"), "schocken": ("random", "casual")}


def server_inputs(code: str, dice: DiceSource | None) -> ServerInputs:
    """Server inputs whose secret names are numbered."""
    names = count(1)
    return ServerInputs(dice, lambda: f"replay-{code}-{next(names)}")


class Room:
    """Anna's table. `ask` sends a command that names the last version, unless `seen` says otherwise."""

    def __init__(
        self,
        game: str = "zock",
        bots: tuple[str, ...] = (),
        start: bool = False,
        dice: DiceSource | None = None,
        options: dict[str, Any] | None = None,
        waits: bool = False,
        code: str = "kiwi",
        continues: Continuation | None = None,
        **settings: Any,
    ) -> None:
        self.inputs = server_inputs(code, None if waits else dice or SeededDice(1))
        self.log: list[TableEvent] = []
        self._table: Table | None = None
        if continues is None:
            self._take(create(code, game, options or {}, Settings(**settings), "Anna", ANNA, self.inputs, bots, start))
        else:
            self._take(create_continuation(code, continues, Settings(**settings), "Anna", ANNA, self.inputs, bots))

    @property
    def table(self) -> Table:
        assert self._table is not None
        return self._table

    @property
    def decision(self) -> Decision[Event]:
        pending = self.table.rules.pending(self.table.state)
        assert isinstance(pending, Decision)
        return pending

    def ask(self, device: str, command: Command, seen: int | None = None) -> tuple[TableEvent, ...]:
        version = self.table.version if seen is None else seen
        return self._take(decide(self.table, device, command, version, self.inputs))

    def contribute(self, command: ServerCommand) -> tuple[TableEvent, ...]:
        return self._take(decide_server(self.table, command, self.inputs))

    def refusal(self, device: str, command: Command, seen: int | None = None) -> Refusal:
        before = self.table
        with pytest.raises(Refusal) as refused:
            self.ask(device, command, seen)
        assert self.table is before
        return refused.value

    def late(self, command: ServerCommand) -> Refusal:
        with pytest.raises(Refusal) as refused:
            self.contribute(command)
        return refused.value

    def step(self, chance: Random) -> None:
        """The seat whose turn it is throws, or makes a random move."""
        waiting = due(self.table)
        if waiting.kind == "throw":
            assert waiting.seat is not None
            self.ask(self.table.seats[waiting.seat].devices[0], Throw())
            return
        decision = self.decision
        move = chance.choice(decision.moves)
        if waiting.level is not None:
            self.contribute(BotMove(move, self.table.moved))
        else:
            self.ask(self.table.seats[decision.seat].devices[0], Move(msgspec.to_builtins(move)))

    def play_out(self, seed: int = 1) -> None:
        chance = Random(seed)
        while self.table.phase == "playing":
            self.step(chance)

    def to_decision(self) -> Decision[Event]:
        """Throw until a seat has to decide."""
        while due(self.table).kind == "throw":
            self.step(Random(0))
        return self.decision

    def _take(self, events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
        for event in events:
            self._table = evolve(self._table, event)
            self.log.append(event)
        assert self.table.version == len(self.log)
        return events


def pair(game: str = "zock", **settings: Any) -> Room:
    """A running game of Anna against Ben."""
    room = Room(game, **settings)
    room.ask(BEN, Join("Ben"))
    room.ask(ANNA, Start())
    return room
