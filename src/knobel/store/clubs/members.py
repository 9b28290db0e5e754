"""Rows of clubs, members, devices and one-time links."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from ...club.box import Tariff
from ...club.errors import ClubConflict, LinkSpent, NoSuchClub, NotAllowed
from ...club.roles import Role
from ...table.commands import Refusal
from ...table.names import alike, clean
from ..connection import Connection
from .access import Asker, Member, authorised, member_name

MOST_MEMBERS: Final = 200
MOST_CLUBS: Final = 50
"""Clubs of one device."""
LONGEST_NAME: Final = 40


class ClubRow(Struct, frozen=True):
    club: str
    name: str
    made: int


class MemberRow(Struct, frozen=True):
    """A member; a deleted one has no name."""

    member: int
    name: str | None
    role: Role
    joined: int
    devices: int


class OwnClub(Struct, frozen=True):
    """A club of a device, with its numbers of members and games and the time of the last game."""

    club: str
    name: str
    role: Role
    members: int
    games: int
    last: int | None


def club_name(text: str) -> str:
    """The name of a club, cleaned as names of people are, or a sentence that says why not."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refusal("malformed", f"the name of a club has 1 to {LONGEST_NAME} printable characters")
    return name


def write_club(connection: Connection, club: str, name: str, at: int, people: Iterable[str]) -> list[int]:
    """Make a club with these members, the founder first; their numbers."""
    tariff = msgspec.json.encode(Tariff())
    connection.execute(
        "INSERT INTO clubs (club, name, made, tariff) VALUES (?, ?, ?, ?)", (club, club_name(name), at, tariff)
    )
    return [
        insert_member(connection, club, person, at, "member" if n else "founder") for n, person in enumerate(people)
    ]


def tie_device(connection: Connection, club: str, device: str, member: int) -> None:
    count: int = connection.execute("SELECT count(*) FROM club_devices WHERE device = ?", (device,)).get
    if count >= MOST_CLUBS:
        raise ClubConflict(f"this device is in {MOST_CLUBS} clubs already")
    connection.execute(
        "INSERT INTO club_devices VALUES (?, ?, ?) ON CONFLICT (device, club) DO UPDATE SET member = excluded.member",
        (device, club, member),
    )


def insert_member(connection: Connection, club: str, name: str, at: int, role: Role = "member") -> int:
    """Add a member under a name that no other one has."""
    name = clean(name)
    _check_free(connection, club, name)
    count: int = connection.execute("SELECT count(*) FROM club_members WHERE club = ?", (club,)).get
    if count >= MOST_MEMBERS:
        raise ClubConflict(f"a club has {MOST_MEMBERS} members at most")
    connection.execute("INSERT INTO club_members VALUES (?, ?, ?, ?, ?)", (club, count + 1, name, role, at))
    return count + 1


def _check_free(connection: Connection, club: str, name: str, but: int | None = None) -> None:
    if members_by_name(connection, club).get(alike(name), but) != but:
        raise ClubConflict("the club has a member of that name already; choose another one")


def members_by_name(connection: Connection, club: str) -> dict[str, int]:
    """The members by their names, as names are compared."""
    query = "SELECT name, member FROM club_members WHERE club = ? AND name IS NOT NULL"
    return {alike(name): member for name, member in connection.execute(query, (club,))}


def names_of(connection: Connection, club: str) -> dict[int, str | None]:
    """The names of all members who were ever in the club; deleted ones are None."""
    found: Any = connection.execute("SELECT member, name FROM club_members WHERE club = ?", (club,))
    return dict(found)


def rename_club(connection: Connection, asker: Asker, name: str) -> None:
    authorised(connection, asker, "change_club")
    connection.execute("UPDATE clubs SET name = ? WHERE club = ?", (club_name(name), asker.club))


def add_member(connection: Connection, asker: Asker, name: str, at: int) -> int:
    authorised(connection, asker, "change_members")
    return insert_member(connection, asker.club, name, at)


