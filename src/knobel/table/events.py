"""Entries of a table's log (event sourcing): everything that happened, in the JSON that the store keeps.

Two kinds carry an event of the game. Its type depends on the game of the table, which the log says itself, so a log is
decoded with `log_type` of that game and travels typed from there on.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args

from msgspec import Struct

from ..rules.game import AnyGame, Event
from .commands import Emotion
from .settings import Settings

Away: TypeAlias = Literal["time", "left", "host"]
"""Why a bot plays for a person: the thinking time ran out, the person left, or the host asked for it."""


E = TypeVar("E", bound=Event)


class Happened(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One entry of the log of a table."""


class Created(Happened, frozen=True, tag="created"):
    code: str
    game: str
    options: dict[str, Any]
    settings: Settings


class Sat(Happened, frozen=True, tag="sat"):
    """A person sits down on the next free seat; `device` is the digest of the token that holds the seat."""

    seat: int
    name: str
    device: str


class BotSat(Happened, frozen=True, tag="bot_sat"):
    """A bot sits down; while a game runs, for good in place of a person whom the host has removed."""

    seat: int
    name: str
    level: str


class Stood(Happened, frozen=True, tag="stood"):
    """A seat is empty again, and those behind it move up; never while a game runs."""

    seat: int
    why: Literal["left", "removed"]


class Knocked(Happened, frozen=True, tag="knocked"):
    guest: int
    name: str
    device: str


class TurnedAway(Happened, frozen=True, tag="turned_away"):
    guest: int


class Changed(Happened, frozen=True, tag="changed"):
    game: str
    options: dict[str, Any]
    settings: Settings


class HostChanged(Happened, frozen=True, tag="host"):
    seat: int


class Carried(Happened, frozen=True, tag="carried"):
    """Another device holds the seat too."""

    seat: int
    device: str


class Bond(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What the house binds itself to before the first throw of a game: a `root` over the keys of all throws.

    `game` is the public name under which the dice of this game are thrown, and `table` the text that its header binds.
    `tops` are those of the branches below the root, so that a proof is quickly made: no secret, but nobody needs them.
    """

    game: str
    root: str
    table: str
    tops: str


class Started(Happened, frozen=True, tag="started"):
    """Game number `number` of this table begins; `replay` is the secret name of its record.

    Its first `taken` events were played in another game, and this one goes on from there. With `fair` dice everybody
    can check them.
    """

    number: int
    replay: str
    taken: int = 0
    fair: Bond | None = None


class Rooted(Happened, frozen=True, tag="rooted"):
    """The keys of the last root are nearly used up: another root, and all devices give new anchors."""

    root: str
    tops: str


class Anchored(Happened, frozen=True, tag="anchored"):
    """The device of a seat binds itself to a chain of secrets, of which it reveals one from the next want on."""

    seat: int
    anchor: str


class Wanted(Happened, Generic[E], frozen=True, tag="wanted"):
    """Dice are wanted, or a lot: `event` with its dice face down; for a lot there is no event.

    At a table that throws by hand, the throw of a person's seat is wanted only when the person has asked for it.
    `level` is that of the bot whose move it is, if it is one's. Where everybody can check the dice, `want` and `throw`
    are the numbers of this want and of its first throw under the root that holds.
    """

    event: E | None
    level: str | None = None
    want: int | None = None
    throw: int | None = None


class Played(Happened, Generic[E], frozen=True, tag="played"):
    """An event of the game; `by` is who brought it about, `level` the bot's if it was one.

    An event `by` another game's `record` was taken over from there. `links` are what the devices with an anchor have
    revealed for its dice, in the order of their seats, None for who did not answer.
    """

    event: E
    by: Literal["dice", "player", "bot", "stand_in", "record"]
    level: str | None = None
    links: tuple[str | None, ...] | None = None


class Protested(Happened, frozen=True, tag="protested"):
    """The device of a seat says that it had answered to a want at which it was called absent."""

    seat: int
    want: int


class Disclosed(Happened, frozen=True, tag="disclosed"):
    """The game is over, or given up: the house gives away the secrets from which its keys came, one for each root."""

    secrets: tuple[str, ...]


class WentAway(Happened, frozen=True, tag="away"):
    """A bot plays on for a person."""

    seat: int
    why: Away


class CameBack(Happened, frozen=True, tag="back"):
    seat: int


class Emoted(Happened, frozen=True, tag="emoted"):
    seat: int
    emote: Emotion


class WantsRematch(Happened, frozen=True, tag="wants_rematch"):
    seat: int


class Closed(Happened, frozen=True, tag="closed"):
    """The table is over for good."""


TableEvent: TypeAlias = (
    Created
    | Sat
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
    fixed = [kind for kind in get_args(TableEvent) if kind not in (Wanted[Event], Played[Event])]
    return reduce(or_, [*fixed, Wanted[events], Played[events]])
