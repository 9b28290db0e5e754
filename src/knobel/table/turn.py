"""Whose turn it is at a table, and whether a person or a bot takes it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ..rules.game import Chance, Decision
from .table import By, Table


class Due(Struct, frozen=True, gc=False):
    """What the table waits for.

    `nothing`: no game runs; `dice`: they fall by themselves, as soon as the house has them; `throw`: `seat` throws by
    hand; `decision`: `seat` chooses a move, and if `level` is there a bot of that level does it.
    """

    kind: Literal["nothing", "dice", "throw", "decision"]
    seat: int | None = None
    level: str | None = None


_NOTHING = Due("nothing")
_DICE = Due("dice")


def due(table: Table) -> Due:
    """What the table waits for."""
    if table.phase != "playing":
        return _NOTHING
    if table.wanted is not None:
        return _DICE
    pending = table.rules.pending(table.state)
    if isinstance(pending, Decision):
        return Due("decision", pending.seat, acting_level(table, pending.seat))
    if table.settings.throws == "hand" and isinstance(pending, Chance):
        thrower = pending.event.seat
        if thrower is not None and table.seats[thrower].present:
            return Due("throw", thrower)
    return _DICE


def acting_level(table: Table, place: int) -> str | None:
    """The level of the bot that acts for a seat now; None if a person does."""
    seat = table.seats[place]
    return table.settings.stand_in if seat.person and seat.away else seat.level


def actor(table: Table, place: int) -> By:
    """Who acts for a seat now."""
    seat = table.seats[place]
    if not seat.person:
        return "bot"
    return "stand_in" if seat.away else "player"
