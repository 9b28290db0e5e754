"""Dice that have fallen, counted, and how odd the counts would be for honest dice.

Whoever throws may choose how many dice to throw again, but nothing that happens before a die falls changes its chances.
So three counts have known laws, whatever is played and however well: how often each face fell, how often a die showed
what the die before it had shown, and how many throws of two or three dice held a double. That is true of all dice that
fell. Where somebody who has seen dice can decide whether they are counted, those that are left look too good.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from ..rules.dice import FACES
from .surprise import chi_square, p_of_sum, p_value

SIZES: Final = (2, 3)
"""Throws that may hold a double; no game throws more than three dice at once from one cup."""

DOUBLE: Final = (1 / 6, 1 - 5 / 6 * 4 / 6)
"""The chance of a double for each of those sizes."""

REPEAT: Final = 1 / 6
MEAN: Final = sum(FACES) / 6
VARIANCE: Final = sum((face - MEAN) ** 2 for face in FACES) / 6

ENOUGH: Final = 5
"""What is expected less often than this says nothing yet: the usual rule for the chi-square test."""


class Fallen(Struct, frozen=True):
    """Counts of dice: `faces` from one to six; `followed` dice had another one before them, `repeats` of those showed
    the same; `throws` and `doubles` are counted for each of `SIZES`."""

    faces: tuple[int, ...] = (0,) * 6
    followed: int = 0
    repeats: int = 0
    throws: tuple[int, ...] = (0, 0)
    doubles: tuple[int, ...] = (0, 0)

    @property
    def dice(self) -> int:
        return sum(self.faces)

    @property
    def mean(self) -> float:
        return sum(face * count for face, count in zip(FACES, self.faces, strict=True)) / self.dice

    def __add__(self, other: Fallen) -> Fallen:
        """
        >>> (count([(1, 1)]) + count([(6,)])).faces
        (2, 0, 0, 0, 0, 1)
        """
        return Fallen(
            _added(self.faces, other.faces),
            self.followed + other.followed,
            self.repeats + other.repeats,
            _added(self.throws, other.throws),
            _added(self.doubles, other.doubles),
        )


def count(throws: Iterable[Sequence[int]]) -> Fallen:
    """The throws of one seat in one game, in their order.

    >>> count([(3, 3), (3, 1, 2), (6,)])
    Fallen(faces=(1, 1, 3, 0, 0, 1), followed=5, repeats=2, throws=(1, 1), doubles=(1, 0))
    """
    faces, thrown, doubles = [0] * 6, [0, 0], [0, 0]
    repeats, before = 0, 0
    for dice in throws:
        if len(dice) in SIZES:
            size = SIZES.index(len(dice))
            thrown[size] += 1
            doubles[size] += len(set(dice)) < len(dice)
        for die in dice:
            faces[die - 1] += 1
            repeats += die == before
            before = die
    followed = max(sum(faces) - 1, 0)
    return Fallen(tuple(faces), followed, repeats, tuple(thrown), tuple(doubles))


class Finding(Struct, frozen=True):
    """What was counted, what was expected, and which share of honest servers lies at least so far off; `p` is None
    while there is too little to tell."""

    thrown: float
    expected: float
    p: float | None


class Examined(Struct, frozen=True):
    """`odd` is the p-value of the six faces together; `mean` is that of a die."""

    dice: int
    faces: tuple[int, ...]
    expected: float
    odd: float | None
    mean: Finding
    doubles: Finding
    repeats: Finding


def examine(fallen: Fallen) -> Examined:
    """What the counts say, as far as there are enough of them.

    >>> examine(count([(1, 2), (3, 4), (5, 6)] * 10)).odd, examine(count([(1, 2)])).odd
    (1.0, None)
    """
    dice = fallen.dice
    due = dice / 6
    odd = p_value(chi_square(fallen.faces, (due,) * 6), len(FACES) - 1) if due >= ENOUGH else None
    return Examined(dice, fallen.faces, due, odd, _mean(fallen), _doubles(fallen), _repeats(fallen))


def compare(one: Fallen, other: Fallen) -> float | None:
    """How odd the difference between two means would be if both threw the same dice; None while there are too few.

    >>> compare(count([(1, 6)] * 30), count([(3, 4)] * 15)), compare(count([(1, 6)]), count([(1, 6)] * 30))
    (1.0, None)
    """
    if min(one.dice, other.dice) < 6 * ENOUGH:
        return None
    return p_of_sum(one.mean - other.mean, VARIANCE * (1 / one.dice + 1 / other.dice))


def _mean(fallen: Fallen) -> Finding:
    if not fallen.dice:
        return Finding(MEAN, MEAN, None)
    enough = fallen.dice >= 6 * ENOUGH
    off = fallen.mean - MEAN
    return Finding(fallen.mean, MEAN, p_of_sum(off * sqrt(fallen.dice), VARIANCE) if enough else None)


def _doubles(fallen: Fallen) -> Finding:
    pairs = list(zip(fallen.throws, DOUBLE, strict=True))
    expected = sum(throws * chance for throws, chance in pairs)
    variance = sum(throws * chance * (1 - chance) for throws, chance in pairs)
    return _counted(sum(fallen.doubles), expected, variance)


def _repeats(fallen: Fallen) -> Finding:
    expected = fallen.followed * REPEAT
    return _counted(fallen.repeats, expected, expected * (1 - REPEAT))


def _counted(thrown: int, expected: float, variance: float) -> Finding:
    return Finding(thrown, expected, p_of_sum(thrown - expected, variance) if expected >= ENOUGH else None)


def _added(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(some, others, strict=True))
