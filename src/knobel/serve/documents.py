"""What HTTP answers beside tables: games, rules, lists, replays, lessons, links, problems; types are made of it too."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ..coach.analysis import Alternative, Analysis, Class, Verdict
from ..coach.panel import OddsRow
from ..coach.values import Chances
from ..fair.statistics.findings import Examined
from ..rules.game import Event, PlainEvent
from ..table.events import Played
from ..telling.phrase import Phrase
from .messages import AnyGameShown, Choice, OptionValue


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

    It is `played_on` if it began as another game, and then it counts for nobody.
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
    """How a name has done in a game on this device; `streak` counts games won in a row, or lost if negative."""

    name: str
    game: str
    games: int
    wins: int
    points: int
    best: int
    streak: int
    longest: int


class Replay(Struct, frozen=True):
    """A finished game for everybody who has its name: all dice open, one step for each event."""

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

    Where `does` is there, the learner leads on by this move, or by throwing; `choices` are all that there is to choose
    from, and `otherwise` is for whoever chooses another one. The next step begins with the move, dice fallen.
    `points` at a part of the table, by the names that the game's components have for their parts.
    """

    happens: tuple[ReplayStep, ...]
    note: Phrase
    points: str | None = None
    does: Event | None = None
    choices: tuple[Choice, ...] = ()
    otherwise: Phrase | None = None


class Lesson(Struct, frozen=True):
    """A guided first game in the view of its learner, who sits on seat 0."""

    game: Literal["zocknroll", "zock", "schocken"]
    names: tuple[str, ...]
    options: dict[str, OptionValue]
    start: AnyGameShown
    steps: tuple[LessonStep, ...]


class Problem(Struct, frozen=True):
    """The body of every HTTP answer that is not a success."""

    why: str
    sentence: str
    rule: str | None = None


class RulesPage(Struct, frozen=True):
    """The rules of a game in one language as HTML; `rules` holds each one by its number."""

    html: str
    rules: dict[str, str]


class Address(Struct, frozen=True):
    """How others reach this server."""

    origin: str


class Drawn(Struct, frozen=True):
    """A QR code: its dark squares as a path of SVG, in a square of so many."""

    size: int
    path: str


class CarryLink(Struct, frozen=True):
    """Whoever opens the link first, and soon, holds the seat too. Its token stands behind a #, which browsers keep to
    themselves, and it comes drawn, so that it stands in no address that is asked for."""

    url: str
    qr: Drawn


class CarryToken(Struct, frozen=True, forbid_unknown_fields=True):
    """What stood behind the # of a link."""

    token: Annotated[str, Meta(max_length=64)]


class Loaded(Struct, frozen=True):
    """The name under which a loaded record can be replayed."""

    replay: str


Stage: TypeAlias = Literal["none", "waiting", "running", "done", "failed", "cancelled"]


class AnalysisState(Struct, frozen=True):
    """How far the analysis of a game is: `done` of `total` events. `none`: nobody has asked for it yet.

    `waiting`: others are analysed first; `failed` and `cancelled` ones can be asked for again.
    """

    state: Stage
    done: int = 0
    total: int = 0
    analysis: Analysis | None = None


class PositionAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as one line of text (docs/library/cookbook.md), a state or a view."""

    position: Annotated[str, Meta(max_length=2000)]


class PositionShown(Struct, frozen=True):
    """A position in its one text, drawn with every die that is known."""

    position: str
    game: AnyGameShown


class OddsShown(Struct, frozen=True):
    """The chances of a position for one seat, at version `v` of its table (0 for a position without a table).

    `about` says what they are chances of; without rows nothing of its own is open.
    """

    v: int
    seat: int | None
    about: Phrase | None
    rows: tuple[OddsRow, ...]


class PositionValues(Struct, frozen=True):
    """What a position is worth to everybody, and its moves to the seat that decides, the best first.

    `position` and `game` are what the seat that decides can see of it. `chances` are empty where the position leaves
    too much open; `played` counts how often each move was played on, 0 where values are exact. `note` says why there
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
    """A move that somebody thinks of, as plain data; dice that it throws are face down."""

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
    """The dice of games that are over at a table, or at all tables: all of them, and by whose they are.

    `nobodys` are white dice and Jörg's. `apart` is how odd the means of people and bots would be for the same dice.
    `unproven` is how many of all dice fell in games that cannot be verified, since they began under an older version.
    `unfinished` is how many games run or lie there unfinished: their dice are not counted yet, for some are hidden.
    """

    everybody: Examined
    people: Examined
    bots: Examined
    nobodys: Examined
    apart: float | None
    unproven: int
    unfinished: int


class TrainingTally(Struct, frozen=True):
    """How a device does in a game: puzzles answered, how many of them right, and what an answer costs on average.

    `streak` counts days in a row with the puzzle of the day, up to today or yesterday; `today` says that today's is
    done.
    """

    game: Literal["zocknroll", "zock", "schocken"]
    answered: int
    right: int
    loss: float
    streak: int
    longest: int
    today: bool


class PuzzleAnswered(Struct, frozen=True):
    """What an answer was worth. `move` is its number among the choices; `first` says that it is the one that counts."""

    move: int
    verdict: Verdict
    first: bool
    tally: TrainingTally


class PuzzleShown(Struct, frozen=True):
    """A puzzle without its solution, in the view of seat `you`; `day` is that of a daily one.

    Whoever has answered it already gets the solution too.
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
    """Body of POST /api/training/answers; `date` is today where the player is."""

    puzzle: str
    move: PlainEvent
    date: str
