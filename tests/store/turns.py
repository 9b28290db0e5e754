"""Whoever's turn it is at a table goes on."""

from __future__ import annotations

from random import Random

import msgspec

from knobel.rules.game import Decision
from knobel.table import BotMove, ServerCommand, Table, TimeUp, due
from knobel.table.commands import Command, Move, Throw


def turn(table: Table, chance: Random) -> tuple[str, Command] | ServerCommand:
    """What happens next while a game is played: a device's command, or what the house contributes."""
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
