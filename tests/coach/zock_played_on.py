"""Vectorised rollouts of ZOCK by the solver's policy, with known exact values.

With a `horizon` they are cut after that many throws and valued by the solver, so that results are not just won or lost.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.rules.dice import multisets
from knobel.rules.zock import Fields, Options, covers
from knobel.solve.arrays import Floats
from knobel.solve.zock.box import without
from knobel.solve.zock.solver import Solution, solution

Numbers = NDArray[np.int64]

FALLS: Final = 36
_THROWS: Final = [dice for dice, _ in multisets(2)]
_NUMBER: Final = np.array([_THROWS.index((min(x, y), max(x, y))) for x in range(1, 7) for y in range(1, 7)])
"""The throw of each of the 36 outcomes."""

EQUAL_FALLS: Final = np.full(FALLS, 1 / FALLS)


class _Play(NamedTuple):
    picks: NDArray[np.int16]
    """The set that the solver leaves open, by the own set, the throw and the rival's set; -1 if nothing fits."""
    throwing: Floats
    """The chance to win of the throwing player, by both sets."""


@cache
def _play(options: Options) -> _Play:
    game = solution(options, "win")
    sets = game.box.sets
    picks = np.full((len(sets), len(_THROWS), len(sets)), -1, np.int16)
    for own, fields in enumerate(sets):
        for throw, dice in enumerate(_THROWS):
            offered = covers(options.variant, options.two_digit, dice, fields)
            lefts = np.array([game.box.number[without(fields, cover)] for cover in offered], np.int16)
            if len(lefts):
                picks[own, throw] = lefts[game.after[lefts, : len(sets)].argmax(axis=0)]
    throwing = np.array([[game.value(own, rival) if own and rival else 0.0 for rival in sets] for own in sets])
    return _Play(picks, throwing)


class Decision:
    """A decision: a throw with several possible covers."""

    def __init__(self, options: Options, own: Fields, rival: Fields, dice: tuple[int, ...], seed: int) -> None:
        self.game: Solution = solution(options, "win")
        self.offered = covers(options.variant, options.two_digit, dice, own)
        self.horizon = 10**6
        self._again = options.variant == "A"
        self._play = _play(options)
        self._lefts = [self.game.box.number[without(own, cover)] for cover in self.offered]
        self._rival = self.game.box.number[rival]
        self._seed = seed

    @property
    def exact(self) -> list[float]:
        """What each cover is worth by the solver."""
        return [float(self.game.after[left, self._rival]) for left in self._lefts]

    def play_on(self, first: int, count: int, moves: Sequence[int]) -> Floats:
        """See `knobel.coach.rollouts.PlayOn`; the first throw is enumerated."""
        return np.stack([self._results(first, count, self._lefts[move]) for move in moves], axis=1)

    def _results(self, first: int, count: int, left: int) -> Floats:
        won, at = np.zeros(count), np.arange(count)
        if left == 0:
            return np.ones(count)
        mine = np.full(count, self._again)  # the deciding player throws
        own = np.full(count, left if self._again else self._rival)
        rival = np.full(count, self._rival if self._again else left)
        fall: Numbers = (first + at) % FALLS
        for throw in range(self.horizon):
            after = self._play.picks[own, _NUMBER[fall[at]], rival].astype(np.int64)
            fits = after >= 0
            own = np.where(fits, after, own)
            over = own == 0
            won[at[over]] = mine[over]
            passes = ~(fits & self._again)
            own, rival, mine = np.where(passes, rival, own), np.where(passes, own, rival), mine ^ passes
            at, own, rival, mine = at[~over], own[~over], rival[~over], mine[~over]
            if not len(at):
                return won
            fall = np.random.default_rng((self._seed, first, throw)).integers(FALLS, size=count)
        chance = self._play.throwing[own, rival]
        won[at] = np.where(mine, chance, 1 - chance)
        return won


def random_decision(options: Options, rng: random.Random) -> Decision:
    """A random position in which a throw has more than one cover."""
    sets = solution(options, "win").box.sets
    while True:
        own, rival, dice = rng.choice(sets), rng.choice(sets[1:]), rng.choice(_THROWS)
        if len(covers(options.variant, options.two_digit, dice, own)) > 1:
            return Decision(options, own, rival, dice, rng.randrange(2**32))
