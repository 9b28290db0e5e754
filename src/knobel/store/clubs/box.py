"""Rows of the penalty box: bookings, postings and balances, each booking in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from ...club.box import BOX, Booking, BookingKind, Postings, Tariff, balances, charges, postings, reversal
from ...club.errors import ClubConflict, NoSuchClub
from ...club.results import ClubGame, Fact
from ..connection import ALL_ROWS, Connection
from .access import Asker, authorised, member_name

_COLUMNS: Final = "booking, at, kind, member, amount, reason, event, count, game, by, reverses"


class Ledger(Struct, frozen=True):
    """The balances: what each member owes, and the accounts of the box. All of them sum to zero."""

    members: dict[int, int]
    box: dict[str, int]


def read_tariff(connection: Connection, club: str) -> Tariff:
    stored: bytes = connection.execute("SELECT tariff FROM clubs WHERE club = ?", (club,)).get
    return msgspec.json.decode(stored, type=Tariff)


def write_tariff(connection: Connection, asker: Asker, tariff: Tariff) -> None:
    authorised(connection, asker, "set_tariff")
    connection.execute("UPDATE clubs SET tariff = ? WHERE club = ?", (msgspec.json.encode(tariff), asker.club))


def book(
    connection: Connection,
    asker: Asker,
    kind: BookingKind,
    member: int | None,
    amount: int,
    reason: str,
    key: str,
    at: int,
) -> None:
    """Book by hand; a repeat with the same key books nothing."""
    who = authorised(connection, asker, "book")
    query = "SELECT kind, member, amount, reason FROM club_bookings WHERE club = ? AND key = ?"
    before = connection.execute(query, (asker.club, key)).fetchone()
    if before is not None:
        if before != (kind, member, amount, reason):
            raise ClubConflict("another booking has this id already")
        return
    if member is not None:
        member_name(connection, asker.club, member)
    new = Booking(0, at, kind, member, amount, reason, by=who.member)
    insert_booking(connection, asker.club, new, postings(kind, member, amount), key)


def reverse(connection: Connection, asker: Asker, number: int, at: int) -> None:
    """Book the opposite of a booking, once."""
    who = authorised(connection, asker, "book")
    found = next(iter(_read(connection, asker.club, "booking = ?", (number,), 1)), None)
    if found is None:
        raise NoSuchClub("booking")
    if found.reversed_by is not None:
        raise ClubConflict("this booking is reversed already")
    _reverse(connection, asker.club, found, who.member, at)


def _reverse(connection: Connection, club: str, old: Booking, by: int | None, at: int) -> None:
    opposite = reversal(_postings(connection, club, old.booking))
    new = Booking(0, at, "reversal", old.member, old.amount, "", old.event, old.count, old.game, by, old.booking)
    insert_booking(connection, club, new, opposite)


def book_charges(connection: Connection, club: str, game: ClubGame, tariff: Mapping[Fact, int]) -> None:
    """Book what a game costs its members by a tariff."""
    for each in charges(game, tariff):
        new = Booking(
            *(0, game.at, "event", each.member, each.amount, ""), event=each.event, count=each.count, game=game.id
        )
        insert_booking(connection, club, new, postings("event", each.member, each.amount))


def reverse_charges(connection: Connection, club: str, game: int, by: int | None, at: int) -> int:
    """Reverse the fines of a game that are not reversed yet; how many those were."""
    booked = _read(connection, club, "game = ? AND kind = 'event'", (game,), ALL_ROWS)
    standing = [each for each in booked if each.reversed_by is None]
    for each in standing:
        _reverse(connection, club, each, by, at)
    return len(standing)


def insert_booking(connection: Connection, club: str, new: Booking, posted: Postings, key: str | None = None) -> None:
    """Write a booking with its postings, and change the balances."""
    assert sum(amount for _, amount in posted) == 0
    query = "SELECT coalesce(max(booking), 0) + 1 FROM club_bookings WHERE club = ?"
    number: int = connection.execute(query, (club,)).get
    values: Any = (
        *(club, number, new.at, new.kind, new.member, new.amount, new.reason, new.event, new.count, new.game),
        *(new.by, new.reverses, key),
    )
    connection.execute(f"INSERT INTO club_bookings VALUES ({', '.join('?' * len(values))})", values)
    rows = [(club, number, str(account), amount) for account, amount in posted]
    connection.executemany("INSERT INTO club_postings VALUES (?, ?, ?, ?)", rows)
    connection.executemany(
        "INSERT INTO club_accounts VALUES (?, ?, ?)"
        " ON CONFLICT (club, account) DO UPDATE SET balance = club_accounts.balance + excluded.balance",
        [(club, account, amount) for _, _, account, amount in rows],
    )


def _postings(connection: Connection, club: str, booking: int) -> Postings:
    query = "SELECT account, amount FROM club_postings WHERE club = ? AND booking = ?"
    found: Any = connection.execute(query, (club, booking)).fetchall()
    return tuple((account if account in BOX else int(account), amount) for account, amount in found)


def read_bookings(connection: Connection, club: str, before: int | None = None, limit: int = ALL_ROWS) -> list[Booking]:
    """Bookings, newest first; with `before` only older ones."""
    return _read(connection, club, "booking < ?", (1 << 62 if before is None else before,), limit)


def _read(connection: Connection, club: str, where: str, values: Sequence[int], limit: int) -> list[Booking]:
    query = (
        f"SELECT {_COLUMNS}, (SELECT booking FROM club_bookings AS later"
        " WHERE later.club = club_bookings.club AND later.reverses = club_bookings.booking) AS reversed_by"
        f" FROM club_bookings WHERE club = ? AND {where} ORDER BY booking DESC LIMIT ?"
    )
    return [Booking(*row) for row in connection.execute(query, (club, *values, limit))]


def read_ledger(connection: Connection, club: str) -> Ledger:
    found: Any = connection.execute("SELECT account, balance FROM club_accounts WHERE club = ?", (club,)).fetchall()
    balances: dict[str, int] = dict(found)
    box: dict[str, int] = {account: balances.pop(account, 0) for account in BOX}
    return Ledger({int(account): balance for account, balance in balances.items()}, box)


def accounts_agree(connection: Connection, club: str) -> bool:
    """Whether the postings are those of the bookings, and the balances their sums."""
    expected = dict[int, Postings]()
    for each in reversed(read_bookings(connection, club)):
        undone = None if each.reverses is None else expected[each.reverses]
        expected[each.booking] = postings(each.kind, each.member, each.amount) if undone is None else reversal(undone)
    query = "SELECT booking, account, amount FROM club_postings WHERE club = ?"
    posted = {(booking, account): amount for booking, account, amount in connection.execute(query, (club,))}
    query = "SELECT account, balance FROM club_accounts WHERE club = ?"
    kept: Any = connection.execute(query, (club,)).fetchall()
    return posted == {
        (booking, str(account)): amount for booking, each in expected.items() for account, amount in each
    } and dict(kept) == {str(account): amount for account, amount in balances(expected.values()).items()}
