"""What HTTP answers about how the dice have fallen."""

from __future__ import annotations

from msgspec import Struct

from ..odds.honesty import Examined


class Honesty(Struct, frozen=True):
    """The dice of games that are over at a table, or at all tables: all of them, and by whose they are.

    `nobodys` are white dice and Jörg's. `apart` is how odd the means of people and bots would be for the same dice.
    `unproven` is how many of all dice fell in games that cannot be verified, since they began under an older version.
    `unfinished` is how many games run or lie there unfinished: their dice are not counted yet, for some are hidden.
    """

    everybody: Examined
    people: Examined
    bots: Examined
    nobodys: Examined
    apart: float | None
    unproven: int
    unfinished: int
