"""The penalty box: double-entry bookings in whole cents, and the tariff of automatic ones.

Every booking has postings that sum to zero: one to the account of a member, or to the cash, and the counter-posting to
an account of the box. The balance of a member is what the member owes. Nothing is erased: a reversal is a booking with
the opposite postings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from ..table.commands import Refusal
from .results import ClubGame, Fact

MOST_CENTS: Final = 100_000_000
"""The largest amount of a booking."""

Cents: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_CENTS)]
Reason: TypeAlias = Annotated[str, Meta(max_length=80)]

BookingKind: TypeAlias = Literal["fine", "event", "payment", "expense", "reversal"]
"""`fine`: by hand. `event`: by the tariff. `payment`: a member pays. `expense`: the box pays for something."""

BoxAccount: TypeAlias = Literal["fines", "cash", "spent"]
BOX: Final[tuple[BoxAccount, ...]] = ("fines", "cash", "spent")
"""The accounts of the box: everything that was ever fined (negative), the cash, and what was spent."""

Account: TypeAlias = int | BoxAccount
"""The number of a member, or an account of the box."""

Postings: TypeAlias = tuple[tuple[Account, int], ...]


def clean_text(text: str) -> str:
    """A reason or the name of a fine: one line of visible characters.

    >>> clean_text("  late   again ")
    'late again'
    """
    line = " ".join(text.split())
    if not line.isprintable():
        raise Refusal("malformed", "a text holds only characters that can be seen")
    return line


class Custom(Struct, frozen=True, forbid_unknown_fields=True):
    """A fine that is booked by hand with one tap: late, spilled beer."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    cents: Cents

    def __post_init__(self) -> None:
        clean_text(self.name)


class Tariff(Struct, frozen=True, forbid_unknown_fields=True):
    """What a club charges: cents for each fact of a game, booked automatically, and fines by hand."""

    events: dict[Fact, Cents] = {}
    customs: Annotated[tuple[Custom, ...], Meta(max_length=30)] = ()


class Booking(Struct, frozen=True):
    """One booking. `member` is None for an expense; `by` is None for an automatic one.

    `event` and `count` say what an automatic one is for, and `game` in which game of the club. `reverses` and
    `reversed_by` are numbers of bookings.
    """

    booking: int
    at: int
    kind: BookingKind
    member: int | None
    amount: int
    reason: str = ""
    event: Fact | None = None
    count: int = 0
    game: int | None = None
    by: int | None = None
    reverses: int | None = None
    reversed_by: int | None = None


def postings(kind: BookingKind, member: int | None, amount: int) -> Postings:
    """The postings of a booking, which sum to zero.

    >>> postings("fine", 3, 50), postings("payment", 3, 50), postings("expense", None, 50)
    (((3, 50), ('fines', -50)), ((3, -50), ('cash', 50)), (('cash', -50), ('spent', 50)))
    """
    if kind == "expense":
        return ("cash", -amount), ("spent", amount)
    assert member is not None
    return ((member, -amount), ("cash", amount)) if kind == "payment" else ((member, amount), ("fines", -amount))


def reversal(of: Postings) -> Postings:
    """The postings that undo others."""
    return tuple((account, -amount) for account, amount in of)


class Charge(Struct, frozen=True):
    """An automatic fine: `count` times a fact, for a member."""

    member: int
    event: Fact
    count: int
    amount: int


def charges(game: ClubGame, tariff: Mapping[Fact, int]) -> list[Charge]:
    """What a game costs its members by the tariff; guests and bots pay nothing."""
    return [
        Charge(seat.member, fact, count, count * tariff[fact])
        for seat in game.seats
        if seat.member is not None
        for fact, count in seat.facts.items()
        if count and fact in tariff
    ]


def balances(all_postings: Iterable[Postings]) -> dict[Account, int]:
    """The balance of each account."""
    sums = dict[Account, int]()
    for each in all_postings:
        for account, amount in each:
            sums[account] = sums.get(account, 0) + amount
    return sums
