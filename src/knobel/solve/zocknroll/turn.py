"""One turn of Zock'n'Roll from the first three white dice on, as arrays for the kernels.

Players maximise the expected points of the turn. Then the own cup, the white dice and who is still in are all that
matters: a lifted cup says nothing about the others. So each multiset of the first three white dice is its own game.

Public histories: players are numbered in the order in which they decide. In each round the *node* of a history is 1 at
first, and after each decision twice the node plus one if the player stayed. After round 1 a mask says who stayed, bit
`i` for player `i`; in round 2 they decide in the same order, from node 1 on. With few players every history is an
information set of its own. With many, histories share one (abstraction) if they agree in counts: how many have decided,
how many of them stayed, and in round 2 how many were left.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import count
from math import comb
from typing import Final, Literal, NamedTuple

import numpy as np

from ...rules.boards import BOARDS, COMBINATIONS, CUP_SIZE, formed
from ...rules.dice import FACES, multisets
from ...rules.game import Dice
from ...rules.zocknroll import Options, plays_jorg, values
from ..arrays import Floats, Integers

TRIPLES: Final = tuple(dice for dice, _ in multisets(3))
"""All outcomes of the first three white dice."""

TRIPLE_CHANCE: Final = np.array([weight for _, weight in multisets(3)]) / 6**3


class Setting(NamedTuple):
    """The options that matter to a turn, and the number of players: the key of a stored policy."""

    board: Literal["basic", "pro"]
    royal_pairs: Literal["456", "consecutive", "six_alike"]
    players: int
    prize: int
    """The points of `won_third` (N13)."""

    @property
    def jorg(self) -> bool:
        return plays_jorg(self.players)

    @property
    def cups(self) -> tuple[Dice, ...]:
        return tuple(dice for dice, _ in multisets(CUP_SIZE[self.board]))

    @property
    def mirrored(self) -> bool:
        """Whether 1 and 6, 2 and 5, 3 and 4 can change places on all dice without changing the game."""
        return self.board == "basic" or self.royal_pairs != "456"

    @property
    def name(self) -> str:
        parts = ["zocknroll", self.board, str(self.players)]
        if self.board == "pro" and self.royal_pairs != "456":
            parts.append(self.royal_pairs)
        if self.jorg and self.prize == self.players:
            parts.append("without-jorg")  # he plays, but his hand does not count
        return "-".join(parts)


def setting(options: Options, players: int) -> Setting:
    """The setting of these options.

    >>> setting(Options(royal_pairs="six_alike", jorg_counts=False), 4)
    Setting(board='basic', royal_pairs='456', players=4, prize=4)
    """
    royal_pairs = options.royal_pairs if options.board == "pro" else "456"
    return Setting(options.board, royal_pairs, players, values(options, players)[0])


def mirror(dice: Dice) -> Dice:
    """The dice with 1 and 6, 2 and 5, 3 and 4 in each other's place."""
    return tuple(sorted(7 - die for die in dice))


class Turn(NamedTuple):
    """A turn after three white dice, as the kernels need it. Cups have the order of `multisets`.

    A hand of round 3 has a *place*: the fifth white die and the rank of its best row, the best being 0.
    """

    chance: Floats
    """Of each cup."""
    first: Floats
    """Points for dropping a cup in round 1."""
    second: Floats
    """Points for dropping in round 2, by the fourth white die and the cup."""
    place: Integers
    """By the fourth and fifth white die and the cup."""
    worth: Floats
    """Points of the row for each place, times the chance of its fifth white die."""
    prize: float
    """Points for winning round 3 alone, times the chance of a fifth white die."""
    jorg: bool


@lru_cache(maxsize=256)
def turn(setting: Setting, white: Dice) -> Turn:
    """The turn after these three white dice."""
    names, points = COMBINATIONS[setting.board], [value for _, value, _ in BOARDS[setting.board]]

    def rank(dice: Dice) -> int | None:
        rows = formed(setting.board, setting.royal_pairs, tuple(sorted(dice)))
        return names.index(rows[0]) if rows else None

    def worth(dice: Dice) -> int:
        best = rank(dice)
        return 0 if best is None else points[best]

    cups = setting.cups
    chance = np.array([weight for _, weight in multisets(CUP_SIZE[setting.board])], np.float64)
    ranks = [[[rank(cup + white + (fourth, fifth)) for cup in cups] for fifth in FACES] for fourth in FACES]
    return Turn(
        chance / chance.sum(),
        np.array([1 + worth(cup + white) for cup in cups], np.float64),  # N7: `dropped_first` and a row
        np.array([[worth((*cup, *white, fourth)) for cup in cups] for fourth in FACES], np.float64),
        np.array(ranks, np.int64) + len(names) * np.arange(6)[:, None],
        np.tile(np.array(points, np.float64), 6) / 6,
        setting.prize / 6,
        setting.jorg,
    )


EXACT: Final = {"basic": 8, "pro": 6}
"""Up to this many players every history is an information set of its own."""


def is_exact(setting: Setting) -> bool:
    return setting.players <= EXACT[setting.board]


class Tree(NamedTuple):
    """`first[node - 1]` numbers the decisions of round 1, `second[begin[mask] + node - 1]` those of round 2."""

    first: Integers
    second: Integers
    begin: Integers


def decisions(players: int, exact: bool) -> tuple[int, int]:
    """The number of decisions in round 1, and in round 2 for each fourth white die.

    >>> decisions(3, exact=True), decisions(6, exact=True), decisions(12, exact=False)
    ((7, 19), (63, 665), (78, 364))
    """
    if exact:
        return 2**players - 1, 3**players - 2**players
    return comb(players + 1, 2), comb(players + 2, 3)


@cache
def tree(players: int, exact: bool) -> Tree:
    """The histories of this many players; `exact` says whether each is an information set of its own."""
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
    """The information sets that histories of this many players share."""
    first, second = np.full((players, players), -1), np.full((players + 1, players, players), -1)
    first[np.tril_indices(players)] = np.arange(comb(players + 1, 2))
    number = count()
    for left in range(1, players + 1):
        for decided in range(left):
            for stayed in range(decided + 1):
                second[left, decided, stayed] = next(number)
    return Lattice(first, second)
