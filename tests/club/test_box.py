"""The penalty box: sums are zero at every step, and nothing is lost between treasurers."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import apsw
import pytest

from knobel.club.box import Booking, Tariff
from knobel.club.errors import ClubConflict
from knobel.store import Store
from knobel.store.clubs.box import book, read_bookings, read_ledger, reverse, write_tariff
from knobel.store.connection import Connection

from .clubs import CLUB, FOUNDER, PEOPLE, add_game, make_club, random_games

OPERATIONS = 10_000
FEWER = 200
"""On PostgreSQL, where each statement is a round trip."""


def _checked(connection: Connection) -> dict[str, int]:
    """All balances, which sum to zero."""
    balances: dict[str, int] = dict(connection.execute("SELECT account, balance FROM club_accounts").fetchall())
    assert sum(balances.values()) == 0
    assert all(type(balance) is int for balance in balances.values())
    return balances


def _check_postings(connection: Connection, balances: dict[str, int]) -> None:
    """The balances are the sums of the postings, and each booking sums to zero."""
    query = "SELECT account, sum(amount) FROM club_postings GROUP BY account"
    assert dict(connection.execute(query).fetchall()) == balances
    unequal = "SELECT booking FROM club_postings GROUP BY booking HAVING sum(amount) != 0"
    assert connection.execute(unequal).fetchall() == []
    if isinstance(connection, apsw.Connection):  # columns of PostgreSQL hold nothing else
        types = "SELECT DISTINCT typeof(amount) FROM club_postings"
        assert connection.execute(types).fetchall() == [("integer",)]


def test_sums_are_zero_after_each_of_many_random_operations(where: Path | str) -> None:
    seed = 20
    random = Random(seed)
    operations = OPERATIONS if isinstance(where, Path) else FEWER
    games = random_games(Random(seed), operations)
    owed, cash = Counter[int](), 0  # a second, plain bookkeeping

    def work(connection: Connection) -> None:
        nonlocal cash
        write_tariff(connection, FOUNDER, Tariff({"lost_game": 50, "noted_point": 3, "dropped_last": 7}))
        booked = list[int]()
        for step in range(operations):
            member, amount, kind = random.randint(1, len(PEOPLE)), random.randint(1, 10_000), random.random()
            if kind < 0.3:
                book(connection, FOUNDER, "fine", member, amount, "late", str(step), step)
                owed[member] += amount
            elif kind < 0.6:
                book(connection, FOUNDER, "payment", member, amount, "", str(step), step)
                owed[member] -= amount
                cash += amount
            elif kind < 0.7:
                book(connection, FOUNDER, "expense", None, amount, "beer", str(step), step)
                cash -= amount
            elif kind < 0.8:
                game = next(games)
                add_game(connection, game)
                for seat in game.seats:
                    if seat.member is not None:
                        facts = seat.facts
                        owed[seat.member] += 50 * facts.get("lost_game", 0) + 3 * facts.get("noted_point", 0)
                        owed[seat.member] += 7 * facts.get("dropped_last", 0)
            elif booked or (booked := _unreversed(connection)):
                number = booked.pop(random.randrange(len(booked)))
                cash += _reversed(connection, number, owed, step)
            balances = _checked(connection)
            assert {number: balances.get(str(number), 0) for number in owed} == owed, f"seed {seed}, step {step}"
            assert balances.get("cash", 0) == cash
            if step % 1000 == 999:
                _check_postings(connection, balances)

    with Store(where) as store:
        make_club(store)
        store.write(work).result()


def _unreversed(connection: Connection) -> list[int]:
    return [each.booking for each in read_bookings(connection, CLUB) if each.reversed_by is None]


def _reversed(connection: Connection, number: int, owed: Counter[int], at: int) -> int:
    """Reverse a booking; what it changes in the cash."""
    postings: dict[str, int] = dict(
        connection.execute("SELECT account, amount FROM club_postings WHERE booking = ?", (number,)).fetchall()
    )
    reverse(connection, FOUNDER, number, at)
    for account, amount in postings.items():
        if account.isdecimal():
            owed[int(account)] -= amount
    return -int(postings.get("cash", 0))


def test_concurrent_treasurers_lose_nothing(where: Path | str) -> None:
    treasurers, each = 8, 60 if isinstance(where, Path) else 15
    with Store(where) as store:
        make_club(store)

        def treasurer(number: int) -> tuple[int, int]:
            """Book fines, repeat each request, and try to reverse what others reverse, too."""
            fined = reversals = 0
            for step in range(each):
                key, amount = f"{number}-{step}", number * each + step + 1
                for _ in range(2):
                    store.write(lambda c, k=key, a=amount: book(c, FOUNDER, "fine", 1, a, "late", k, 0)).result()  # type: ignore[misc]
                fined += amount
                try:
                    store.write(lambda c, s=step: reverse(c, FOUNDER, s + 1, 0)).result()  # type: ignore[misc]
                    reversals += 1
                except ClubConflict:
                    pass
            return fined, reversals

        with ThreadPoolExecutor(treasurers) as pool:
            found = list(pool.map(treasurer, range(treasurers)))
        bookings = store.read(lambda connection: read_bookings(connection, CLUB))
        ledger = store.read(lambda connection: read_ledger(connection, CLUB))
    fines = [booking for booking in bookings if booking.kind == "fine"]
    assert len(fines) == treasurers * each
    assert sum(booking.amount for booking in fines) == sum(fined for fined, _ in found)
    assert sum(booking.kind == "reversal" for booking in bookings) == sum(count for _, count in found)
    standing = sum(booking.amount for booking in fines) - _taken_back(bookings)
    assert ledger.members == {1: standing}
    assert ledger.box == {"fines": -standing, "cash": 0, "spent": 0}


def _taken_back(bookings: list[Booking]) -> int:
    """What reversals took back from fines, with reversals of reversals."""
    amount = 0
    by_number = {booking.booking: booking for booking in bookings}
    for booking in by_number.values():
        sign, current = 1, booking
        while current.reverses is not None:
            sign, current = -sign, by_number[current.reverses]
        amount += booking.amount if booking.kind == "reversal" and sign < 0 else 0
        amount -= booking.amount if booking.kind == "reversal" and sign > 0 else 0
    return amount


def test_a_booking_is_never_erased_or_changed(where: Path | str) -> None:
    with Store(where) as store:
        make_club(store)
        store.write(lambda c: book(c, FOUNDER, "fine", 2, 50, "late", "a", 1)).result()
        store.write(lambda c: reverse(c, FOUNDER, 1, 2)).result()
        with pytest.raises(ClubConflict, match="reversed already"):
            store.write(lambda c: reverse(c, FOUNDER, 1, 3)).result()
        store.write(lambda c: reverse(c, FOUNDER, 2, 3)).result()
        bookings = store.read(lambda connection: read_bookings(connection, CLUB))
        ledger = store.read(lambda connection: read_ledger(connection, CLUB))
    assert [(each.booking, each.kind, each.amount, each.reversed_by) for each in bookings] == [
        (3, "reversal", 50, None),
        (2, "reversal", 50, 3),
        (1, "fine", 50, 2),
    ]
    assert ledger.members == {2: 50}
