"""Entries of a table's log (event sourcing): everything that happened, in the JSON that the store keeps.

Three kinds carry an event of the game. Its type depends on the game of the table, which the log says itself, so a log
is decoded with `log_type` of that game and travels typed from there on.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args

from msgspec import Struct

from ..rules.game import AnyGame, Event
from .commands import Emotion, Settings

Away: TypeAlias = Literal["time", "left", "host"]
"""Why a bot plays for a person: the thinking time ran out, the person left, or the host decided so."""


E = TypeVar("E", bound=Event)


class LogEvent(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One entry of the log of a table."""


class Created(LogEvent, frozen=True, tag="created"):
    code: str
    game: str
    options: dict[str, Any]
    settings: Settings


class Sat(LogEvent, frozen=True, tag="sat"):
    """A person takes the next free seat; `device` is the digest of the token that holds the seat."""

    seat: int
    name: str
    device: str


class GuestSat(LogEvent, frozen=True, tag="guest_sat"):
    """A person without a device takes a seat at a table with real dice; the seats from there on move up."""

    seat: int
    name: str


class Claimed(LogEvent, frozen=True, tag="claimed"):
    """A device takes over the seat of a guest."""

    seat: int
    device: str


class Released(LogEvent, frozen=True, tag="released"):
    """The devices of a seat leave a running game with real dice, or are removed; the seat becomes a guest's."""

    seat: int
    why: Literal["left", "removed"]


class SatOut(LogEvent, frozen=True, tag="sat_out"):
    """A person moves from a seat to the bench; never during a game."""

    seat: int


class SatIn(LogEvent, frozen=True, tag="sat_in"):
    """A person moves from the bench to a seat, and the seats from there on move up; never during a game."""

    bench: int
    seat: int


class BotSat(LogEvent, frozen=True, tag="bot_sat"):
    """A bot takes a seat; during a game, that of a person whom the host has removed."""

    seat: int
    name: str
    level: str


class Stood(LogEvent, frozen=True, tag="stood"):
    """A seat becomes free, and the seats after it move up; never during a game."""

    seat: int
    why: Literal["left", "removed"]


class Knocked(LogEvent, frozen=True, tag="knocked"):
    """A guest asks to be let in; with `claims` to the seat of the guest of that name."""

    guest: int
    name: str
    device: str
    claims: bool = False


class TurnedAway(LogEvent, frozen=True, tag="turned_away"):
    guest: int


class Changed(LogEvent, frozen=True, tag="changed"):
    game: str
    options: dict[str, Any]
    settings: Settings


class HostChanged(LogEvent, frozen=True, tag="host"):
    seat: int


class Carried(LogEvent, frozen=True, tag="carried"):
    """Another device holds the seat too."""

    seat: int
    device: str


class GameCommitment(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The server's commitment before the first throw of a game: the Merkle `root` over the keys of all throws.

    `game` is the public id of this game's dice, and `table` the text that the header binds. `tops` are the roots of the
    subtrees, which make Merkle paths fast to compute; they are not secret, but clients do not need them.
    """

    game: str
    root: str
    table: str
    tops: str


class Started(LogEvent, frozen=True, tag="started"):
    """Game number `number` of this table starts; `replay` is the secret name of its record.

    Its first `taken` events are taken over from another game. With `fair` its dice can be verified.
    """

    number: int
    replay: str
    taken: int = 0
    fair: GameCommitment | None = None


class Rooted(LogEvent, frozen=True, tag="rooted"):
    """The keys of the last root are nearly used up: the server commits to another root, and devices to new anchors."""

    root: str
    tops: str


class Anchored(LogEvent, frozen=True, tag="anchored"):
    """The device of a seat commits to a hash chain, and reveals one link per want from the next want on."""

    seat: int
    anchor: str


class Wanted(LogEvent, Generic[E], frozen=True, tag="wanted"):
    """A request for dice: `event` with its dice face down, or None for a lot.

    Dice that the server throws alone fall at once, without a request. If people throw by hand, their throws are wanted
    only after `Throw`. `level` is that of the bot whose move it is, if a bot decided. With verifiable dice, `want` and
    `throw` are the numbers of this want and of its first throw under the current root.
    """

    event: E | None
    level: str | None = None
    want: int | None = None
    throw: int | None = None


class Played(LogEvent, Generic[E], frozen=True, tag="played"):
    """An event of the game; `by` says who caused it, and `level` is that of the bot if it was one.

    An event by `record` was taken over from another game. `links` are what the devices with an anchor revealed for its
    dice, in the order of their seats, None for a device that did not answer.
    """

    event: E
    by: Literal["dice", "player", "bot", "stand_in", "record"]
    level: str | None = None
    links: tuple[str | None, ...] | None = None


class TakenBack(LogEvent, Generic[E], frozen=True, tag="taken_back"):
    """All events of the game after the first `to` are withdrawn (R6).

    `instead` is what another device told in place of the last one: both are asked again. A game that was over runs
    again, and `replay` is the new secret name of its record.
    """

    to: int
    seat: int
    instead: E | None = None
    replay: str | None = None


class Protested(LogEvent, frozen=True, tag="protested"):
    """The device of a seat claims that it had answered a want at which it was called absent."""

    seat: int
    want: int


class Disclosed(LogEvent, frozen=True, tag="disclosed"):
    """The game is over or was given up: the server reveals the secrets of its keys, one for each root."""

    secrets: tuple[str, ...]


class WentAway(LogEvent, frozen=True, tag="away"):
    """A bot plays for a person from now on."""

    seat: int
    why: Away


class CameBack(LogEvent, frozen=True, tag="back"):
    seat: int


class Emoted(LogEvent, frozen=True, tag="emoted"):
    seat: int
    emote: Emotion


class WantsRematch(LogEvent, frozen=True, tag="wants_rematch"):
    seat: int


class Closed(LogEvent, frozen=True, tag="closed"):
    """The table is closed for good."""


TableEvent: TypeAlias = (
    Created
    | Sat
    | GuestSat
    | Claimed
    | Released
    | SatOut
    | SatIn
    | BotSat
    | Stood
    | Knocked
    | TurnedAway
    | Changed
    | HostChanged
    | Carried
    | Started
    | Rooted
    | Anchored
    | Wanted[Event]
    | Played[Event]
    | TakenBack[Event]
    | Protested
    | Disclosed
    | WentAway
    | CameBack
    | Emoted
    | WantsRematch
    | Closed
)


def log_type(game: AnyGame) -> Any:
    """The type of a log's entries while the table plays `game`, for decoders: `TableEvent` with that game's events."""
    events: Any = reduce(or_, game.events)
    generic = (Wanted[Event], Played[Event], TakenBack[Event])
    fixed = [kind for kind in get_args(TableEvent) if kind not in generic]
    return reduce(or_, [*fixed, Wanted[events], Played[events], TakenBack[events]])
