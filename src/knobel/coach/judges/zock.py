"""Judge of ZOCK: the solver's chances to win the match.

They are exact with up to ten games left. A longer match is extrapolated from ten games: the lead is then a sum of many
games, and the chance that it holds depends on the lead divided by the square root of the games left.

With players as referees (K9) a move has the value of its outcome when the rival answers well and both go on by the
rules. A move against the rules never gets a higher value than the best legal one, so the coach advises no cheating.
Chips (K10) change nothing.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import floor, sqrt
from typing import Final

import numpy as np
from msgspec.structs import replace

from ...rules import game
from ...rules.errors import BadPosition
from ...rules.game import Decision
from ...rules.zock import (
    ALL_FIELDS,
    Accept,
    Claim,
    Cover,
    Event,
    Fields,
    Object,
    Options,
    Pass,
    State,
    Throw,
    covers,
    losses,
    misfits,
    pending,
)
from ...solve.arrays import Floats, Integers
from ...solve.zock.box import Box, covering, without, zock_box
from ...solve.zock.kernel import run
from ...solve.zock.solver import ALIKE, MOST_GAMES, Solution, games_left, match_solution, match_table, solution
from ..values import Chances, Doubt, MoveValue, Values

LONG_ERROR: Final = 0.001
"""The standard error of a chance in a match that is longer than those that are solved (benchmarks/results/coach.md)."""


def before_roll_off(options: Options, games: int, lead: int) -> float:
    """The chance to win the match of the player who is `lead` points better, with `games` games left.

    >>> before_roll_off(Options(), 40, 30) == before_roll_off(Options(), 10, 15)  # twice the lead, four times as many
    True
    """
    table = match_table(options, min(games, MOST_GAMES))
    if games <= MOST_GAMES:
        return table.value(games, lead)
    shrunk = lead * sqrt(MOST_GAMES / games)
    below = floor(shrunk)
    low, high = table.value(MOST_GAMES, below), table.value(MOST_GAMES, below + 1)
    return low + (high - low) * (shrunk - below)


def game_at_hand(options: Options, games: int, lead: int) -> Solution:
    """The next of `games` games to the player who is `lead` points better, played for the match."""
    return _game_at_hand(covering(options), games, lead)


@lru_cache(maxsize=8)
def _game_at_hand(options: Options, games: int, lead: int) -> Solution:
    if games <= MOST_GAMES:
        return match_solution(options, games, lead)
    losses = range(sum(ALL_FIELDS) + 1)  # K7
    win = np.array([before_roll_off(options, games - 1, lead + loss) for loss in losses])
    lose = np.array([before_roll_off(options, games - 1, lead - loss) for loss in losses])
    box = zock_box(options)
    return Solution(box, box, options.variant == "A", win, lose)


class Side:
    """The values of positions of one game to a seat; `game` is that to seat 0, and `together` the sum of both.

    A player who has covered all fields has won.
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


class ZockJudge:
    """Judges the positions of matches with these options."""

    def __init__(self, options: Options) -> None:
        self._options = options

    @property
    def exact(self) -> bool:
        return self._options.games <= MOST_GAMES

    def chances(self, state: game.State) -> Chances:
        assert isinstance(state, State)
        return _by_seat(state.seat, self._on_turn(state))

    def doubt(self, state: game.State) -> Doubt:
        assert isinstance(state, State)
        return Doubt(LONG_ERROR if games_left(state) > MOST_GAMES else 0.0)

    def weigh(self, view: game.State) -> Values:
        assert isinstance(view, State)
        waits = pending(view)
        if not isinstance(waits, Decision):
            raise BadPosition("there is no decision in this position", "K4")
        chance, points, lawful = self._side(view), self._points(view), _lawful(view)
        most = max(_worth(chance, view, move) for move in lawful)
        weighed = list[tuple[Event, float, float]]()
        for move in waits.moves:
            value = _worth(chance, view, move)
            weighed.append((move, value if move in lawful else min(value, most), _worth(points, view, move)))
        weighed.sort(key=lambda each: (-round(each[1] / ALIKE), each[0] not in lawful, -each[2]))
        exact = games_left(view) <= MOST_GAMES
        error = 0.0 if exact else LONG_ERROR
        worths = (MoveValue(move, v, error, error, p, _by_seat(view.seat, v)) for move, v, p in weighed)
        return Values(view.seat, tuple(worths), exact)

    def _on_turn(self, state: State) -> float:
        """The chance of the seat whose turn it is."""
        if state.phase in ("roll_off", "over"):
            return before_roll_off(state.options, games_left(state), _lead(state, state.seat))
        side = self._side(state)
        if state.phase == "throw":
            return side.running(state.open[state.seat], state.open[1 - state.seat], wrong_fields(state))
        return max(_worth(side, state, move) for move in _lawful(state))

    def _side(self, state: State) -> Side:
        at_hand = game_at_hand(state.options, games_left(state), _lead(state, 0))
        return Side(state.options, at_hand, 1.0, state.seat)

    def _points(self, state: State) -> Side:
        return Side(state.options, solution(state.options, "points"), 0.0, state.seat)


def _lead(state: State, seat: int) -> int:
    """The lead of a seat in loss points."""
    lost = losses(state)
    return lost[1 - seat] - lost[seat]


def _by_seat(seat: int, value: float) -> Chances:
    return (value, 1 - value) if seat == 0 else (1 - value, value)


def _worth(side: Side, state: State, move: Event) -> float:
    """The value of a move to the seat whose turn it is."""
    seat, wrong = state.seat, wrong_fields(state)
    own, rival = state.open[seat], state.open[1 - seat]
    match move:
        case Cover(fields=fields):
            claimed = replace(state, claims=(*state.claims, Claim(state.dice, fields)))
            return side.covered(without(own, fields), rival, wrong_fields(claimed))
        case Pass():
            return side.handed_over(own, rival, wrong)
        case Object() if wrong:
            return side.throwing(own, opened(rival, wrong))
        case _:
            return side.throwing(own, rival)


def _lawful(state: State) -> tuple[Event, ...]:
    """The legal moves of a decision; K4 requires a cover that the throw offers, if there is one."""
    seat, options = state.seat, state.options
    match state.phase:
        case "object":
            return Throw(seat), Object(seat)
        case "accept":
            return Accept(seat), Object(seat)
    offered = covers(options.variant, options.two_digit, state.dice, state.open[seat])
    return tuple(Cover(seat, fields) for fields in offered) or (Pass(seat),)
