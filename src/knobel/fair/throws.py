"""How a throw comes from a key and from what the players' devices reveal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Final

from ..rules.dice import FACES
from ..rules.game import Dice
from .hashing import digest, keyed, number

_ABSENT: Final = b""
"""What a device that did not answer contributes: nothing, said openly."""


def header(game: bytes, table: bytes, root: bytes, anchors: Sequence[bytes | None]) -> bytes:
    """What binds a game: its name, its `table` (options and seats as they stand in the record), the server's root, and
    for each seat the anchor of its device; bots have none."""
    return digest("header", game, table, root, *[anchor or _ABSENT for anchor in anchors])


def mix(bound: bytes, throw: int, links: Sequence[bytes | None]) -> bytes:
    """What the players bring to a throw: the link of each seat that has an anchor, in order, None for who is absent."""
    return digest("mix", bound, number(throw), *[link or _ABSENT for link in links])


def dice(key: bytes, mixed: bytes, wanted: int) -> Dice:
    """So many dice: bytes below 252 count, each one's remainder by six is a face."""
    faces = len(FACES)
    return tuple(FACES[value] for value in islice(_below(key, mixed, faces), wanted))


def lot(key: bytes, mixed: bytes, among: int) -> int:
    """A number below `among`, by the same bytes: those that would favour anybody are skipped."""
    if not 1 <= among <= 256:
        raise ValueError(f"a lot is drawn among 1 to 256, not among {among}")
    return next(_below(key, mixed, among))


def _below(key: bytes, mixed: bytes, limit: int) -> Iterator[int]:
    fair = 256 - 256 % limit
    for block in count():
        for byte in keyed(key, "dice", mixed, number(block)):
            if byte < fair:
                yield byte % limit
