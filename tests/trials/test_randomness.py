"""The dice of the real mapping are honest, and the tests would see if they were not."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from trials.randomness.streams import Kind
from trials.randomness.trial import LIMIT, QUESTIONS, TESTS, Stream, counted, examine, p_of, questions
from trials.randomness.uniform import distance, even, kolmogorov

DICE, STREAMS, SEED = 480_000, 60, 1


def test_the_real_mapping_is_honest() -> None:
    answers = examine(DICE, STREAMS, SEED)
    assert len(answers) == QUESTIONS
    assert min(answers.values()) >= LIMIT, answers


def test_a_byte_by_six_without_skipping_is_caught() -> None:
    answers = examine(DICE, STREAMS, SEED, plant=True)
    assert answers["sum of faces, all seats"] < LIMIT, answers


def _sticky(rng: random.Random, length: int, often: float = 0.02) -> Sequence[int]:
    """The same face again a little too often, so that each face is as frequent as it should be."""
    fell = [rng.randint(1, 6)]
    while len(fell) < length:
        fell.append(fell[-1] if rng.random() < often else rng.randint(1, 6))
    return fell


def test_dice_that_repeat_themselves_are_caught_by_runs_and_pairs() -> None:
    counts = counted(_sticky(random.Random(7), 100_000))
    assert p_of("runs", counts["runs"]) < LIMIT
    assert p_of("pairs", counts["pairs"]) < LIMIT
    assert p_of("faces", counts["faces"]) > LIMIT


def _streams(people: Callable[[], Sequence[int]], bots: Callable[[], Sequence[int]]) -> list[Stream]:
    sides: tuple[tuple[Kind, Callable[[], Sequence[int]]], ...] = (("person", people), ("bot", bots))
    return [(kind, counted(fell())) for _ in range(30) for kind, fell in sides]


def test_what_is_a_little_wrong_in_every_stream_is_seen_in_their_sums() -> None:
    """Too little for any stream by itself, and for how their p-values are spread."""
    rng = random.Random(8)

    def sticky() -> Sequence[int]:
        return _sticky(rng, 8000, 0.004)

    answers = questions(_streams(sticky, sticky))
    assert min(p for question, p in answers.items() if question.startswith("spread")) > LIMIT
    assert answers["sum of runs, all seats"] < LIMIT
    assert answers["sum of faces, all seats"] > LIMIT


def test_people_who_throw_otherwise_than_bots_are_seen_where_both_together_are_even() -> None:
    rng = random.Random(9)

    def loaded(*weights: float) -> Callable[[], Sequence[int]]:
        return lambda: rng.choices(range(1, 7), weights, k=4000)

    low, high = loaded(1.02, 1, 1, 1, 1, 0.98), loaded(0.98, 1, 1, 1, 1, 1.02)
    answers = questions(_streams(low, high))
    assert answers["people against bots"] < LIMIT
    assert answers["sum of faces, all seats"] > LIMIT


def test_p_values_of_honest_streams_are_even() -> None:
    """Numpy's dice, which have nothing to do with ours: the tests must not cry wolf."""
    dice = np.random.default_rng(5)
    found = [counted(dice.integers(1, 7, 5000).tolist()) for _ in range(200)]
    for test in TESTS:
        assert even([p_of(test, counts[test]) for counts in found]) > LIMIT


def test_too_even_is_as_suspicious_as_too_odd() -> None:
    assert even([0.5 + 0.001 * place for place in range(-100, 100)]) < LIMIT
    assert even([(place + 0.5) / 200 for place in range(200)]) > 0.99


def test_kolmogorovs_law_by_trying() -> None:
    """The limit law against how far even numbers really lie off."""
    rng, count, tries = np.random.default_rng(11), 200, 2000
    root = count**0.5 + 0.12 + 0.11 / count**0.5
    reached = [root * distance(rng.random(count).tolist()) for _ in range(tries)]
    for reach in (0.6, 0.8, 1.0, 1.2, 1.5):
        chance = kolmogorov(reach)
        deviation = (chance * (1 - chance) / tries) ** 0.5
        assert sum(far >= reach for far in reached) / tries == pytest.approx(chance, abs=4 * deviation)
