"""Throws: how dice and lots derive from a throw key and from what the players' devices reveal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final, TypeAlias

from msgspec import Struct

from ..rules.dice import FACES
from ..rules.game import Dice, Event, Lot, Pending
from .hashing import SIZE, before, digest, mac, number, sha256
from .throw_keys import ThrowKeys

SPARE: Final = 64
"""The most throws that one want may need: the next root begins when fewer keys are left, and never before that."""

_ABSENT: Final = b""
"""The contribution of a device that did not answer."""


_MIX, _THROW, _LINK = before("mix", SIZE, 8, SIZE)
_NO_LINK: Final = number(0)
_DICE, _BLOCK = before("dice", SIZE, 8)

_ACCEPTED: Final = 256 - 256 % len(FACES)
_FACE_OF_BYTE: Final = bytes([FACES[byte % len(FACES)] for byte in range(256)])
_REJECTED: Final = bytes(range(_ACCEPTED, 256))


def header(game: bytes, table: bytes, root: bytes, anchors: Sequence[bytes | None]) -> bytes:
    """The hash of everything that a game is bound to: its name, its `table` (options and seats as in the record), the
    server's root, and for each seat the anchor of its device; bots have none."""
    return digest("header", game, table, root, *[anchor or _ABSENT for anchor in anchors])


def mix(bound: bytes, throw: int, links: Sequence[bytes | None]) -> bytes:
    """The players' contribution to a throw: the links of the seats with an anchor, in order, None for absent ones."""
    given = [_LINK + link if link else _NO_LINK for link in links]
    return sha256(_MIX + bound + _THROW + number(throw) + b"".join(given))


def dice(key: bytes, mixed: bytes, wanted: int) -> Dice:
    """So many dice, by rejection sampling: bytes below 252 count, and each one's remainder by six is a face."""
    fell, block = b"", 0
    while len(fell) < wanted:
        fell += _block(key, mixed, block).translate(_FACE_OF_BYTE, _REJECTED)
        block += 1
    return tuple(fell[:wanted])


def lot(key: bytes, mixed: bytes, among: int) -> int:
    """A uniform number below `among`, by rejection sampling of the same bytes."""
    if not 1 <= among <= 256:
        raise ValueError(f"a lot is drawn among 1 to 256, not among {among}")
    return next(_below(key, mixed, among))


def _below(key: bytes, mixed: bytes, limit: int) -> Iterator[int]:
    """Uniform numbers below `limit`, from HMAC blocks in counter mode."""
    accepted = 256 - 256 % limit
    for block in count():
        for byte in _block(key, mixed, block):
            if byte < accepted:
                yield byte % limit


def _block(key: bytes, mixed: bytes, block: int) -> bytes:
    return mac(key, _DICE + mixed + _BLOCK + number(block))


class FairDice:
    """A dice source for one want: each cup is a throw of its own, from number `throw` on.

    All throws of a want use the same links. `bound` is the header, and `links` are those of the seats with an anchor,
    None for absent ones.
    """

    def __init__(self, keys: ThrowKeys, bound: bytes, links: Sequence[bytes | None], throw: int) -> None:
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


class Cup(Struct, frozen=True):
    """The dice of one throw."""

    fell: Dice


class Draw(Struct, frozen=True):
    """A lot among so many, and the number that was drawn."""

    among: int
    drawn: int


Throw: TypeAlias = Cup | Draw


def throws_of(pending: Pending[Any], event: Event) -> tuple[Throw, ...]:
    """The throws in an event of a game, where `pending` was what the game waited for; none if nothing fell."""
    if isinstance(pending, Lot):
        return (Draw(len(pending.events), pending.events.index(event)),)
    dice: Any = event.dice
    if not dice:
        return ()
    return tuple(Cup(cup) for cup in (dice if isinstance(dice[0], tuple) else (dice,)))
