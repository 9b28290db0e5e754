"""Reference implementation of Schocken for two: exact fractions and recursion, to test the solver.

It uses nothing of the solver or the engine: ranks and choices come from the tests of the rules.
All values are the chance that the beginner of the round loses the half.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, TypeAlias

from ..rules.schocken.ladder import Dice
from ..rules.schocken.reference import DEFAULTS, choices, ranking

Pays: TypeAlias = Callable[[bool, int], Fraction]
"""What a round brings by whether the beginner lost it, and the stones that the other one's throw deals out."""

Ended: TypeAlias = Callable[[int, int], Fraction]
"""The value of ending with a throw, by its place (0 is best) and the number of throws."""


@cache
def falls(count: int) -> list[tuple[Dice, Fraction]]:
    ways = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))
    return [(dice, Fraction(some, 6**count)) for dice, some in ways.items()]


class Evening:
    """One set of house rules."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = {**DEFAULTS, **options}
        self.stones = self.options["stones"]
        self._rungs, self._places = ranking(self.options["jule"], self.options["general_beats_schock2"])

    def place(self, kept: Dice, thrown: Dice) -> int:
        return self._places[tuple(sorted(kept + thrown)), not kept or not self.options["hand_only"]]

    def deals(self, place: int) -> int:
        return self._rungs[place][2]

    def throwing(self, ended: Ended, limit: int, best: Callable[..., Fraction]) -> Callable[[Dice, int], Fraction]:
        """The value of keeping dice for a throw, for a player who stops with `ended` and chooses the `best`."""

        @cache
        def throw(keep: Dice, number: int) -> Fraction:
            return sum((chance * lying(keep, dice, number) for dice, chance in falls(3 - len(keep))), Fraction(0))

        def lying(kept: Dice, thrown: Dice, number: int) -> Fraction:
            stand = ended(self.place(kept, thrown), number)
            if number == limit:
                return stand
            offered = choices(kept, thrown, self.options["kept_dice"] == "stay", self.options["sixes"])
            return best(stand, *(throw(keep, number + 1) for keep, _ in offered))

        return throw

    def following(self, mixture: Mapping[int, Fraction], limit: int, pays: Pays) -> Fraction:
        """The value for a follower who faces some throws of the beginner, by place, each with its chance."""

        @cache
        def ended(place: int, throws: int) -> Fraction:
            value = Fraction(0)
            for faced, chance in mixture.items():
                fewer = self.options["ties"] == "throws_then_order" and throws < limit
                loses = faced > place or (faced == place and fewer)
                value += chance * pays(loses, self.deals(place if loses else faced))
            return value

        return self.throwing(ended, limit, max)((), 1)

    def round(self, pays: Pays) -> Fraction:
        """The value before the first throw of the beginner."""

        @cache
        def ended(place: int, throws: int) -> Fraction:
            return self.following({place: Fraction(1)}, throws, pays)

        if self.options["covered"] == "none":
            return self.throwing(ended, 3, min)((), 1)
        return self._with_covered_third(ended, pays)

    def _with_covered_third(self, ended: Ended, pays: Pays) -> Fraction:
        """The third throw is covered, so the follower faces the mixture of its outcomes."""
        third = dict[Dice, Fraction]()
        for keep in (keep for size in (0, 1, 2) for keep in combinations_with_replacement(range(1, 7), size)):
            mixture = defaultdict[int, Fraction](Fraction)
            for dice, chance in falls(3 - len(keep)):
                mixture[self.place(keep, dice)] += chance
            third[keep] = self.following(mixture, 3, pays)

        def lying(kept: Dice, thrown: Dice, number: int) -> Fraction:
            offered = choices(kept, thrown, self.options["kept_dice"] == "stay", self.options["sixes"])
            again = (third[keep] if number == 2 else second(keep) for keep, _ in offered)
            return min(ended(self.place(kept, thrown), number), *again)

        @cache
        def second(keep: Dice) -> Fraction:
            return sum((chance * lying(keep, dice, 2) for dice, chance in falls(3 - len(keep))), Fraction(0))

        return sum((chance * lying((), dice, 1) for dice, chance in falls(3)), Fraction(0))

    def pays(self, middle: int, own: int, risk: Callable[[int, int], Fraction]) -> Pays:
        """S9 and S10, with the risk of the next beginner by the stones in the middle and the own ones."""

        @cache
        def paid(beginner_loses: bool, deals: int) -> Fraction:
            other = self.stones - middle - own
            loser, winner = (own, other) if beginner_loses else (other, own)
            if deals == 0:
                return Fraction(beginner_loses)
            taken = min(deals, middle) if middle else min(deals, winner)
            left, held = max(middle - taken, 0), loser + taken
            lost = Fraction(1) if held == self.stones else risk(left, held)
            return lost if beginner_loses else 1 - lost

        return paid
