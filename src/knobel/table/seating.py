"""Command handlers of seats: join, knock, leave, bots, the host role, and stand-ins for absent people."""

from __future__ import annotations

from typing import Final

from .commands import HandOn, Join, LetIn, Refusal, SeatBot, StandIn, TurnAway, Unseat, forbidden, illegal
from .draft import Draft
from .events import BotSat, CameBack, Carried, Claimed, HostChanged, Knocked, Released, Sat, Stood, TurnedAway, WentAway
from .names import clean, first_free, unique
from .server import Carry, HostGone
from .setup import check_level, check_no_bots
from .table import Knock, Seat, Table

MOST_KNOCKS: Final = 24
"""Guests who knock at the same time: as many as the largest table has seats."""

MOST_DEVICES: Final = 8
"""Devices that hold one seat at the same time."""


def join(draft: Draft, device: str, command: Join) -> None:
    """Sit down, return to the own seat, or knock if the door is closed. Without a host the door is open."""
    table = draft.table
    place = table.seat_of(device)
    if place is not None:
        if not table.seats[place].away:
            raise illegal("you have a seat at this table already")
        return_to_seat(draft, place)
        return
    name = clean(command.name)
    if must_knock(table, device):
        knock(draft, device, name)
    else:
        check_free_seat(draft)
        sit(draft, device, name)


def must_knock(table: Table, device: str) -> bool:
    return table.host is not None and (table.settings.door != "open" or device in table.removed)


def knock(draft: Draft, device: str, name: str, *, claims: bool = False) -> None:
    table = draft.table
    if table.knock_of(device):
        raise illegal("you have knocked already, and the host will hear it")
    if len(table.knocks) >= MOST_KNOCKS:
        raise Refusal("limit", "too many people are knocking at this table; try it again later")
    draft.add(Knocked(table.guests + 1, name, device, claims))


def sit(draft: Draft, device: str, name: str) -> None:
    draft.add(Sat(len(draft.table.seats), unique(name, draft.table.all_names), device))


def check_free_seat(draft: Draft) -> None:
    table = draft.table
    if table.phase == "playing":
        raise illegal("a game is running: watch it, and sit down when it is over")
    most, rule = table.rules.players[-1], table.rules.players_rule
    if len(table.seats) >= most:
        raise illegal(f"all {most} seats of this table are taken", rule)


def let_in(draft: Draft, command: LetIn) -> None:
    guest, seats = _knock(draft, command.guest), draft.table.seats
    if guest.claims:
        for place, seat in enumerate(seats):
            if seat.guest and not seat.devices and seat.name == guest.name:
                draft.add(Claimed(place, guest.device))
                return
    check_free_seat(draft)
    sit(draft, guest.device, guest.name)


def turn_away(draft: Draft, command: TurnAway) -> None:
    draft.add(TurnedAway(_knock(draft, command.guest).guest))


def _knock(draft: Draft, guest: int) -> Knock:
    for knock in draft.table.knocks:
        if knock.guest == guest:
            return knock
    raise illegal("no guest of that number is knocking any more")


def leave(draft: Draft, device: str) -> None:
    """Leave the seat, or stop knocking; during a game the seat is kept, and a bot plays on or the host tells for it."""
    table = draft.table
    place = table.seat_of(device)
    if place is None:
        knock = table.knock_of(device)
        if knock is None:
            raise forbidden("you have no seat at this table")
        draft.add(TurnedAway(knock.guest))
        return
    was_host = table.host == place
    if table.seats[place].guest or (table.settings.real_dice and table.phase == "playing"):
        draft.add(Released(place, "left"))
    elif table.phase != "playing":
        draft.add(Stood(place, "left"))
    elif table.seats[place].away == "left":
        raise illegal("you have left already, and a bot plays for you")
    else:
        draft.add(WentAway(place, "left"))
    if was_host:
        pass_on_host(draft, place)
    draft.start_if_wanted()
    draft.settle()


