"""Figures of a club as documents: standings, their course, evenings, profiles and luck."""

from __future__ import annotations

from typing import Final

from ....club.book import ANY, Book, Scope
from ....club.errors import NoSuchClub
from ....club.luck import season_luck
from ....club.results import GAME_NAMES, GameName
from ....club.seasons import ALL
from ....club.tally import Tally
from ....store.clubs import reading
from ....store.clubs.access import Member
from ....store.clubs.books import read_pairs, read_point, read_tallies
from ....store.clubs.box import read_ledger
from ....store.clubs.members import names_of
from ....store.clubs.transfer import named_games
from ....store.connection import Connection
from ...club_documents import (
    ClubLuck,
    Course,
    CourseLine,
    Evening,
    EveningLine,
    Evenings,
    GameStanding,
    HeadToHead,
    LuckLine,
    MemberProfile,
    RecordLine,
    Standing,
    Standings,
)

_PAGE: Final = 50
"""Evenings in one answer."""

Names = dict[int, str | None]


def _game_name(scope: Scope) -> GameName | None:
    return next((name for name in GAME_NAMES if name == scope.game), None)


def _standing(member: int, name: str | None, tally: Tally) -> Standing:
    return Standing(
        *(member, name, tally.games, tally.wins, tally.losses, tally.draws, tally.halves, tally.finals),
        *(tally.won, tally.noted, tally.streak, tally.longest, tally.longest_lost),
        *(tally.mu, tally.sigma, tally.mu - 3 * tally.sigma),
    )


def _lines(tallies: dict[int, Tally], names: Names) -> tuple[Standing, ...]:
    """The standings: most wins first, then fewest losses, then the better rating."""
    lines = [_standing(member, names[member], tally) for member, tally in tallies.items()]
    return tuple(sorted(lines, key=lambda line: (-line.wins, line.losses, -line.rating, line.member)))


def _records(tallies: dict[int, Tally], names: Names) -> tuple[RecordLine, ...]:
    """The best of all members for each kind of record; who reached it first holds it."""
    found = dict[str, RecordLine]()
    for member, tally in tallies.items():
        for kind, best in tally.records.items():
            line = RecordLine(kind, best.value, member, names[member], best.at, best.game)
            held = found.get(kind)
            if held is None or (-line.value, line.at, line.member) < (-held.value, held.at, held.member):
                found[kind] = line
    return tuple(found[kind] for kind in sorted(found))


def standings_document(connection: Connection, who: Member, scope: Scope) -> Standings:
    games, names = reading.count_games(connection, who.club, scope), names_of(connection, who.club)
    tallies = read_tallies(connection, who.club, scope)
    return Standings(scope.season, _game_name(scope), games, _lines(tallies, names), _records(tallies, names))


def course_document(connection: Connection, who: Member, scope: Scope) -> Course:
    evenings, points = reading.read_course(connection, who.club, scope)
    names = names_of(connection, who.club)
    lines = tuple(CourseLine(member, names[member], tuple(line)) for member, line in points.items())
    return Course(scope.season, _game_name(scope), tuple(evenings), lines)


def evenings_document(connection: Connection, who: Member, before: int | None) -> Evenings:
    found = reading.read_evenings(connection, who.club, before, _PAGE + 1)
    lines = tuple(EveningLine(each.evening, each.until, each.games) for each in found[:_PAGE])
    return Evenings(lines, len(found) > _PAGE)


def evening_document(connection: Connection, who: Member, number: int) -> Evening:
    """The games of an evening, and its result; ratings are those at its end."""
    row = reading.read_evening(connection, who.club, number)
    games = named_games(connection, who.club, "at BETWEEN ? AND ?", row.evening, row.until)
    book, names = Book(), names_of(connection, who.club)
    for game in games:
        book.add(game, number, (ALL,))
    tallies = {member: tally for (scope, member), tally in book.tallies.items() if scope == reading.ALL_GAMES}
    for member, tally in tallies.items():
        point = read_point(connection, who.club, reading.ALL_GAMES, member, number)
        if point is not None:
            tally.mu, tally.sigma = point.mu, point.sigma
    known = {str(member): name for member in tallies if (name := names[member]) is not None}
    fined = reading.fined_on(connection, who.club, row)
    return Evening(number, row.until, tuple(games), _lines(tallies, names), known, fined)


def profile_document(connection: Connection, who: Member, member: int, season: int) -> MemberProfile:
    names = names_of(connection, who.club)
    if member not in names:
        raise NoSuchClub("member")
    reading.season_bounds(connection, who.club, season)
    scope, name = Scope(season, ANY), names[member]
    tallies = read_tallies(connection, who.club, scope)
    own = tallies.get(member)
    by_game = [
        GameStanding(game, _standing(member, name, tally))
        for game in GAME_NAMES
        if (tally := read_tallies(connection, who.club, Scope(season, game)).get(member)) is not None
    ]
    pairs = read_pairs(connection, who.club, scope, member)
    return MemberProfile(
        member=member,
        name=name,
        season=season,
        standing=None if own is None else _standing(member, name, own),
        by_game=tuple(by_game),
        head_to_head=tuple(
            HeadToHead(other, names[other], pair.games, pair.ahead, pair.behind)
            for other, pair in sorted(pairs.items(), key=lambda each: (-each[1].games, each[0]))
        ),
        records=() if own is None else _records({member: own}, names),
        luck=season_luck(reading.read_luck(connection, who.club, season)[1].get(member, [])),
        owes=read_ledger(connection, who.club).members.get(member, 0),
    )


def luck_document(connection: Connection, who: Member, season: int) -> ClubLuck:
    """Luck of all members, the unluckiest first."""
    analysed, lucks = reading.read_luck(connection, who.club, season)
    games, names = reading.count_games(connection, who.club, Scope(season, ANY)), names_of(connection, who.club)
    lines = [LuckLine(member, names[member], season_luck(found)) for member, found in lucks.items()]
    return ClubLuck(season, games, analysed, False, tuple(sorted(lines, key=lambda line: line.luck.score)))
