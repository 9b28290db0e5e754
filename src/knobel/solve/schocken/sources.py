"""Where knowledge about a half of Schocken comes from: a solved half of two to four players, or the approximation.

Each source answers for a round with all seats from its beginner on, those who are out included: the risks of all before
the round, and what the next player's finals are worth to all when those before him ended with what is `seen`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, Protocol, TypeAlias

import numpy as np

from ...rules.schocken import Options
from .few import Circle
from .half import MOST_STONES as MOST_STONES_OF_TWO
from .half import Progress, silent
from .hands import Floats
from .many import Crowd, worth_of_beginner, worth_of_follower
from .stages import MOST_PLAYERS, MOST_SOLVED, MOST_STONES, Stage, known, solved, stage_ends
from .two import half_table

Stones: TypeAlias = tuple[int, ...]
Seen: TypeAlias = tuple[int, ...]
"""The finals of those who have finished, as the followers count them."""


Effort: TypeAlias = Literal["solve", "known", "approximate"]
"""Solve what was not solved yet, be content with what is known, or approximate all but two players."""


class Source(Protocol):
    """See above; `limit` is how many throws the next player has."""

    def __hash__(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    def risks(self, middle: int, held: Stones) -> Floats: ...

    def worth(self, middle: int, held: Stones, limit: int, seen: Seen) -> Floats: ...


class Solved:
    """A half that is solved, for all seats, or for those alone that still take part in it."""

    exact = True

    def __init__(self, circle: Circle) -> None:
        self._circle = circle

    def risks(self, middle: int, held: Stones) -> Floats:
        seats = self._seats(held)
        risks = np.zeros(len(held))
        risks[seats] = self._circle.value(middle, tuple(held[seat] for seat in seats))
        return risks

    def worth(self, middle: int, held: Stones, limit: int, seen: Seen) -> Floats:
        seats = self._seats(held)
        state = middle, tuple(held[seat] for seat in seats)
        worth = self._circle.rounds.worth(self._circle.pays(state), limit, seen)
        by_seat = np.zeros((len(worth), len(held)))
        by_seat[:, [seats[each] for each in self._circle.order(state)]] = worth
        return by_seat

    def _seats(self, held: Stones) -> list[int]:
        if self._circle.players == len(held):
            return list(range(len(held)))
        return [seat for seat, stones in enumerate(held) if stones]


class Approximate:
    """The approximation; the own risk of who decides is kept as it is, and those of the others fill it up to one."""

    exact = False

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd

    def risks(self, middle: int, held: Stones) -> Floats:
        return self._crowd.risks(middle, held)

    def worth(self, middle: int, held: Stones, limit: int, seen: Seen) -> Floats:
        rounds, pays = self._crowd.rounds, self._crowd.pays(middle, held)
        worth = worth_of_follower(rounds, limit, seen, pays) if seen else worth_of_beginner(rounds, pays)
        own = np.clip(worth[:, len(seen)], 0, 1)
        others = np.delete(worth, len(seen), axis=1)
        totals = others.sum(axis=1)
        scale = np.divide(1 - own, totals, out=np.zeros(len(own)), where=totals > 0)
        by_seat = np.zeros((len(worth), len(held)))
        by_seat[:, [seat for seat, stones in enumerate(held) if middle or stones]] = worth * scale[:, np.newaxis]
        by_seat[:, [seat for seat, stones in enumerate(held) if middle or stones][len(seen)]] = own
        return by_seat


def source_of(
    options: Options, players: int, taking_part: int, stage: Stage, effort: Effort, progress: Progress = silent
) -> Source:
    """The best source for a half of `players` in which so many take part now; in a first half all seats matter."""
    seats = players if stage == "first" else taking_part
    circle = _circle(options, seats, stage, effort, progress)
    return _approximate(options, players) if circle is None else _solved(circle)


def _circle(options: Options, seats: int, stage: Stage, effort: Effort, progress: Progress) -> Circle | None:
    if seats > MOST_PLAYERS or options.stones > MOST_STONES_OF_TWO:
        return None
    if seats == 2:
        half_table(options, progress)
        return _two(options, stage)
    if effort == "solve" and seats <= MOST_SOLVED and options.stones <= MOST_STONES:
        return solved(options, seats, stage, progress)
    return None if effort == "approximate" else known(options, seats, stage)


@lru_cache(maxsize=32)
def _two(options: Options, stage: Stage) -> Circle:
    return Circle(options, half_table(options), stage_ends(options, 2, stage))


@lru_cache(maxsize=32)
def _solved(circle: Circle) -> Solved:
    return Solved(circle)


@lru_cache(maxsize=32)
def _approximate(options: Options, players: int) -> Approximate:
    return Approximate(Crowd(options, players))
