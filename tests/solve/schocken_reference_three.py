"""Reference implementation of a round of Schocken among three: exact integers, to test the solver.

It uses nothing of the solver or the engine. All chances are multiples of a power of 1/216, so values are vectors of
integers over a denominator that grows with every throw to come; nothing is rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypeAlias

from ..rules.schocken.ladder import Dice
from ..rules.schocken.reference import choices
from .schocken_reference import Evening

WAYS = 6**3

Vector: TypeAlias = tuple[int, ...]
Ended: TypeAlias = tuple[int, int]
"""What a player ends with: the place of the throw (0 is best), and the number of throws."""

Mixture: TypeAlias = dict[Ended, int]
"""The number of the 216 outcomes for each end of a player."""

Pays: TypeAlias = dict[tuple[int, int, int], Vector]
"""The cost to each player after a round, by who is lowest, who is best, and the stones dealt out."""


@cache
def ways(count: int) -> list[tuple[Dice, int]]:
    return list(Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count)).items())


def scaled(vector: Vector, factor: int) -> Vector:
    return tuple(factor * each for each in vector)


def added(vectors: list[Vector]) -> Vector:
    return tuple(map(sum, zip(*vectors, strict=True)))


@cache
def outcome(first: Ended, second: Ended, third: Ended, by_throws: bool) -> tuple[int, int, int]:
    """Who is lowest, who is best, and the place of the best throw (S7, S8)."""
    ends = (first, second, third)
    order = sorted(range(3), key=lambda seat: (ends[seat][0], ends[seat][1] if by_throws else 0, seat))
    return order[-1], order[0], ends[order[0]][0]


class Trio(Evening):
    """Three players at a table."""

    def covers(self, number: int, allowed: int) -> bool:
        return {"third": number == 3, "last": number == allowed, "none": False}[self.options["covered"]]

    def offered(self, kept: Dice, thrown: Dice) -> list[Dice]:
        """What may be kept: fewer dice first, then lower ones."""
        found = choices(kept, thrown, self.options["kept_dice"] == "stay", self.options["sixes"])
        return sorted({tuple(sorted(keep)) for keep, _ in found}, key=lambda keep: (len(keep), keep))

    def turn(
        self, player: int, limit: int, seen: int, stand: Callable[[int, int], Vector], cover: Callable[[Dice], Vector]
    ) -> Vector:
        """The value before the first of `limit` throws, over a denominator 216 ** limit times as large as before.

        `stand` gives the value of a place and number of throws, and `cover` that of a covered last throw after keeping
        some dice.
        """

        @cache
        def throw(keep: Dice, number: int) -> Vector:
            if number > seen:
                return scaled(cover(keep), WAYS)
            falls = [scaled(lying(keep, dice, number), some) for dice, some in ways(3 - len(keep))]
            return scaled(added(falls), 6 ** len(keep))

        def lying(kept: Dice, thrown: Dice, number: int) -> Vector:
            best = scaled(stand(self.place(kept, thrown), number), WAYS ** (limit - number))
            if number < limit:
                for keep in self.offered(kept, thrown):
                    value = throw(keep, number + 1)
                    if value[player] < best[player]:
                        best = value
            return best

        return throw((), 1)

    def mixture(self, keep: Dice, number: int) -> Mixture:
        """The outcomes under the cup after keeping dice for a throw."""
        found = Counter[Ended]()
        for dice, some in ways(3 - len(keep)):
            found[self.place(keep, dice), number] += some * 6 ** len(keep)
        return dict(found)

    def last(self, pays: Pays, limit: int, first: Mixture, second: Mixture) -> Vector:
        """What all expect when the last player begins to throw."""
        by_throws = self.options["ties"] == "throws_then_order"

        @cache
        def stand(place: int, number: int) -> Vector:
            values = list[Vector]()
            for (a, p), (b, q) in product(first.items(), second.items()):
                lowest, best, top = outcome(a, b, (place, number), by_throws)
                values.append(scaled(pays[lowest, best, self.deals(top)], p * q))
            return added(values)

        return self.turn(2, limit, limit, stand, self.never)

    def second(self, pays: Pays, limit: int, first: Mixture) -> Vector:
        """What all expect when the second player begins to throw."""

        @cache
        def stand(place: int, number: int) -> Vector:
            return self.last(pays, limit, first, {(place, number): WAYS})

        seen = limit - self.covers(limit, limit)
        return self.turn(1, limit, seen, stand, lambda keep: self.last(pays, limit, first, self.mixture(keep, limit)))

    def whole(self, pays: Pays) -> tuple[Fraction, ...]:
        """What all expect before the first throw of the round."""

        @cache
        def stand(place: int, number: int) -> Vector:
            value = self.second(pays, number, {(place, number): WAYS})
            return scaled(value, WAYS ** (2 * (3 - number)))

        seen = 3 - self.covers(3, 3)
        value = self.turn(0, 3, seen, stand, lambda keep: self.second(pays, 3, self.mixture(keep, 3)))
        return tuple(Fraction(each, WAYS ** (2 + 3 * 3)) for each in value)

    @staticmethod
    def never(keep: Dice) -> Vector:
        raise AssertionError(f"the last player sees what he throws after keeping {keep}")
