"""What can be asked of a table. Clients send `Command`s; the house itself, not a client, sends `HouseCommand`s."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from ..rules.game import PlainEvent
from .settings import Settings

EMOTES = ("hello", "well_played", "thanks", "luck", "ouch", "hurry", "laugh", "think")
Emotion: TypeAlias = Literal["hello", "well_played", "thanks", "luck", "ouch", "hurry", "laugh", "think"]


class Asked(Struct, frozen=True, tag_field="c", forbid_unknown_fields=True):
    """Something that somebody asks of a table."""


class Join(Asked, frozen=True, tag="join"):
    """Take a free seat, or knock where the door is closed."""

    name: str


class Leave(Asked, frozen=True, tag="leave"):
    """Stand up; while a game runs a bot plays on."""


class SeatBot(Asked, frozen=True, tag="seat_bot"):
    level: str


class Unseat(Asked, frozen=True, tag="unseat"):
    """The host takes a bot out or removes a person."""

    seat: int


class LetIn(Asked, frozen=True, tag="let_in"):
    """The host opens the door to somebody who knocks; `guest` is the number of the knock."""

    guest: int


class TurnAway(Asked, frozen=True, tag="turn_away"):
    guest: int


class Change(Asked, frozen=True, tag="change"):
    """Another game, other options (plain data as in a record) or settings, before the start; what is unset stays."""

    game: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET


class Start(Asked, frozen=True, tag="start"):
    """The host begins the first game, or the next one."""


class Throw(Asked, frozen=True, tag="throw"):
    """The seat lets the dice fall that are wanted of it."""


class Move(Asked, frozen=True, tag="move"):
    """One of the moves of the decision, as plain data; face-down dice are thrown by the house."""

    move: PlainEvent


Hex: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A hash, as text."""


class Anchor(Asked, frozen=True, tag="anchor"):
    """The device of the seat binds itself to a chain of secrets for the dice of this game."""

    anchor: Hex


class Reveal(Asked, frozen=True, tag="reveal"):
    """The next link of the device's chain, for a want under root number `section`; the log gets it with the dice."""

    section: int
    want: int
    link: Hex


class Protest(Asked, frozen=True, tag="protest"):
    """The device had answered to a want at which the log calls it absent."""

    section: int
    want: int


class Emote(Asked, frozen=True, tag="emote"):
    emote: Emotion


class Rematch(Asked, frozen=True, tag="rematch"):
    """The seat wants another game; it begins once all people want it."""


class HandOn(Asked, frozen=True, tag="hand_on"):
    """The host role goes to another person."""

    seat: int


class StandIn(Asked, frozen=True, tag="stand_in"):
    """The host lets a bot play for a person who is away."""

    seat: int


class Back(Asked, frozen=True, tag="back"):
    """The person plays again, and the stand-in rests."""


class Close(Asked, frozen=True, tag="close"):
    """The host ends the table for good."""


Command: TypeAlias = (
    Join
    | Leave
    | SeatBot
    | Unseat
    | LetIn
    | TurnAway
    | Change
    | Start
    | Throw
    | Move
    | Anchor
    | Reveal
    | Protest
    | Emote
    | Rematch
    | HandOn
    | StandIn
    | Back
    | Close
)
