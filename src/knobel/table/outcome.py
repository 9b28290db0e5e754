"""Winners and points of a finished game, as the store keeps them."""

from __future__ import annotations

from msgspec import Struct

from ..rules.game import Result


class Outcome(Struct, frozen=True):
    """`points` of each seat, as `Result.points`."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


def outcome(result: Result, players: int) -> Outcome:
    """In Schocken there is one loser (S2), and all other seats have won.

    >>> from knobel.rules import schocken
    >>> outcome(schocken.Result(halves=(1, 1), final=False, loser=1, rounds=9), 3)
    Outcome(winners=(0, 2), points=(0, 1, 0))
    """
    winners = tuple(seat for seat, share in enumerate(result.shares(players)) if share)
    return Outcome(winners, result.points(players))
