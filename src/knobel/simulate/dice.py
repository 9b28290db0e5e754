"""Compiled counterpart of `SeededDice`: the same random words, dice and draws, from a stream of four numbers.

Game number `g` of a seed throws the dice of `SeededDice(seed, 2 * g)`; random choices of its players come from
`SeededDice(seed, 2 * g + 1)`, in the order of their decisions. So every game of a batch can be replayed alone, and
policies do not influence dice.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..rules.dice import mix as plain_mix
from ..solve.compiled import compiled

Words: TypeAlias = NDArray[np.uint64]
"""Streams of dice, each a row of `KEY`, `TICK`, `POOL` and `LEFT`."""

KEY, TICK, POOL, LEFT = range(4)
"""The key of a stream, its next word, and the dice that are left of the last word: as a number, and how many."""

_ALL = np.uint64(2**64 - 1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_DICE_IN_WORD = np.uint64(20)
_TWENTY_DICE = np.uint64(6**20)
_WORDS_OF_DICE = np.uint64(2**64 // 6**20 * 6**20)
_ONE = np.uint64(1)


def streams(seed: int, first: int, count: int) -> tuple[Words, Words]:
    """The streams of dice and of random choices (`rngs`) of `count` games from number `first` on."""
    root = np.uint64(plain_mix((seed + int(_GOLDEN)) & int(_ALL)))
    dice, rngs = np.zeros((count, 4), dtype=np.uint64), np.zeros((count, 4), dtype=np.uint64)
    _open(dice, root, np.uint64(2 * first))
    _open(rngs, root, np.uint64(2 * first + 1))
    return dice, rngs


@compiled
def _open(opened: Words, root: np.uint64, stream: np.uint64) -> None:
    """Set the keys of every other stream from this one on."""
    for i in range(len(opened)):
        opened[i, KEY] = mix(root + stream + np.uint64(2 * i))


@compiled
def mix(word: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64, as in `rules.dice`."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@compiled
def _word(stream: Words) -> np.uint64:
    """The next 64 random bits."""
    tick = stream[TICK]
    stream[TICK] = tick + _ONE
    return mix(stream[KEY] + tick * _GOLDEN)


@compiled
def _refill(stream: Words) -> None:
    word = _word(stream)
    while word >= _WORDS_OF_DICE:
        word = _word(stream)
    stream[POOL] = word % _TWENTY_DICE
    stream[LEFT] = _DICE_IN_WORD


@compiled
def roll_one(stream: Words) -> int:
    """Throw one die: its face less one."""
    return _roll(stream, np.uint64(1), np.uint64(6))


@compiled
def roll_two(stream: Words) -> int:
    """Throw two dice: a number below 36 whose base-6 digits are their faces less one, the first die the lowest."""
    return _roll(stream, np.uint64(2), np.uint64(36))


@compiled
def roll_three(stream: Words) -> int:
    """Throw three dice: a number below 216, likewise."""
    return _roll(stream, np.uint64(3), np.uint64(216))


@compiled
def _roll(stream: Words, count: np.uint64, ways: np.uint64) -> int:
    if stream[LEFT] < count:
        _refill(stream)
    pool = stream[POOL]
    rest = pool // ways
    stream[POOL] = rest
    stream[LEFT] -= count
    return int(np.int64(pool - rest * ways))


@compiled
def draw(stream: Words, count: int) -> int:
    """Draw a lot: a number below `count`."""
    among = np.uint64(count)
    word = _word(stream)
    while word >= _ALL - among and word > _ALL - (_ALL % among + _ONE) % among:
        word = _word(stream)  # only the few highest words can be those that would favour low numbers
    return int(np.int64(word % among))


def number(dice: tuple[int, ...]) -> int:
    """Dice as the number that `roll_one`, `roll_two` or `roll_three` gives for them.

    >>> number((3, 1)), number((1, 3))
    (2, 12)
    """
    return sum((die - 1) * 6**place for place, die in enumerate(dice))
