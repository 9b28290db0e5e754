"""Sampled futures applied to tableaus end as games of the rules do, turn by turn with the same dice."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.rules.boards import CUP_SIZE
from knobel.rules.dice import DiceSource, SeededDice, fill
from knobel.rules.game import Chance, Decision
from knobel.rules.zocknroll import END, GAME, Options, State, White, play, plays_jorg, result, scores, start, values
from knobel.simulate.batch import no_trace
from knobel.simulate.dice import streams
from knobel.simulate.zocknroll.futures import (
    LANES,
    Futures,
    GameModel,
    Tableaus,
    apply_all,
    find_ends,
    futures,
    new_workspace,
)
from knobel.simulate.zocknroll.games import best
from knobel.simulate.zocknroll.kernel import KernelRules
from knobel.simulate.zocknroll.lookahead import look_ahead
from knobel.simulate.zocknroll.start import settled, start_of
from knobel.simulate.zocknroll.tables import dice_of, plans
from knobel.solve.arrays import Array
from knobel.solve.progress import silent
from knobel.solve.zocknroll.policy import LEVELS, Policy, stays
from knobel.solve.zocknroll.solver import turn_policy

from .test_rollouts import decisions

TABLES = [
    (3, {}),
    (4, {"board": "pro", "first_to_decide": "left_of_starter", "royal_pairs": "consecutive"}),
    (5, {"first_to_decide": "left_of_starter"}),
    (9, {}),
]


def table_of(options: Options, players: int) -> GameModel:
    policy = turn_policy(options, players)
    return GameModel(
        KernelRules(CUP_SIZE[options.board], plays_jorg(players), options.first_to_decide == "left_of_starter"),
        dice_of(options),
        plans(options, [best(policy.setting, silent)] * players),
        np.array(values(options, players), np.int32),
    )


def upon(some: Futures, state: State, starter: int) -> Tableaus:
    """The tableaus of a state with the ends of futures."""
    marks, ends = np.array(state.marks, np.uint8), np.zeros((len(some.comes), LANES), np.uint8)
    find_ends(some, marks, starter, ends)
    return Tableaus(marks, starter, ends)


def laid(table: GameModel, some: Futures, state: State, starter: int) -> list[list[float]]:
    """The shares of all seats for each block."""
    shares = np.zeros((len(some.comes), state.players))
    apply_all(some, upon(some, state, starter), table.worth, new_workspace(state.players), shares)
    return [list(map(float, row)) for row in shares]


def play_by_the_rules(
    policy: Policy, state: State, dice: DiceSource, rng: DiceSource, until: Callable[[State], bool]
) -> State:
    """Play on with the policy and nothing from the kernels."""
    while not until(state):
        pending = GAME.pending(state)
        if isinstance(pending, Chance):
            state = play(state, fill(pending.event, dice))
            continue
        assert isinstance(pending, Decision)
        chosen = 0
        if state.phase == "decide":
            level = round(LEVELS * stays(policy, state, pending.seat))
            chosen = 0 if rng.draw(LEVELS) < level else 1
        state = play(state, pending.moves[chosen])
    return state


def is_over(state: State) -> bool:
    return state.phase == "over"


def shares_of(state: State) -> list[float]:
    over = result(state)
    assert over is not None
    return [(seat in over.winners) / len(over.winners) for seat in range(state.players)]


@pytest.mark.parametrize(("players", "chosen"), TABLES)
def test_applied_futures_equal_games_by_the_rules(players: int, chosen: dict[str, object]) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    going_on = [state for state in decisions(chosen, players, seed) if max(map(max, state.marks)) < END]
    later = random.Random(seed).choice(going_on)
    table, policy = table_of(later.options, players), turn_policy(later.options, players)
    some = futures(table, seed, first=1, blocks=1)
    for marks in (start(later.options, players).marks, later.marks):
        before = replace(start(later.options, players), marks=marks, phase="cups")
        games = [
            play_by_the_rules(policy, before, SeededDice(seed, 2 * game), SeededDice(seed, 2 * game + 1), is_over)
            for game in range(LANES, 2 * LANES)
        ]
        [found] = laid(table, some, before, starter=0)
        assert found == pytest.approx(np.mean([shares_of(game) for game in games], axis=0).tolist())


def test_futures_rotate_with_the_starter() -> None:
    """Seats differ only by the starter."""
    later = decisions({}, 4, seed=3)[-12]
    table = table_of(later.options, 4)
    some = futures(table, 1, first=0, blocks=64)
    turned = replace(later, marks=later.marks[1:] + later.marks[:1])
    shares, moved = (np.array(laid(table, some, *at)) for at in ((later, 3), (turned, 2)))
    assert moved == pytest.approx(shares[:, [1, 2, 3, 0]])
    assert np.ptp(shares.mean(axis=0)) > 0.05, "otherwise the test proves nothing"


class _Prescribed:
    """A fourth and a fifth white die."""

    def __init__(self, *dice: int) -> None:
        self._dice = list(dice)

    def draw(self, count: int) -> int:
        raise AssertionError(f"nobody draws one of {count} lots")

    def roll(self, count: int) -> tuple[int, ...]:
        return tuple(self._dice.pop(0) for _ in range(count))


@pytest.mark.parametrize(("players", "chosen"), TABLES)
def test_look_ahead_plays_turns_by_the_rules(players: int, chosen: dict[str, object]) -> None:
    """With all cups known: the next die by the sample number, decisions by their number in the turn."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    count, first = 6, 2
    for state in random.Random(seed).sample(decisions(chosen, players, seed), 8):
        table, policy = table_of(state.options, players), turn_policy(state.options, players)
        pending, some = GAME.pending(state), futures(table, seed, first=0, blocks=count)
        assert isinstance(pending, Decision)
        after = (state.starter + 1) % players
        shares, gained = np.zeros((count, len(pending.moves), players)), np.zeros((count, len(pending.moves), players))
        states = [settled(play(state, move)) for move in pending.moves]
        begin = start_of(policy, state, states)
        luck, base = streams(seed, first, count), upon(some, state, after)
        look_ahead(table, begin, some, base, new_workspace(players), 0, first, *luck, no_trace(), shares, gained)
        for time in range(count):
            number = first + time
            for nth, from_here in enumerate(states):
                dice = _Prescribed(number % 6 + 1, SeededDice(seed, 2 * number).draw(6) + 1)
                rng = SeededDice(seed, 2 * number + 1)
                for _ in range(_made(from_here)):
                    rng.draw(LEVELS)
                end = play_by_the_rules(policy, from_here, dice, rng, lambda now: now.phase in ("cups", "over"))
                won = shares_of(end) if is_over(end) else laid(table, some, end, after)[time]
                assert shares[time, nth].tolist() == pytest.approx(won)
                more = np.array(scores(end)) - np.array(scores(from_here))
                assert gained[time, nth].tolist() == more.tolist()


