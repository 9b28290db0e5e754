"""WebSocket messages between a table and its clients; the client's TypeScript types are generated from them."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ..rules import schocken, zock, zocknroll
from ..rules.chips import Chips
from ..rules.errors import in_one_line
from ..rules.game import Event
from ..table import RedactedEvent
from ..table.commands import Command, Settings
from ..telling.facts import SchockenFacts, ZockFacts, ZocknrollFacts
from ..telling.phrase import Phrase
from .tokens import LONGEST_CODE

Identifier: TypeAlias = Annotated[str, Meta(pattern=r"^[ -~]{1,64}(?!\n)$")]
"""An identifier from a client, such as the idempotency key of a command: printable ASCII, which any store can hold."""

TypedCode: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_CODE)]
"""A table code as people type it."""

OptionValue: TypeAlias = bool | int | str | Chips | None
"""The value of a game's option, as plain data."""

E = TypeVar("E", bound=Event)


class SeatShown(Struct, frozen=True):
    """`away` says why a bot plays for this person, `again` that the person wants a rematch."""

    name: str
    kind: Literal["person", "bot"]
    level: str | None = None
    away: Literal["time", "left", "host"] | None = None
    again: bool = False


class Tally(Struct, frozen=True):
    """Results of a seat at this table; `points` as its game counts: loss points, lost games."""

    games: int
    wins: int
    points: int


class BenchShown(Struct, frozen=True):
    """A person who sits out at a table with real dice."""

    name: str
    guest: bool
    tally: Tally


class RealTable(Struct, frozen=True):
    """The seats of a table with real dice.

    `guests` are the seats of people without a device, `tells` those for which the viewer tells, `bench` the people who
    sit out, and `benched` the viewer's place there.
    """

    guests: tuple[int, ...]
    tells: tuple[int, ...]
    bench: tuple[BenchShown, ...]
    benched: int | None


class Guest(Struct, frozen=True):
    """A guest who knocks to join."""

    guest: int
    name: str


class TableShown(Struct, frozen=True):
    """A table without its game. `you` is the viewer's seat; `knocking` only the host sees; `options` are complete.

    `replay` is the secret id of the last finished game's record. `help` says whether players may ask the coach
    now. The game is `played_on` if it continues another one, and then it does not count. With real dice there is
    `real`, and dice cannot be verified.
    """

    code: str
    game: Literal["zocknroll", "zock", "schocken"]
    options: dict[str, OptionValue]
    settings: Settings
    phase: Literal["lobby", "playing", "over", "closed"]
    seats: tuple[SeatShown, ...]
    host: int | None
    you: int | None
    number: int
    tally: tuple[Tally, ...]
    knocking: tuple[Guest, ...] = ()
    knocked: bool = False
    replay: str | None = None
    help: bool = False
    played_on: bool = False
    real: RealTable | UnsetType = UNSET


class RealShown(Struct, frozen=True, gc=False):
    """The tellings of a game with real dice.

    `told` is the number of its events, and `undo` how many of them stay if the last telling is taken back. With
    `covered` the dice of the throw that is asked for lie under a cup, and need not be told yet (R2).
    """

    told: int
    undo: int | None
    covered: bool


class Pending(Struct, Generic[E], frozen=True, gc=False):
    """What the game waits for.

    `dice`: they fall by themselves; `throw`: `seat` has to throw by hand; `tell`: real dice are told, as the one of
    `moves` with its dice; `lot`, with real dice one of `moves`; `decision`: `seat` chooses one of `moves`, which are
    empty for viewers that may not know them; `over`.
    """

    kind: Literal["dice", "throw", "tell", "lot", "decision", "over"]
    seat: int | None = None
    moves: tuple[E, ...] = ()


class GameShown(Struct, Generic[E], frozen=True, tag_field="game", gc=False):
    """A game as the viewer may see it, and the one line that says what happens now.

    `names` are those at the seats of this game; once it is over, the seats of the table may change. `real` is there if
    it is played with real dice.
    """

    names: tuple[str, ...]
    pending: Pending[E]
    now: Phrase
    stage: Phrase


class ZocknrollShown(GameShown[zocknroll.Event], frozen=True, tag="zocknroll"):
    view: zocknroll.State
    facts: ZocknrollFacts
    result: zocknroll.Result | None = None
    real: RealShown | UnsetType = UNSET


class ZockShown(GameShown[zock.Event], frozen=True, tag="zock"):
    view: zock.State
    facts: ZockFacts
    result: zock.Result | None = None
    real: RealShown | UnsetType = UNSET


class SchockenShown(GameShown[schocken.Event], frozen=True, tag="schocken"):
    view: schocken.State
    facts: SchockenFacts
    result: schocken.Result | None = None
    real: RealShown | UnsetType = UNSET


AnyGameShown: TypeAlias = ZocknrollShown | ZockShown | SchockenShown


class Proof(Struct, frozen=True, gc=False):
    """The key of a throw that the viewer may know, and its Merkle path to the root (12 hashes, concatenated)."""

    throw: int
    key: str
    path: str


class AnchorShown(Struct, frozen=True):
    """The anchor (end of the hash chain) of a seat's device, and the want since which it counts."""

    anchor: str
    since: int


class LinkShown(Struct, frozen=True):
    """The last revealed link of a device's hash chain, and its want; before the first one the anchor."""

    want: int
    link: str


class WantShown(Struct, frozen=True):
    """The dice that are wanted now, and the number of their first throw."""

    want: int
    throw: int


class Coming(Struct, frozen=True):
    """An anchor that a device has sent while dice were wanted; None if it takes part no more."""

    seat: int
    anchor: str | None


