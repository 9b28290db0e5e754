"""Event sourcing: apply an entry of the log to a table. Folding a whole log rebuilds the table."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..rules.game import Decision, Event
from . import fairness, guests
from .events import (
    Anchored,
    BotSat,
    CameBack,
    Carried,
    Changed,
    Claimed,
    Closed,
    Created,
    Disclosed,
    Emoted,
    GuestSat,
    HostChanged,
    Knocked,
    Played,
    Protested,
    Released,
    Rooted,
    Sat,
    SatIn,
    SatOut,
    Started,
    Stood,
    TableEvent,
    TakenBack,
    TurnedAway,
    Wanted,
    WantsRematch,
    WentAway,
)
from .table import DiceRequest, Knock, Seat, Table, Tally, Told, actor, with_tallies
from .withdrawal import taken_back


def rebuild(log: Iterable[TableEvent]) -> Table | None:
    """Fold a log; None for an empty one."""
    table: Table | None = None
    for event in log:
        table = evolve(table, event)
    return table


def evolve(table: Table | None, event: TableEvent) -> Table:
    """The table after `event`, which `decide` has validated."""
    if table is None:
        assert isinstance(event, Created), "a log begins with the creation of its table"
        return _created(event)
    if isinstance(event, Played):
        return _played(table, event.event, event.links)
    if isinstance(event, Wanted):
        return _wanted(table, event)
    after = replace(table, version=table.version + 1)
    match event:
        case Created():
            return _created(event)
        case Emoted() | Disclosed():
            return after
        case Anchored(seat=seat, anchor=anchor):
            return _promised(after, seat, anchor)
        case Protested(seat=seat, want=want):
            return _protested(after, seat, want)
        case Rooted():
            assert after.fair is not None
            return replace(after, fair=fairness.rooted(after.fair, event))
        case WentAway(seat=seat, why=why):
            return _seat(after, seat, away=why)
        case CameBack(seat=seat):
            return _seat(after, seat, away=None)
        case Sat():
            return _sat(after, event)
        case GuestSat():
            return guests.guest_sat(after, event)
        case Claimed():
            return guests.claimed(after, event)
        case Released():
            return guests.released(after, event)
        case SatOut():
            return guests.sat_out(after, event)
        case SatIn():
            return guests.sat_in(after, event)
        case TakenBack():
            return taken_back(after, event)
        case BotSat(seat=seat, name=name, level=level):
            return _bot_sat(after, seat, Seat(name, level=level))
        case Stood():
            return _stood(after, event)
        case Knocked(guest=guest, name=name, device=device, claims=claims):
            return replace(after, knocks=(*after.knocks, Knock(guest, name, device, claims)), guests=guest)
        case TurnedAway(guest=guest):
            return replace(after, knocks=tuple(knock for knock in after.knocks if knock.guest != guest))
        case Changed():
            return _changed(after, event)
        case HostChanged(seat=seat):
            return replace(guests.without_scribe(after), host=seat, arranged=after.version)
        case Carried(seat=seat, device=device):
            return _seat(after, seat, devices=(*after.seats[seat].devices, device))
        case WantsRematch(seat=seat):
            return _seat(after, seat, again=True)
        case Started():
            return _started(after, event)
        case Closed():
            return replace(after, phase="closed", arranged=after.version, moved=after.version)


def _created(event: Created) -> Table:
    return Table(event.code, event.game, event.options, event.settings)


def _seat(table: Table, place: int, **changes: object) -> Table:
    seats = table.seats
    return replace(table, seats=(*seats[:place], replace(seats[place], **changes), *seats[place + 1 :]))


def _sat(table: Table, event: Sat) -> Table:
    """The first person at a table without a host becomes host."""
    return replace(
        table,
        seats=(*table.seats, Seat(event.name, (event.device,))),
        host=event.seat if table.host is None else table.host,
        knocks=tuple(knock for knock in table.knocks if knock.device != event.device),
        removed=tuple(device for device in table.removed if device != event.device),
        told=(),
    )


def _bot_sat(table: Table, place: int, bot: Seat) -> Table:
    """A bot takes a free seat, or replaces a person who was removed during a game."""
    if place == len(table.seats):
        return replace(table, seats=(*table.seats, bot))
    gone = table.seats[place].devices
    seats = (*table.seats[:place], bot, *table.seats[place + 1 :])
    after = replace(table, seats=seats, removed=(*table.removed, *gone), arranged=table.version)
    return _promised(after, place, None)


def _promised(table: Table, place: int, anchor: str | None) -> Table:
    """The device of a seat takes part in the dice from now on, or no longer."""
    if table.fair is None or table.phase != "playing":
        return table
    return replace(table, fair=fairness.promised(table.fair, place, anchor, table.wanted is not None))


def _protested(table: Table, place: int, want: int) -> Table:
    fair = table.fair
    assert fair is not None
    return replace(table, fair=replace(fair, protests=(*fair.protests, (place, fair.section, want))))


def _stood(table: Table, event: Stood) -> Table:
    gone, host = event.seat, table.host
    if host is not None:
        host = None if host == gone else host - (host > gone)
    removed = table.removed + (table.seats[gone].devices if event.why == "removed" else ())
    seats = table.seats[:gone] + table.seats[gone + 1 :]
    return replace(table, seats=seats, host=host, removed=removed, told=(), arranged=table.version)


def _changed(table: Table, event: Changed) -> Table:
    after = replace(
        table, game=event.game, options=event.options, settings=event.settings, told=(), arranged=table.version
    )
    if event.game == table.game:
        return after
    seats = tuple(replace(seat, tally=Tally(), again=False) for seat in table.seats)
    bench = tuple(replace(out, seat=replace(out.seat, tally=Tally())) for out in table.bench)
    return replace(after, phase="lobby", state=None, seats=seats, bench=bench)  # points of two games cannot be added


def _started(table: Table, event: Started) -> Table:
    return replace(
        table,
        phase="playing",
        number=event.number,
        replay=event.replay,
        began=table.version,
        taken=event.taken,
        seats=tuple(replace(seat, again=False) for seat in table.seats),
        state=table.rules.start(table.rule_options, len(table.seats)),
        fair=None if event.fair is None else fairness.bound(event.fair, len(table.seats)),
        wanted=None,
        told=(),
        moved=table.version,
        arranged=table.version,
    )


def _wanted(table: Table, event: Wanted[Event]) -> Table:
    pending = table.rules.pending(table.state)
    # A move that throws dice stays the move of its seat's actor, whatever happens until the dice have fallen.
    by = actor(table, pending.seat) if isinstance(pending, Decision) else "dice"
    version, fair = table.version + 1, table.fair
    if fair is not None and not fair.called:
        fair = replace(fair, called=True)
    return replace(table, version=version, wanted=DiceRequest(event.event, by, event.level), moved=version, fair=fair)


def _played(table: Table, event: Event, links: tuple[str | None, ...] | None) -> Table:
    rules, version, fair = table.rules, table.version + 1, table.fair
    state = rules.play(table.state, event)
    if fair is not None and links is not None:
        fair = fairness.fallen(fair, event, rules.view(state, None), links)
    elif fair is not None and fair.covered:
        fair = replace(fair, covered=fairness.covered(fair, (), rules.view(state, None)))
    told = (*table.told, Told(version, event)) if table.settings.real_dice else ()
    after = replace(table, version=version, state=state, wanted=None, moved=version, fair=fair, told=told)
    result = rules.result(state)
    if result is None:
        return after
    seats = table.seats if table.taken else with_tallies(table.seats, result)
    return replace(after, phase="over", seats=seats, finished=table.replay, arranged=version)
