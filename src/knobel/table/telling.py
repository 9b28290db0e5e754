"""Command handlers of a game with real dice: people tell what lies on the table, and take it back (R1, R6)."""

from __future__ import annotations

from ..rules import schocken, zocknroll
from ..rules.errors import IllegalEvent
from ..rules.game import Event, State
from .commands import Refusal, TakeBack, Tell, forbidden, illegal
from .draft import Draft
from .events import TakenBack
from .playing import check_running, read
from .table import Table, due
from .withdrawal import position


def check_real(table: Table) -> None:
    if not table.settings.real_dice:
        raise illegal("this table throws its own dice: there is nothing to tell", "R1")


def tell(draft: Draft, place: int, command: Tell, seen: int) -> None:
    """A device tells the next event, or the same as another device before it, or contradicts it."""
    table = draft.table
    check_real(table)
    event = read(table, command.event)
    if seen < table.moved:
        _compare(draft, place, event, seen)
        return
    check_running(table)
    assert table.state is not None
    _check_may_tell(table, place, event)
    _played(table, table.state, event)
    draft.tell(event)


def _compare(draft: Draft, place: int, event: Event, seen: int) -> None:
    """Compare with what was told meanwhile: the same is no news; of two different tellings neither counts."""
    table = draft.table
    number = _answered(table, seen)
    if number is None:
        raise Refusal("stale", "something has happened at the table since; look again")
    told = table.told[number].event
    before = position(table, table.told[:number])
    _check_may_tell(table, place, event)
    try:
        same = _played(table, before, event) == table.rules.play(before, told)
    except Refusal:
        raise Refusal("stale", "something else was told meanwhile; look again") from None
    if same:
        return
    if any(not _by_itself(each.event) for each in table.told[number + 1 :]):
        raise Refusal("stale", "this was told otherwise, and the game has gone on; take that back if it is wrong")
    _withdraw(draft, place, number, event)


def _answered(table: Table, seen: int) -> int | None:
    """The number of the event that answered what a client saw at a version of this game; None if it is not known."""
    if seen < max(table.began, table.withdrawn):
        return None
    for number, told in enumerate(table.told):
        if told.version > seen and not _by_itself(told.event):
            return number
    return None


def _by_itself(event: Event) -> bool:
    """Whether the table plays this event without being told (R2)."""
    return isinstance(event, zocknroll.Cups)


def _played(table: Table, before: State, event: Event) -> State:
    try:
        after: State = table.rules.play(before, event)
    except IllegalEvent as error:
        raise illegal(error.sentence, error.rule) from None
    return after


def _check_may_tell(table: Table, place: int, event: Event) -> None:
    """The host tells everything, others what is their own or no seat's: lots, roll-offs, white dice, Jörg."""
    if place != table.host and _seat(table, event) not in (None, place):
        raise forbidden("the dice and decisions of other seats are told by their own devices or by the host")


def awaits(table: Table, place: int) -> bool:
    """Whether the table waits for the person on a seat, or for what their device tells."""
    waiting = due(table)
    if not table.settings.real_dice:
        return waiting.seat == place
    if waiting.kind == "nothing":
        return False
    return place == table.host or waiting.seat == place or waiting.seat not in range(len(table.seats))


def _seat(table: Table, event: Event) -> int | None:
    """The seat that an event belongs to; none for a lot and for Jörg."""
    seat = event.seat
    if seat is None or seat >= len(table.seats) or isinstance(event, zocknroll.Starter | schocken.Starter):
        return None
    return seat


def take_back(draft: Draft, place: int, command: TakeBack) -> None:
    """Withdraw events of the running game, or of the last one as long as nothing has changed since."""
    table = draft.table
    check_real(table)
    if table.phase == "over" and not table.told:
        raise illegal("the table has changed since the game ended: its result stands", "R6")
    withdrawn = [each.event for each in table.told[max(command.to, 0) :] if not _by_itself(each.event)]
    if command.to < 0 or not withdrawn:
        raise illegal(f"there is nothing to take back after event {command.to}", "R6")
    if place != table.host and any(_seat(table, event) not in (None, place) for event in withdrawn):
        raise forbidden("only the host takes back what other seats have told")
    _withdraw(draft, place, command.to)


def _withdraw(draft: Draft, place: int, to: int, instead: Event | None = None) -> None:
    replay = draft.inputs.secret() if draft.table.phase == "over" else None
    draft.add(TakenBack(to, place, instead, replay))
    draft.settle()


def last_telling(table: Table) -> int | None:
    """How many events stay if the last telling is taken back; None if there is none."""
    numbers = (number for number in reversed(range(len(table.told))) if not _by_itself(table.told[number].event))
    return next(numbers, None)


def tellings(table: Table) -> list[int]:
    """The numbers of all events of the game that people have told."""
    return [number for number, each in enumerate(table.told) if not _by_itself(each.event)]
