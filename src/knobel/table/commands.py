"""Commands of clients, the settings of a table, and refusals. Commands of the server itself are in `server`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import force_setattr

from ..rules.errors import KnobelError
from ..rules.game import PlainEvent

EMOTES = ("hello", "well_played", "thanks", "luck", "ouch", "hurry", "laugh", "think")
Emotion: TypeAlias = Literal["hello", "well_played", "thanks", "luck", "ouch", "hurry", "laugh", "think"]


Why: TypeAlias = Literal["illegal", "stale", "malformed", "forbidden", "closed", "limit"]
"""`illegal`: a rule or the table says no; `stale`: the client has not seen the latest entries; `forbidden`: another
seat may do it, but not this one."""


class Refusal(KnobelError):
    """A command that changes nothing, with the reason as one sentence and the rule that decides, if one does."""

    def __init__(
        self, why: Why, sentence: str, rule: str | None = None, *, key: str | None = None, **values: object
    ) -> None:
        super().__init__(sentence, rule, key=key, **values)
        self.why: Why = why


def illegal(sentence: str, rule: str | None = None) -> Refusal:
    return Refusal("illegal", sentence, rule)


def forbidden(sentence: str) -> Refusal:
    return Refusal("forbidden", sentence)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run, beside the rules of its game; the host chooses.

    `clock` is the thinking time for each decision in seconds, 0 for none; `stand_in` the level of the bot that plays
    for an absent person; `pace` how long bots pretend to think; `throws` whether people throw their dice by hand;
    `door` whether guests with the link may sit down or must knock. `help` says who may ask the coach during a game: a
    person who plays `alone` against bots, `all` players, or none. `dice` says whether the server throws, or people
    throw `real` dice and tell what lies there (R1); unset means the server.
    """

    clock: Literal[0, 30, 60, 180] = 0
    stand_in: str = "strong"
    pace: Literal["human", "quick", "instant"] = "human"
    throws: Literal["hand", "auto"] = "hand"
    door: Literal["open", "knock"] = "open"
    help: Literal["alone", "all", "never"] = "alone"
    dice: Literal["server", "real"] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.dice == "server":  # one form of the default, and that of older logs
            force_setattr(self, "dice", UNSET)

    @property
    def real_dice(self) -> bool:
        return self.dice == "real"


class BaseCommand(Struct, frozen=True, tag_field="c", forbid_unknown_fields=True):
    """A command of a client."""


class Join(BaseCommand, frozen=True, tag="join"):
    """Take a free seat, or knock if the door is closed."""

    name: str


class Leave(BaseCommand, frozen=True, tag="leave"):
    """Leave the seat; during a game a bot plays on."""


class SeatBot(BaseCommand, frozen=True, tag="seat_bot"):
    level: str


class SeatGuest(BaseCommand, frozen=True, tag="seat_guest"):
    """The host of a table with real dice seats a person without a device, at `seat` or after all others."""

    name: str
    seat: int | None = None


class Claim(BaseCommand, frozen=True, tag="claim"):
    """A device without a seat takes over the seat of a guest, or knocks if the door is closed."""

    seat: int


class SitOut(BaseCommand, frozen=True, tag="sit_out"):
    """A person sits out games, and keeps name and tally on the bench."""

    seat: int


class SitIn(BaseCommand, frozen=True, tag="sit_in"):
    """A person comes back from the bench."""

    bench: int


class Unseat(BaseCommand, frozen=True, tag="unseat"):
    """The host removes a bot or a person."""

    seat: int


class LetIn(BaseCommand, frozen=True, tag="let_in"):
    """The host lets a knocking guest in; `guest` is the number of the knock."""

    guest: int


class TurnAway(BaseCommand, frozen=True, tag="turn_away"):
    guest: int


class Change(BaseCommand, frozen=True, tag="change"):
    """Change the game, its options (plain data as in a record) or the settings before the start; unset fields stay."""

    game: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET


class Start(BaseCommand, frozen=True, tag="start"):
    """The host starts the next game."""


class Throw(BaseCommand, frozen=True, tag="throw"):
    """The seat throws its dice by hand."""


class Move(BaseCommand, frozen=True, tag="move"):
    """A move of the seat whose decision it is, as plain data; the server throws its face-down dice."""

    move: PlainEvent


class Tell(BaseCommand, frozen=True, tag="tell"):
    """An event of a game with real dice, as plain data with the dice that lie there (R1)."""

    event: PlainEvent


class TakeBack(BaseCommand, frozen=True, tag="take_back"):
    """Withdraw all events of the game after the first `to` (R6)."""

    to: int


Hex: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
"""A hash, as text."""


class Anchor(BaseCommand, frozen=True, tag="anchor"):
    """The device of the seat commits to a hash chain for the dice of this game."""

    anchor: Hex


class Reveal(BaseCommand, frozen=True, tag="reveal"):
    """The device reveals its next link for a want under root number `section`; the log gets it with the dice."""

    section: int
    want: int
    link: Hex


class Protest(BaseCommand, frozen=True, tag="protest"):
    """The device claims that it had answered a want at which the log calls it absent."""

    section: int
    want: int


class Emote(BaseCommand, frozen=True, tag="emote"):
    emote: Emotion


class Rematch(BaseCommand, frozen=True, tag="rematch"):
    """The seat wants another game; it starts when all people want it."""


class HandOn(BaseCommand, frozen=True, tag="hand_on"):
    """The host passes the role to another person."""

    seat: int


class StandIn(BaseCommand, frozen=True, tag="stand_in"):
    """The host lets a bot play for an absent person."""

    seat: int


class Back(BaseCommand, frozen=True, tag="back"):
    """The person is back, and the stand-in stops."""


class Close(BaseCommand, frozen=True, tag="close"):
    """The host closes the table for good."""


Command: TypeAlias = (
    Join
    | Leave
    | SeatBot
    | SeatGuest
    | Claim
    | SitOut
    | SitIn
    | Unseat
    | LetIn
    | TurnAway
    | Change
    | Start
    | Throw
    | Move
    | Tell
    | TakeBack
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
