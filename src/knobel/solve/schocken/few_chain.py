"""How likely a round of Schocken for three or four ends in what, when all play their best."""

from __future__ import annotations

import numpy as np

from ..compiled import compiled
from .finals import Finals, decide
from .hands import Floats, Integers, Tables
from .kernels.few import extremes, second_of_four, second_of_three, third_of_four


@compiled
def likely_of_three(tables: Tables, finals: Finals, openly: Finals, pays: Floats, first: int, likely: Floats) -> None:
    """Add how likely it is who is lowest, who is best and what he deals out, when the beginner ended with `first`.

    `openly` are the finals of the last player, from whom nothing is hidden.
    """
    worth, block = second_of_three(tables, finals, pays, first)
    weight = np.empty(len(worth))
    decide(tables, finals, 1, worth, weight)
    both = _both(tables, finals, openly, 2, weight, block)
    for i in range(finals.start[first], finals.start[first + 1]):
        a = finals.key[i]
        _count(finals.deals, 1, a, 0, a, 0, finals.chance[i], both, likely)


@compiled
def likely_of_four(tables: Tables, finals: Finals, openly: Finals, pays: Floats, first: int, likely: Floats) -> None:
    """The same for four."""
    worth, opened = second_of_four(tables, finals, pays, first)
    weight, third = np.empty(len(worth)), np.empty(len(worth))
    decide(tables, finals, 1, worth, weight)
    for second in range(len(weight)):
        if weight[second] > 0:
            after, block = third_of_four(tables, finals, opened, second)
            decide(tables, finals, 2, after, third)
            both = _both(tables, finals, openly, 3, third, block)
            for i in range(finals.start[first], finals.start[first + 1]):
                for j in range(finals.start[second], finals.start[second + 1]):
                    low, lowest, high, best = extremes(finals.key[i], finals.key[j])
                    share = weight[second] * finals.chance[i] * finals.chance[j]
                    _count(finals.deals, 2, low, lowest, high, best, share, both, likely)


@compiled
def _both(tables: Tables, finals: Finals, openly: Finals, last: int, weight: Floats, block: Floats) -> Floats:
    """How likely the last player but one and the last one end with which keys."""
    keys = len(finals.deals)
    both, ends = np.zeros((keys, keys)), np.empty(keys)
    for final in range(len(weight)):
        if weight[final] > 0:
            decide(tables, openly, last, block[final], ends)
            for i in range(finals.start[final], finals.start[final + 1]):
                both[finals.key[i]] += weight[final] * finals.chance[i] * ends
    return both


@compiled
def _count(
    deals: Integers,
    before: int,
    low: int,
    lowest: int,
    high: int,
    best: int,
    share: float,
    both: Floats,
    likely: Floats,
) -> None:
    """Add the ends of a round in which so many players before the last two have these extremes."""
    for c in range(len(both)):
        for d in range(len(both)):
            if both[c, d] > 0:
                last, loser = (c, before) if c <= low else (low, lowest)
                top, winner = (c, before) if c > high else (high, best)
                if d <= last:
                    loser = before + 1
                if d > top:
                    top, winner = d, before + 1
                likely[loser, winner, deals[top]] += share * both[c, d]
