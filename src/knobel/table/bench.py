"""Command handlers of seats at a table with real dice: guests without a device, and people who sit out."""

from __future__ import annotations

from typing import Final

from .commands import Claim, Refusal, SeatGuest, SitIn, SitOut, forbidden, illegal
from .draft import Draft
from .events import Claimed, GuestSat, SatIn, SatOut
from .names import clean, unique
from .seating import check_free_seat, find_seat, knock, must_knock, pass_on_host
from .table import Table
from .telling import check_real

MOST_BENCHED: Final = 24
"""People who sit out at the same time: as many as the largest table has seats."""


def seat_guest(draft: Draft, command: SeatGuest) -> None:
    table = draft.table
    check_real(table)
    check_free_seat(draft)
    place = len(table.seats) if command.seat is None else command.seat
    if place not in range(len(table.seats) + 1):
        raise illegal(f"there is no seat {place} at this table")
    draft.add(GuestSat(place, unique(clean(command.name), table.all_names)))


def claim(draft: Draft, device: str, command: Claim) -> None:
    """A device without a seat takes over that of a guest, also during a game."""
    table = draft.table
    check_real(table)
    if table.seat_of(device) is not None:
        raise illegal("you have a seat at this table already")
    seat = find_seat(draft, command.seat)
    if not seat.guest or seat.devices:
        raise illegal(f"the seat of {seat.name} is held by another device")
    if must_knock(table, device):
        knock(draft, device, seat.name, claims=True)
    else:
        draft.add(Claimed(command.seat, device))


def sit_out(draft: Draft, own: int, command: SitOut) -> None:
    """A seat moves to the bench: the own one, or any by the host."""
    table, place = draft.table, command.seat
    check_real(table)
    find_seat(draft, place)
    if own not in (place, table.host):
        raise forbidden("only the host lets other seats sit out")
    _check_between_games(table)
    if len(table.bench) >= MOST_BENCHED:
        raise Refusal("limit", f"{MOST_BENCHED} people at most sit out at a table")
    draft.add(SatOut(place))
    if draft.table.host is None:
        pass_on_host(draft, place)


def sit_in(draft: Draft, device: str, command: SitIn) -> None:
    """A person comes back from the bench to the old place, by the host or by the own device."""
    table, place = draft.table, command.bench
    check_real(table)
    if place not in range(len(table.bench)):
        raise illegal(f"there is no place {place} on the bench")
    own = table.seat_of(device)
    if table.bench_of(device) != place and (own is None or own != table.host):
        raise forbidden("only the host lets other people sit in")
    _check_between_games(table)
    check_free_seat(draft)
    draft.add(SatIn(place, min(table.bench[place].place, len(table.seats))))


def _check_between_games(table: Table) -> None:
    if table.phase == "playing":
        raise illegal("a game is running: sit out and in between games")
