"""What has happened at a table, exactly as it stands in its log. `Played.event` is an event of the game's record."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from .commands import Emotion
from .settings import Settings

Away: TypeAlias = Literal["time", "left", "host"]
"""Why a bot plays for a person: the thinking time ran out, the person left, or the host asked for it."""


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


class Started(Happened, frozen=True, tag="started"):
    """Game number `number` of this table begins; `replay` is the secret name of its record.

    Its first `taken` events were played in another game, and this one goes on from there.
    """

    number: int
    replay: str
    taken: int = 0


class Wanted(Happened, frozen=True, tag="wanted"):
    """Dice are wanted, or a lot: `event` with its dice face down; for a lot there is no event.

    At a table that throws by hand, the throw of a person's seat is wanted only when the person has asked for it.
    `level` is that of the bot whose move it is, if it is one's.
    """

    event: dict[str, Any] | None
    level: str | None = None


class Played(Happened, frozen=True, tag="played"):
    """An event of the game; `by` is who brought it about, `level` the bot's if it was one.

    An event `by` another game's `record` was taken over from there.
    """

    event: dict[str, Any]
    by: Literal["dice", "player", "bot", "stand_in", "record"]
    level: str | None = None


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
    | Wanted
    | Played
    | WentAway
    | CameBack
    | Emoted
    | WantsRematch
    | Closed
)