def pass_on_host(draft: Draft, gone: int) -> None:
    """Pass the host role to the next present person with a device; without one, the next person to come gets it."""
    seats = draft.table.seats
    for place in (*range(gone, len(seats)), *range(gone)):
        if seats[place].present and seats[place].devices:
            draft.add(HostChanged(place))
            return


def seat_bot(draft: Draft, command: SeatBot) -> None:
    table = draft.table
    check_no_bots(table.settings)
    check_level(table.game, command.level)
    check_free_seat(draft)
    add_bot(draft, command.level)


def add_bot(draft: Draft, level: str) -> None:
    table = draft.table
    draft.add(BotSat(len(table.seats), first_free(draft.inputs.bot_names, table.names), level))


def unseat(draft: Draft, command: Unseat) -> None:
    """Free a seat; during a game a bot replaces the person for good, or with real dice the host tells for the seat."""
    table, place = draft.table, command.seat
    seat = find_seat(draft, place)
    if place == table.host:
        raise illegal("the host cannot be removed, but can leave")
    if table.phase != "playing":
        draft.add(Stood(place, "removed"))  # no automatic start: the host is changing the table
        return
    if not seat.person:
        raise illegal("a bot cannot be taken out while the game runs")
    if table.settings.real_dice:
        if seat.guest:
            raise illegal(f"{seat.name} plays on until the game is over, and can sit out then")
        draft.add(Released(place, "removed"))
        return
    draft.add(BotSat(place, first_free(draft.inputs.bot_names, table.names), table.settings.stand_in))
    draft.settle()


def find_seat(draft: Draft, place: int) -> Seat:
    seats = draft.table.seats
    if place not in range(len(seats)):
        raise illegal(f"there is no seat {place} at this table")
    return seats[place]


def _person(draft: Draft, place: int) -> Seat:
    seat = find_seat(draft, place)
    if not seat.person:
        raise illegal(f"{seat.name} is a bot")
    return seat


def hand_on(draft: Draft, command: HandOn) -> None:
    seat = _person(draft, command.seat)
    if command.seat == draft.table.host:
        raise illegal("you are the host already")
    if not seat.devices:
        raise illegal(f"{seat.name} has no device here, which a host needs")
    draft.add(HostChanged(command.seat))


def host_gone(draft: Draft, command: HostGone) -> None:
    """A connected person becomes host, unless the role has passed on meanwhile."""
    if draft.table.host != command.host:
        raise Refusal("stale", "another person is host already")
    hand_on(draft, HandOn(command.heir))


def stand_in(draft: Draft, command: StandIn) -> None:
    """A bot plays for a person until they are back."""
    check_no_bots(draft.table.settings)
    seat = _person(draft, command.seat)
    if draft.table.phase != "playing":
        raise illegal("no game is running in which a bot could play")
    if seat.away:
        raise illegal(f"a bot plays for {seat.name} already")
    draft.add(WentAway(command.seat, "host"))
    draft.settle()


def back(draft: Draft, place: int) -> None:
    if not draft.table.seats[place].away:
        raise illegal("you are not away")
    return_to_seat(draft, place)


def return_to_seat(draft: Draft, place: int) -> None:
    """A person who acts is present, and becomes host if the host has left."""
    table = draft.table
    if not table.seats[place].away:
        return
    draft.add(CameBack(place))
    if table.host is None or (table.host != place and table.seats[table.host].away == "left"):
        draft.add(HostChanged(place))


def carry(draft: Draft, command: Carry) -> None:
    """Another device holds the seat too; it stops knocking, and cannot hold two seats."""
    table = draft.table
    offered, place = table.seat_of(command.holder), table.seat_of(command.device)
    if offered is None:
        raise Refusal("stale", "the device that offered this seat does not hold it any more")
    if place == offered:
        raise illegal("this device holds the seat already")
    if place is not None:
        raise illegal("this device has a seat at this table already")
    if len(table.seats[offered].devices) >= MOST_DEVICES:
        raise Refusal("limit", f"a seat is held by {MOST_DEVICES} devices at most")
    knock = table.knock_of(command.device)
    if knock is not None:
        draft.add(TurnedAway(knock.guest))
    draft.add(Carried(offered, command.device))
