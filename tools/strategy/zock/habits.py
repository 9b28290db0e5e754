"""Cost of habits in ZOCK: a player who considers some of the covers only, against a perfect one.

A habit leaves one or a few of the covers that a throw offers. Among them the player still chooses perfectly, so the
cost is a lower bound for people with that habit; and the rival knows the habit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import numpy as np

from knobel.rules.dice import multisets
from knobel.rules.game import Dice
from knobel.rules.zock import ALL_FIELDS, Fields, Options, covers
from knobel.solve.arrays import Floats
from knobel.solve.zock.box import Box, zock_box
from knobel.solve.zock.solver import Solution

Habit: TypeAlias = Callable[[Dice, Fields], float]
"""A preference for covers after a throw; only the most preferred ones are considered."""


def most_fields(dice: Dice, cover: Fields) -> float:
    return len(cover)


def fewest_fields(dice: Dice, cover: Fields) -> float:
    return -len(cover)


def highest_field(dice: Dice, cover: Fields) -> float:
    return cover[-1]


def lowest_field(dice: Dice, cover: Fields) -> float:
    return -cover[0]


def high_alone(dice: Dice, cover: Fields) -> float:
    """7, 8 and 9 as single fields, else as many fields as possible."""
    return 3 if len(cover) == 1 and cover[0] >= 7 else len(cover)


def two_first(dice: Dice, cover: Fields) -> float:
    return 2 in cover


HABITS: Final[dict[str, Habit]] = {
    "always as many fields as possible": most_fields,
    "always as few fields as possible": fewest_fields,
    "always the highest field": highest_field,
    "always the lowest field": lowest_field,
    "7, 8 and 9 alone, else as many fields as possible": high_alone,
    "the 2 whenever possible, else perfectly": two_first,
}


def cost(options: Options, habit: Habit) -> tuple[float, float]:
    """Cost of a habit in points and in chance to win a game, both players beginning equally often."""
    sums = np.arange(sum(ALL_FIELDS) + 1, dtype=np.float64)
    ones = np.ones_like(sums)
    return -_fresh(options, habit, sums, -sums), 0.5 - _fresh(options, habit, ones, 0 * ones)


def _fresh(options: Options, habit: Habit, win: Floats, lose: Floats) -> float:
    game = Solution(_box(options, habit), zock_box(options), options.variant == "A", win, lose)
    return sum(game.value(ALL_FIELDS, ALL_FIELDS, throws) for throws in (True, False)) / 2


def _box(options: Options, habit: Habit) -> Box:
    def offers(some: Fields) -> Iterable[tuple[tuple[Fields, ...], int]]:
        for dice, weight in multisets(2):
            offered = covers(options.variant, options.two_digit, dice, some)
            best = max((habit(dice, cover) for cover in offered), default=0)
            yield tuple(cover for cover in offered if habit(dice, cover) == best), weight

    return Box(ALL_FIELDS, offers)
