"""Zock'n'Roll's judge: independent of hidden dice, equal to whole rollouts, and deterministic."""

from __future__ import annotations

import random
from itertools import chain

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.coach.judges import judge_of
from knobel.coach.judges.zocknroll import ZocknrollJudge
from knobel.rules.boards import CUP_SIZE
from knobel.rules.dice import FACES
from knobel.rules.errors import BadPosition
from knobel.rules.game import FACE_DOWN
from knobel.rules.zocknroll import (
    GAME,
    Cups,
    Drop,
    Options,
    Stay,
    White,
    lifted,
    play,
    result,
    rows,
    start,
    values,
    view,
)
from knobel.simulate.zocknroll.lookahead import CHUNK
from knobel.simulate.zocknroll.rollouts import Rollouts
from knobel.solve.zocknroll.solver import turn_policy

from .zocknroll_positions import choices_of, moves_of, states_of

TABLES = [
    (3, {}),
    (3, {"jorg_counts": False, "first_to_decide": "left_of_starter"}),
    (4, {"board": "pro", "royal_pairs": "six_alike"}),
    (6, {"board": "pro", "first_to_decide": "left_of_starter"}),
    (12, {}),
]


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_values_equal_rollouts_of_whole_games(players: int, options: dict[str, object]) -> None:
    """The same moves, each played to the end of the game without sampled futures."""
    seed, games = 5, 3_000 // players
    print(f"seed {seed}")
    states = random.Random(seed).sample(choices_of(states_of(players, options, seed)), 2)
    judge = ZocknrollJudge(states[0].options, players, "quick")
    for state in states:
        seat, moves = state.queue[0], moves_of(state)
        policy, found = turn_policy(state.options, players), judge.weigh(state)
        shares = Rollouts(policy, view(state, seat), seat, moves, seed).shares(0, games)
        assert {worth.move for worth in found.moves} == set(moves)
        for column, move in enumerate(moves):
            worth = found.of(move)
            error = np.hypot(worth.error, shares[:, column].std() / games**0.5)
            assert worth.value == pytest.approx(shares[:, column].mean(), abs=4 * error + 1e-9)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_chances_are_shares_and_public_ones_are_whole(players: int, options: dict[str, object]) -> None:
    states = states_of(players, options, seed=2)
    judge = judge_of(GAME, states[0].options, players, "quick")
    fresh, last = judge.chances(states[0]), judge.chances(states[-1])
    over = result(states[-1])
    assert over is not None
    assert fresh == pytest.approx([1 / players] * players)
    assert last == tuple((seat in over.winners) / len(over.winners) for seat in range(players))
    for state in states[1:16]:
        chances = judge.chances(state)
        assert all(0 <= chance <= 1 for chance in chances)
        if state.phase in ("cups", "mark"):
            assert sum(chances) == pytest.approx(1)


def test_hidden_dice_change_nothing() -> None:
    """Twins that differ only in cups that a seat cannot see: the same values, and the same chances for that seat."""
    one, other = (ZocknrollJudge(Options(), 4, "quick") for _ in range(2))
    hiding = [state for state in choices_of(states_of(4, {}, seed=6)) if FACE_DOWN in chain(*view(state, None).cups)]
    for state in hiding[:40:5]:
        seat = state.queue[0]
        cups = tuple(
            dice if cup == seat or lifted(state, cup) else (6,) * CUP_SIZE["basic"]
            for cup, dice in enumerate(state.cups)
        )
        twin = replace(state, cups=cups)
        assert view(twin, seat) == view(state, seat)
        assert one.weigh(state) == other.weigh(twin) == one.weigh(view(state, seat))
        assert one.chances(state)[seat] == other.chances(twin)[seat]


def test_the_same_position_gets_the_same_values_in_any_order() -> None:
    states = states_of(4, {}, seed=3)[5:17]
    one, other = (ZocknrollJudge(Options(), 4, "quick") for _ in range(2))
    there = [one.chances(state) for state in states]
    back = [other.chances(state) for state in reversed(states)]
    assert there == back[::-1]
    assert ZocknrollJudge(Options(), 4, "quick", seed=1).chances(states[0]) != there[0]


def test_chances_before_the_fourth_die_are_the_mean_over_its_faces() -> None:
    """The mean over its six faces is what was expected before, for all seats that do not decide next."""
    judge = ZocknrollJudge(Options(), 4, "quick")
    for state in [state for state in states_of(4, {}, seed=4) if state.phase == "white" and len(state.white) == 3][:4]:
        after = [play(state, White((face,))) for face in FACES]
        decides = after[0].queue[0]
        before, mean = judge.chances(state), np.mean([judge.chances(then) for then in after], axis=0)
        for seat in range(4):
            if seat != decides:
                # whatever lies between 0 and 1 has at most this variance; the mean over six has no more
                error = (before[seat] * (1 - before[seat]) / CHUNK * (1 + 1 / 6)) ** 0.5
                assert mean[seat] == pytest.approx(before[seat], abs=2 * error + 1e-9)


def test_who_decides_expects_the_best_move() -> None:
    judge = ZocknrollJudge(Options(), 4, "quick")
    for state in choices_of(states_of(4, {}, seed=9))[:5]:
        found = judge.weigh(state)
        shares = [worth.value for worth in found.moves]
        assert shares == sorted(shares, reverse=True)
        assert judge.chances(state)[found.seat] == pytest.approx(found.best.value)
        assert found.exact == (found.played == 0)


def test_dropping_has_certain_points() -> None:
    """N7: in round 1 one for dropping first and those of the row; staying brings what the turn does on average."""
    state = replace(start(Options(), 4), phase="cups")
    state = play(play(state, Cups(((3, 3), (1, 2), (4, 5), (6, 6)))), White((3, 5, 5)))
    found = ZocknrollJudge(Options(), 4, "quick").weigh(state)
    points = {worth.move: worth.points for worth in found.moves}
    stays = points.pop(Stay(0))
    value = dict(zip(rows(Options()), values(Options(), 4), strict=True))
    assert points == {Drop(0, row): 1 + value[row] for row in ("full_house", "three_of_a_kind", "two_pairs", "pair")}
    assert stays is not None
    assert 1 + value["full_house"] < stays < 4 + value["five_of_a_kind"]


def test_positions_without_a_decision_are_refused() -> None:
    judge = ZocknrollJudge(Options(), 4, "quick")
    with pytest.raises(BadPosition, match=r"there is no decision in this position \(N6\)"):
        judge.weigh(start(Options(), 4))
    state = next(state for state in states_of(4, {}, seed=1) if state.phase == "decide")
    assert all(0 < chance < 1 for chance in judge.chances(view(state, None))), "a spectator still gets chances"
    with pytest.raises(BadPosition, match=r"its cup is not visible \(N5\)"):
        judge.weigh(view(state, None))
