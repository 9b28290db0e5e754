"""The compiled generator equals `SeededDice`."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from knobel.rules.dice import SeededDice, mix
from knobel.simulate.dice import TICK, draw, number, roll_one, roll_three, roll_two, streams

LIMIT = 2**64 // 6**20 * 6**20
"""A word from here on gives no dice."""

GOLDEN = 0x9E3779B97F4A7C15


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1, -3])
def test_both_streams_equal_seeded_dice(seed: int) -> None:
    first, steps = 1000, Random(seed)
    dice, rngs = streams(seed, first, 3)
    for game in range(3):
        for stream, plain in (
            (dice[game], SeededDice(seed, 2 * (first + game))),
            (rngs[game], SeededDice(seed, 2 * (first + game) + 1)),
        ):
            for _ in range(2000):
                match steps.randrange(4):
                    case 0:
                        count = steps.choice([1, 2, 3, 15, 255, 513])
                        assert draw(stream, count) == plain.draw(count)
                    case 1:
                        assert roll_one(stream) == number(plain.roll(1))
                    case 2:
                        assert roll_two(stream) == number(plain.roll(2))
                    case _:
                        assert roll_three(stream) == number(plain.roll(3))


def test_biased_words_are_rejected_for_dice() -> None:
    key = mix(mix(GOLDEN + 5))
    skipped = next(tick for tick in range(200_000) if mix((key + tick * GOLDEN) % 2**64) >= LIMIT)
    (stream,), _ = streams(5, 0, 1)
    stream[TICK] = skipped
    plain = SeededDice(5, tick=skipped)
    assert [roll_three(stream) for _ in range(12)] == [number(plain.roll(3)) for _ in range(12)]
    assert stream[TICK] == plain.tick


def test_biased_words_are_rejected_for_draws() -> None:
    half = 2**63 - 1  # three fit into all words but the three highest are left over: see that these are looked for
    among = 2**62 + 1  # three times that is a quarter of all words too few
    (stream,), _ = streams(6, 0, 1)
    plain = SeededDice(6)
    for count in (among, half) * 200:
        assert draw(stream, count) == plain.draw(count)
    assert stream[TICK] == plain.tick > 450  # about every eighth word was skipped


def test_dice_are_numbers() -> None:
    assert [number((a, b)) for b in range(1, 7) for a in range(1, 7)] == list(np.arange(36))
