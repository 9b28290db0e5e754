"""Rows of seasons; a change makes the books of the club anew."""

from __future__ import annotations

from typing import Final

from ...club.errors import ClubConflict, NoSuchClub
from ..connection import Connection
from .access import Asker, authorised
from .books import recount_later
from .members import club_name

MOST_SEASONS: Final = 100


def add_season(connection: Connection, asker: Asker, name: str, begins: int, ends: int | None) -> int:
    authorised(connection, asker, "set_seasons")
    query = "SELECT count(*), coalesce(max(season), 0) + 1 FROM club_seasons WHERE club = ?"
    row = connection.execute(query, (asker.club,)).fetchone()
    assert row is not None
    count, number = row
    if count >= MOST_SEASONS:
        raise ClubConflict(f"a club has {MOST_SEASONS} seasons at most")
    _write(connection, asker.club, number, name, begins, ends)
    return int(number)


def change_season(connection: Connection, asker: Asker, season: int, name: str, begins: int, ends: int | None) -> None:
    authorised(connection, asker, "set_seasons")
    check_season(connection, asker.club, season)
    _write(connection, asker.club, season, name, begins, ends)


def delete_season(connection: Connection, asker: Asker, season: int) -> None:
    """Delete a season; its games still count for all games."""
    authorised(connection, asker, "set_seasons")
    check_season(connection, asker.club, season)
    connection.execute("DELETE FROM club_seasons WHERE club = ? AND season = ?", (asker.club, season))
    recount_later(connection, asker.club)


def check_season(connection: Connection, club: str, season: int) -> None:
    query = "SELECT 1 FROM club_seasons WHERE club = ? AND season = ?"
    if connection.execute(query, (club, season)).fetchone() is None:
        raise NoSuchClub("season")


def _write(connection: Connection, club: str, season: int, name: str, begins: int, ends: int | None) -> None:
    if ends is not None and ends <= begins:
        raise ClubConflict("a season ends after it begins")
    values = (club, season, club_name(name), begins, ends)
    connection.execute(
        "INSERT INTO club_seasons VALUES (?, ?, ?, ?, ?) ON CONFLICT (club, season) DO UPDATE"
        " SET name = excluded.name, begins = excluded.begins, ends = excluded.ends",
        values,
    )
    recount_later(connection, club)
