"""Dice that have fallen, counted, and how odd the counts would be for honest dice.

Whoever throws may choose how many dice to throw again, but nothing that happens before a die falls changes its chances.
So three counts have known laws, whatever is played and however well: how often each face fell, how often a die showed
what the die before it had shown, and how many throws of two or three dice held a double. That is true of all dice that
fell. Where somebody who has seen dice can decide whether they are counted, those that are left look too good.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from ..rules.dice import FACES
from .surprise import apart, chi_square, p_of_hits, p_of_pips, p_value

SIZES: Final = (2, 3)
"""Throws that may hold a double; no game throws more than three dice at once from one cup."""

DOUBLE: Final = (1 / 6, 1 - 5 / 6 * 4 / 6)
"""The chance of a double for each of those sizes."""

REPEAT: Final = 1 / 6
MEAN: Final = sum(FACES) / 6

ENOUGH: Final = 5
"""What is expected less often than this says nothing yet: no outcome would be odd enough to speak of."""

ENOUGH_FACES: Final = 150
"""So many dice are needed to compare all six faces. With fewer the chi-square law is too kind: what honest dice do once
in 10,000 times it calls up to 1.6 times as rare with 30 dice, and 1.16 times with 150. The exact law has too many
outcomes to be added up while somebody waits."""


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

    >>> examine(count([(1, 2), (3, 4), (5, 6)] * 30)).odd, examine(count([(1, 2)])).odd
    (1.0, None)
    """
    dice = fallen.dice
    due = dice / 6
    odd = p_value(chi_square(fallen.faces, (due,) * 6), len(FACES) - 1) if dice >= ENOUGH_FACES else None
    return Examined(dice, fallen.faces, due, odd, _mean(fallen), _doubles(fallen), _repeats(fallen))


def compare(one: Fallen, other: Fallen) -> float | None:
    """How odd the faces of two kinds of seats would be beside each other if both threw the same dice, loaded or not;
    None while one of them has too few.

    >>> compare(count([(1, 6)] * 90), count([(6, 1)] * 75)), compare(count([(1, 6)]), count([(1, 6)] * 90))
    (1.0, None)
    """
    if min(one.dice, other.dice) < ENOUGH_FACES:
        return None
    return p_value(apart(one.faces, other.faces), len(FACES) - 1)


def _mean(fallen: Fallen) -> Finding:
    if not fallen.dice:
        return Finding(MEAN, MEAN, None)
    pips = sum(face * count for face, count in zip(FACES, fallen.faces, strict=True))
    return Finding(fallen.mean, MEAN, p_of_pips(pips, fallen.dice) if fallen.dice >= 6 * ENOUGH else None)


def _doubles(fallen: Fallen) -> Finding:
    return _counted(sum(fallen.doubles), list(zip(fallen.throws, DOUBLE, strict=True)))


def _repeats(fallen: Fallen) -> Finding:
    return _counted(fallen.repeats, [(fallen.followed, REPEAT)])


def _counted(thrown: int, tries: Sequence[tuple[int, float]]) -> Finding:
    expected = sum(number * chance for number, chance in tries)
    return Finding(thrown, expected, p_of_hits(thrown, tries) if expected >= ENOUGH else None)


def _added(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(some, others, strict=True))
