"""The books of a club in the store: kept up to date with every game, and made anew after a correction.

`clubs.revision` counts changes of games and seasons, and `clubs.counted` is the revision that the books are of. The
latest game is folded into the books in its own transaction. Any other change only raises the revision; the next reader
makes the books anew in its thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from ...club.book import Book, CoursePoint, Pair, Scope, member_seats, scopes
from ...club.results import ClubGame
from ...club.seasons import PAUSE, Season, seasons_of
from ...club.tally import Tally
from ..connection import Connection
from .rows import read_games
from .schema import BOOKS


def recount_later(connection: Connection, club: str) -> None:
    """The books have to be made anew."""
    connection.execute("UPDATE clubs SET revision = revision + 1 WHERE club = ?", (club,))


def is_counted(connection: Connection, club: str) -> bool:
    """Whether the books are up to date."""
    counted: int = connection.execute("SELECT revision = counted FROM clubs WHERE club = ?", (club,)).get
    return bool(counted)


def read_seasons(connection: Connection, club: str) -> list[Season]:
    query = "SELECT season, name, begins, ends FROM club_seasons WHERE club = ? ORDER BY begins, season"
    return [Season(*row) for row in connection.execute(query, (club,))]


def count_game(connection: Connection, club: str, game: ClubGame) -> None:
    """Fold a new game into the books, if they are up to date and it is the latest."""
    query = "SELECT evening, until FROM club_evenings WHERE club = ? ORDER BY evening DESC LIMIT 1"
    last = connection.execute(query, (club,)).fetchone()
    if not is_counted(connection, club) or (last is not None and game.at < last[1]):
        recount_later(connection, club)
        return
    evening = last[0] if last is not None and game.at - last[1] <= PAUSE else game.at
    seasons = seasons_of(game.at, read_seasons(connection, club))
    book = _read_rows(connection, club, game, seasons)
    book.add(game, evening, seasons)
    connection.execute(
        "INSERT INTO club_evenings VALUES (?, ?, ?, 1)"
        " ON CONFLICT (club, evening) DO UPDATE SET until = excluded.until, games = club_evenings.games + 1",
        (club, evening, game.at),
    )
    _write_rows(connection, club, book)
    connection.execute("UPDATE clubs SET revision = revision + 1, counted = counted + 1 WHERE club = ?", (club,))


def _read_rows(connection: Connection, club: str, game: ClubGame, seasons: Iterable[int]) -> Book:
    """The rows of the books that a game changes."""
    book, members = Book(), [member for member, _ in member_seats(game)]
    for scope in scopes(game, seasons):
        for member in members:
            key: Any = (club, scope.season, scope.game, member)
            query = "SELECT tally FROM club_tallies WHERE club = ? AND season = ? AND game = ? AND member = ?"
            found: bytes | None = connection.execute(query, key).get
            if found is not None:
                book.tallies[scope, member] = decode_tally(found)
            query = (
                "SELECT other, games, ahead, behind FROM club_pairs"
                " WHERE club = ? AND season = ? AND game = ? AND member = ?"
            )
            for other, games, ahead, behind in connection.execute(query, key):
                if other in members:
                    book.pairs[scope, member, other] = Pair(games, ahead, behind)
    return book


def _write_rows(connection: Connection, club: str, book: Book) -> None:
    encode = msgspec.json.Encoder().encode
    connection.executemany(
        "INSERT INTO club_tallies VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (club, season, game, member) DO UPDATE SET tally = excluded.tally",
        ((club, scope.season, scope.game, member, encode(tally)) for (scope, member), tally in book.tallies.items()),
    )
    connection.executemany(
        "INSERT INTO club_pairs VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (club, season, game, member, other)"
        " DO UPDATE SET games = excluded.games, ahead = excluded.ahead, behind = excluded.behind",
        (
            (club, scope.season, scope.game, member, other, pair.games, pair.ahead, pair.behind)
            for (scope, member, other), pair in book.pairs.items()
        ),
    )
    connection.executemany(
        "INSERT INTO club_course VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (club, season, game, member, evening) DO UPDATE SET point = excluded.point",
        (
            (club, scope.season, scope.game, member, evening, encode(point))
            for (scope, member, evening), point in book.points.items()
        ),
    )


class Recount(Struct):
    """Books made from all games of a club, as of a revision."""

    revision: int
    book: Book = field(default_factory=Book)
    evenings: list[list[int]] = field(default_factory=list)

    def add(self, game: ClubGame, seasons: Iterable[Season]) -> None:
        if not self.evenings or game.at - self.evenings[-1][1] > PAUSE:
            self.evenings.append([game.at, game.at, 0])
        evening = self.evenings[-1]
        evening[1:] = [game.at, evening[2] + 1]
        self.book.add(game, evening[0], seasons_of(game.at, seasons))


def recount(connection: Connection, club: str) -> Recount:
    """Make the books anew from all games; it only reads, in the snapshot of its caller."""
    revision: int = connection.execute("SELECT revision FROM clubs WHERE club = ?", (club,)).get
    made, seasons = Recount(revision), read_seasons(connection, club)
    for game in read_games(connection, club):
        made.add(game, seasons)
    return made


def write_recount(connection: Connection, club: str, made: Recount) -> bool:
    """Replace the books; False if the club has changed meanwhile."""
    query = "UPDATE clubs SET counted = revision WHERE club = ? AND revision = ? RETURNING club"
    if connection.execute(query, (club, made.revision)).fetchone() is None:
        return False
    for table in BOOKS:
        connection.execute(f"DELETE FROM {table} WHERE club = ?", (club,))
    connection.executemany(
        "INSERT INTO club_evenings VALUES (?, ?, ?, ?)", ((club, *evening) for evening in made.evenings)
    )
    _write_rows(connection, club, made.book)
    return True


def read_books(connection: Connection, club: str) -> Recount:
    """The books as they are kept, of the revision that was counted."""
    query = "SELECT evening, until, games FROM club_evenings WHERE club = ? ORDER BY evening"
    evenings = [list(row) for row in connection.execute(query, (club,))]
    query = "SELECT counted FROM clubs WHERE club = ?"
    kept = Recount(connection.execute(query, (club,)).get, Book(), evenings)
    query = "SELECT season, game, member, tally FROM club_tallies WHERE club = ?"
    for season, game, member, tally in connection.execute(query, (club,)):
        kept.book.tallies[Scope(season, game), member] = decode_tally(tally)
    query = "SELECT season, game, member, other, games, ahead, behind FROM club_pairs WHERE club = ?"
    for season, game, member, other, *counts in connection.execute(query, (club,)):
        kept.book.pairs[Scope(season, game), member, other] = Pair(*counts)
    query = "SELECT season, game, member, evening, point FROM club_course WHERE club = ?"
    for season, game, member, evening, point in connection.execute(query, (club,)):
        kept.book.points[Scope(season, game), member, evening] = _point_decoder.decode(point)
    return kept


_decoder = msgspec.json.Decoder(Tally)
_point_decoder = msgspec.json.Decoder(CoursePoint)


def decode_tally(stored: bytes) -> Tally:
    return _decoder.decode(stored)


def read_tallies(connection: Connection, club: str, scope: Scope) -> dict[int, Tally]:
    """The tallies of all members in a scope."""
    query = "SELECT member, tally FROM club_tallies WHERE club = ? AND season = ? AND game = ?"
    found = connection.execute(query, (club, scope.season, scope.game))
    return {member: decode_tally(tally) for member, tally in found}


def read_pairs(connection: Connection, club: str, scope: Scope, member: int) -> dict[int, Pair]:
    """How a member did against each other one."""
    query = (
        "SELECT other, games, ahead, behind FROM club_pairs WHERE club = ? AND season = ? AND game = ? AND member = ?"
    )
    found = connection.execute(query, (club, scope.season, scope.game, member))
    return {other: Pair(games, ahead, behind) for other, games, ahead, behind in found}


def read_point(connection: Connection, club: str, scope: Scope, member: int, evening: int) -> CoursePoint | None:
    """The standing of a member at the end of an evening."""
    query = (
        "SELECT point FROM club_course WHERE club = ? AND season = ? AND game = ? AND member = ? AND evening <= ?"
        " ORDER BY evening DESC LIMIT 1"
    )
    found: bytes | None = connection.execute(query, (club, scope.season, scope.game, member, evening)).get
    return None if found is None else _point_decoder.decode(found)
