"""Batched environments equal the rules move by move, with the same dice and in every row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from knobel.bots import make_bot
from knobel.research.encodings import AnyEncoding, legal_moves
from knobel.research.vector import MultiAgentVectorEnv, SingleAgentVectorEnv
from knobel.rules import zocknroll
from knobel.rules.dice import SeededDice, awaits
from knobel.rules.errors import BadOptions
from knobel.rules.game import Decision, Over
from knobel.rules.session import Session
from knobel.simulate import simulate

SEED = 7


class Mirror:
    """One row of a batch, played by the rules engine: game `number` of the seed, then every `step`-th one."""

    def __init__(self, env: MultiAgentVectorEnv, number: int) -> None:
        self.encoding: AnyEncoding = env.batched.encoding
        self.env = env
        self.begin(number)

    def begin(self, number: int) -> None:
        self.number = number
        self.dice, self.rng = SeededDice(SEED, 2 * number), SeededDice(SEED, 2 * number + 1)
        names = [str(seat) for seat in range(self.env.players)]
        self.session = Session(self.encoding.game, names, self.env.options)
        self.session.roll(self.dice)

    def moves(self) -> dict[int, Any]:
        return legal_moves(self.encoding, self.env.options, self.session.moves)

    def observe(self, seat: int) -> list[int]:
        return list(self.encoding.observe(self.session.view(seat), seat))

    def draw(self) -> int:
        legal = list(self.moves())
        return legal[self.rng.draw(len(legal))]

    def play(self, action: int) -> list[float] | None:
        """Play an action; the payoffs if the game is over."""
        move = self.moves()[action]
        self.session.play(move, dice=self.dice if awaits(move) else None)
        self.session.roll(self.dice)
        waits = self.session.pending
        return list(self.encoding.payoffs(waits.result, self.env.players)) if isinstance(waits, Over) else None

    def check(self, row: int, observations: dict[str, Any], seat: int) -> None:
        waits = self.session.pending
        assert isinstance(waits, Decision)
        assert waits.seat == seat
        assert self.env.state(row) == self.session.state
        assert observations["observation"][row].tolist() == self.observe(seat)
        assert np.flatnonzero(observations["action_mask"][row]).tolist() == list(self.moves())


OPTIONS: list[tuple[str, dict[str, Any], int]] = [
    ("zock", {}, 60),
    ("zock", {"variant": "A", "games": 1}, 600),
    ("zock", {"variant": "B", "games": 2}, 300),
    ("zock", {"variant": "C", "games": 1}, 600),
    ("zock", {"two_digit": "ten_only", "games": 3}, 200),
    ("zock", {"referee": "players", "games": 1}, 300),
    ("zock", {"referee": "players", "variant": "A", "games": 2}, 100),
    ("zocknroll", {"players": 3}, 200),
    (
        "zocknroll",
        {"players": 3, "board": "pro", "royal_pairs": "consecutive", "first_to_decide": "left_of_starter"},
        150,
    ),
    ("zocknroll", {"players": 4, "board": "pro"}, 100),
    ("zocknroll", {"players": 12, "first_to_decide": "left_of_starter"}, 20),
    ("zocknroll", {"players": 3, "jorg_counts": False}, 100),
    ("schocken", {}, 200),
    ("schocken", {"players": 2, "covered": "last", "ties": "throws_then_order", "kept_dice": "stay"}, 200),
    ("schocken", {"players": 4, "preset": "pub", "jule": True, "general_beats_schock2": True, "stones": 5}, 200),
    ("schocken", {"players": 8, "covered": "none", "length": "half", "sixes": True}, 100),
    ("schocken", {"players": 24, "covered": "last", "stones": 3}, 20),
]


@pytest.mark.parametrize(("game", "options", "games"), OPTIONS)
def test_random_games_equal_the_rules_move_by_move(game: str, options: dict[str, Any], games: int) -> None:
    """States, observations, masks, seats, rewards and ends; rows go on with the next game of their own."""
    env = MultiAgentVectorEnv(game, num_envs=20, **options)
    observations, infos = env.reset(seed=SEED)
    mirrors = [Mirror(env, row) for row in range(env.num_envs)]
    finished = 0
    while finished < games:
        for row, mirror in enumerate(mirrors):
            mirror.check(row, observations, int(infos["seat"][row]))
        actions = env.sample_actions()
        assert actions.tolist() == [mirror.draw() for mirror in mirrors]
        observations, rewards, over, cut, infos = env.step(actions)
        assert not cut.any()
        for row, mirror in enumerate(mirrors):
            payoffs = mirror.play(int(actions[row]))
            assert rewards[row].tolist() == pytest.approx(payoffs or [0.0] * env.players)
            assert over[row] == (payoffs is not None)
            if payoffs is not None:
                mirror.begin(mirror.number + env.num_envs)
                finished += 1
            assert env.numbers[row] == mirror.number


def opponents(game: str) -> list[Any]:
    """A compiled policy, a bot, and a function of observations; in Zock'n'Roll for four also all of them at once."""

    def first_legal(seen: dict[str, Any]) -> Any:
        return seen["action_mask"].argmax(axis=1)

    return ["random", make_bot("casual", game, SeededDice(1)), first_legal]


@pytest.mark.parametrize("kind", range(3))
@pytest.mark.parametrize(
    ("game", "options", "seat"),
    [
        ("zock", {"games": 1}, 0),
        ("zock", {"games": 2}, 1),
        ("zocknroll", {}, 2),
        ("zocknroll", {"players": 3}, 0),
        ("schocken", {"stones": 3}, 1),
    ],
)
def test_one_seat_against_opponents_equals_the_rules(game: str, options: dict[str, Any], seat: int, kind: int) -> None:
    """Whatever opponents do, the agent sees what the rules show its seat, and is paid the payoffs of its games."""
    every = opponents(game)
    chosen = every if (game, options, kind) == ("zocknroll", {}, 0) else every[kind]
    env = SingleAgentVectorEnv(game, num_envs=10, seat=seat, opponents=chosen, **options)
    mirrors = [Mirror(env.games, row) for row in range(env.num_envs)]
    played: list[list[int]] = [[] for _ in mirrors]  # the actions of all seats, as the environment plays them
    play = env.games.play

    def noted(rows: Any, actions: Any, rewards: Any, over: Any) -> None:
        play(rows, actions, rewards, over)
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            played[row].append(action)

    env.games.play = noted  # type: ignore[method-assign] # to see the opponents' actions

    def replay(row: int) -> tuple[float, list[int]] | None:
        """Play what the environment played; what the agent is paid for the first game that ends, and its last view."""
        end, mirror = None, mirrors[row]
        for action in played[row]:
            if (payoffs := mirror.play(action)) is not None:
                end = end or (payoffs[seat], mirror.observe(seat))  # games without a decision of the agent are dropped
                mirror.begin(mirror.number + env.num_envs)
        played[row].clear()
        return end

    rng = np.random.default_rng(SEED)
    observations, infos = env.reset(seed=SEED)
    for row in range(env.num_envs):
        replay(row)
    ends = 0
    for _ in range(400):
        actions = rng.random(infos["action_mask"].shape) * infos["action_mask"]
        observations, rewards, over, _, infos = env.step(actions.argmax(axis=1))
        for row, mirror in enumerate(mirrors):
            end = replay(row)
            assert rewards[row] == pytest.approx(end[0] if end else 0)
            assert over[row] == infos["_final_obs"][row] == (end is not None)
            if end is not None:
                ends += 1
                assert infos["final_obs"][row].tolist() == end[1]
            mirror.check(row, observations, seat)
    assert ends > 50
    assert env.observation_space.contains(observations)


def test_rewards_by_turn_are_loss_points() -> None:
    """In ZOCK the winner of each game of the match earns the loss of the other seat (K7)."""
    env = MultiAgentVectorEnv("zock", num_envs=50, rewards="turn", games=3)
    env.reset(seed=SEED)
    total = np.zeros((50, 2))
    ended = 0
    while ended < 100:
        before: list[Any] = [env.state(row) for row in range(50)]
        _, rewards, over, _, _ = env.step(env.sample_actions())
        for row in range(50):
            total[row] += rewards[row]
            if over[row]:
                ended += 1
                assert len(before[row].games) == 2
                lost = sum(score.loss if score.winner else -score.loss for score in before[row].games)
                assert total[row, 0] == -total[row, 1] == rewards[row, 0] - lost
                total[row] = 0


def test_rewards_by_turn_are_points_in_zocknroll() -> None:
    """What a seat has been paid is its score (N13)."""
    env = MultiAgentVectorEnv("zocknroll", num_envs=30, rewards="turn")
    env.reset(seed=SEED)
    total = np.zeros((30, env.players))
    for _ in range(300):
        _, rewards, over, _, _ = env.step(env.sample_actions())
        total = np.where(over[:, None], 0, total + rewards)
        states: list[Any] = [env.state(row) for row in range(30)]
        assert total.tolist() == [list(zocknroll.scores(state)) for state in states]


def test_rewards_by_turn_are_stones_in_schocken() -> None:
    """Who takes stones pays them, who gets rid of them earns them; a half costs its loser all stones (S8 to S10)."""
    env = MultiAgentVectorEnv("schocken", num_envs=30, rewards="turn", stones=5)
    env.reset(seed=SEED)
    total = np.zeros((30, env.players))
    before: list[Any] = [env.state(row) for row in range(30)]
    halves = 0
    for _ in range(300):
        _, rewards, over, _, _ = env.step(env.sample_actions())
        states: list[Any] = [env.state(row) for row in range(30)]
        for row, (state, was) in enumerate(zip(states, before, strict=True)):
            total[row] += rewards[row]
            if not over[row] and state.lost == was.lost:
                assert (-total[row]).tolist() == list(state.stones)
                continue
            halves += 1
            assert total[row].min() == -5
            if not over[row] and len(state.lost) == len(was.lost) + 1 and not any(state.stones):
                assert total[row, state.lost[-1]] == -5
            total[row] = -np.array(state.stones)
        before = states
    assert halves > 100


@pytest.mark.parametrize(
    ("game", "name", "options"),
    [
        ("zock", "points", {"games": 1}),
        ("zock", "win", {"games": 1}),
        ("zocknroll", "stay", {}),
        ("zocknroll", "best", {}),
        ("zocknroll", "best", {"first_to_decide": "left_of_starter"}),
        ("schocken", "best", {"players": 2, "stones": 3}),
        ("schocken", "best", {"players": 2, "stones": 4, "preset": "pub", "covered": "none"}),
    ],
)
def test_compiled_policies_play_as_in_simulations(game: str, name: str, options: dict[str, Any]) -> None:
    """Rows of equal policies end as the batch of `simulate` with the same numbers."""
    env = MultiAgentVectorEnv(game, num_envs=300, **options)
    env.reset(seed=SEED)
    policy = env.batched.policy(name)
    payoffs, actions = np.full((300, env.players), np.nan), np.zeros(300, np.int64)
    while np.isnan(payoffs).any():
        policy(env.states, env.rows, env.rngs, actions)
        _, rewards, over, _, _ = env.step(actions)
        first = over & np.isnan(payoffs[:, 0])
        payoffs[first] = rewards[first]
    rules = {key: value for key, value in options.items() if key != "players"}
    batch = simulate(game, [name] * env.players, 300, options=rules, seed=SEED)
    assert ((payoffs > 0) == batch.winners).all()


def test_gymnasium_wraps_it() -> None:
    """Gymnasium's own statistics of episodes are the rewards of whole games."""
    env = RecordEpisodeStatistics(SingleAgentVectorEnv("zock", num_envs=20, opponents="win", games=1))
    env.reset(seed=SEED)
    mask = env.reset(seed=SEED)[1]["action_mask"]
    finished = 0
    while finished < 50:
        _, rewards, over, _, infos = env.step(mask.argmax(axis=1))
        mask = infos["action_mask"]
        if over.any():
            finished += int(over.sum())
            assert infos["episode"]["r"][over].tolist() == rewards[over].tolist()


