"""Endless dice from the server's code: table after table, with keys, hash chains and mixes as in a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from knobel.fair.hash_chain import HashChain
from knobel.fair.hashing import keyed, number
from knobel.fair.throw_keys import ThrowKeys
from knobel.fair.throws import dice, header, mix

Kind: TypeAlias = Literal["person", "bot"]
KINDS: Final[tuple[Kind, Kind]] = ("person", "bot")

SHORT: Final = 512
"""Throws of one, two or three dice that each seat makes at a table, as in the games."""

LONG: Final = 7 * 1024
"""Dice of the one long throw that each seat makes then: it is the same mapping, and it is fast."""

Throw: TypeAlias = tuple[Kind, bytes, bytes]
"""Whose throw it is, its key, and what the devices bring to it."""


def throws(rng: random.Random) -> Iterator[Throw]:
    """The throws of a person and a bot in turns; a new table begins every so often."""
    while True:
        game = rng.randbytes(32)
        keys, chain = ThrowKeys(rng.randbytes(32), game), HashChain(rng.randbytes(32))
        bound = header(game, b'{"game":"zock","options":{},"players":["Anna","Ada"]}', keys.root, [chain.anchor, None])
        for place in range(2 * SHORT + 2):
            yield KINDS[place % 2], keys.key(place), mix(bound, place, [chain.link(place + 1)])


def series(rng: random.Random, length: int) -> dict[Kind, list[int]]:
    """So many dice of a person and of a bot, in the order in which they fall."""
    fell: dict[Kind, list[int]] = {kind: [] for kind in KINDS}
    at_this_table = 0
    for kind, key, mixed in throws(rng):
        at_this_table += 1
        last = at_this_table > 2 * SHORT
        fell[kind] += dice(key, mixed, LONG if last else rng.choice((1, 2, 3)))
        if at_this_table == 2 * SHORT + 2:
            at_this_table = 0
        if min(map(len, fell.values())) >= length:
            return {kind: faces[:length] for kind, faces in fell.items()}
    raise AssertionError("throws never end")


def blocks(rng: random.Random) -> Iterator[bytes]:
    """The bytes that dice are made of, before any is skipped."""
    for _, key, mixed in throws(rng):
        for block in range(LONG):
            yield keyed(key, "dice", mixed, number(block))
