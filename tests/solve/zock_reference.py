"""Reference implementation of covering games: exact fractions and recursion, to test the solver.

It uses nothing of the solver. Sets of open fields are frozensets; a `Side` gives the covers that throws offer a player.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from ..rules.zock.reference import Fields, possible

Side: TypeAlias = Callable[[Fields], list[tuple[Fraction, list[Fields]]]]
"""For open fields, every outcome of the dice: its chance and the covers it offers."""

Payoff: TypeAlias = Callable[[int], Fraction]
"""What the end of a game brings, by the sum of the loser's open fields."""


def always(worth: int) -> Payoff:
    return lambda _: Fraction(worth)


def zock_side(variant: str, two_digit: str) -> Side:
    @cache
    def side(fields: Fields) -> list[tuple[Fraction, list[Fields]]]:
        dice = product(range(1, 7), repeat=2)
        return [(Fraction(1, 36), possible(variant, two_digit, min(x, y), max(x, y), fields)) for x, y in dice]

    return side


def shut_the_box_side(one_die_up_to: int) -> Side:
    """Any set of fields with the sum of the dice; one die is thrown while they sum to at most `one_die_up_to`."""

    @cache
    def side(fields: Fields) -> list[tuple[Fraction, list[Fields]]]:
        dice = list(product(range(1, 7), repeat=1 if sum(fields) <= one_die_up_to else 2))
        some = [frozenset(each) for size in range(1, len(fields) + 1) for each in combinations(fields, size)]
        return [(Fraction(1, len(dice)), [each for each in some if sum(each) == sum(fall)]) for fall in dice]

    return side


@dataclass(frozen=True)
class Value:
    """What the first player expects when throwing next, and when the second throws next."""

    throwing: Fraction
    waiting: Fraction


@dataclass(frozen=True)
class Game:
    """Two players with payoffs to the first of them; with `again` a player who covers throws again."""

    first: Side
    second: Side
    again: bool
    win: Payoff
    lose: Payoff

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", cache(self.value))

    def value(self, own: Fields, other: Fields) -> Value:
        """Two unknowns, throwing = a + p waiting and waiting = b + q throwing, where a and b are known by recursion."""
        if not own:
            return Value(self.win(sum(other)), self.win(sum(other)))
        if not other:
            return Value(self.lose(sum(own)), self.lose(sum(own)))
        a = b = p = q = Fraction(0)
        for chance, covers in self.first(own):
            after = [self.value(own - cover, other) for cover in covers]
            if after:
                a += chance * max(each.throwing if self.again else each.waiting for each in after)
            else:
                p += chance
        for chance, covers in self.second(other):
            after = [self.value(own, other - cover) for cover in covers]
            if after:
                b += chance * min(each.waiting if self.again else each.throwing for each in after)
            else:
                q += chance
        throwing = (a + p * b) / (1 - p * q)
        return Value(throwing, b + q * throwing)


def zock_game(variant: str, two_digit: str, objective: str) -> Game:
    side = zock_side(variant, two_digit)
    if objective == "points":
        return Game(side, side, variant == "A", Fraction, lambda loss: Fraction(-loss))
    return Game(side, side, variant == "A", always(1), always(0))


def match_chances(side: Side, again: bool, fields: Fields) -> Callable[[int, int], Fraction]:
    """The chance to win a match by games left and lead; without shortcuts by symmetry or decided leads."""

    @cache
    def chance(games: int, lead: int) -> Fraction:
        if games == 0:
            return Fraction(1 + (lead > 0) - (lead < 0), 2)
        game = Game(
            side, side, again, lambda loss: chance(games - 1, lead + loss), lambda loss: chance(games - 1, lead - loss)
        )
        fresh = game.value(fields, fields)
        return (fresh.throwing + fresh.waiting) / 2

    return chance
