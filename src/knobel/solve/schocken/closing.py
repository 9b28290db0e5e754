"""Values of the finals of a round, exact for given values after it, for any number of players of Schocken.

Quick are the last players of any round, and all players of an open round: one in which all see every throw, or in which
all throw once, so that nobody has to decide.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Protocol

import numpy as np

from ...rules.schocken import MOST_THROWS
from ..arrays import Floats
from . import closing_kernel as kernel
from .few import State
from .finals import Finals
from .rounds import Rounds

_NOTHING: Final = np.empty((1, 1, 1, 1, 1))


class Values(Protocol):
    """The values after rounds, by the state before."""

    rounds: Rounds

    def __hash__(self) -> int: ...

    def pays(self, state: State) -> Floats: ...


def worth_of_late(rounds: Rounds, limit: int, seen: tuple[int, ...], pays: Floats) -> Floats:
    """The values to all of the finals of one of the last three players."""
    follow, finals = len(pays) - len(seen) - 1, rounds.followers[limit]
    extremes, shares = kernel.extremes_of(finals, np.array(seen, dtype=np.int64))
    if follow == 0:
        last: Floats = kernel.worth_of_last(finals.deals, pays, extremes, shares)
        return last
    worth_of = kernel.worth_of_second_last if follow == 1 else kernel.worth_of_third_last
    worth: Floats = worth_of(rounds.tables, finals, pays, extremes, shares)
    return worth


def is_open(finals: Finals) -> bool:
    """Whether a round is open, and ranks alone matter."""
    return finals.spread == 1 and (not finals.hidden or finals.limit == 1)


class OpenRound:
    """An open round, by backward induction over the extremes of the throws so far."""

    def __init__(self, rounds: Rounds, limit: int, pays: Floats) -> None:
        self._finals = rounds.followers[limit]
        self._pays = pays
        self._after = [_NOTHING]
        by_middle = bool(np.all(pays == pays[:, :1]))
        for player in range(len(pays) - 1, 0, -1):
            self._after.append(kernel.after_open(rounds.tables, self._finals, pays, self._after[-1], player, by_middle))

    def worth(self, seen: tuple[int, ...]) -> Floats:
        """The values to all of the next player's keys."""
        following = self._after[len(self._pays) - 1 - len(seen)]
        worth: Floats = kernel.worth_of_open(self._finals, self._pays, following, np.array(seen, dtype=np.int64))
        return worth


@lru_cache(maxsize=2)
def open_round(values: Values, state: State, limit: int) -> OpenRound:
    """An open round, memoized for all who decide in it; one of eight players takes 28 MB."""
    return OpenRound(values.rounds, limit, values.pays(state))


def worth_of_open(values: Values, state: State, limit: int, seen: tuple[int, ...]) -> Floats:
    """The values to all of a follower's finals in an open round; if all throw once, of that throw."""
    finals, known = values.rounds.followers[limit], open_round(values, state, limit).worth(seen)
    worth = np.zeros((len(finals.start) - 1, known.shape[1]))
    worth[: len(known)] = known
    thrown = slice(finals.start[len(known)], finals.start[len(known) + 1])
    worth[len(known)] = finals.chance[thrown] @ known[finals.key[thrown]]
    return worth


def fill_open_throws(values: Values, state: State, worth: Floats) -> None:
    """Set the values to all of those finals of the beginner that begin an open round."""
    for limit in range(1, MOST_THROWS + 1):
        if is_open(values.rounds.followers[limit]):
            worth[values.rounds.ends_of_beginner(limit)] = open_round(values, state, limit).worth(())
