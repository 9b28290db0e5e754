"""The books of a club: tallies, head-to-head counts and the course of the standings, folded game by game.

Folding one more game touches only the rows of its members, so the store keeps the books up to date with every game.
The same fold over all games makes them anew, after a correction or an import.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Final

from msgspec import Struct, field

from .ratings import rated
from .results import ClubGame, SeatResult
from .tally import Tally

ANY: Final = ""
"""Stands for all games together where the name of a game would be."""


class Scope(Struct, frozen=True):
    """What a tally counts: the games of a season (0: all), of one kind or of any."""

    season: int
    game: str


class Pair(Struct):
    """How often one member came before another one, or after; otherwise they shared a place."""

    games: int = 0
    ahead: int = 0
    behind: int = 0


class CoursePoint(Struct, frozen=True):
    """The standing of a member at the end of an evening."""

    games: int
    wins: int
    losses: int
    won: int
    mu: float
    sigma: float


class Book(Struct):
    """Tallies by scope and member, pairs by scope and two members, points by scope, member and evening."""

    tallies: dict[tuple[Scope, int], Tally] = field(default_factory=dict)
    pairs: dict[tuple[Scope, int, int], Pair] = field(default_factory=dict)
    points: dict[tuple[Scope, int, int], CoursePoint] = field(default_factory=dict)

    def add(self, game: ClubGame, evening: int, seasons: Iterable[int]) -> None:
        """Count one more game, the latest so far."""
        seats = member_seats(game)
        for scope in scopes(game, seasons):
            for member, seat in seats:
                self.tallies.setdefault((scope, member), Tally()).add(game, seat, evening)
            self._rate(scope, seats)
            for (one, own), (other, theirs) in permutations(seats, 2):
                pair = self.pairs.setdefault((scope, one, other), Pair())
                pair.games += 1
                pair.ahead += own.place < theirs.place
                pair.behind += own.place > theirs.place
            for member, _ in seats:
                tally = self.tallies[scope, member]
                self.points[scope, member, evening] = CoursePoint(
                    tally.games, tally.wins, tally.losses, tally.won, tally.mu, tally.sigma
                )

    def _rate(self, scope: Scope, seats: Sequence[tuple[int, SeatResult]]) -> None:
        """Rate the members among each other; guests and bots do not count."""
        if len(seats) < 2:
            return
        tallies = [self.tallies[scope, member] for member, _ in seats]
        after = rated([(tally.mu, tally.sigma) for tally in tallies], [seat.place for _, seat in seats])
        for tally, (mu, sigma) in zip(tallies, after, strict=True):
            tally.mu, tally.sigma = mu, sigma


def scopes(game: ClubGame, seasons: Iterable[int]) -> list[Scope]:
    """The scopes that a game counts for."""
    return [Scope(season, name) for season in seasons for name in (ANY, game.game)]


def member_seats(game: ClubGame) -> list[tuple[int, SeatResult]]:
    """The seats of members; a member has one seat in a game."""
    return [(seat.member, seat) for seat in game.seats if seat.member is not None]
