"""The covers that throws offer one player, for every set of open fields, as flat arrays for the kernels.

Sets are numbered by size, so a cover always leads to a lower number. Sets of one size never lead to each other, so a
kernel processes them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np

from ...rules.dice import multisets
from ...rules.zock import ALL_FIELDS, Fields, Options, covers
from ..arrays import Floats, Integers

Offers: TypeAlias = Callable[[Fields], Iterable[tuple[tuple[Fields, ...], int]]]
"""For open fields: the covers that each outcome of the dice offers, with its weight."""


class Choices(NamedTuple):
    """The choices of all sets in flat arrays. A choice is a set of possible covers, with all throws that offer it.

    Set `s` has the choices from `first[s]` to `first[s + 1]`, choice `c` the covers from `cover[c]` to `cover[c + 1]`;
    `left` is the set that a cover leaves open. The sets of `k` fields are those from `size[k]` to `size[k + 1]`.
    """

    total: Integers
    size: Integers
    idle: Floats
    first: Integers
    chance: Floats
    cover: Integers
    left: Integers


class Box:
    """One player's side of the box: its fields, and what throws offer while some of them are open.

    >>> box = Box((1, 2), lambda fields: [(tuple((field,) for field in fields), 1), ((), 2)])
    >>> box.sets, box.number[(1, 2)]
    (((), (1,), (2,), (1, 2)), 3)
    >>> box.choices.idle.round(3).tolist()
    [1.0, 0.667, 0.667, 0.667]
    """

    def __init__(self, fields: Fields, offers: Offers) -> None:
        self.fields = fields
        self.sets = tuple(some for size in range(len(fields) + 1) for some in combinations(fields, size))
        self.number = {some: number for number, some in enumerate(self.sets)}
        self.choices = self._choices(offers)

    def _choices(self, offers: Offers) -> Choices:
        idle, chance, first, cover, left = [], [], [0], [0], list[int]()
        for some in self.sets:
            together = Counter[tuple[int, ...]]()
            for offered, weight in offers(some):
                together[tuple(sorted(self.number[without(some, fields)] for fields in offered))] += weight
            every = together.total()
            idle.append(together.pop((), 0) / every)
            for leads_to, weight in sorted(together.items()):
                chance.append(weight / every)
                left += leads_to
                cover.append(len(left))
            first.append(len(chance))
        size = [sum(len(some) < count for some in self.sets) for count in range(len(self.fields) + 2)]
        return Choices(
            total=_integers([sum(some) for some in self.sets]),
            size=_integers(size),
            idle=np.array(idle),
            first=_integers(first),
            chance=np.array(chance),
            cover=_integers(cover),
            left=_integers(left),
        )

    def fingerprint(self) -> str:
        """Hash of the tables, to detect changed rules."""
        digest = sha256()
        for array in self.choices:
            digest.update(array.tobytes())
        return digest.hexdigest()[:16]


def without(fields: Fields, covered: Fields) -> Fields:
    return tuple(field for field in fields if field not in covered)


def covering(options: Options) -> Options:
    """The options reduced to those that decide which covers a throw offers and who throws next."""
    return Options(variant=options.variant, two_digit=options.two_digit)


def zock_box(options: Options, fields: Fields = ALL_FIELDS) -> Box:
    """The box of ZOCK; with fewer fields the throws are still those of two dice."""
    return _zock_box(covering(options), fields)


@cache
def _zock_box(options: Options, fields: Fields) -> Box:
    def offers(some: Fields) -> Iterable[tuple[tuple[Fields, ...], int]]:
        return ((covers(options.variant, options.two_digit, dice, some), weight) for dice, weight in multisets(2))

    return Box(fields, offers)


def _integers(numbers: list[int]) -> Integers:
    return np.array(numbers, dtype=np.int64)
