"""Gymnasium's `VectorEnv` for one seat; the other seats play bots or policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ...rules.errors import BadOptions
from ...solve.arrays import Array, Integers
from .games import SEAT
from .multi_agent import MultiAgentVectorEnv, Observations, Rewards


class Bot(Protocol):
    """A player of single games, such as `knobel.make_bot("casual", "zock")`."""

    def choose(self, view: Any) -> Any: ...


Opponent: TypeAlias = str | Bot | Callable[[Observations], Array]
"""The name of a compiled policy, a bot, or a function from observations and action masks to actions."""


class SingleAgentVectorEnv(VectorEnv[Observations, Array, Array]):
    """`num_envs` games at once, in which the agent has one seat.

    `opponents` is one for all other seats, or a list with one for each of them in the order of seats: the name of a
    compiled policy (`random` in every game), a bot, or a function that gets the observations and action masks of some
    games, each of the seat to move, and returns their actions. Compiled policies are by far the fastest.

    A step plays the agent's actions, then those of the opponents until the agent decides again. A finished game is
    followed by the next one in the same step (`AutoresetMode.SAME_STEP`); `infos["final_obs"]` has the last observation
    where `infos["_final_obs"]` is true. Games in which the agent never decides are skipped.

    >>> env = SingleAgentVectorEnv("zock", num_envs=1000, seat=1, opponents="points", games=1)
    >>> observations, infos = env.reset(seed=1)
    >>> bool((observations["observation"][:, 1] == 1).all())  # the agent is to move everywhere
    True
    >>> observations, rewards, terminations, truncations, infos = env.step(env.sample_actions())
    >>> rewards.shape
    (1000,)
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        seat: int = 0,
        opponents: Opponent | list[Opponent] = "random",
        players: int | None = None,
        rewards: Rewards = "game",
        **options: object,
    ) -> None:
        self.games = MultiAgentVectorEnv(game, num_envs, players, rewards, **options)
        others = [other for other in range(self.games.players) if other != seat]
        if len(others) == self.games.players:
            raise BadOptions(f"seat must be a number below {self.games.players}, not {seat}")
        if isinstance(opponents, list) and len(opponents) != len(others):
            raise BadOptions(f"{len(others)} opponents are wanted, not {len(opponents)}")
        if isinstance(opponents, list):
            self._opponents = [([other], self._chooser(each)) for other, each in zip(others, opponents, strict=True)]
        else:
            self._opponents = [(others, self._chooser(opponents))]
        self._carried = np.zeros(num_envs, np.float32)
        self.seat = seat
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = self.games.single_observation_space
        self.single_action_space = self.games.single_action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _chooser(self, opponent: Opponent) -> Callable[[Integers], Integers]:
        """How an opponent chooses the actions of some rows."""
        games = self.games
        batched = games.batched
        if opponent == "random":
            return games.draw
        if isinstance(opponent, str):
            policy = batched.policy(opponent)

            def by_policy(rows: Integers) -> Integers:
                actions = np.zeros(len(rows), np.int64)
                policy(games.states, rows, games.rngs, actions)
                return actions

            return by_policy
        if callable(opponent):
            function = opponent

            def by_function(rows: Integers) -> Integers:
                games.observe(rows, games.states[rows, SEAT].astype(np.int64))
                seen: Observations = {"observation": games.observations[rows], "action_mask": games.masks[rows]}
                return np.asarray(function(seen), np.int64)

            return by_function
        bot, encoding = opponent, batched.encoding

        def by_bot(rows: Integers) -> Integers:
            views = (encoding.game.view(games.state(row), int(games.states[row, SEAT])) for row in rows.tolist())
            return np.array([encoding.action(games.options, bot.choose(view)) for view in views], np.int64)

        return by_bot

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's signature
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin new games; without a seed the numbers of the games go on."""
        super().reset(seed=seed)
        self.games.deal(seed)
        self._carried[:] = 0
        nothing = np.zeros(self.num_envs, np.float32)
        self._wait(nothing, np.ones(self.num_envs, np.bool_), np.zeros_like(self.games.observations))
        return self._seen()

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Play the agent's actions; an action that is not legal raises `ValueError`, and nothing changes."""
        games = self.games
        earned, over = np.zeros((self.num_envs, games.players), np.float32), np.zeros(self.num_envs, np.bool_)
        games.play(games.rows, np.asarray(actions, np.int64), earned, over)
        rewards = self._carried + earned[:, self.seat]
        self._carried[:] = 0
        final = np.zeros_like(games.observations)
        self._note_final(np.flatnonzero(over), final)
        games.begin_next(games.rows, over)
        self._wait(rewards, over, final)
        observations, infos = self._seen()
        infos |= {"final_obs": final, "_final_obs": over.copy()}
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _wait(self, rewards: Array, over: Array, final: Array) -> None:
        """Let the opponents play until the agent decides.

        Where a game of this step is over, what is earned belongs to the first step of the next one; a game that ends
        before the agent decides is dropped.
        """
        games = self.games
        earned, ended = np.zeros((self.num_envs, games.players), np.float32), np.zeros(self.num_envs, np.bool_)
        while len(rows := np.flatnonzero(games.states[:, SEAT] != self.seat)):
            earned[rows] = 0
            ended[rows] = False
            games.play(rows, self._choose(rows), earned, ended)
            running, next_game = rows[~over[rows]], rows[over[rows]]
            rewards[running] += earned[running, self.seat]
            self._carried[next_game] += earned[next_game, self.seat]
            self._carried[next_game[ended[next_game]]] = 0
            self._note_final(running[ended[running]], final)
            over[running] = ended[running]
            games.begin_next(rows, ended)

    def _note_final(self, rows: Integers, final: Array) -> None:
        """Note the agent's last observations of these games."""
        if len(rows):
            self.games.observe(rows, np.full(len(rows), self.seat))
            final[rows] = self.games.observations[rows]

    def _choose(self, rows: Integers) -> Integers:
        """The actions of the opponents who are to move."""
        if len(self._opponents) == 1:
            return self._opponents[0][1](rows)
        actions, seats = np.zeros(len(rows), np.int64), self.games.states[rows, SEAT]
        for members, choose in self._opponents:
            places = np.flatnonzero(np.isin(seats, members))
            if len(places):
                actions[places] = choose(rows[places])
        return actions

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        games = self.games
        games.observe(games.rows, np.full(self.num_envs, self.seat))
        mask = games.masks.copy()
        return {"observation": games.observations.copy(), "action_mask": mask}, {"action_mask": mask}

    def sample_actions(self) -> Integers:
        """A random legal action for each game."""
        return self.games.sample_actions()
