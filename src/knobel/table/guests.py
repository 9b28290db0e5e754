"""Seats of a table with real dice: guests without a device, devices that take over their seats, and the bench.

Functions from a table to the next one, for `evolve`.
"""

from __future__ import annotations

from msgspec.structs import replace

from .events import Claimed, GuestSat, Released, SatIn, SatOut
from .table import Benched, Seat, Table


def guest_sat(table: Table, event: GuestSat) -> Table:
    return _inserted(table, event.seat, Seat(event.name, guest=True))


def claimed(table: Table, event: Claimed) -> Table:
    """The device becomes host if there is none, stops knocking, and gives up a place on the bench."""
    device, place = event.device, event.seat
    return replace(
        table,
        seats=_with(table.seats, place, replace(table.seats[place], devices=(device,), guest=False)),
        host=place if table.host is None else table.host,
        knocks=tuple(knock for knock in table.knocks if knock.device != device),
        removed=tuple(other for other in table.removed if other != device),
        bench=tuple(replace(out, seat=_without(out.seat, (device,))) for out in table.bench),
        arranged=table.version,
    )


def released(table: Table, event: Released) -> Table:
    """The seat stays with its name, tally and dice; without devices it cannot host."""
    place = event.seat
    seat = table.seats[place]
    return replace(
        table,
        seats=_with(table.seats, place, replace(seat, devices=(), guest=True)),
        host=None if table.host == place else table.host,
        removed=table.removed + (seat.devices if event.why == "removed" else ()),
        arranged=table.version,
    )


def sat_out(table: Table, event: SatOut) -> Table:
    """The devices of a host who sits out hold a guest's seat meanwhile, and go on telling for all."""
    place, host = event.seat, table.host
    out = table.seats[place]
    seats = table.seats[:place] + table.seats[place + 1 :]
    if host == place:
        host = next((other for other, seat in enumerate(seats) if seat.guest and not seat.devices), None)
        if host is not None:
            seats = _with(seats, host, replace(seats[host], devices=out.devices))
    elif host is not None:
        host -= host > place
    devices = () if out.guest else out.devices  # those on a guest's seat are of a person who sits out already
    away = Benched(replace(out, again=False, devices=devices), place)
    return replace(table, seats=seats, host=host, bench=(*table.bench, away), told=(), arranged=table.version)


def without_scribe(table: Table) -> Table:
    """The devices of a host who sits out leave the guest's seat that they hold, because the role passes on."""
    host = table.host
    if host is None or not table.seats[host].guest:
        return table
    return replace(table, seats=_with(table.seats, host, replace(table.seats[host], devices=())))


def sat_in(table: Table, event: SatIn) -> Table:
    """The devices of a person who comes back leave the guest's seat that they held meanwhile."""
    back = table.bench[event.bench].seat
    mine = tuple(device for device in back.devices if not _holds_own_seat(table, device))
    hosted = table.host is not None and bool(set(mine) & set(table.seats[table.host].devices))
    freed = replace(
        table,
        seats=tuple(_without(seat, mine) for seat in table.seats),
        bench=table.bench[: event.bench] + table.bench[event.bench + 1 :],
    )
    after = _inserted(freed, event.seat, replace(back, devices=mine, guest=back.guest or not mine))
    host = event.seat if hosted or (after.host is None and mine) else after.host
    return replace(after, host=host)


def _inserted(table: Table, place: int, seat: Seat) -> Table:
    host = table.host
    if host is not None:
        host += place <= host
    seats = (*table.seats[:place], seat, *table.seats[place:])
    return replace(table, seats=seats, host=host, told=(), arranged=table.version)


def _holds_own_seat(table: Table, device: str) -> bool:
    place = table.seat_of(device)
    return place is not None and not table.seats[place].guest


def _without(seat: Seat, devices: tuple[str, ...]) -> Seat:
    return replace(seat, devices=tuple(device for device in seat.devices if device not in devices))


def _with(seats: tuple[Seat, ...], place: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:place], seat, *seats[place + 1 :])
