"""Who has won a game and what it brought, alike for all three games."""

from __future__ import annotations

from msgspec import Struct

from ..rules import schocken, zock, zocknroll
from ..rules.game import Result


class Outcome(Struct, frozen=True):
    """`points` for each seat as its game counts: points, loss points (K7), lost games."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


def outcome(result: Result, players: int) -> Outcome:
    """In Schocken there is one loser (S2), and everybody else has won.

    >>> outcome(schocken.Result(halves=(1, 1), final=False, loser=1, rounds=9), 3)
    Outcome(winners=(0, 2), points=(0, 1, 0))
    """
    match result:
        case zocknroll.Result(winners=winners, scores=points) | zock.Result(winners=winners, losses=points):
            return Outcome(winners, points)
        case schocken.Result(loser=loser):
            everybody = range(players)
            winners = tuple(seat for seat in everybody if seat != loser)
            return Outcome(winners, tuple(int(seat == loser) for seat in everybody))
    raise AssertionError(f"no game ends with {result}")