def change_member(connection: Connection, asker: Asker, member: int, name: str | None, role: Role | None) -> None:
    """Change the name or the role of a member. Only a founder changes roles, and one founder stays."""
    who = authorised(connection, asker, "change_members", member)
    member_name(connection, asker.club, member)
    if name is not None:
        name = clean(name)
        _check_free(connection, asker.club, name, member)
        connection.execute("UPDATE club_members SET name = ? WHERE club = ? AND member = ?", (name, asker.club, member))
    if role is not None:
        if who.role != "founder":
            raise NotAllowed("only a founder changes roles")
        if role != "founder":
            check_founder_stays(connection, asker.club, member)
        connection.execute("UPDATE club_members SET role = ? WHERE club = ? AND member = ?", (role, asker.club, member))


def check_founder_stays(connection: Connection, club: str, member: int) -> None:
    """Raise unless another founder is left without this member."""
    query = "SELECT member FROM club_members WHERE club = ? AND role = 'founder' AND name IS NOT NULL"
    if [found for (found,) in connection.execute(query, (club,))] == [member]:
        raise ClubConflict("a club needs a founder: make another member founder first, or delete the club")


def write_link(connection: Connection, asker: Asker, member: int, token: str, expires: int, now: int) -> None:
    """Keep a one-time link for a member; `token` is the digest of its secret."""
    authorised(connection, asker, "invite", member)
    member_name(connection, asker.club, member)
    keep_link(connection, asker.club, member, token, expires, now)


def keep_link(connection: Connection, club: str, member: int, token: str, expires: int, now: int) -> None:
    connection.execute("DELETE FROM club_links WHERE expires <= ?", (now,))
    connection.execute("INSERT INTO club_links VALUES (?, ?, ?, ?)", (token, club, member, expires))


def join(connection: Connection, token: str, device: str, now: int) -> Member:
    """Tie a device to the member of a link, which works once."""
    query = (
        "SELECT club, member, role FROM club_links JOIN club_members USING (club, member)"
        " WHERE token = ? AND expires > ? AND name IS NOT NULL"
    )
    found = connection.execute(query, (token, now)).fetchone()
    if found is None:
        raise LinkSpent("this link was used already, or is too old; ask for a new one")
    club, member, role = found
    query = "SELECT member FROM club_devices WHERE device = ? AND club = ?"
    known: int | None = connection.execute(query, (device, club)).get
    if known not in (None, member):
        raise ClubConflict("this device belongs to another member of this club already")
    connection.execute("DELETE FROM club_links WHERE token = ?", (token,))
    tie_device(connection, club, device, member)
    return Member(club, member, role)


def clubs_of(connection: Connection, device: str) -> list[OwnClub]:
    """The clubs of a device, by name."""
    query = (
        "SELECT clubs.club, clubs.name, role,"
        " (SELECT count(*) FROM club_members AS other WHERE other.club = clubs.club AND other.name IS NOT NULL),"
        " (SELECT count(*) FROM club_games WHERE club_games.club = clubs.club),"
        " (SELECT max(at) FROM club_games WHERE club_games.club = clubs.club)"
        " FROM club_devices JOIN club_members USING (club, member) JOIN clubs USING (club)"
        " WHERE device = ? AND club_members.name IS NOT NULL ORDER BY clubs.name, clubs.club"
    )
    return [OwnClub(*row) for row in connection.execute(query, (device,))]


def read_club(connection: Connection, club: str) -> ClubRow:
    found = connection.execute("SELECT club, name, made FROM clubs WHERE club = ?", (club,)).fetchone()
    if found is None:
        raise NoSuchClub
    return ClubRow(*found)


def read_members(connection: Connection, club: str) -> list[MemberRow]:
    """All members in the order in which they joined, deleted ones included."""
    query = (
        "SELECT member, name, role, joined, (SELECT count(*) FROM club_devices"
        " WHERE club_devices.club = club_members.club AND club_devices.member = club_members.member)"
        " FROM club_members WHERE club = ? ORDER BY member"
    )
    return [MemberRow(*row) for row in connection.execute(query, (club,))]


def all_clubs(connection: Connection) -> list[ClubRow]:
    """All clubs of the store, for its host."""
    return [ClubRow(*row) for row in connection.execute("SELECT club, name, made FROM clubs ORDER BY made, club")]
