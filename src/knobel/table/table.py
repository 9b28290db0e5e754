"""A table at one moment: everything that follows from its log."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ..rules import GAMES
from ..rules.game import AnyGame, Event, Options, Result, State, read_options
from .events import Away
from .fairness import Fairness
from .settings import Settings

Phase: TypeAlias = Literal["lobby", "playing", "over", "closed"]
By: TypeAlias = Literal["dice", "player", "bot", "stand_in"]


def winning_seats(result: Result, players: int) -> tuple[int, ...]:
    """The seats with a share of the victory; in Schocken all but the loser (S2).

    >>> from knobel.rules import schocken
    >>> winning_seats(schocken.Result(halves=(1, 1), final=False, loser=1, rounds=9), 3)
    (0, 2)
    """
    return tuple(seat for seat, share in enumerate(result.shares(players)) if share)


class Tally(Struct, frozen=True, gc=False):
    """How a seat has done at this table so far; `points` as its game counts: loss points, lost games."""

    games: int = 0
    wins: int = 0
    points: int = 0


class Seat(Struct, frozen=True, gc=False):
    """A bot has a `level`; a person has the `devices` that hold the seat, as digests of their tokens.

    `away` says why a bot plays for the person, `again` that the person wants a rematch.
    """

    name: str
    devices: tuple[str, ...] = ()
    level: str | None = None
    away: Away | None = None
    again: bool = False
    tally: Tally = Tally()

    @property
    def person(self) -> bool:
        return self.level is None

    @property
    def present(self) -> bool:
        """Whether a person decides here, and no bot."""
        return self.level is None and self.away is None


class Knock(Struct, frozen=True):
    """Somebody at the door."""

    guest: int
    name: str
    device: str


class Awaited(Struct, frozen=True, gc=False):
    """Dice that are wanted: those of `event`, or a lot where there is none; `by` is who brought them about."""

    event: Event | None
    by: By
    level: str | None = None


class Table(Struct, frozen=True, gc=False):
    """`version` is the number of the last entry of the log.

    `moved` is the last entry that changed the position of the game, `arranged` the last one that changed who sits
    where, who is host or what is played: commands that were given before it are stale. `began` is the entry with
    which the game began that runs now or ran last, and `replay` the secret name of its record; `finished` is that of
    the last game that was played to its end, and no secret any more. `taken` is how many events that game, or the one
    that runs, has taken over from another one: if any, it counts for nobody.
    `fair` is what is known about the dice of that game, if everybody can check them.
    `guests` counts all knocks so far; `removed` are devices that knock even where the door is open.
    """

    code: str
    game: str
    options: dict[str, Any]
    settings: Settings
    version: int = 1
    seats: tuple[Seat, ...] = ()
    host: int | None = None
    phase: Phase = "lobby"
    number: int = 0
    state: State | None = None
    fair: Fairness | None = None
    wanted: Awaited | None = None
    moved: int = 1
    arranged: int = 1
    began: int = 0
    taken: int = 0
    replay: str | None = None
    finished: str | None = None
    knocks: tuple[Knock, ...] = ()
    guests: int = 0
    removed: tuple[str, ...] = ()

    @property
    def rules(self) -> AnyGame:
        return GAMES[self.game]

    @property
    def rule_options(self) -> Options:
        options: Options = read_options(self.rules, self.options)
        return options

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def seat_of(self, device: str) -> int | None:
        """The seat that a device holds."""
        for place, seat in enumerate(self.seats):
            if device in seat.devices:
                return place
        return None

    def knock_of(self, device: str) -> Knock | None:
        return next((knock for knock in self.knocks if knock.device == device), None)
