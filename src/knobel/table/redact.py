"""Redaction: an entry of the log as one viewer may know it, without devices and with hidden dice face down."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ..rules import schocken, zocknroll
from ..rules.game import FACE_DOWN, Event
from ..rules.real_dice import may_stay_down
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
    LogEvent,
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
from .table import Table


class RedactedSat(LogEvent, frozen=True, tag="sat"):
    """A person sits down; without the device."""

    seat: int
    name: str


class RedactedKnocked(LogEvent, frozen=True, tag="knocked"):
    """A guest knocks; without the device, and only the host sees the name."""

    guest: int
    name: str | UnsetType = UNSET


class RedactedClaimed(LogEvent, frozen=True, tag="claimed"):
    """A device takes over the seat of a guest; without the device."""

    seat: int


class RedactedTakenBack(LogEvent, frozen=True, tag="taken_back"):
    """Events are withdrawn; without the secret name of the record."""

    to: int
    seat: int
    instead: Event | None = None


class RedactedCarried(LogEvent, frozen=True, tag="carried"):
    """Another device holds the seat too; without the device."""

    seat: int


class RedactedCommitment(Struct, frozen=True, gc=False):
    """The server's commitment to the keys of a game; without the roots of subtrees, which clients do not need."""

    game: str
    root: str
    table: str


class RedactedStarted(LogEvent, frozen=True, tag="started"):
    """A game begins; without the secret name of its record."""

    number: int
    taken: int = 0
    fair: RedactedCommitment | None = None


class RedactedRooted(LogEvent, frozen=True, tag="rooted"):
    """Another root; without the roots of subtrees."""

    root: str


RedactedEvent: TypeAlias = (
    Created
    | RedactedSat
    | GuestSat
    | RedactedClaimed
    | Released
    | SatOut
    | SatIn
    | BotSat
    | Stood
    | RedactedKnocked
    | TurnedAway
    | Changed
    | HostChanged
    | RedactedCarried
    | RedactedStarted
    | RedactedRooted
    | Anchored
    | Wanted[Event]
    | Played[Event]
    | RedactedTakenBack
    | Protested
    | Disclosed
    | WentAway
    | CameBack
    | Emoted
    | WantsRematch
    | Closed
)


def redact(after: Table, event: TableEvent, seat: int | None) -> RedactedEvent:
    """The entry as the viewer on `seat`, or a spectator, may know it at the moment when it happens.

    `after` is the table right after the entry, and `seat` the viewer's at that moment. So an entry looks the same
    whenever a viewer asks for it: dice that were hidden then stay face down in it for good, and show themselves in the
    views of what follows. Devices are left out, and so is the name of a record before the game is over.
    """
    match event:
        case Played():
            hidden = face_down(event.event, after, seat)
            return event if hidden is event.event else replace(event, event=hidden)
        case Sat():
            return RedactedSat(event.seat, event.name)
        case Claimed():
            return RedactedClaimed(event.seat)
        case TakenBack():
            return RedactedTakenBack(event.to, event.seat, _untold(event.instead, after))
        case Carried():
            return RedactedCarried(event.seat)
        case Knocked():
            host = seat is not None and seat == after.host
            return RedactedKnocked(event.guest, event.name if host else UNSET)
        case Started():
            fair = event.fair
            commitment = None if fair is None else RedactedCommitment(fair.game, fair.root, fair.table)
            return RedactedStarted(event.number, event.taken, commitment)
        case Rooted():
            return RedactedRooted(event.root)
    return event


def _untold(event: Event | None, at: Table) -> Event | None:
    """The event with the dice face down that would lie under a cup (S5)."""
    if not isinstance(event, schocken.Throw) or at.state is None:
        return event
    hidden = replace(event, dice=(FACE_DOWN,) * len(event.dice))
    return hidden if may_stay_down(at.rules, at.state, hidden) else event


def face_down(event: Event, after: Table, seat: int | None) -> Event:
    """The event with the dice face down that its viewer does not see (N5, S5)."""
    if isinstance(event, zocknroll.Cups):
        cups = after.rules.view(after.state, seat).cups
        dice = tuple(
            (FACE_DOWN,) * len(thrown) if FACE_DOWN in shown else thrown
            for thrown, shown in zip(event.dice, cups, strict=True)
        )
        return replace(event, dice=dice)
    if isinstance(event, schocken.Throw):
        hands = after.rules.view(after.state, seat).hands
        if FACE_DOWN in hands[event.seat].thrown:
            return replace(event, dice=(FACE_DOWN,) * len(event.dice))
    return event
