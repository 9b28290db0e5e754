"""Result types of a game analysis: moments, verdicts, turning points, and a summary per player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum
from typing import Any, Final, Literal, TypeAlias, get_args

from msgspec import Struct

from ..rules.game import PlainEvent
from ..telling.phrase import Phrase
from .values import Chances

Class: TypeAlias = Literal["forced", "good", "inaccuracy", "mistake", "blunder"]


class Alternative(Struct, frozen=True):
    """A move that was possible, with its name; the rest as in `MoveValue`."""

    move: PlainEvent
    label: Phrase
    value: float
    error: float
    points: float | None = None


class Verdict(Struct, frozen=True):
    """A decision, judged by what its seat could know.

    `moves` begins with the best one, and `made` is the index of the one that was made. `loss` is its cost, with the
    standard error of that; 0 for the best, and for a loss that is not significant. `reasons` explain it to the player
    in one or two sentences.
    """

    seat: int
    made: int
    loss: float
    error: float
    kind: Class
    moves: tuple[Alternative, ...]
    exact: bool
    reasons: tuple[Phrase, ...] = ()


class Moment(Struct, frozen=True):
    """An event of the record: the chances of all seats before it, and its changes, per seat.

    The change by an event is the sum of `luck` (dice, lots, lifted cups) and `given` (decisions of others), minus the
    loss of the own decision; `errors` are standard errors of `luck`, empty where values are exact. Where a decision
    lost something, `scene` is the table as its seat saw it, in words, and `position` the same as text. Analyses from
    before lack the last three.
    """

    event: int
    chances: Chances
    luck: Chances
    given: Chances
    verdict: Verdict | None = None
    scene: tuple[Phrase, ...] = ()
    position: str = ""
    errors: Chances = ()


class SummaryErrors(Struct, frozen=True):
    """The standard errors of the numbers of a summary; 0 for those that are exact."""

    start: float
    luck: float
    given: float
    loss: float
    result: float
    adjusted: float
    rate: float


class Summary(Struct, frozen=True):
    """A player's game. `start` + `luck` + `given` - `loss` = `result`, all in the unit of `Chances`.

    `decisions` counts those that were not forced, `rate` is the loss per decision in thousandths; `adjusted` is the
    result without luck. `errors` are missing where all values are exact, and in analyses from before.
    """

    seat: int
    name: str
    start: float
    result: float
    luck: float
    given: float
    loss: float
    decisions: int
    rate: float
    adjusted: float
    kinds: dict[Class, int]
    errors: SummaryErrors | None = None


class Turning(Struct, frozen=True):
    """A turning point of the game, in words; the chance of `seat` changed from `before` to `after`.

    `error` is the standard error of that change, 0 where it is exact.

    Analyses that were stored before these fields existed have no seat.
    """

    event: int
    said: Phrase
    seat: int | None = None
    before: float = 0.0
    after: float = 0.0
    error: float = 0.0


class Analysis(Struct, frozen=True):
    """A whole game; `exact` if all of its values are."""

    game: str
    names: tuple[str, ...]
    options: dict[str, Any]
    exact: bool
    moments: tuple[Moment, ...]
    end: Chances
    summaries: tuple[Summary, ...]
    turning: tuple[Turning, ...]


CLASSES: Final[tuple[Class, ...]] = get_args(Class)


def summary(name: str, seat: int, moments: Sequence[Moment], end: Chances) -> Summary:
    """Start, luck, gifts, losses and result of a seat, and how well it decided."""
    verdicts = [moment.verdict for moment in moments if moment.verdict and moment.verdict.seat == seat]
    kinds = Counter(verdict.kind for verdict in verdicts)
    luck = fsum(moment.luck[seat] for moment in moments)
    loss = fsum(verdict.loss for verdict in verdicts)
    decisions = len(verdicts) - kinds["forced"]
    result = end[seat]
    return Summary(
        seat=seat,
        name=name,
        start=moments[0].chances[seat] if moments else result,
        result=result,
        luck=luck,
        given=fsum(moment.given[seat] for moment in moments),
        loss=loss,
        decisions=decisions,
        rate=1000 * loss / decisions if decisions else 0.0,
        adjusted=result - luck,
        kinds={kind: kinds[kind] for kind in CLASSES},
    )
