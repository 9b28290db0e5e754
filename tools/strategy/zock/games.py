"""Perfect games of ZOCK as a Markov chain: how often two fields are better than one."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import NamedTuple, TypeAlias

from knobel.rules.dice import multisets
from knobel.rules.zock import Options, covers
from knobel.solve.zock.box import without, zock_box
from knobel.solve.zock.solver import solution

Pair: TypeAlias = tuple[int, int]
"""Two sets of open fields as numbers: of the player who throws, and of the opponent."""

Often: TypeAlias = defaultdict[Pair, float]
"""Expected number of visits to each position."""


class Offer(NamedTuple):
    """The sets that the covers of some throws leave open, and the chance of these throws."""

    chance: float
    left: tuple[int, ...]


class Choice:
    """How often a perfect game offers both one field and two, and how often two are better."""

    def __init__(self) -> None:
        self.offered = 0.0
        self.two = 0.0


@cache
def one_or_two(options: Options) -> dict[int, Choice]:
    """By the number of own open fields.

    Positions are handled from many open fields to few. Players who cannot use their throws hand the dice back and
    forth, so the throws in a position and in the same one seen from the other side depend on each other.
    """
    box, after = zock_box(options), solution(options, "points").after.tolist()
    size, idle, offers = [len(some) for some in box.sets], box.choices.idle.tolist(), _offers(options)
    choices, arriving = defaultdict[int, Choice](Choice), defaultdict[int, Often](_never)
    fresh = len(box.sets) - 1
    arriving[2 * size[fresh]][fresh, fresh] = 1
    for fields in range(2 * size[fresh], 1, -1):
        for (own, rival), often in _throws(arriving[fields], idle).items():
            for chance, left in offers[own]:
                best = max(left, key=lambda some: after[some][rival])
                if {size[own] - size[some] for some in left} == {1, 2}:
                    choices[size[own]].offered += often * chance
                    choices[size[own]].two += often * chance * (size[own] - size[best] == 2)
                if best:
                    following = (best, rival) if options.variant == "A" else (rival, best)
                    arriving[size[best] + size[rival]][following] += often * chance
    return dict(choices)


def _never() -> Often:
    return defaultdict(float)


def _throws(arrive: Often, idle: list[float]) -> Often:
    """Expected throws from each position, by expected arrivals."""
    throws = _never()
    for (own, rival), often in arrive.items():
        once = often / (1 - idle[own] * idle[rival])
        throws[own, rival] += once
        throws[rival, own] += once * idle[own]
    return throws


def _offers(options: Options) -> list[list[Offer]]:
    """What throws offer, by the number of the set."""
    box, offers = zock_box(options), list[list[Offer]]()
    for some in box.sets:
        weights = Counter[tuple[int, ...]]()
        for dice, weight in multisets(2):
            offered = covers(options.variant, options.two_digit, dice, some)
            weights[tuple(box.number[without(some, cover)] for cover in offered)] += weight
        offers.append([Offer(weight / 36, left) for left, weight in weights.items() if left])
    return offers
