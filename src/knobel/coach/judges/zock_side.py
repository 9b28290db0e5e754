"""A game of ZOCK to either seat, with a strict referee or with players as referees (K9).

With players as referees somebody may cover what does not fit. Then the rival objects, if that is good for him, as soon
as he has the dice; until then, and from there on, both play by the rules.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ...rules.zock import Fields, Options, State, misfits
from ...solve.zock.box import Box, Floats, Integers, zock_box
from ...solve.zock.run import run
from ...solve.zock.solver import Solution


class Side:
    """What positions of one game are worth to a seat; `game` is the game to seat 0, and `together` what both have.

    Who has covered all fields has won, whoever would throw next.
    """

    def __init__(self, options: Options, game: Solution, together: float, seat: int) -> None:
        self._box = zock_box(options)
        self._game = game
        self._together = together
        self._seat = seat
        self._again = options.variant == "A"
        self._waits = dict[Fields, Floats]()

    def throwing(self, own: Fields, rival: Fields) -> float:
        """When the seat throws next."""
        return self._value(own, rival, throws=True)

    def waiting(self, own: Fields, rival: Fields) -> float:
        """When the other one throws next."""
        return self._value(own, rival, throws=False)

    def _value(self, own: Fields, rival: Fields, throws: bool) -> float:
        if self._seat == 0:
            return self._game.value(own, rival, throws)
        return self._together - self._game.value(rival, own, not throws)

    def covered(self, own: Fields, rival: Fields, wrong: Fields) -> float:
        """Just after a cover; `wrong` are the fields covered against the rules since the seat has the dice."""
        return self.running(own, rival, wrong) if self._again else self.handed_over(own, rival, wrong)

    def handed_over(self, own: Fields, rival: Fields, wrong: Fields) -> float:
        """When the other one gets the dice, or is to accept the end, and may object to `wrong` fields."""
        stands = self.waiting(own, rival)
        return min(stands, self.waiting(opened(own, wrong), rival)) if wrong else stands

    def running(self, own: Fields, rival: Fields, wrong: Fields) -> float:
        """When the seat throws next, and the dice are not handed over yet since it covered `wrong` fields."""
        if not wrong:
            return self.throwing(own, rival)
        if rival not in self._waits:
            self._waits[rival] = np.array([self.waiting(fields, rival) for fields in self._box.sets])
        waits = self._waits[rival]
        ends = np.minimum(waits, waits[_with(self._box, wrong)])
        return run(self._box.choices, self._box.number[own], ends)


@cache
def _with(box: Box, wrong: Fields) -> Integers:
    """The number of every set once `wrong` fields are open again."""
    return np.array([box.number[opened(fields, wrong)] for fields in box.sets])


def opened(fields: Fields, again: Fields) -> Fields:
    return tuple(sorted({*fields, *again}))


def wrong_fields(state: State) -> Fields:
    """The fields that an objection would open again (K9)."""
    return tuple(field for claim in misfits(state) for field in claim.fields)
