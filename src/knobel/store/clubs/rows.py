"""Rows of a club's games and of their seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from ...club.errors import NoSuchClub
from ...club.results import ClubGame, Fact, GameName, SeatResult
from ..connection import Connection


def insert_game(
    connection: Connection,
    club: str,
    at: int,
    game: str,
    seats: Sequence[SeatResult],
    replay: str | None = None,
    code: str | None = None,
    tariff: Mapping[Fact, int] = MappingProxyType({}),
) -> ClubGame:
    """Add a game; the tariff is kept with it, so that a correction charges the same."""
    query = "UPDATE clubs SET games_made = games_made + 1 WHERE club = ? RETURNING games_made"
    number: int = connection.execute(query, (club,)).get
    new = ClubGame(number, at, msgspec.convert(game, GameName), tuple(seats), replay, code)
    charged = msgspec.json.encode(dict(tariff))
    connection.execute(
        "INSERT INTO club_games VALUES (?, ?, ?, ?, ?, ?, ?)", (club, number, at, game, replay, code, charged)
    )
    write_seats(connection, club, new)
    return new


def write_seats(connection: Connection, club: str, game: ClubGame) -> None:
    rows = [
        (
            *(club, game.id, seat.seat, seat.member, seat.name, seat.place, seat.points),
            *(msgspec.json.encode(seat.facts), seat.bot),
        )
        for seat in game.seats
    ]
    connection.executemany("INSERT INTO club_results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def read_one(connection: Connection, club: str, number: int) -> ClubGame:
    found = next(read_games(connection, club, "id = ?", (number,)), None)
    if found is None:
        raise NoSuchClub("game")
    return found


def read_games(
    connection: Connection, club: str, where: str = "TRUE", values: tuple[int, ...] = ()
) -> Iterator[ClubGame]:
    """The games of a club in the order in which they ended."""
    query = (
        "SELECT id, at, game, replay, code, seat, member, name, place, points, facts, bot"
        " FROM club_games CROSS JOIN club_results USING (club, id)"
        f" WHERE club = ? AND {where} ORDER BY at, id, seat"
    )
    current: tuple[Any, ...] | None = None
    seats = list[SeatResult]()
    for row in connection.execute(query, (club, *values)):
        head, (seat, member, name, place, points, stored, bot) = row[:5], row[5:]
        if current is not None and head[0] != current[0]:
            yield _game(current, seats)
            seats = []
        current = head
        happened: dict[Fact, int] = {} if stored == b"{}" else msgspec.json.decode(stored, type=dict[Fact, int])
        seats.append(SeatResult(seat, member, name, place, points, happened, bool(bot)))
    if current is not None:
        yield _game(current, seats)


def _game(head: tuple[Any, ...], seats: Sequence[SeatResult]) -> ClubGame:
    number, at, game, replay, code = head
    return ClubGame(number, at, game, tuple(seats), replay, code)
