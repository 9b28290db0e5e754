"""The dice of the real mapping are honest, and the tests would see if they were not."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from .randomness import LIMIT, examine, examined
from .uniform import distance, even, kolmogorov

DICE, STREAMS, SEED = 480_000, 60, 1


def test_the_real_mapping_is_honest() -> None:
    answers = examine(DICE, STREAMS, SEED)
    assert min(answers.values()) >= LIMIT, answers


def test_a_byte_by_six_without_skipping_is_caught() -> None:
    answers = examine(DICE, STREAMS, SEED, plant=True)
    assert answers["all faces together"] < LIMIT, answers


def _sticky(mind: random.Random, length: int) -> Sequence[int]:
    """The same face again a little too often, so that each face is as frequent as it should be."""
    fell = [mind.randint(1, 6)]
    while len(fell) < length:
        fell.append(fell[-1] if mind.random() < 0.02 else mind.randint(1, 6))
    return fell


def test_dice_that_repeat_themselves_are_caught_by_runs_and_pairs() -> None:
    ps, _ = examined(_sticky(random.Random(7), 100_000))
    assert ps["runs"] < LIMIT
    assert ps["pairs"] < LIMIT
    assert ps["faces"] > LIMIT


def test_p_values_of_honest_streams_are_even() -> None:
    """Numpy's dice, which have nothing to do with ours: the tests must not cry wolf."""
    dice = np.random.default_rng(5)
    found = [examined(dice.integers(1, 7, 5000).tolist())[0] for _ in range(200)]
    for test in ("faces", "pairs", "runs"):
        assert even([ps[test] for ps in found]) > LIMIT


def test_too_even_is_as_suspicious_as_too_odd() -> None:
    assert even([0.5 + 0.001 * place for place in range(-100, 100)]) < LIMIT
    assert even([(place + 0.5) / 200 for place in range(200)]) > 0.99


def test_kolmogorovs_law_by_trying() -> None:
    """The limit law against how far even numbers really lie off."""
    mind, count, tries = np.random.default_rng(11), 200, 2000
    root = count**0.5 + 0.12 + 0.11 / count**0.5
    reached = [root * distance(mind.random(count).tolist()) for _ in range(tries)]
    for reach in (0.6, 0.8, 1.0, 1.2, 1.5):
        chance = kolmogorov(reach)
        deviation = (chance * (1 - chance) / tries) ** 0.5
        assert sum(far >= reach for far in reached) / tries == pytest.approx(chance, abs=4 * deviation)
