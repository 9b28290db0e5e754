"""The state of a table: everything that follows from its log, and what it waits for."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..rules import GAMES, zocknroll
from ..rules.game import AnyGame, Chance, Decision, Event, Options, Pending, Result, State, read_options
from .commands import Settings
from .events import Away
from .fairness import Fairness

Phase: TypeAlias = Literal["lobby", "playing", "over", "closed"]
By: TypeAlias = Literal["dice", "player", "bot", "stand_in"]


class Tally(Struct, frozen=True, gc=False):
    """The results of a seat at this table so far; `points` as its game counts: loss points, lost games."""

    games: int = 0
    wins: int = 0
    points: int = 0


class Seat(Struct, frozen=True, gc=False):
    """A bot has a `level`; a person has the `devices` that hold the seat, as digests of their tokens.

    `away` says why a bot plays for the person, `again` that the person wants a rematch. A `guest` is a person without a
    device at a table with real dice, for whom the host's device tells; the host's device holds such a seat itself while
    the host sits out.
    """

    name: str
    devices: tuple[str, ...] = ()
    level: str | None = None
    away: Away | None = None
    again: bool = False
    tally: Tally = Tally()
    guest: bool = False

    @property
    def person(self) -> bool:
        return self.level is None

    @property
    def present(self) -> bool:
        """Whether a person decides here, and no bot."""
        return self.level is None and self.away is None


class Benched(Struct, frozen=True):
    """A person who sits out, with the place of the seat to come back to."""

    seat: Seat
    place: int


class Told(Struct, frozen=True, gc=False):
    """An event of a game with real dice, and the version of its entry."""

    version: int
    event: Event


class Knock(Struct, frozen=True):
    """A guest who waits to be let in; with `claims` to the seat of the guest of that name."""

    guest: int
    name: str
    device: str
    claims: bool = False


class DiceRequest(Struct, frozen=True, gc=False):
    """Dice that are wanted: the face-down dice of `event`, or a lot if there is none; `by` says who caused it."""

    event: Event | None
    by: By
    level: str | None = None


class Table(Struct, frozen=True, gc=False):
    """The state of a table. `version` is the number of the last entry of its log.

    `moved` is the last entry that changed the position of the game, `arranged` the last one that changed seats, host or
    settings: commands on an older version are stale (optimistic concurrency). `began` is the entry that started the
    current or last game, and `replay` the secret name of its record; `finished` is the name of the last finished game's
    record, which is public. `taken` is how many events the current or last game took over from another one; if any, it
    does not count. `fair` is the state of its verifiable dice. `guests` counts all knocks so far; `removed` are devices
    that must knock even if the door is open. `bench` are the people who sit out. `told` are the events of the current
    game with real dice, or of the last one as long as they can be taken back; `withdrawn` is the entry that last did.
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
    wanted: DiceRequest | None = None
    moved: int = 1
    arranged: int = 1
    began: int = 0
    taken: int = 0
    replay: str | None = None
    finished: str | None = None
    knocks: tuple[Knock, ...] = ()
    guests: int = 0
    removed: tuple[str, ...] = ()
    bench: tuple[Benched, ...] = ()
    told: tuple[Told, ...] = ()
    withdrawn: int = 0

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

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names at the seats and on the bench."""
        return (*self.names, *(out.seat.name for out in self.bench))

    def seat_of(self, device: str) -> int | None:
        """The seat that a device holds."""
        for place, seat in enumerate(self.seats):
            if device in seat.devices:
                return place
        return None

    def bench_of(self, device: str) -> int | None:
        """The place on the bench that a device without a seat holds."""
        if self.seat_of(device) is not None:
            return None
        return next((place for place, out in enumerate(self.bench) if device in out.seat.devices), None)

    def knock_of(self, device: str) -> Knock | None:
        return next((knock for knock in self.knocks if knock.device == device), None)

    @property
    def coach_allowed(self) -> bool:
        """Whether players may ask the coach during a game.

        A person is alone without other people's seats; an absent person may come back, and counts.
        """
        match self.settings.help:
            case "all":
                return True
            case "alone":
                return sum(seat.person for seat in self.seats) == 1
        return False


class Due(Struct, frozen=True, gc=False):
    """What the table waits for.

    `nothing`: no game runs; `dice`: from the server; `throw`: `seat` throws by hand; `tell`: real dice are told;
    `decision`: `seat` chooses a move, or a bot of `level` does it if there is one.
    """

    kind: Literal["nothing", "dice", "throw", "tell", "decision"]
    seat: int | None = None
    level: str | None = None


_NOTHING = Due("nothing")
_DICE = Due("dice")


def due(table: Table, pending: Pending[Event] | None = None) -> Due:
    """What the table waits for; `pending` is what its game waits for, if that is known."""
    if table.phase != "playing":
        return _NOTHING
    if table.wanted is not None:
        return _DICE
    return due_for(table, GAMES[table.game].pending(table.state) if pending is None else pending)


def due_for(table: Table, pending: Pending[Event]) -> Due:
    """What a table waits for whose game runs and waits for `pending`, with no dice wanted yet."""
    if isinstance(pending, Decision):
        return Due("decision", pending.seat, acting_level(table, pending.seat))
    settings = table.settings
    if settings.dice == "real":
        return _due_by_hand(pending)
    if settings.throws == "hand" and isinstance(pending, Chance):
        thrower = pending.event.seat
        if thrower is not None and table.seats[thrower].present:
            return Due("throw", thrower)
    return _DICE


def _due_by_hand(pending: Pending[Event]) -> Due:
    """Real dice are told by people; only cups are put on the table face down at once (R2)."""
    if not isinstance(pending, Chance):
        return Due("tell")
    return _DICE if isinstance(pending.event, zocknroll.Cups) else Due("tell", pending.event.seat)


def acting_level(table: Table, place: int) -> str | None:
    """The level of the bot that acts for a seat now; None if a person does."""
    seat = table.seats[place]
    return table.settings.stand_in if seat.away and seat.level is None else seat.level


def actor(table: Table, place: int) -> By:
    """Who acts for a seat now: the player, a bot, or a stand-in."""
    seat = table.seats[place]
    if seat.level is not None:
        return "bot"
    return "stand_in" if seat.away else "player"


def with_tallies(seats: tuple[Seat, ...], result: Result, times: int = 1) -> tuple[Seat, ...]:
    """The seats with the result of a game added to their tallies, or taken out with `times` -1."""
    winners = winning_seats(result, len(seats))
    if len(winners) == len(seats):
        winners = ()  # a draw (K8)
    return tuple(
        replace(seat, tally=_counted(seat.tally, (place in winners) * times, points * times, times))
        for place, (seat, points) in enumerate(zip(seats, result.points(len(seats)), strict=True))
    )


def _counted(tally: Tally, wins: int, points: int, games: int) -> Tally:
    return Tally(tally.games + games, tally.wins + wins, tally.points + points)


def winning_seats(result: Result, players: int) -> tuple[int, ...]:
    """The seats with a share of the victory; in Schocken all but the loser (S2).

    >>> from knobel.rules import schocken
    >>> winning_seats(schocken.Result(halves=(1, 1), final=False, loser=1, rounds=9), 3)
    (0, 2)
    """
    return tuple(seat for seat, share in enumerate(result.shares(players)) if share)
