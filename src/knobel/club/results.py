"""Results of games as a club counts them: places, wins and losses, and what happened to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

GameName: TypeAlias = Literal["zocknroll", "zock", "schocken"]
GAME_NAMES: Final[tuple[GameName, ...]] = get_args(GameName)

Fact: TypeAlias = Literal[
    "lost_game", "lost_half", "lost_final", "jule", "schock_out", "noted_point", "dropped_last", "five_alike"
]
"""What can happen to a seat in a game, as often as it does. A tariff may name any of them.

`lost_game`: last place. `lost_half`, `lost_final`: S2. `jule`: 4-2-1 at the end of a round, `schock_out`: 1-1-1.
`noted_point`: a loss point (K7). `dropped_last`: the last cup that was lifted by dropping in a turn (N7).
`five_alike`: a mark in the row of five alike.
"""
FACTS: Final[tuple[Fact, ...]] = get_args(Fact)


class SeatResult(Struct, frozen=True):
    """One seat of a finished game. `member` is None for a guest or a bot; a deleted name is None.

    `place` begins at 1; equal seats share the better place. `points` are as the game counts them: points (N13), loss
    points (K7), 1 for the loser (S2). An imported result may have places only.
    """

    seat: int
    member: int | None
    name: str | None
    place: int
    points: int | None = None
    facts: dict[Fact, int] = {}
    bot: bool = False


class ClubGame(Struct, frozen=True):
    """A game that counts for a club; `replay` is None for an imported one. `at` is in milliseconds."""

    id: int
    at: int
    game: GameName
    seats: tuple[SeatResult, ...]
    replay: str | None = None
    code: str | None = None

    @property
    def last(self) -> int:
        """The worst place; 1 if all share the victory."""
        return max(seat.place for seat in self.seats)


def outcome(place: int, last: int) -> int:
    """1 for a victory, -1 for the last place, 0 between them, and for all after a draw (K8).

    >>> [outcome(place, 3) for place in (1, 2, 3)], outcome(1, 1)
    ([1, 0, -1], 0)
    """
    return 0 if last == 1 else 1 if place == 1 else -1 if place == last else 0


def places(game: str, points: Sequence[int], winners: Sequence[int] = ()) -> tuple[int, ...]:
    """The places of all seats. Most points win in Zock'n'Roll, fewest elsewhere.

    `winners` decides a tie at the top (N14): equal seats that did not win come after those that did.

    >>> places("zocknroll", (40, 60, 60), (2,)), places("schocken", (0, 1, 0))
    ((3, 2, 1), (1, 3, 1))
    """
    sign = -1 if game == "zocknroll" else 1
    keys = [(sign * each, bool(winners) and seat not in winners) for seat, each in enumerate(points)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
