"""What a table gets from the house that it stands in: dice, secret names, and what nobody at the table asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct

from ..rules.dice import DiceSource
from ..rules.game import Event
from .names import BOT_NAMES


class Deal(Struct, frozen=True):
    """The public side of the keys for the dice of a game: its name, their root, and the tops of the branches below."""

    game: str
    root: str
    tops: str


class Decks(Protocol):
    """Where the keys of dice come from that everybody can check."""

    def deal(self) -> Deal:
        """Keys for a game that begins."""
        ...

    def deal_more(self, game: str, section: int) -> Deal:
        """Keys for throws of a game that has used up the ones before."""
        ...

    def secret(self, game: str, section: int) -> str:
        """What the keys come from, once it may be known."""
        ...


class House(Struct, frozen=True):
    """What the table may not make itself.

    Without `dice` the log stops where dice are wanted, until the house says with `Fell` what has fallen. With `decks`
    it does so in every game that begins, since the devices of the players have their part in the dice. `secret` makes
    the name of a record, which nobody can guess.
    """

    dice: DiceSource | None
    secret: Callable[[], str]
    bot_names: tuple[str, ...] = BOT_NAMES
    decks: Decks | None = None


class Fell(Struct, frozen=True):
    """The dice that were wanted in entry `moved` have fallen, as the whole event.

    `links` are what the devices have revealed for them.
    """

    event: Event
    moved: int
    links: tuple[str | None, ...] | None = None


class Call(Struct, frozen=True):
    """The devices have had time for their anchors: the dice may be wanted that the position of entry `moved` needs."""

    moved: int


class BotMove(Struct, frozen=True):
    """A bot has made up its mind about the position of entry `moved`.

    `level` is the one that has really chosen, where the level of the seat is not ready yet.
    """

    move: Event
    moved: int
    level: str | None = None


class TimeUp(Struct, frozen=True):
    """The thinking time of a seat in the position of entry `moved` has run out."""

    seat: int
    moved: int


class Carry(Struct, frozen=True):
    """Whoever holds a seat by the device `holder` has taken it to another one.

    No number of a seat: by the time this is decided it may be somebody else's.
    """

    holder: str
    device: str


class HostGone(Struct, frozen=True):
    """The host has gone without a word; `heir` is the seat of a person who is there."""

    host: int
    heir: int


HouseCommand: TypeAlias = Fell | Call | BotMove | TimeUp | Carry | HostGone
