"""Rollouts: stratified means, correct standard errors, and the stopping rule."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt

import numpy as np
import pytest

from knobel.coach.rollouts import Patience, PlayOn, cautious, error, interval, mean, roll_out
from knobel.fair.statistics.p_values import share_error
from knobel.rules.zock import Options
from knobel.solve.arrays import Floats

from .intervals import cases
from .zock_played_on import EQUAL_FALLS, random_decision

SEED = 20261115
PATIENT = Patience(first=100, most=1_000_000, error=0.01, behind=0.01)


def chances(*values: float, seed: int = SEED) -> PlayOn:
    """Moves that win with these chances, with common random numbers."""

    def play_on(first: int, count: int, moves: Sequence[int]) -> Floats:
        luck = np.random.default_rng((seed, first)).random(count)
        return np.stack([(luck < values[move]).astype(float) for move in moves], axis=1)

    return play_on


def test_stratification_removes_the_variance_of_the_first_dice() -> None:
    """One die: rollout n has the face n % 6, and a six wins."""
    faces = np.arange(60) % 6
    sixes = (faces == 5).astype(float)
    assert mean(sixes, np.full(6, 1 / 6)) == pytest.approx(1 / 6, abs=1e-15)
    assert error(sixes, np.full(6, 1 / 6)) == 0
    assert error(sixes) == pytest.approx(sqrt(1 / 6 * 5 / 6 / 59), abs=1e-15)


def test_strata_count_by_their_weights() -> None:
    """Two strata with weights 1/4 and 3/4, three results each; by hand: 1/4 · 1/3 + 3/4 · 2/3, and their variances."""
    results, weights = np.array([0.0, 1.0, 1.0, 0.0, 0.0, 1.0]), np.array([0.25, 0.75])
    assert mean(results, weights) == pytest.approx(1 / 12 + 1 / 2, abs=1e-15)
    variance = (1 / 16 + 9 / 16) * (1 / 3) / 3  # of 0, 1, 0 and of 1, 1, 0 it is 1/3 each
    assert error(results, weights) == pytest.approx(sqrt(variance), abs=1e-15)


def test_standard_errors_equal_the_spread_of_many_estimates() -> None:
    print(f"seed {SEED}")
    luck = np.random.default_rng(SEED)
    weights, likely = np.array([0.5, 0.3, 0.2]), np.array([0.1, 0.5, 0.8])
    samples = (luck.random((2000, 40, 3)) < likely).astype(float)
    means = [mean(sample.ravel(), weights) for sample in samples]
    errors = [error(sample.ravel(), weights) for sample in samples]
    assert np.mean(means) == pytest.approx(float(weights @ likely), abs=4 * float(np.std(means)) / sqrt(2000))
    assert np.mean(np.square(errors)) == pytest.approx(np.var(means), rel=0.1)


@pytest.mark.parametrize("times", [50, 400, 3000])
@pytest.mark.parametrize("chance", [0.0001, 0.001, 0.02, 0.3, 0.97])
def test_intervals_of_rare_shares_cover(times: int, chance: float) -> None:
    """By the exact binomial distribution: at least 92 of 100 intervals cover."""
    wins = np.arange(times + 1)
    logs = np.cumsum(np.concatenate([[0.0], np.log(np.arange(times, 0, -1)) - np.log(np.arange(1, times + 1))]))
    likely = np.exp(logs + wins * np.log(chance) + (times - wins) * np.log1p(-chance))
    held = 0.0
    for count, weight in zip(wins.tolist(), likely.tolist(), strict=True):
        share = count / times
        low, high = interval(share, cautious(share, share_error(share, times), times))
        held += weight * (low <= chance <= high)
    assert held >= 0.92


def test_moves_clearly_behind_are_dropped_early() -> None:
    best, worse, bad = roll_out(chances(0.60, 0.57, 0.2), 3, PATIENT)
    assert bad.played == 100
    assert bad.played < worse.played <= best.played
    assert best.error <= PATIENT.error
    assert worse.behind_error <= PATIENT.behind or best.value - worse.value > 4 * worse.behind_error
    assert best.value - bad.value == pytest.approx(0.4, abs=4 * bad.behind_error)
    assert best.behind_error == 0


def test_a_dropped_move_profits_from_later_results_of_the_best() -> None:
    """Its error is the spread of its value in many runs, and smaller than that of its own few results."""
    print(f"seeds {SEED} to {SEED + 399}")
    patience = Patience(first=64, most=100_000, error=0.05, behind=0.1)

    def points(seed: int) -> PlayOn:
        """Both moves share noise of variance 4, and the second one has additional noise of variance 1."""

        def play_on(first: int, count: int, moves: Sequence[int]) -> Floats:
            dice = np.random.default_rng((seed, first))
            luck, own = dice.normal(0, 2, count), dice.normal(0, 1, count)
            return np.stack([luck + own - 0.3 if move else luck for move in moves], axis=1)

        return play_on

    runs = [roll_out(points(SEED + run), 2, patience, share=False) for run in range(400)]
    values, errors = [run[1].value for run in runs], [run[1].error for run in runs]
    assert {run[1].played for run in runs} <= {64, 128, 256}
    assert {run[0].played for run in runs} <= {1024, 2048}
    assert np.mean(np.square(errors)) == pytest.approx(np.var(values), rel=0.25)
    assert np.mean(errors) < sqrt((2**2 + 1) / 256)


def test_equal_moves_stop_at_the_error_of_the_difference() -> None:
    first, second = roll_out(chances(0.5, 0.5), 2, PATIENT)
    assert first.value == second.value
    assert 0 < second.behind_error <= PATIENT.behind
    assert first.played < 10_000


def test_rollouts_stop_at_the_limit() -> None:
    played = list[int]()

    def counted(first: int, count: int, moves: Sequence[int]) -> Floats:
        played.append(count * len(moves))
        return chances(0.5, 0.499)(first, count, moves)

    found = roll_out(counted, 2, Patience(first=100, most=5000, error=0.0001, behind=0.00001))
    assert 2500 < sum(played) <= 5000
    assert found[0].error > 0.0001


def test_strata_come_up_equally_often() -> None:
    asked = list[tuple[int, int]]()

    def noted(first: int, count: int, moves: Sequence[int]) -> Floats:
        asked.append((first, count))
        return chances(0.5, 0.4)(first, count, moves)

    roll_out(noted, 2, PATIENT, EQUAL_FALLS)
    assert asked[0] == (0, 108)
    assert all(count % 36 == 0 for _, count in asked)
    assert [first for first, _ in asked] == np.cumsum([0, *(count for _, count in asked[:-1])]).tolist()


def test_points_get_no_correction_for_rare_events() -> None:
    """The correction is for shares between 0 and 1 only."""

    def play_on(first: int, count: int, moves: Sequence[int]) -> Floats:
        return np.full((count, len(moves)), 12.0)

    (found,) = roll_out(play_on, 1, PATIENT, share=False)
    assert (found.value, found.error) == (12, 0)


def test_stratifying_the_first_throw_reduces_errors() -> None:
    """The same rollouts, evaluated with and without stratification of the first throw."""
    rng, smaller = random.Random(SEED), list[float]()
    for _ in range(20):
        decision = random_decision(Options(), rng)
        decision.horizon = 2
        results = decision.play_on(0, 720, [0])[:, 0]
        if error(results):
            smaller.append(error(results, EQUAL_FALLS) / error(results))
    assert np.mean(smaller) < 0.9


def test_intervals_cover_the_exact_value() -> None:
    """A sample of what `make intervals` does; with 160 cases 95 of 100 is known to within 7 of 100 (four errors)."""
    print(f"seed {SEED}")
    found = cases(160, SEED)
    for held in ("value", "best", "behind"):
        assert 0.88 <= np.mean([getattr(case, held) for case in found]) <= 0.995
