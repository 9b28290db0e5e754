"""Who has stayed so far: the public histories of a turn of Zock'n'Roll, and which of them share a decision.

The players are numbered in the order in which they decide. In each round the *node* of a history is 1 at first, and
after each decision twice the node plus one if the player stayed. After round 1 a mask says who stayed, bit `i` for
player `i`; in round 2 they decide in the same order, from node 1 on.

With few players, every history has decisions of its own. With many, histories share them that agree in what is easily
counted: how many have decided, how many of them stayed, and in round 2 also how many were left.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from math import comb
from typing import Final, NamedTuple

import numpy as np

from .turn import Integers, Setting

EXACT: Final = {"basic": 8, "pro": 6}
"""Up to so many players every history has decisions of its own."""


def is_exact(setting: Setting) -> bool:
    return setting.players <= EXACT[setting.board]


class Tree(NamedTuple):
    """`first[node - 1]` numbers the decisions of round 1, `second[begin[mask] + node - 1]` those of round 2."""

    first: Integers
    second: Integers
    begin: Integers


def decisions(players: int, exact: bool) -> tuple[int, int]:
    """How many different decisions round 1 has, and round 2 for each fourth white die.

    >>> decisions(3, exact=True), decisions(6, exact=True), decisions(12, exact=False)
    ((7, 19), (63, 665), (78, 364))
    """
    if exact:
        return 2**players - 1, 3**players - 2**players
    return comb(players + 1, 2), comb(players + 2, 3)


@cache
def tree(players: int, exact: bool) -> Tree:
    """The histories of so many players; `exact` says whether each has decisions of its own."""
    sizes = [mask.bit_count() for mask in range(1, 2**players)]
    begin = np.array([0, 0, *np.cumsum([2**size - 1 for size in sizes])], np.int64)[:-1]
    if exact:
        first, second = decisions(players, exact)
        return Tree(np.arange(first), np.arange(second), begin)
    shared = lattice(players)
    counted = [(node.bit_length() - 1, node.bit_count() - 1) for node in range(2**players)]
    return Tree(
        np.array([shared.first[point] for point in counted[1:]]),
        np.array([shared.second[size, *point] for size in sizes for point in counted[1 : 2**size]]),
        begin,
    )


class Lattice(NamedTuple):
    """Shared decisions: `first[decided, stayed]` and `second[left, decided, stayed]` number them.

    `decided` and `stayed` count players in this round, `left` those who came to round 2.
    """

    first: Integers
    second: Integers


@cache
def lattice(players: int) -> Lattice:
    """The decisions that the histories of so many players share."""
    first, second = np.full((players, players), -1), np.full((players + 1, players, players), -1)
    first[np.tril_indices(players)] = np.arange(comb(players + 1, 2))
    number = count()
    for left in range(1, players + 1):
        for decided in range(left):
            for stayed in range(decided + 1):
                second[left, decided, stayed] = next(number)
    return Lattice(first, second)
