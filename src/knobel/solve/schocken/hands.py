"""Hands of Schocken as arrays for the kernels: ranks, possible keeps, and outcomes of throws.

A hand matters in two ways: by its rank if the player stands, and by what may be kept if not. Hands equal in both are
merged; under the plain rules that leaves 56 of the 308 combinations of kept and thrown dice.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from ...rules.dice import FACES, multisets
from ...rules.game import Dice
from ...rules.schocken import Hand, Options, keeps, rank
from ..arrays import Floats, Integers

KEEPS: Final[tuple[Dice, ...]] = tuple(
    keep for size in (0, 1, 2) for keep in combinations_with_replacement(FACES, size)
)
"""Everything that can be kept; number 0 is nothing, which is also the first throw."""

DEALS: Final = 8
"""A throw deals out 1 to 7 stones; 0 stands for Schock out, which deals out all (S7, S10)."""


class Tables(NamedTuple):
    """All hands of a game in flat arrays.

    `deals` are the stones by rank, the lowest rank first; `rank` is that of a hand. Hand `h` may keep the entries of
    `keep` from `first[h]` to `first[h + 1]`. After keeping `k` the dice fall to the hands in `hand` from `fall[k]` to
    `fall[k + 1]`, each with its `chance`.
    """

    deals: Integers
    rank: Integers
    first: Integers
    keep: Integers
    fall: Integers
    hand: Integers
    chance: Floats


class Hands:
    """The ranks and hands of a game.

    >>> from knobel.rules.schocken import Options
    >>> hands = Hands(Options())
    >>> len(hands.tables.deals), len(hands.tables.rank), len(Hands(Options(hand_only=True)).tables.rank)
    (56, 56, 65)
    >>> hands.number[(1,), (1, 1)] == hands.number[(), (1, 1, 1)]
    True
    """

    def __init__(self, options: Options) -> None:
        hands = [Hand(keep, dice) for keep in KEEPS for dice, _ in multisets(3 - len(keep))]
        ranks = [rank(options, tuple(sorted(hand.kept + hand.thrown)), len(hand.thrown) == 3) for hand in hands]
        heights = sorted({each.height for each in ranks})
        deals = {each.height: each.stones for each in ranks}
        numbers: dict[Dice, int] = {keep: number for number, keep in enumerate(KEEPS)}
        alike = dict[tuple[int, tuple[int, ...]], int]()
        self.number = dict[tuple[Dice, Dice], int]()
        """The number of a hand by the dice that were kept and thrown, both in ascending order."""
        for hand, each in zip(hands, ranks, strict=True):
            may_keep = {numbers[keep] for keep, _ in keeps(options, hand)}
            key = heights.index(each.height), tuple(sorted(may_keep))
            self.number[hand.kept, hand.thrown] = alike.setdefault(key, len(alike))
        self.keeps = numbers
        """The number of the dice that are kept, in ascending order."""
        fall, reached, chance = [0], list[int](), list[float]()
        for keep in KEEPS:
            chances = dict[int, int]()
            for dice, weight in multisets(3 - len(keep)):
                number = self.number[keep, dice]
                chances[number] = chances.get(number, 0) + weight
            reached += chances
            chance += [weight / 6 ** (3 - len(keep)) for weight in chances.values()]
            fall.append(len(reached))
        self.tables = Tables(
            deals=_integers([deals[height] for height in heights]),
            rank=_integers([number for number, _ in alike]),
            first=_integers(np.cumsum([0, *(len(may_keep) for _, may_keep in alike)])),
            keep=_integers([number for _, may_keep in alike for number in may_keep]),
            fall=_integers(fall),
            hand=_integers(reached),
            chance=np.array(chance),
        )

    def fingerprint(self) -> str:
        """Hash of the tables, to detect changed rules."""
        digest = sha256()
        for array in self.tables:
            digest.update(array.tobytes())
        return digest.hexdigest()[:16]


def hands_of(options: Options) -> Hands:
    """The hands under these options, memoized."""
    return _hands_of(replace(options, stones=1, covered="third", ties="order"))


@lru_cache(maxsize=32)
def _hands_of(options: Options) -> Hands:
    return Hands(options)


def _integers(numbers: object) -> Integers:
    return np.array(numbers, dtype=np.int64)
