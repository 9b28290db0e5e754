"""ZOCK, solved: the exact value of every position and of every cover, for a game and for a match.

    >>> from knobel.rules.zock import ALL_FIELDS, Options
    >>> fresh = solution(Options(), "win")
    >>> round(fresh.value(ALL_FIELDS, ALL_FIELDS), 4)  # the first throw is a small advantage
    0.5149
    >>> [worth.fields for worth in fresh.covers(ALL_FIELDS, ALL_FIELDS, [(2, 4), (6,)])]  # a throw of 2 and 4
    [(2, 4), (6,)]

Both players play legally and optimally. Values are from the view of the player in question: the expected
`points` (the rival's loss minus the own one, in this game), or the chance to `win` this game, or the `match`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import numpy as np
from msgspec import Struct

from ...rules import zock as rules
from ...rules.errors import BadPosition
from ...rules.zock import ALL_FIELDS, Fields, Options, State
from ..arrays import Floats
from ..progress import Progress, silent
from .box import Box, covering, without, zock_box
from .kernel import PADDING, solve
from .match import MOST_GAMES, MatchTable, match_table

__all__ = [
    "ALIKE",
    "MOST_GAMES",
    "CoverValue",
    "Evaluation",
    "MatchTable",
    "Objective",
    "Solution",
    "evaluate",
    "games_left",
    "match_solution",
    "match_table",
    "solution",
]

Objective: TypeAlias = Literal["points", "win", "match"]

ALIKE: Final = 1e-11
"""Covers whose values differ by less are equally good; smaller differences are rounding errors."""


class CoverValue(Struct, frozen=True):
    """A cover and its value to the player who makes it."""

    fields: Fields
    value: float


class Evaluation(Struct, frozen=True):
    """The value of a position to a seat; at a decision also that of every cover to the seat that decides."""

    seat: int
    value: float
    covers: tuple[CoverValue, ...] = ()

    @property
    def best(self) -> tuple[CoverValue, ...]:
        """The best cover, or all of them where several are equally good."""
        return tuple(worth for worth in self.covers if worth.value > self.covers[0].value - ALIKE)


class Solution:
    """One game between a player and a rival with given payoffs: the value of every position to the player.

    `win` is what winning brings by the sum that the rival has open, `lose` what losing brings by the own open sum; the
    rival maximises the opposite. With `again` a player who covers throws again, else the other one throws.
    """

    def __init__(self, box: Box, rival: Box, again: bool, win: Floats, lose: Floats) -> None:
        self.box = box
        self.rival = rival
        self.again = again
        sets, rivals = len(box.sets), len(rival.sets)
        self.after = np.empty((sets, rivals + PADDING))
        """The value just after a cover, by the numbers of both sets; the columns beyond are padding."""
        self._rivals_after = np.empty((rivals, sets + PADDING))
        solve(box.choices, rival.choices, again, win, lose, self.after, self._rivals_after)

    def value(self, own: Fields, rival: Fields, throws: bool = True) -> float:
        """The value when the player throws next, or without `throws` the rival."""
        s, r = self.box.number[own], self.rival.number[rival]
        return float(self.after[s, r] if throws == self.again else -self._rivals_after[r, s])

    def covers(self, own: Fields, rival: Fields, offered: Iterable[Fields]) -> tuple[CoverValue, ...]:
        """The value of each of the covers that a throw offers to the player, the best first."""
        r = self.rival.number[rival]
        worths = (CoverValue(fields, float(self.after[self.box.number[without(own, fields)], r])) for fields in offered)
        return tuple(sorted(worths, key=lambda worth: -worth.value))


def solution(options: Options, objective: Literal["points", "win"]) -> Solution:
    """A single game with symmetric payoffs."""
    return _solution(covering(options), objective)


@lru_cache(maxsize=8)
def _solution(options: Options, objective: Literal["points", "win"]) -> Solution:
    sums = np.arange(sum(ALL_FIELDS) + 1, dtype=np.float64)
    win, lose = (sums, -sums) if objective == "points" else (np.ones_like(sums), np.zeros_like(sums))
    return _zock(options, win, lose)


def match_solution(options: Options, games: int, lead: int, progress: Progress = silent) -> Solution:
    """The next of `games` games of a match, to the player who is `lead` loss points better."""
    match_table(options, games, progress)
    return _match_solution(covering(options), games, lead)


@lru_cache(maxsize=8)
def _match_solution(options: Options, games: int, lead: int) -> Solution:
    return _zock(options, *match_table(options, games).payoffs(games, lead))


def _zock(options: Options, win: Floats, lose: Floats) -> Solution:
    box = zock_box(options)
    return Solution(box, box, options.variant == "A", win, lose)


def evaluate(state: State, objective: Objective, seat: int | None = None, progress: Progress = silent) -> Evaluation:
    """The value of a position to a seat; without a seat, to the one whose turn it is.

    Before a roll-off it is the next game that counts, for `match` the match; `games` and losses come from the state.
    """
    if state.options.referee != "strict":
        raise BadPosition("exact values are those of a game with a strict referee", "K9")
    if seat is not None and seat != state.seat:
        other = evaluate(state, objective, progress=progress)
        return Evaluation(seat, _opposite(objective, other.value), other.covers)
    if state.phase in ("roll_off", "over"):
        return Evaluation(state.seat, _between_games(state, objective, progress))
    game = _game_at_hand(state, objective, progress)
    own, rival = state.open[state.seat], state.open[1 - state.seat]
    if state.phase == "throw":
        return Evaluation(state.seat, game.value(own, rival))
    offered = rules.covers(state.options.variant, state.options.two_digit, state.dice, own)
    worths = game.covers(own, rival, offered)
    return Evaluation(state.seat, worths[0].value, worths)


def _opposite(objective: Objective, value: float) -> float:
    """The value to the other player."""
    return -value if objective == "points" else 1 - value


def _lead(state: State) -> int:
    """The lead in loss points of the player whose turn it is."""
    losses = rules.losses(state)
    return losses[1 - state.seat] - losses[state.seat]


def _game_at_hand(state: State, objective: Objective, progress: Progress) -> Solution:
    if objective == "match":
        return match_solution(state.options, games_left(state), _lead(state), progress)
    return solution(state.options, objective)


def _between_games(state: State, objective: Objective, progress: Progress) -> float:
    games = games_left(state)
    if objective == "match":
        return match_table(state.options, games, progress).value(games, _lead(state))
    if not games:
        raise BadPosition("the match is over, there is no next game", "K8")
    return 0.0 if objective == "points" else 0.5  # K2: each begins with chance 1/2


def games_left(state: State) -> int:
    """The number of unfinished games of the match, the current one included."""
    return state.options.games - len(state.games)
