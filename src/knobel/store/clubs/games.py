"""Rows of a club's games: counting finished games of linked tables, imports and corrections."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from ...club.errors import ClubConflict, NoSuchClub, NotAllowed
from ...club.facts import facts
from ...club.importing import ListedGame
from ...club.luck import seat_luck
from ...club.results import ClubGame, Fact, SeatResult, places
from ...rules.records import loads
from ...table.names import alike
from ..connection import Connection
from ..errors import DATABASE_ERRORS
from ..games import GameRow, read_game, read_games_at
from .access import Asker, authorised
from .books import count_game, recount_later
from .box import book_charges, read_tariff, reverse_charges
from .members import insert_member, members_by_name, names_of
from .rows import insert_game, read_one, write_seats

_log: Final = logging.getLogger(__name__)

MOST_TABLES: Final = 1000
_FEWEST: Final = 2
"""People in a game that counts: a person alone against bots plays for no club."""


def link_table(connection: Connection, asker: Asker, code: str, at: int) -> None:
    """Count the games of a table for a club, those that are finished already included.

    The device has to hold a seat there: a code alone gives no right to the names and results of a table.
    """
    authorised(connection, asker, "link_table")
    if not holds_seat(connection, asker.device, code):
        raise NotAllowed("only a player of that table can count its games for a club")
    count: int = connection.execute("SELECT count(*) FROM club_tables WHERE club = ?", (asker.club,)).get
    if count >= MOST_TABLES:
        raise ClubConflict(f"a club has {MOST_TABLES} tables at most; remove an old one")
    connection.execute("INSERT INTO club_tables VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (code, asker.club, at))
    for row in read_games_at(connection, code):
        count_finished(connection, asker.club, row, {})


def unlink_table(connection: Connection, asker: Asker, code: str) -> None:
    """Later games of the table do not count any more."""
    authorised(connection, asker, "correct_games")
    gone = "DELETE FROM club_tables WHERE club = ? AND code = ? RETURNING code"
    if connection.execute(gone, (asker.club, code)).fetchone() is None:
        raise NoSuchClub("table")


def holds_seat(connection: Connection, device: str, code: str) -> bool:
    query = "SELECT 1 FROM holders WHERE device = ? AND code = ?"
    return connection.execute(query, (device, code)).fetchone() is not None


def count_for_clubs(connection: Connection, row: GameRow) -> None:
    """Count a game that has just ended for the clubs of its table.

    A fault in the books of a club must not keep the game itself from being stored.
    """
    clubs: Any = connection.execute("SELECT club FROM club_tables WHERE code = ?", (row.code,)).fetchall()
    for (club,) in clubs:
        try:
            with connection:
                count_finished(connection, club, row, read_tariff(connection, club).events)
        except DATABASE_ERRORS:
            raise
        except Exception as error:
            _log.error("a game was not counted for its club: %s", type(error).__name__)


def count_finished(connection: Connection, club: str, row: GameRow, tariff: Mapping[Fact, int]) -> None:
    """Count a game of a table, once, with its automatic fines; seats are matched to members by name.

    A game that continues another one does not count. Games from before the table counted for the club cost nothing.
    """
    query = "SELECT 1 FROM club_games WHERE replay = ? AND club = ?"
    if row.taken or connection.execute(query, (row.replay, club)).fetchone() is not None:
        return
    if sum(level is None for level in row.levels) < _FEWEST:
        return
    found = read_game(connection, row.replay)
    assert found is not None
    happened = facts(loads(found[1]))
    members = members_by_name(connection, club)
    ranks = places(row.game, row.points, row.winners)
    seats = list[SeatResult]()
    for seat, (name, level) in enumerate(zip(row.names, row.levels, strict=True)):
        member = None if level is not None else members.get(alike(name))
        guest = name if member is None and level is None else None
        seats.append(SeatResult(seat, member, guest, ranks[seat], row.points[seat], happened[seat], level is not None))
    game = insert_game(connection, club, row.at, row.game, seats, row.replay, row.code, tariff)
    query = "SELECT analysis FROM analyses WHERE replay = ?"
    analysis: bytes | None = connection.execute(query, (row.replay,)).get
    if analysis is not None:
        write_luck(connection, row.replay, analysis)
    book_charges(connection, club, game, tariff)
    count_game(connection, club, game)


def write_luck(connection: Connection, replay: str, analysis: bytes) -> None:
    """Keep the luck of all seats of a game that was analysed."""
    games: Any = connection.execute("SELECT club, id FROM club_games WHERE replay = ?", (replay,)).fetchall()
    if not games:
        return
    lucks = seat_luck(analysis)
    for club, number in games:
        rows = [(club, number, seat, each.luck, each.variance) for seat, each in enumerate(lucks)]
        connection.executemany(
            "INSERT INTO club_luck VALUES (?, ?, ?, ?, ?) ON CONFLICT (club, id, seat) DO UPDATE"
            " SET luck = excluded.luck, variance = excluded.variance",
            rows,
        )


def import_games(connection: Connection, asker: Asker, games: Sequence[ListedGame], at: int) -> list[str]:
    """Add listed games; unknown names become members. The names that were new."""
    authorised(connection, asker, "import")
    return add_listed(connection, asker.club, games, at)


def add_listed(connection: Connection, club: str, games: Sequence[ListedGame], at: int) -> list[str]:
    members, new = members_by_name(connection, club), list[str]()
    for game in games:
        seats = list[SeatResult]()
        for number, seat in enumerate(game.seats):
            if seat.name is not None and alike(seat.name) not in members:
                members[alike(seat.name)] = insert_member(connection, club, seat.name, at)
                new.append(seat.name)
            member = None if seat.name is None else members[alike(seat.name)]
            seats.append(SeatResult(number, member, None, seat.place, seat.points, seat.facts))
        insert_game(connection, club, game.at, game.game, seats)
    recount_later(connection, club)
    return new


def unknown_names(connection: Connection, asker: Asker, games: Iterable[ListedGame]) -> list[str]:
    """The names that an import would add as members."""
    authorised(connection, asker, "import")
    known, new = set(members_by_name(connection, asker.club)), list[str]()
    for name in (seat.name for game in games for seat in game.seats if seat.name is not None):
        if alike(name) not in known:
            known.add(alike(name))
            new.append(name)
    return new


def correct_game(connection: Connection, asker: Asker, number: int, members: Sequence[int | None], at: int) -> ClubGame:
    """Say which member sat at each seat; fines of the game follow."""
    who = authorised(connection, asker, "correct_games")
    game = read_one(connection, asker.club, number)
    names = names_of(connection, asker.club)
    chosen = [member for member in members if member is not None]
    if len(members) != len(game.seats):
        raise ClubConflict(f"the game has {len(game.seats)} seats: name a member or a guest for each")
    if len(set(chosen)) < len(chosen):
        raise ClubConflict("a member sits at one seat only")
    for seat, member in zip(game.seats, members, strict=True):
        if member is not None and seat.bot:
            raise ClubConflict("a bot sat at this seat")
        if member is not None and member != seat.member and names.get(member) is None:
            raise NoSuchClub("member")
    seats = tuple(
        SeatResult(
            *(seat.seat, member, _guest_name(seat, member, names), seat.place, seat.points, seat.facts, seat.bot)
        )
        for seat, member in zip(game.seats, members, strict=True)
    )
    changed = ClubGame(game.id, game.at, game.game, seats, game.replay, game.code)
    if changed == game:
        return game
    connection.execute("DELETE FROM club_results WHERE club = ? AND id = ?", (asker.club, number))
    write_seats(connection, asker.club, changed)
    reverse_charges(connection, asker.club, number, who.member, at)
    query = "SELECT tariff FROM club_games WHERE club = ? AND id = ?"
    tariff: bytes = connection.execute(query, (asker.club, number)).get
    book_charges(connection, asker.club, changed, msgspec.json.decode(tariff, type=dict[Fact, int]))
    recount_later(connection, asker.club)
    return changed


def _guest_name(seat: SeatResult, member: int | None, names: dict[int, str | None]) -> str | None:
    if member is not None:
        return None
    return seat.name if seat.member is None else names.get(seat.member)


def delete_game(connection: Connection, asker: Asker, number: int, at: int) -> None:
    """The game does not count any more; its fines are reversed."""
    who = authorised(connection, asker, "correct_games")
    read_one(connection, asker.club, number)
    _uncount(connection, asker.club, number, who.member, at)


def withdraw_for_clubs(connection: Connection, replay: str, at: int) -> None:
    """A game with real dice that was over runs again (R6): it does not count, and its fines are reversed."""
    games: Any = connection.execute("SELECT club, id FROM club_games WHERE replay = ?", (replay,)).fetchall()
    for club, number in games:
        _uncount(connection, club, number, None, at)


def _uncount(connection: Connection, club: str, number: int, by: int | None, at: int) -> None:
    reverse_charges(connection, club, number, by, at)
    for table in ("club_games", "club_results", "club_luck"):
        connection.execute(f"DELETE FROM {table} WHERE club = ? AND id = ?", (club, number))
    recount_later(connection, club)
