"""Figures of a club for its pages: standings, course, evenings, luck."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from ...club.book import ANY, CoursePoint, Scope
from ...club.errors import NoSuchClub
from ...club.luck import SeatLuck
from ...club.seasons import ALL
from ..connection import Connection
from .books import read_point, read_tallies

MOST_EVENINGS: Final = 60
"""Evenings in the course of a season: more than a plot can show."""

_ENDLESS: Final = 1 << 62


class EveningRow(Struct, frozen=True):
    """An evening, named by the time of its first game."""

    evening: int
    until: int
    games: int


class LinkedTable(Struct, frozen=True):
    code: str
    since: int
    games: int


def season_bounds(connection: Connection, club: str, season: int) -> tuple[int, int]:
    """The first time of a season, and the first after it."""
    if season == ALL:
        return 0, _ENDLESS
    query = "SELECT begins, coalesce(ends, ?) FROM club_seasons WHERE club = ? AND season = ?"
    found: Any = connection.execute(query, (_ENDLESS, club, season)).fetchone()
    if found is None:
        raise NoSuchClub("season")
    begins, ends = found
    return int(begins), int(ends)


def count_games(connection: Connection, club: str, scope: Scope) -> int:
    """The number of games in a scope."""
    bounds = season_bounds(connection, club, scope.season)
    query = "SELECT count(*) FROM club_games WHERE club = ? AND at >= ? AND at < ? AND (? = '' OR game = ?)"
    count: int = connection.execute(query, (club, *bounds, scope.game, scope.game)).get
    return count


def read_evenings(connection: Connection, club: str, before: int | None, limit: int) -> list[EveningRow]:
    """Evenings, newest first."""
    query = (
        "SELECT evening, until, games FROM club_evenings WHERE club = ? AND evening < ? ORDER BY evening DESC LIMIT ?"
    )
    found = connection.execute(query, (club, _ENDLESS if before is None else before, limit))
    return [EveningRow(*row) for row in found]


def read_evening(connection: Connection, club: str, evening: int) -> EveningRow:
    query = "SELECT evening, until, games FROM club_evenings WHERE club = ? AND evening = ?"
    found = connection.execute(query, (club, evening)).fetchone()
    if found is None:
        raise NoSuchClub("evening")
    return EveningRow(*found)


def evening_of(connection: Connection, club: str, at: int) -> int:
    """The evening of a game that ended at this time."""
    query = "SELECT max(evening) FROM club_evenings WHERE club = ? AND evening <= ?"
    found: int | None = connection.execute(query, (club, at)).get
    if found is None:
        raise NoSuchClub("evening")
    return found


def count_evenings(connection: Connection, club: str) -> int:
    count: int = connection.execute("SELECT count(*) FROM club_evenings WHERE club = ?", (club,)).get
    return count


def read_course(
    connection: Connection, club: str, scope: Scope
) -> tuple[list[int], dict[int, list[CoursePoint | None]]]:
    """The standings at the end of some evenings, evenly chosen, the last included."""
    begins, ends = season_bounds(connection, club, scope.season)
    query = "SELECT evening FROM club_evenings WHERE club = ? AND until >= ? AND evening < ? ORDER BY evening DESC"
    found = [evening for (evening,) in connection.execute(query, (club, begins, ends))]
    step = max(1, -(-len(found) // MOST_EVENINGS))
    evenings = found[::step][::-1]
    members = read_tallies(connection, club, scope)
    return evenings, {
        member: [read_point(connection, club, scope, member, evening) for evening in evenings] for member in members
    }


def read_luck(connection: Connection, club: str, season: int) -> tuple[int, dict[int, list[SeatLuck]]]:
    """The number of analysed games in a season, and the luck of each member in them, in order."""
    bounds = season_bounds(connection, club, season)
    query = (
        "SELECT id, member, luck, variance FROM club_luck CROSS JOIN club_results USING (club, id, seat)"
        " CROSS JOIN club_games USING (club, id)"
        " WHERE club = ? AND at >= ? AND at < ? ORDER BY at, id"
    )
    games, lucks = set[int](), dict[int, list[SeatLuck]]()
    for number, member, luck, variance in connection.execute(query, (club, *bounds)):
        games.add(number)
        if member is not None:
            lucks.setdefault(member, []).append(SeatLuck(luck, variance))
    return len(games), lucks


def next_to_analyse(connection: Connection, club: str, season: int) -> str | None:
    """The newest game of a season that has a record and no analysis."""
    bounds = season_bounds(connection, club, season)
    query = (
        "SELECT replay FROM club_games WHERE club = ? AND at >= ? AND at < ? AND replay IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM club_luck WHERE club_luck.club = club_games.club"
        "  AND club_luck.id = club_games.id)"
        " AND EXISTS (SELECT 1 FROM games WHERE games.replay = club_games.replay)"
        " ORDER BY at DESC LIMIT 1"
    )
    found: str | None = connection.execute(query, (club, *bounds)).get
    return found


def read_tables(connection: Connection, club: str) -> list[LinkedTable]:
    """The tables whose games count, the latest first."""
    query = (
        "SELECT code, since, coalesce(games, 0) FROM club_tables LEFT JOIN"
        " (SELECT code, count(*) AS games FROM club_games WHERE club = ?1 GROUP BY code) AS counted USING (code)"
        " WHERE club = ?1 ORDER BY since DESC, code"
    )
    return [LinkedTable(*row) for row in connection.execute(query, (club,))]


def fined_on(connection: Connection, club: str, evening: EveningRow) -> int:
    """The cents that the games of an evening cost, without those that were reversed."""
    query = (
        "SELECT coalesce(sum(amount), 0) FROM club_bookings WHERE club = ? AND kind = 'event' AND at BETWEEN ? AND ?"
        " AND NOT EXISTS (SELECT 1 FROM club_bookings AS later"
        "  WHERE later.club = club_bookings.club AND later.reverses = club_bookings.booking)"
    )
    found: Any = connection.execute(query, (club, evening.evening, evening.until)).get
    return int(found)


ALL_GAMES: Final = Scope(ALL, ANY)
