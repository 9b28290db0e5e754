"""Clubs in a store, with generated games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from knobel.club.results import GAME_NAMES, ClubGame, Fact, SeatResult, places
from knobel.store import Store
from knobel.store.clubs.access import Asker
from knobel.store.clubs.books import count_game
from knobel.store.clubs.box import book_charges, read_tariff
from knobel.store.clubs.members import insert_member, tie_device, write_club
from knobel.store.clubs.rows import insert_game
from knobel.store.connection import Connection

CLUB: Final = "c" * 32
FOUNDER: Final = Asker(CLUB, "device-founder")
PEOPLE: Final = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")


def make_club(store: Store, people: tuple[str, ...] = PEOPLE) -> None:
    """A club whose founder is the first of these people."""

    def work(connection: Connection) -> None:
        founder, *_ = write_club(connection, CLUB, "Stammtisch", 0, people[:1])
        tie_device(connection, CLUB, FOUNDER.device, founder)
        for name in people[1:]:
            insert_member(connection, CLUB, name, 0)

    store.write(work).result()


def random_games(random: Random, count: int, members: int = len(PEOPLE)) -> Iterator[ClubGame]:
    """Generated games in order: 2 to 6 seats, some of guests, several a night, in all three games."""
    at = 1_600_000_000_000
    for number in range(1, count + 1):
        at += random.choice((600_000, 1_800_000, 7 * 24 * 3_600_000))
        game = random.choice(GAME_NAMES)
        seats = 2 if game == "zock" else random.randint(3, 6)
        sat = random.sample(range(1, members + 1), min(seats, members))
        if game == "schocken":
            loser = random.randrange(seats)
            points = [int(seat == loser) for seat in range(seats)]
        else:
            points = [random.randint(0, 12) for _ in range(seats)]
        ranks = places(game, points)
        yield ClubGame(
            number,
            at,
            game,
            tuple(
                SeatResult(seat, None, f"Guest {seat}", ranks[seat], points[seat])
                if random.random() < 0.1
                else SeatResult(seat, sat[seat], None, ranks[seat], points[seat], _facts(random, game, points[seat]))
                for seat in range(seats)
            ),
            f"replay-{number}",
        )


def _facts(random: Random, game: str, points: int) -> dict[Fact, int]:
    found: dict[Fact, int]
    if game == "schocken":
        found = {"lost_game": points, "lost_half": random.randint(0, 1), "schock_out": int(random.random() < 0.2)}
        found["lost_final"] = points * random.randint(0, 1)
    else:
        found = {"noted_point": points} if game == "zock" else {"dropped_last": random.randint(0, 2)}
    return {fact: count for fact, count in found.items() if count}


def add_game(connection: Connection, game: ClubGame) -> None:
    """Count a generated game as one that has just ended."""
    tariff = read_tariff(connection, CLUB).events
    added = insert_game(connection, CLUB, game.at, game.game, game.seats, game.replay, None, tariff)
    book_charges(connection, CLUB, added, tariff)
    count_game(connection, CLUB, added)


def add_games(connection: Connection, games: Iterable[ClubGame]) -> None:
    for game in games:
        add_game(connection, game)
