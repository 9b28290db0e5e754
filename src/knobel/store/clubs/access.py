"""Access to a club: the member that a device is tied to, and what this member may do."""

from __future__ import annotations

from msgspec import Struct

from ...club.errors import NoSuchClub, NotAllowed
from ...club.roles import Operation, Role, may
from ..connection import Connection


class Asker(Struct, frozen=True):
    """A device that asks for something of a club."""

    club: str
    device: str


class Member(Struct, frozen=True):
    """The member who asks."""

    club: str
    member: int
    role: Role


def authorised(connection: Connection, asker: Asker, operation: Operation = "read", about: int | None = None) -> Member:
    """The member who asks, if the role allows the operation; `about` is the member that it is about.

    Called in the transaction that reads or writes. An unknown club, a stranger and a former member get the same error.
    """
    query = (
        "SELECT member, role FROM club_devices JOIN club_members USING (club, member)"
        " WHERE device = ? AND club = ? AND name IS NOT NULL"
    )
    found = connection.execute(query, (asker.device, asker.club)).fetchone()
    if found is None:
        raise NoSuchClub
    member, role = found
    if not may(role, operation, own=about == member):
        raise NotAllowed(f"a {role} of this club may not do that")
    return Member(asker.club, member, role)


def member_name(connection: Connection, club: str, member: int) -> str:
    """The name of a present member."""
    query = "SELECT name FROM club_members WHERE club = ? AND member = ? AND name IS NOT NULL"
    found: str | None = connection.execute(query, (club, member)).get
    if found is None:
        raise NoSuchClub("member")
    return found
