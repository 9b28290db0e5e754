"""Counts of thrown dice whose distributions are known for fair dice, whatever is played.

A player may choose how many dice to throw again, but nothing that happens before a die falls changes its chances. So
three counts have known distributions: how often each face came up, how often a die showed what the die before it had
shown, and how many throws of two or three dice held a double. This is true of all dice that fell. If a player who has
seen dice could decide whether they are counted, the rest would be biased.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from ...rules.dice import FACES

SIZES: Final = (2, 3)
"""Numbers of dice in a throw that may hold a double; no game throws more than three dice at once from one cup."""


class DiceCounts(Struct, frozen=True):
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

    def __add__(self, other: DiceCounts) -> DiceCounts:
        """
        >>> (count([(1, 1)]) + count([(6,)])).faces
        (2, 0, 0, 0, 0, 1)
        """
        return DiceCounts(
            _added(self.faces, other.faces),
            self.followed + other.followed,
            self.repeats + other.repeats,
            _added(self.throws, other.throws),
            _added(self.doubles, other.doubles),
        )


def count(throws: Iterable[Sequence[int]]) -> DiceCounts:
    """Count the throws of one seat in one game, in their order.

    >>> count([(3, 3), (3, 1, 2), (6,)])
    DiceCounts(faces=(1, 1, 3, 0, 0, 1), followed=5, repeats=2, throws=(1, 1), doubles=(1, 0))
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
    return DiceCounts(tuple(faces), followed, repeats, tuple(thrown), tuple(doubles))


def _added(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(some, others, strict=True))