def _made(state: State) -> int:
    """How many decisions of the turn are made: one each for those who dropped in round 1, two for all others."""
    if state.phase not in ("decide", "white"):
        return 0
    rounds = len(state.white) - 2
    return sum(min(rounds, gone or rounds) for gone in state.dropped) - len(state.queue)


def test_the_first_white_dice_are_stratified() -> None:
    """With thrown cups and no white dice, sample n has throw n, and continues as if these dice had been there."""
    players, count = 4, 216 * 6
    state = replace(start(Options(), players), phase="cups")
    state = play(state, fill(GAME.pending(state).event, SeededDice(5)))  # type: ignore[union-attr] # cups are thrown
    table, policy = table_of(state.options, players), turn_policy(state.options, players)
    some = futures(table, 1, first=0, blocks=count)

    def look(now: State) -> tuple[Array, Array]:
        shares, gained = np.zeros((count, 1, players)), np.zeros((count, 1, players))
        luck, base = streams(9, 0, count), upon(some, now, 1)
        begin = start_of(policy, now, [now])
        look_ahead(table, begin, some, base, new_workspace(players), 0, 0, *luck, no_trace(), shares, gained)
        return shares, gained

    shares, gained = look(state)
    for throw in range(0, 216, 7):
        time = throw + 216 * (throw % 6)  # the sample of this throw with the same fourth die
        thrown = play(state, White((throw % 6 + 1, throw // 6 % 6 + 1, throw // 36 + 1)))
        then_shares, then_gained = look(thrown)
        assert shares[time].tolist() == then_shares[time].tolist()
        assert gained[time].tolist() == then_gained[time].tolist()
