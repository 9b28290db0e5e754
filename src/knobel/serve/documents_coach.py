"""What the coach answers over HTTP: analyses, values of positions, odds, hints, verdicts; types are made of it too."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ..coach.analysis import Alternative, Analysis, Class
from ..coach.panel import OddsRow
from ..coach.values import Chances
from ..rules.game import PlainEvent
from ..telling.phrase import Phrase
from .messages import AnyGameShown

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
    """A position as one line of text (docs/positions.md), a state or a view."""

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
