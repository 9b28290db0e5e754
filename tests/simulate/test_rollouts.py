"""Rollouts from a view: the kernel equals the rules, and samples hidden cups from the belief."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from knobel.bots import make_bot
from knobel.rules.dice import SeededDice, draw, fill
from knobel.rules.game import Chance, Decision, Lot
from knobel.rules.session import Session
from knobel.rules.zocknroll import GAME, Options, State, play, result, view
from knobel.simulate.zocknroll.rollouts import Rollouts
from knobel.solve.zocknroll.policy import LEVELS, Policy, belief, stays
from knobel.solve.zocknroll.solver import turn_policy


def decisions(options: dict[str, object], players: int, seed: int) -> list[State]:
    """The decisions of a game among casual bots."""
    session = Session(GAME, [str(seat) for seat in range(players)], options)
    dice, bot = SeededDice(seed), make_bot("casual", GAME, SeededDice(seed, 1))
    found = list[State]()
    while True:
        pending = session.pending
        if isinstance(pending, Decision) and len(pending.moves) > 1:
            assert isinstance(session.state, State)
            found.append(session.state)
        if not session.step(dice, bot.choose):
            return found


def share_by_the_rules(policy: Policy, state: State, seat: int, move: Any, seed: int, number: int) -> float:
    """What `Rollouts` finds when it is given a whole state, with nothing from the kernels."""
    dice, rng, turns = SeededDice(seed, 2 * number), SeededDice(seed, 2 * number + 1), state.turns
    state = play(state, move)
    while True:
        pending = GAME.pending(state)
        if state.turns > turns:
            turns = 10**6  # later turns have their own stream
            dice, rng = SeededDice(seed + 1, 2 * number), SeededDice(seed + 1, 2 * number + 1)
        match pending:
            case Lot():
                state = play(state, draw(pending, dice))
            case Chance():
                state = play(state, fill(pending.event, dice))
            case Decision():
                chosen = 0
                if state.phase == "decide":
                    level = round(LEVELS * stays(policy, state, pending.seat))
                    chosen = 0 if rng.draw(LEVELS) < level else 1
                state = play(state, pending.moves[chosen])
            case _:
                over = result(state)
                assert over is not None
                return (seat in over.winners) / len(over.winners)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (4, {"board": "pro", "first_to_decide": "left_of_starter"}),
        (5, {"first_to_decide": "left_of_starter"}),
        (9, {}),
    ],
)
def test_rollouts_equal_games_by_the_rules(players: int, options: dict[str, object]) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    states = decisions(options, players, seed)
    for state in random.Random(seed).sample(states, min(12, len(states))):
        policy, seat = turn_policy(state.options, players), state.queue[0]
        pending = GAME.pending(state)
        assert isinstance(pending, Decision)
        found = Rollouts(policy, state, seat, pending.moves, seed).shares(first=3, count=4)
        for row, number in enumerate(range(3, 7)):
            shares = [share_by_the_rules(policy, state, seat, move, seed, number) for move in pending.moves]
            assert found[row].tolist() == shares


def test_hidden_cups_are_drawn_from_the_belief() -> None:
    """Two hidden cups of three players: the share of wins is the mean over their possible contents."""
    state = next(state for state in decisions({}, 3, seed=4) if len(state.white) == 4 and not any(state.dropped))
    seat = state.queue[-1]
    seen, policy = view(state, state.queue[0]), turn_policy(Options(), 3)
    rival = belief(policy, seen, seat)
    cups, count = policy.setting.cups, 40_000
    pending = GAME.pending(seen)
    assert isinstance(pending, Decision)
    stay = pending.moves[:1]
    drawn = Rollouts(policy, seen, seen.queue[0], stay, 1).shares(0, count)[:, 0]
    mean = 0.0
    for chance, cup in zip(rival, cups, strict=True):
        known = tuple(cup if owner == seat else dice for owner, dice in enumerate(seen.cups))
        part = Rollouts(policy, replace(seen, cups=known), seen.queue[0], stay, 2).shares(0, count // 10)[:, 0]
        mean += chance * float(part.mean())
    error = float(drawn.std()) * (1 / count + 10 / count) ** 0.5
    assert float(drawn.mean()) == pytest.approx(mean, abs=4 * error)
