"""The dice of one want, where a game asks a dice source for them."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.game import Dice
from .keys import Keys
from .throws import dice, lot, mix


class FairDice:
    """Each cup is a throw of its own, from number `throw` on; all of them share what the devices have revealed.

    `bound` is the header, and `links` are those of the seats with an anchor, None for who is absent.
    """

    def __init__(self, keys: Keys, bound: bytes, links: Sequence[bytes | None], throw: int) -> None:
        self._keys = keys
        self._bound = bound
        self._links = links
        self._throw = throw

    def roll(self, count: int) -> Dice:
        return dice(*self._next(), count)

    def draw(self, count: int) -> int:
        return lot(*self._next(), count)

    def _next(self) -> tuple[bytes, bytes]:
        throw, self._throw = self._throw, self._throw + 1
        return self._keys.key(throw), mix(self._bound, throw, self._links)
