"""JSON bodies of the HTTP API; the client's TypeScript types are generated from them."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ..coach.analysis import Alternative, Analysis, Class, Verdict
from ..coach.panel import OddsRow
from ..coach.values import Chances
from ..fair.statistics.findings import Examined
from ..rules.game import Event, PlainEvent
from ..table.events import Played
from ..telling.phrase import Phrase
from .messages import AnyGameShown, Choice, Identifier, OptionValue


class OptionShown(Struct, frozen=True):
    name: str
    rule: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    least: int | None


class GameInfo(Struct, frozen=True):
    """What a form needs to set up a game."""

    game: Literal["zocknroll", "zock", "schocken"]
    players: tuple[int, int]
    usual: int
    options: tuple[OptionShown, ...]
    presets: dict[str, dict[str, OptionValue]]
    levels: tuple[str, ...]


class TableLine(Struct, frozen=True):
    """A table at which this device has a seat; `yours` says that the table waits for it."""

    code: str
    game: str
    names: tuple[str, ...]
    phase: str
    yours: bool
    at: int


class GameLine(Struct, frozen=True):
    """A finished game; `seat` is the one of the device that asks, if it had one.

    `played_on`: it continues another game, and does not count in statistics.
    """

    replay: str
    game: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...]
    seat: int | None
    code: str | None
    at: int
    played_on: bool = False


class PlayerStats(Struct, frozen=True):
    """Statistics of a player in a game; `you`: the player of the device that asks, under the name used last.

    `streak` counts the last games won in a row, or lost if negative; 0 after a draw. `longest` is the longest winning
    streak.
    """

    name: str
    game: str
    games: int
    wins: int
    points: int
    best: int
    streak: int
    longest: int
    you: bool = False


class Replay(Struct, frozen=True):
    """A finished game by its secret id: all dice open, one step per event."""

    game: str
    names: tuple[str, ...]
    options: dict[str, OptionValue]
    at: int | None
    start: AnyGameShown
    steps: tuple[ReplayStep, ...]


class ReplayStep(Struct, frozen=True):
    e: Played[Event]
    told: tuple[Phrase, ...]
    game: AnyGameShown


class LessonStep(Struct, frozen=True):
    """One page of a lesson: a few events, then something to read.

    With `does` the learner continues by this move, or by throwing; `choices` are all legal moves. `otherwise` answers
    another choice. The next step begins with the move and its fallen dice. `points` names a part of the table to
    highlight, as the game's components name it.
    """

    happens: tuple[ReplayStep, ...]
    note: Phrase
    points: str | None = None
    does: Event | None = None
    choices: tuple[Choice, ...] = ()
    otherwise: Phrase | None = None


class Lesson(Struct, frozen=True):
    """A guided first game in the view of the learner on seat 0."""

    game: Literal["zocknroll", "zock", "schocken"]
    names: tuple[str, ...]
    options: dict[str, OptionValue]
    start: AnyGameShown
    steps: tuple[LessonStep, ...]


class Problem(Struct, frozen=True):
    """The body of every HTTP error response."""

    why: str
    sentence: str
    rule: str | None = None


class RulesPage(Struct, frozen=True):
    """The rules of a game in one language as HTML; `rules` has each rule by its number.

    `summary` are the rules in one minute, step by step, as plain text.
    """

    html: str
    rules: dict[str, str]
    summary: tuple[str, ...]


class Address(Struct, frozen=True):
    """The address under which others reach this server."""

    origin: str


class DoorCode(Struct, frozen=True):
    """A door code that a device shows."""

    code: Annotated[str, Meta(min_length=1, max_length=1000)]


class ThisDevice(Struct, frozen=True):
    """The id of the device that asks: the digest of its token, by which the operator finds what is stored about it."""

    device: str


class TextPage(Struct, frozen=True):
    """A text of the operator, such as the privacy policy, as HTML."""

    html: str


class Drawn(Struct, frozen=True):
    """A QR code: its dark modules as an SVG path, and its size in modules."""

    size: int
    path: str


class CarryLink(Struct, frozen=True):
    """A one-time link that adds a device to a seat. The token is in the fragment (#), which browsers do not send, and
    the QR code is a drawing, so that the token appears in no requested address."""

    url: str
    qr: Drawn


class CarryToken(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a carry link."""

    token: Identifier


class Loaded(Struct, frozen=True):
    """The id of an uploaded record, for its replay."""

    replay: str


Stage: TypeAlias = Literal["none", "waiting", "running", "done", "failed", "cancelled"]


class AnalysisState(Struct, frozen=True):
    """The state of an analysis: `done` of `total` events. `none`: not requested yet.

    `waiting`: in the queue; `failed` and `cancelled` analyses can be requested again.
    """

    state: Stage
    done: int = 0
    total: int = 0
    analysis: Analysis | None = None


class PositionAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as one line of text (docs/library/cookbook.md), a state or a view."""

    position: Annotated[str, Meta(max_length=2000)]


class PositionShown(Struct, frozen=True):
    """The canonical text of a position, and its drawing with all known dice."""

    position: str
    game: AnyGameShown


class OddsShown(Struct, frozen=True):
    """The chances of a position for one seat, at version `v` of its table (0 for a position without a table).

    `about` says what they are chances of; without rows nothing of the seat's own is open.
    """

    v: int
    seat: int | None
    about: Phrase | None
    rows: tuple[OddsRow, ...]


class PositionValues(Struct, frozen=True):
    """The value of a position for all seats, and of its moves for the seat that decides, the best first.

    `position` and `game` are the view of the seat that decides. `chances` are empty where the position leaves
    too much open; `played` counts the rollouts per move, 0 where values are exact. `note` says why there
    are no moves, if there are none.
    """

    position: str
    game: AnyGameShown
    chances: Chances
    moves: tuple[Alternative, ...]
    exact: bool
    played: int
    odds: OddsShown
    note: Phrase | None = None


class Hint(Struct, frozen=True):
    """The moves of the viewer's own decision at version `v`, the best first, and why it is the best."""

    v: int
    moves: tuple[Alternative, ...]
    exact: bool
    reasons: tuple[Phrase, ...] = ()


class WeighAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """A move in question, as plain data; dice that it throws are face down."""

    move: PlainEvent


class Weighed(Struct, frozen=True):
    """What a move would cost at version `v`, before it is made; the rest as in `Verdict`."""

    v: int
    kind: Class
    loss: float
    error: float
    exact: bool
    best: Alternative
    made: Alternative
    reasons: tuple[Phrase, ...] = ()


class Honesty(Struct, frozen=True):
    """Dice statistics of finished games, at one table or at all: in total, and by who threw them.

    `nobodys` are white dice and Jörg's. `apart` is the p-value of people and bots throwing the same dice.
    `unproven` counts dice of games that cannot be verified, since they began under an older version.
    `unfinished` counts unfinished games: their dice are not included, since some are hidden.
    """

    everybody: Examined
    people: Examined
    bots: Examined
    nobodys: Examined
    apart: float | None
    unproven: int
    unfinished: int


class TrainingTally(Struct, frozen=True):
    """Training statistics of a device in a game: answers, right answers, and the mean loss per answer.

    `streak` counts consecutive days with the daily puzzle, up to today or yesterday; `today`: today's is done.
    """

    game: Literal["zocknroll", "zock", "schocken"]
    answered: int
    right: int
    loss: float
    streak: int
    longest: int
    today: bool


class PuzzleAnswered(Struct, frozen=True):
    """The verdict on an answer. `move` is its index among the choices; only the `first` answer counts."""

    move: int
    verdict: Verdict
    first: bool
    tally: TrainingTally


class PuzzleShown(Struct, frozen=True):
    """A puzzle in the view of seat `you`; `day` is the date of a daily one.

    The solution is included only if the device has answered it.
    """

    puzzle: str
    level: int
    day: str | None
    you: int
    names: tuple[str, ...]
    options: dict[str, OptionValue]
    game: AnyGameShown
    choices: tuple[Choice, ...]
    position: str
    answered: PuzzleAnswered | None = None


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of POST /api/training/answers; `date` is today in the player's time zone."""

    puzzle: Identifier
    move: PlainEvent
    date: datetime.date
