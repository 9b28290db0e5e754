"""Test fixture: a table with real dice, whose people throw what a seed says."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from knobel.rules import schocken
from knobel.rules.game import Chance, Event, Lot, State
from knobel.rules.real_dice import may_stay_down
from knobel.table import create
from knobel.table.commands import Join, Settings, Start, Tell

from .room import ANNA, BEN, CLEO, Room, server_inputs

PLAYERS = {"zock": 2, "zocknroll": 3, "schocken": 3}
SHORT: dict[str, dict[str, Any]] = {"zock": {"games": 1}, "zocknroll": {}, "schocken": {"stones": 2}}
NAMES = ("Ben", "Cleo", "Dora", "Emil", "Frida")


class RealRoom(Room):
    """Anna's phone in the middle of the table; the others are guests. `scribe` is the device that tells."""

    scribe = ANNA

    def __init__(
        self,
        game: str = "zocknroll",
        players: int | None = None,
        start: bool = True,
        code: str = "kiwi",
        **settings: Any,
    ) -> None:
        self.inputs = server_inputs(code, None)
        self.log = []
        self._table = None
        guests = NAMES[: (players or PLAYERS[game]) - 1]
        chosen = Settings(dice="real", **settings)
        self._take(create(code, game, SHORT[game], chosen, "Anna", ANNA, self.inputs, start=start, guests=guests))

    def next_event(self, chance: Random) -> Any:
        """What lies on the table next: a random move with random dice, covered ones face down."""
        table = self.table
        pending = table.rules.pending(table.state)
        if isinstance(pending, Lot):
            return chance.choice(pending.events)
        event: Any = pending.event if isinstance(pending, Chance) else chance.choice(self.decision.moves)
        covered = isinstance(event, schocken.Throw) and may_stay_down(table.rules, self.state, event)
        return event if covered else fallen(event, chance)

    @property
    def state(self) -> State:
        assert self.table.state is not None
        return self.table.state

    def tell(self, event: Event, device: str | None = None, seen: int | None = None) -> None:
        self.ask(device or self.scribe, Tell(msgspec.to_builtins(event)), seen)

    def step(self, chance: Random) -> None:
        self.tell(self.next_event(chance))


def fallen(event: Any, chance: Random) -> Any:
    """The event with dice in place of face-down ones."""
    dice = event.dice
    if not dice:
        return event
    if isinstance(dice[0], tuple):
        return msgspec.structs.replace(event, dice=tuple(tuple(chance.randint(1, 6) for _ in cup) for cup in dice))
    return msgspec.structs.replace(event, dice=tuple(chance.randint(1, 6) for _ in dice))


def phone_each(game: str = "zocknroll", start: bool = True) -> RealRoom:
    """A table at which all have their own phone: Anna is host, then Ben and Cleo."""
    room = RealRoom(game, players=1, start=False)
    for device, name in ((BEN, "Ben"), (CLEO, "Cleo"))[: PLAYERS[game] - 1]:
        room.ask(device, Join(name))
    if start:
        room.ask(ANNA, Start())
    return room
