"""A game under the coach's eyes."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ..rules.game import PlainEvent
from ..telling.phrase import Phrase
from .values import Chances

Class: TypeAlias = Literal["forced", "good", "inaccuracy", "mistake", "blunder"]


class Alternative(Struct, frozen=True):
    """A move that was possible, with its name; the rest as in `Worth`."""

    move: PlainEvent
    label: Phrase
    value: float
    error: float
    points: float | None = None


class Verdict(Struct, frozen=True):
    """A decision, judged by what its seat could know.

    `moves` begins with the best one, and `made` is the place of the one that was made. `loss` is what it cost, with the
    standard error of that; 0 for the best, and for a loss that may as well be chance. `reasons` say why, for whoever
    made it, in one or two sentences.
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
    """An event of the record: what everybody expected before it, and what it changed, per seat.

    What an event changes is the sum of `luck` (dice, lots, what cups turn out to hold), `given` (what others decided)
    and minus the loss of the own decision.
    """

    event: int
    chances: Chances
    luck: Chances
    given: Chances
    verdict: Verdict | None = None


class Summary(Struct, frozen=True):
    """A player's game. `start` + `luck` + `given` - `loss` = `result`, all in the unit of `Chances`.

    `decisions` counts those that were not forced, `rate` is the loss per decision in thousandths; `adjusted` is the
    result without luck.
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


class Turning(Struct, frozen=True):
    """A moment at which the game turned, in words."""

    event: int
    said: Phrase


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