class FairShown(Struct, frozen=True):
    """The public data of the verifiable dice of a game, under the current Merkle root; lists are by seat.

    Bots have no anchor. `coming` counts after the open want. `absent` counts how often each device has not answered in
    this game, `protests` how often it claims that it had.
    """

    game: str
    table: str
    section: int
    root: str
    anchors: tuple[AnchorShown | None, ...]
    known: tuple[LinkShown | None, ...]
    coming: tuple[Coming, ...]
    want: WantShown | None
    wants: int
    throws: int
    absent: tuple[int, ...]
    protests: tuple[int, ...]


class Step(Struct, frozen=True, omit_defaults=True, gc=False):
    """One entry of the log as the viewer may see it, with the state after it.

    `e` is the table event without devices, and with dice that are hidden from the viewer face down. `table` and `game`
    are there where the entry changed them. `told` are the lines of the log, the same for all viewers. `proofs`
    are the keys of throws that the entry reveals to the viewer.
    """

    v: int
    at: int
    e: RedactedEvent
    told: tuple[Phrase, ...] = ()
    table: TableShown | UnsetType = UNSET
    game: AnyGameShown | UnsetType = UNSET
    proofs: tuple[Proof, ...] = ()


class Clock(Struct, frozen=True, gc=False):
    """Thinking time of a seat in milliseconds; `runs` is false while the table sleeps."""

    seat: int
    left: int
    limit: int
    runs: bool


class Snapshot(Struct, frozen=True, tag="snapshot", tag_field="m"):
    """The whole state at version `v`, for a client without history; `told` are the lines of the game so far."""

    v: int
    now: int
    table: TableShown
    game: AnyGameShown | None
    told: tuple[tuple[Phrase, ...], ...]
    clock: Clock | None = None
    fair: FairShown | None = None


class Steps(Struct, frozen=True, tag="steps", tag_field="m", gc=False):
    """Missed or new steps without a gap: the first one follows the version that the client named."""

    steps: tuple[Step, ...]
    clock: Clock | None = None


class Here(Struct, frozen=True, tag="here", tag_field="m"):
    """Which seats are connected, how many watch, and whether the table sleeps. Not in the log."""

    seats: tuple[bool, ...]
    watching: int
    asleep: bool


class Accepted(Struct, frozen=True, tag="ok", tag_field="m", gc=False):
    """The command `id` has been stored; `v` is the version after it."""

    id: str
    v: int


class Refused(Struct, frozen=True, tag="no", tag_field="m"):
    """The command `id` has changed nothing.

    `why`: `illegal` (a rule or the table says no), `stale` (something happened since the version it saw),
    `malformed`, `forbidden` (not for this seat), `closed`, `limit` (too fast, too many). `rule` decides, if one does.
    """

    id: str
    v: int
    why: Literal["illegal", "stale", "malformed", "forbidden", "closed", "limit"]
    sentence: str
    rule: str | None = None


Answer: TypeAlias = Accepted | Refused

ToClient: TypeAlias = Snapshot | Steps | Here | Accepted | Refused
"""What a client gets over its WebSocket, beside the pong `0`."""


class Ask(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A command with the id that its client made for it and the version that the client saw.

    The id is an idempotency key: a repeat is answered, but done only once. The WebSocket takes a command as a text
    frame, HTTP as the body of a POST. A frame `null` is a ping.
    """

    id: Identifier
    v: int
    do: Command


class Choice(Struct, frozen=True):
    """A move with its name and its meaning."""

    move: Event
    label: Phrase
    meaning: Phrase | None = None


class Choices(Struct, frozen=True):
    """The moves of the viewer's decision at version `v`, in the order of `Pending.moves`.

    Where any open fields may be covered (K9) there are too many to list: `free` holds them then.
    """

    v: int
    choices: tuple[Choice, ...]
    free: tuple[int, ...] | None = None


class Telling(Struct, frozen=True):
    """An event that people have told in the current game with real dice, with its lines of the log.

    `take_back` with `to` withdraws it and everything after it.
    """

    to: int
    v: int
    event: Event
    told: tuple[Phrase, ...]


class FromReplay(Struct, frozen=True, forbid_unknown_fields=True):
    """Continue a game after its first `step` events, with the host on `seat`."""

    replay: Identifier
    step: int
    seat: int


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of POST /api/tables: the host's name, and bots that sit down at once; `start` begins the game.

    `guests` are people without a device at a table with real dice.

    With `from_replay` the game begins at once in the middle of another one: `game` is the same, `options` are left to
    it, and `bots` are those of the other seats in their order, or one level for all of them.
    """

    id: Identifier
    game: str
    name: str
    options: dict[str, Any] = {}
    settings: Settings | UnsetType = UNSET
    bots: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    start: bool = False
    from_replay: FromReplay | UnsetType = UNSET


class Made(Struct, frozen=True):
    code: str


encode: Final = msgspec.json.Encoder().encode
"""One message as JSON."""

_ESCAPED_NUL: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def holds_nul(text: str) -> bool:
    """Whether a NUL character is in a text, or in a string of JSON. PostgreSQL can store none.

    >>> holds_nul('{"a": "\\\\u0000"}'), holds_nul('{"a": "\\\\\\\\u0000"}')
    (True, False)
    """
    return "\0" in text or ("\\u0000" in text and _ESCAPED_NUL.search(text) is not None)


_PATTERN: Final = re.compile("`str` matching regex '.*'")


def told(error: Exception) -> str:
    """What is wrong with a message that cannot be decoded, as one short line.

    >>> told(msgspec.ValidationError("Expected `str` matching regex '^[a-z]$' - at `$.id`"))
    'Expected an identifier as the schema describes it - at `$.id`'
    """
    return in_one_line(_PATTERN.sub("an identifier as the schema describes it", str(error))[:200])
