"""The next command of a running game, chosen at random."""

from __future__ import annotations

from random import Random

import msgspec

from knobel.rules.game import Decision
from knobel.table import BotMove, ServerCommand, Table, TimeUp, due
from knobel.table.commands import Command, Move, Throw


def turn(table: Table, chance: Random) -> tuple[str, Command] | ServerCommand:
    """The next command of a running game: a device with its command, or a command of the server."""
    waiting = due(table)
    if waiting.kind == "throw":
        assert waiting.seat is not None
        return table.seats[waiting.seat].devices[0], Throw()
    pending = table.rules.pending(table.state)
    assert isinstance(pending, Decision)
    move = chance.choice(pending.moves)
    if waiting.level is not None:
        return BotMove(move, table.moved)
    if chance.random() < 0.05:
        return TimeUp(pending.seat, table.moved)
    return table.seats[pending.seat].devices[0], Move(msgspec.to_builtins(move))
