"""The last round of decisions: exact values equal the rules, and rollouts agree with them."""

from __future__ import annotations

import random

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.coach.judges.zocknroll import ZocknrollJudge
from knobel.rules.zocknroll import END, Mark, Options, scores, start
from knobel.solve.zocknroll.solver import turn_policy

from .zocknroll_intervals import cases
from .zocknroll_positions import by_hand, last_rounds, moves_of


@pytest.mark.parametrize(
    ("players", "options", "most_hidden"),
    [
        (3, {}, 2),
        (4, {"first_to_decide": "left_of_starter"}, 2),
        (5, {}, 2),
        (4, {"board": "pro", "royal_pairs": "six_alike"}, 1),
    ],
)
def test_exact_values_equal_the_rules(players: int, options: dict[str, object], most_hidden: int) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    views = [seen for game in range(4) for seen in last_rounds(players, options, seed + game, most_hidden)]
    judge = ZocknrollJudge(views[0].options, players, "quick")
    policy = turn_policy(views[0].options, players)
    for seen in random.Random(seed).sample(views, 2):
        found = judge.weigh(seen)
        assert found.exact
        assert found.played == 0
        for move in moves_of(seen):
            worth = found.of(move)
            assert (worth.error, worth.behind_error) == (0, 0)
            assert worth.value == pytest.approx(by_hand(policy, seen, move), abs=1e-9)


def test_intervals_have_the_stated_coverage() -> None:
    """95 of 100, with the stopping rule at work; `make intervals` uses more decisions."""
    count, seed = 120, 8
    print(f"seed {seed}")
    found = cases(count, seed)
    chance = 2.6 * (0.95 * 0.05 / count) ** 0.5  # so near are 99 of 100 samples
    assert np.mean([case.value for case in found]) == pytest.approx(0.95, abs=chance)


def test_a_planted_blunder_has_the_exact_loss() -> None:
    """With three of a kind seat 0 wins the game, with a pair it does not: 20 points and 4 + 4 or 4 + 2, against 27."""
    sheets = ((0, 0, 0, 3, 0, 0, 0, 1, 0), (0,) * 9, (0, 0, 3, 0, 0, 0, 0, 0, 0), (0,) * 8 + (END,))
    state = replace(
        start(Options(), 4),
        marks=sheets,
        phase="mark",
        cups=((5, 5), (1, 3), (2, 2), (1, 1)),
        white=(5, 6, 3, 1, 2),
        dropped=(0, 0, 2, 1),
        queue=(0,),
    )
    assert scores(state) == (20, 0, 27, 6)
    found = ZocknrollJudge(state.options, 4).weigh(state)
    best, blunder = found.best, found.of(Mark(0, "pair"))
    assert found.exact
    assert (best.move, best.value, best.points, best.chances) == (Mark(0, "three_of_a_kind"), 1, 8, (1, 0, 0, 0))
    assert (blunder.value, blunder.points, blunder.chances) == (0, 6, (0, 0, 1, 0))
