"""Bots rated by the judge of Zock'n'Roll: master makes no mistakes, and casual play costs more than strong play."""

from __future__ import annotations

import random

import pytest

from knobel.bots import make_bot
from knobel.coach.judges.zocknroll import ZocknrollJudge
from knobel.coach.values import Values
from knobel.rules.zocknroll import GAME, Options, State, view

from .zocknroll_positions import choices_of, states_of

MISTAKE = 0.02
SEED = 12


@pytest.fixture(scope="module")
def judged() -> list[tuple[State, Values]]:
    """Decisions of games of four, in the view of the deciding seat, with the values of their moves."""
    print(f"seed {SEED}")
    states = [state for game in range(2) for state in choices_of(states_of(4, {}, SEED + game))]
    judge = ZocknrollJudge(Options(), 4, "quick")
    some = random.Random(SEED).sample(states, 60)
    return [(view(state, state.queue[0]), judge.weigh(state)) for state in some]


def expected_loss(level: str, seen: State, found: Values) -> float:
    """What a bot's decision costs on average."""
    weights = make_bot(level, GAME).weights(seen)
    return sum(share * (found.best.value - found.of(move).value) for move, share in weights.items())


def test_master_makes_no_mistakes(judged: list[tuple[State, Values]]) -> None:
    for seen, found in judged[:12]:
        for move in make_bot("master", GAME).weights(seen):
            worth = found.of(move)
            assert found.best.value - worth.value < max(MISTAKE, 2 * worth.behind_error)


def test_casual_play_costs_more_than_strong_play(judged: list[tuple[State, Values]]) -> None:
    casual, strong = (sum(expected_loss(level, *each) for each in judged) for level in ("casual", "strong"))
    assert casual > 2 * strong
