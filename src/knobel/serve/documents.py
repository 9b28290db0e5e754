"""What HTTP answers beside tables: games, rules, lists, replays, lessons, links, problems; types are made of it too."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..rules.game import Event
from ..table.events import Played
from ..telling.phrase import Phrase
from .messages import AnyGameShown, Choice


class OptionShown(Struct, frozen=True):
    name: str
    rule: str
    default: Any
    choices: tuple[Any, ...]
    least: int | None


class GameInfo(Struct, frozen=True):
    """What a form needs to set up a game."""

    game: Literal["zocknroll", "zock", "schocken"]
    players: tuple[int, int]
    usual: int
    options: tuple[OptionShown, ...]
    presets: dict[str, dict[str, Any]]
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
    options: dict[str, Any]
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
    options: dict[str, Any]
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
