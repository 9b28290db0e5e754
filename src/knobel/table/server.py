"""The server's side of a table: impure inputs such as dice and secrets, and commands without a client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct

from ..rules.dice import DiceSource
from ..rules.game import Event
from .names import BOT_NAMES


class KeyCommitment(Struct, frozen=True):
    """The public part of the throw keys under one root: the id of the game, the Merkle root, the roots of subtrees."""

    game: str
    root: str
    tops: str


class KeySource(Protocol):
    """Makes throw keys for verifiable dice."""

    def commit(self) -> KeyCommitment:
        """Make the keys for a new game."""
        ...

    def commit_more(self, game: str, section: int) -> KeyCommitment:
        """Make the keys for another root of a game."""
        ...

    def secret(self, game: str, section: int) -> str:
        """The secret of the keys under a root, once it may be revealed."""
        ...


class ServerInputs(Struct, frozen=True):
    """Impure inputs of decisions.

    Without `dice` the log stops where dice are wanted, until the server sends `Fell`. With `keys` it does so in every
    new game, since the devices of the players take part in the dice. `secret` makes the unguessable name of a record.
    """

    dice: DiceSource | None
    secret: Callable[[], str]
    bot_names: tuple[str, ...] = BOT_NAMES
    keys: KeySource | None = None


class Fell(Struct, frozen=True):
    """The dice that were wanted in entry `moved` have fallen; `event` has them, `links` are what devices revealed."""

    event: Event
    moved: int
    links: tuple[str | None, ...] | None = None


class AnchorTimeUp(Struct, frozen=True):
    """The devices have had time for their anchors: the dice of the position of entry `moved` may be wanted."""

    moved: int


class BotMove(Struct, frozen=True):
    """A bot's move in the position of entry `moved`.

    `level` is the one that chose it, if the level of the seat is not ready yet.
    """

    move: Event
    moved: int
    level: str | None = None


class TimeUp(Struct, frozen=True):
    """The thinking time of a seat in the position of entry `moved` has run out."""

    seat: int
    moved: int


class Carry(Struct, frozen=True):
    """Another device takes over the seat that `holder` holds.

    The seat is named by its device, since its number may change until this is decided.
    """

    holder: str
    device: str


class HostGone(Struct, frozen=True):
    """The host has been disconnected for too long; `heir` is the seat of a person who is connected."""

    host: int
    heir: int


ServerCommand: TypeAlias = Fell | AnchorTimeUp | BotMove | TimeUp | Carry | HostGone
