"""Deletion of names: of one member, or of a club with everything that it has.

It covers the rows of the club, and the tables whose games count for it: their logs, lists of games, and analyses,
which can be computed again. The proofs of checkable dice are bound to the names, so they go, too: records of these
games can still be replayed, but their dice cannot be verified any more. While a game runs at a table, the table keeps
its names. Deleted content is overwritten (`secure_delete`), and the write-ahead log emptied, so that the bytes leave
the files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from ...club.box import Custom, Tariff
from ...table.names import alike
from ..connection import Connection
from ..leases import revoke
from ..names import anonymous_names, names_in_log, replace_names
from .access import Asker, authorised, member_name
from .box import read_tariff
from .members import check_founder_stays
from .schema import TABLES


class Remains(Struct, frozen=True):
    """What a deletion leaves: anonymous results and bookings, and tables at which a game runs and that keep the name.

    `changed` are the tables in which a name was replaced.
    """

    results: int
    bookings: int
    tables: tuple[str, ...]
    changed: tuple[str, ...]


def delete_member(connection: Connection, asker: Asker, member: int) -> Remains:
    """Delete the name of a member, its devices and links. Results and bookings stay, without a name."""
    authorised(connection, asker, "change_members", member)
    club, name = asker.club, member_name(connection, asker.club, member)
    check_founder_stays(connection, club, member)
    connection.execute(
        "UPDATE club_members SET name = NULL, role = 'member' WHERE club = ? AND member = ?", (club, member)
    )
    for table in ("club_devices", "club_links"):
        connection.execute(f"DELETE FROM {table} WHERE club = ? AND member = ?", (club, member))
    _forget_guest(connection, club, name)
    _forget_in_texts(connection, club, name)
    kept, changed = forget_at_tables(connection, _codes(connection, club), [name])
    count = "SELECT count(*) FROM {} WHERE club = ? AND member = ?"
    results: int = connection.execute(count.format("club_results"), (club, member)).get
    bookings: int = connection.execute(count.format("club_bookings"), (club, member)).get
    return Remains(results, bookings, kept, changed)


def delete_club(connection: Connection, asker: Asker) -> Remains:
    """Delete a club. The games of its tables stay in the lists of their players, without the names of members."""
    authorised(connection, asker, "delete_club")
    club = asker.club
    query = "SELECT name FROM club_members WHERE club = ? AND name IS NOT NULL"
    names = [name for (name,) in connection.execute(query, (club,))]
    codes = _codes(connection, club)
    query = "SELECT count(*) FROM club_games JOIN games USING (replay) WHERE club = ?"
    results: int = connection.execute(query, (club,)).get
    kept, changed = forget_at_tables(connection, codes, names)
    for table in TABLES:
        connection.execute(f"DELETE FROM {table} WHERE club = ?", (club,))
    return Remains(results, 0, kept, changed)


def _codes(connection: Connection, club: str) -> list[str]:
    """The tables that count, or have counted, for a club."""
    query = (
        "SELECT code FROM club_tables WHERE club = ?1 UNION SELECT code FROM club_games WHERE club = ?1 AND code > ''"
    )
    return [code for (code,) in connection.execute(query, (club,))]


def _forget_guest(connection: Connection, club: str, name: str) -> None:
    """Delete the same name where it stands for a guest."""
    query = "SELECT id, seat, name FROM club_results WHERE club = ? AND name IS NOT NULL"
    found: Any = connection.execute(query, (club,)).fetchall()
    rows = [(club, number, seat) for number, seat, guest in found if alike(guest) == alike(name)]
    connection.executemany("UPDATE club_results SET name = NULL WHERE club = ? AND id = ? AND seat = ?", rows)


def _forget_in_texts(connection: Connection, club: str, name: str) -> None:
    """Take the name out of reasons of bookings and names of fines."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    query = "SELECT booking, reason FROM club_bookings WHERE club = ? AND reason != ''"
    found: Any = connection.execute(query, (club,)).fetchall()
    rows = [(word.sub("…", reason), club, booking) for booking, reason in found if word.search(reason)]
    connection.executemany("UPDATE club_bookings SET reason = ? WHERE club = ? AND booking = ?", rows)
    tariff = read_tariff(connection, club)
    customs = tuple(Custom(word.sub("…", each.name), each.cents) for each in tariff.customs)
    if customs != tariff.customs:
        stored = msgspec.json.encode(Tariff(tariff.events, customs))
        connection.execute("UPDATE clubs SET tariff = ? WHERE club = ?", (stored, club))


def forget_at_tables(
    connection: Connection, codes: Iterable[str], names: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Replace names in the lists and logs of tables.

    The tables that keep a name, because a game runs there, and those that were changed.
    """
    kept, changed = list[str](), list[str]()
    for code in codes:
        if not anonymous_names(names_in_log(connection, code), names):
            continue
        if not _is_playing(connection, code):
            revoke(connection, code)  # from now on no game begins there
        if _is_playing(connection, code):
            kept.append(code)
            continue
        changed.append(code)
        replace_names(connection, code, anonymous_names(names_in_log(connection, code), names))
    return tuple(kept), tuple(changed)


def _is_playing(connection: Connection, code: str) -> bool:
    found: bool = connection.execute("SELECT phase FROM tables WHERE code = ?", (code,)).get == "playing"
    return found
