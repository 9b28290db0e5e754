"""Reference implementation of ZOCK, written from the rule book without the engine, as a test oracle.

Nothing of the engine is used here. Dice fall one by one and in order; fields are sets.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from typing import Final, TypeAlias

Fields: TypeAlias = frozenset[int]
Pair: TypeAlias = tuple[int, int]

NINE: Final[Fields] = frozenset(range(1, 10))


def subsets(fields: Fields) -> list[Fields]:
    """Every set of fields that could be covered, from one field to all of them."""
    sizes = range(1, len(fields) + 1)
    return [frozenset(some) for some in chain.from_iterable(combinations(sorted(fields), size) for size in sizes)]


def spells(number: int, variant: str, two_digit: str, fields: Fields) -> bool:
    """K6: True if these fields stand for the number."""
    if number == 10:
        return fields == {1}
    if number > 10 and two_digit == "ten_only" and variant != "C":
        return False
    needed = [int(digit) for digit in str(number) if digit != "0"]
    return len(needed) == len(set(needed)) and fields == set(needed)


@cache
def fits(variant: str, two_digit: str, x: int, y: int, fields: Fields) -> bool:
    """K3, K5: True if the dice x and y allow to cover these fields."""
    if x != y and fields == {x, y}:
        return True
    if variant in ("B", "C") and len(fields) == 2 and sum(fields) == x + y:
        return True
    numbers = [x + y]
    if variant == "C":
        numbers += [x * y] + ([abs(x - y)] if x != y else [])
    return any(spells(number, variant, two_digit, fields) for number in numbers)


@cache
def possible(variant: str, two_digit: str, x: int, y: int, still_open: Fields) -> list[Fields]:
    """The covers that fit a throw; none takes more than two fields."""
    few = (frozenset(some) for size in (1, 2) for some in combinations(sorted(still_open), size))
    return [some for some in few if fits(variant, two_digit, x, y, some)]


@dataclass(frozen=True)
class Match:
    """A match; `unchecked` are the covers since the last hand-over."""

    variant: str
    two_digit: str = "digits"
    games: int = 1
    referee: str = "strict"
    open: tuple[Fields, Fields] = (NINE, NINE)
    stage: str = "roll off"
    turn: int = 0
    thrown: Pair = (0, 0)
    unchecked: tuple[tuple[Pair, Fields], ...] = ()
    finished: tuple[Pair, ...] = ()

    def roll_off(self, first: Pair, second: Pair) -> Match:
        fresh = replace(self, open=(NINE, NINE), unchecked=())
        if sum(first) == sum(second):
            return fresh
        return replace(fresh, stage="throw", turn=0 if sum(first) > sum(second) else 1)

    def throw(self, x: int, y: int) -> Match:
        after = replace(self, thrown=(x, y) if x < y else (y, x))
        if self.referee == "players":
            heard = () if self.stage == "hand-over" else self.unchecked
            return replace(after, stage="cover", unchecked=heard)
        if after.possible():
            return replace(after, stage="cover")
        return replace(after, stage="throw", turn=1 - self.turn)

    def possible(self) -> list[Fields]:
        return possible(self.variant, self.two_digit, *self.thrown, self.open[self.turn])

    def cover(self, fields: Fields) -> Match:
        after = self.with_open(self.turn, self.open[self.turn] - fields)
        done = not after.open[self.turn]
        other = 1 - self.turn
        if self.referee == "strict":
            if done:
                return after.won_by(self.turn)
            return replace(after, stage="throw", turn=self.turn if self.variant == "A" else other)
        after = replace(after, unchecked=(*self.unchecked, (self.thrown, fields)))
        if done:
            return replace(after, stage="ending", turn=other)
        if self.variant == "A":
            return replace(after, stage="throw")
        return replace(after, stage="hand-over", turn=other)

    def hand_over(self) -> Match:
        """The thrower covers nothing and passes the dice on."""
        return replace(self, stage="hand-over", turn=1 - self.turn)

    def objected(self) -> Match:
        mover = 1 - self.turn
        wrong: Fields = frozenset()
        for (x, y), fields in self.unchecked:
            if not fits(self.variant, self.two_digit, x, y, fields):
                wrong |= fields
        if self.stage == "ending" and not wrong:
            return self.won_by(mover)
        return replace(self.with_open(mover, self.open[mover] | wrong), stage="throw", unchecked=())

    def won_by(self, winner: int) -> Match:
        finished = (*self.finished, (winner, sum(self.open[1 - winner])))
        return replace(
            self, finished=finished, unchecked=(), stage="over" if len(finished) == self.games else "roll off"
        )

    def with_open(self, seat: int, fields: Fields) -> Match:
        return replace(self, open=(fields, self.open[1]) if seat == 0 else (self.open[0], fields))


def steps(match: Match) -> Iterator[tuple[Hashable, Fraction, Match]]:
    """All next events with ordered dice: a name, its probability, and the match after it."""
    sides = range(1, 7)
    if match.stage == "roll off":
        for a, b, c, d in product(sides, repeat=4):
            name = ("roll off", min(a, b), max(a, b), min(c, d), max(c, d))
            yield name, Fraction(1, 1296), match.roll_off((a, b), (c, d))
    if match.stage in ("throw", "hand-over"):
        for x, y in product(sides, repeat=2):
            yield ("throw", min(x, y), max(x, y)), Fraction(1, 36), match.throw(x, y)
    if match.stage == "cover":
        free = match.referee == "players"
        for fields in subsets(match.open[match.turn]) if free else match.possible():
            yield ("cover", fields), Fraction(1), match.cover(fields)
        if free:
            yield "pass", Fraction(1), match.hand_over()
    if match.stage in ("hand-over", "ending"):
        yield "object", Fraction(1), match.objected()
    if match.stage == "ending":
        yield "accept", Fraction(1), match.won_by(1 - match.turn)