def test_an_illegal_action_changes_nothing() -> None:
    env = MultiAgentVectorEnv("zock", num_envs=3)
    env.reset(seed=SEED)
    before, actions = env.states.copy(), env.sample_actions()
    for wrong in (-1, 0, 514, 515):
        with pytest.raises(ValueError, match=f"action {wrong} is not legal in row 1"):
            env.step(np.array([actions[0], wrong, actions[2]]))
    with pytest.raises(ValueError, match="3 actions are wanted"):
        env.step(actions[:2])
    assert (env.states == before).all()


def test_seeds_repeat_and_go_on() -> None:
    env = MultiAgentVectorEnv("zock", num_envs=5)
    one, _ = env.reset(seed=SEED)
    later, _ = env.reset()
    assert env.numbers.tolist() == [5, 6, 7, 8, 9]
    again, _ = env.reset(seed=SEED)
    assert (one["observation"] == again["observation"]).all()
    assert not (one["observation"] == later["observation"]).all()
    whole, _ = MultiAgentVectorEnv("zock", num_envs=10).reset(seed=SEED)
    assert (whole["observation"][5:] == later["observation"]).all()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"rewards": "step"}, "rewards must be"),
        ({"players": 3}, "players"),
        ({"seat": 2}, "seat must be"),
        ({"opponents": ["random", "random"]}, "1 opponents are wanted"),
        ({"opponents": "strongest"}, "random, points or win"),
        ({"games": 2000}, "at most 1000"),
    ],
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    arguments: dict[str, Any] = {"num_envs": 2, **wrong}
    with pytest.raises(BadOptions, match=sentence):
        SingleAgentVectorEnv("zock", **arguments)
