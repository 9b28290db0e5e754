"""Export of a whole club, and making a club from an export."""

from __future__ import annotations

import msgspec

from ...club.box import Postings, postings, reversal
from ...club.errors import ClubConflict
from ...club.exporting import ClubExport, ExportedMember
from ...club.results import ClubGame, SeatResult
from ...table.names import alike, clean
from ..connection import Connection
from .books import read_seasons, recount_later
from .box import insert_booking, read_bookings, read_tariff
from .members import club_name, names_of, read_club, read_members
from .rows import insert_game, read_games


def export_club(connection: Connection, club: str) -> ClubExport:
    """Everything that a club has."""
    row = read_club(connection, club)
    return ClubExport(
        name=row.name,
        made=row.made,
        members=tuple(
            ExportedMember(each.member, each.name, each.role, each.joined) for each in read_members(connection, club)
        ),
        seasons=tuple(read_seasons(connection, club)),
        tariff=read_tariff(connection, club),
        games=tuple(named_games(connection, club)),
        bookings=tuple(reversed(read_bookings(connection, club))),
    )


def named_games(connection: Connection, club: str, where: str = "TRUE", *values: int) -> list[ClubGame]:
    """The games with the present names of members."""
    names = names_of(connection, club)

    def named(seat: SeatResult) -> SeatResult:
        return seat if seat.member is None else msgspec.structs.replace(seat, name=names.get(seat.member))

    return [
        msgspec.structs.replace(game, seats=tuple(map(named, game.seats)))
        for game in read_games(connection, club, where, values)
    ]


def import_club(connection: Connection, club: str, export: ClubExport) -> int:
    """Make a club from an export, under a new id; the number of a founder, who needs a link."""
    founders = [each.member for each in export.members if each.role == "founder" and each.name is not None]
    if not founders:
        raise ClubConflict("this export has no founder")
    named = [alike(clean(each.name)) for each in export.members if each.name is not None]
    if len(set(named)) < len(named):
        raise ClubConflict("two members of this export have the same name")
    values = (club, club_name(export.name), export.made, msgspec.json.encode(export.tariff))
    connection.execute("INSERT INTO clubs (club, name, made, tariff) VALUES (?, ?, ?, ?)", values)
    numbers = {each.member: number for number, each in enumerate(export.members, 1)}
    for each in export.members:
        row = (club, numbers[each.member], None if each.name is None else clean(each.name), each.role, each.joined)
        connection.execute("INSERT INTO club_members VALUES (?, ?, ?, ?, ?)", row)
    for season in export.seasons:
        dated = (club, season.season, club_name(season.name), season.begins, season.ends)
        connection.execute("INSERT INTO club_seasons VALUES (?, ?, ?, ?, ?)", dated)
    try:
        games = _import_games(connection, club, export, numbers)
        _import_bookings(connection, club, export, numbers, games)
    except KeyError as error:
        raise ClubConflict(f"this export is damaged: it names a member or booking {error} that it lacks") from None
    recount_later(connection, club)
    return numbers[founders[0]]


def _import_games(connection: Connection, club: str, export: ClubExport, numbers: dict[int, int]) -> dict[int, int]:
    """Add the games; their new numbers by the old ones."""
    found = dict[int, int]()
    for game in export.games:
        seats = [
            msgspec.structs.replace(seat, seat=place, member=numbers[seat.member], name=None)
            if seat.member is not None
            else msgspec.structs.replace(seat, seat=place)
            for place, seat in enumerate(game.seats)
        ]
        found[game.id] = insert_game(connection, club, game.at, game.game, seats, game.replay, game.code).id
    return found


def _import_bookings(
    connection: Connection, club: str, export: ClubExport, numbers: dict[int, int], games: dict[int, int]
) -> None:
    posted, renumbered = dict[int, Postings](), dict[int, int]()
    for number, old in enumerate(sorted(export.bookings, key=lambda each: each.booking), 1):
        member = None if old.member is None else numbers[old.member]
        if old.reverses is None:
            posted[old.booking] = postings(old.kind, member, old.amount)
        else:
            posted[old.booking] = reversal(posted[old.reverses])
        renumbered[old.booking] = number
        new = msgspec.structs.replace(
            old,
            member=member,
            reverses=None if old.reverses is None else renumbered[old.reverses],
            game=None if old.game is None else games.get(old.game),
            by=None if old.by is None else numbers[old.by],
        )
        insert_booking(connection, club, new, posted[old.booking])
