"""What a game brings to batched environments: its kernels; and the kernels that all games share.

The state of a batch is one array of integers with a row per game. Column `SEAT` is the seat to move; what the other
columns mean is up to the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct

from ...rules.game import State
from ...simulate.dice import KEY, Words, draw, mix
from ...solve.arrays import Array, Int8s, Int32s, Integers
from ...solve.compiled import compiled
from ..encodings import AnyEncoding

SEAT: Final = 0

Policy: TypeAlias = Callable[[Int32s, Integers, Words, Integers], None]
"""Writes the actions of the seats to move, given all states, the numbers of these rows, and all random streams."""


class BatchedGame(Struct, frozen=True):
    """The kernels of a game under its options, and what a row of its state means.

    `rows` are the numbers of the rows that are meant; `rewards` and `over` have all rows. Dice fall inside `deal`,
    which begins a game, and `play`, so that afterwards a seat decides or the game is over.
    """

    encoding: AnyEncoding
    width: int
    """The number of columns of a state."""

    deal: Callable[[Int32s, Integers, Words], None]
    """Begin a game in these rows: states, rows, dice."""

    play: Callable[[Int32s, Integers, Integers, Words, bool, Array, Array], None]
    """Play an action in each of these rows: states, rows, actions, dice, whether rewards are by turn, rewards, over.

    It adds the rewards of each seat and sets `over` where a game ended.
    """

    observe: Callable[[Int32s, Integers, Integers, Integers], None]
    """Write what one seat observes in each of these rows: states, rows, seats, observations."""

    mask: Callable[[Int32s, Integers, Int8s], None]
    """Write the legal actions of the seat to move: states, rows, masks."""

    state: Callable[[Int32s], State]
    """A row as a state of the rules."""

    policy: Callable[[str], Policy]
    """The compiled policy of that name; `BadOptions` if there is none."""


@compiled
def open_streams(root: np.uint64, numbers: Words, rows: Integers, dice: Words, rngs: Words) -> None:
    """Set the streams of dice and of random choices to the beginning of the games with these numbers."""
    for row in rows:
        stream = np.uint64(np.uint64(2) * numbers[row])
        dice[row, :] = 0
        rngs[row, :] = 0
        dice[row, KEY] = mix(np.uint64(root + stream))
        rngs[row, KEY] = mix(np.uint64(root + stream + np.uint64(1)))


@compiled
def draw_actions(masks: Int8s, rows: Integers, rngs: Words, actions: Integers) -> None:
    """Draw one of the legal actions, in ascending order, for each of these rows."""
    for place in range(len(rows)):
        row = rows[place]
        count = 0
        for action in range(masks.shape[1]):
            count += masks[row, action]
        nth = draw(rngs[row], count)
        action = -1
        while nth >= 0:
            action += 1
            nth -= masks[row, action]
        actions[place] = action
