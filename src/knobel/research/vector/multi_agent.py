"""Batches of games in which every step plays the action of the seat to move: for self-play."""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbits
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from ...rules import find_game
from ...rules.dice import mix
from ...rules.errors import BadOptions
from ...rules.game import State, check_players, read_options
from ...simulate.dice import Words
from ...solve.arrays import Array, Int8s, Int32s, Integers
from .games import SEAT, BatchedGame, draw_actions, open_streams
from .schocken import batched_schocken
from .zock import batched_zock
from .zocknroll import batched_zocknroll

Rewards: TypeAlias = Literal["game", "turn"]
Observations: TypeAlias = dict[str, Array]

_GAMES: Final[dict[str, Callable[[Any, int], BatchedGame]]] = {
    "zock": batched_zock,
    "zocknroll": batched_zocknroll,
    "schocken": batched_schocken,
}
_PLAYERS: Final = {"zock": 2, "zocknroll": 4, "schocken": 3}

_GOLDEN: Final = 0x9E3779B97F4A7C15
_WORD: Final = 2**64


class MultiAgentVectorEnv:
    """`num_envs` games at once; a step plays one action in each of them, for the seat to move.

    Other keywords are the options of the game, as in a record. Observations and action numbers are those of the
    PettingZoo environment. A finished game is followed by the next one in the same step. Row `i` plays the games number
    `i`, `i + num_envs`, … of a seed, and game `g` throws `SeededDice(seed, 2 * g)`, as in `knobel.simulate`.

    `rewards="game"` pays the payoffs of PettingZoo when a game is over, `"turn"` the points of each turn.

    >>> env = MultiAgentVectorEnv("zock", num_envs=1000, games=1)
    >>> observations, infos = env.reset(seed=1)
    >>> observations["observation"].shape, observations["action_mask"].shape, infos["seat"].shape
    ((1000, 25), (1000, 515), (1000,))
    >>> observations, rewards, terminations, truncations, infos = env.step(env.sample_actions())
    >>> rewards.shape, terminations.shape
    ((1000, 2), (1000,))
    """

    def __init__(
        self, game: str, num_envs: int, players: int | None = None, rewards: Rewards = "game", **options: object
    ) -> None:
        if num_envs < 1:
            raise BadOptions(f"num_envs must be a whole number from 1 on, not {num_envs}")
        if rewards not in get_args(Rewards):
            raise BadOptions(f"rewards must be game or turn, not {rewards!r}")
        rules = find_game(game)
        self.num_envs = num_envs
        self.players = _PLAYERS[game] if players is None else players
        check_players(rules, self.players)
        self.options = read_options(rules, options)
        self.batched = _GAMES[game](self.options, self.players)
        self.per_turn = rewards == "turn"
        encoding = self.batched.encoding
        slots, size = encoding.slots(self.options, self.players), len(encoding.actions(self.options))
        high = np.array([slot.high for slot in slots], np.int64)
        self.single_observation_space = Dict(
            {"observation": Box(0, high, dtype=np.int64), "action_mask": Box(0, 1, (size,), np.int8)}
        )
        self.single_action_space = Discrete(size)
        self.rows: Integers = np.arange(num_envs)
        self.states: Int32s = np.zeros((num_envs, self.batched.width), np.int32)
        self.dice: Words = np.zeros((num_envs, 4), np.uint64)
        self.rngs: Words = np.zeros((num_envs, 4), np.uint64)
        self.masks: Int8s = np.zeros((num_envs, size), np.int8)
        self.observations: Integers = np.zeros((num_envs, len(slots)), np.int64)
        self.numbers: Words = np.zeros(num_envs, np.uint64)
        """The number of the game in each row."""
        self._root: np.uint64 | None = None

    @property
    def seats(self) -> Array:
        """The seat to move in each game."""
        return self.states[:, SEAT].copy()

    def reset(self, seed: int | None = None) -> tuple[Observations, dict[str, Any]]:
        """Begin new games; without a seed the numbers of the games go on."""
        self.deal(seed)
        return self._seen(self.rows)

    def deal(self, seed: int | None) -> None:
        """Begin new games in all rows, without observing them."""
        if seed is None and self._root is not None:
            self.numbers += np.uint64(self.num_envs)
        else:
            chosen = randbits(64) if seed is None else seed
            self._root = np.uint64(mix((chosen + _GOLDEN) % _WORD))
            self.numbers[:] = self.rows
        self._begin(self.rows)

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Play these actions; rewards have a column per seat, everything else belongs to the seat to move.

        An action that is not legal raises `ValueError`, and nothing changes.
        """
        rewards, over = np.zeros((self.num_envs, self.players), np.float32), np.zeros(self.num_envs, np.bool_)
        self.play(self.rows, np.asarray(actions, np.int64), rewards, over)
        self.begin_next(self.rows, over)
        observations, infos = self._seen(self.rows)
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def play(self, rows: Integers, actions: Integers, rewards: Array, over: Array) -> None:
        """Play one action in each of these rows, without beginning the next games."""
        if actions.shape != rows.shape:
            raise ValueError(f"{len(rows)} actions are wanted, not an array of shape {actions.shape}")
        within = (actions >= 0) & (actions < self.masks.shape[1])
        legal = within & (self.masks[rows, np.where(within, actions, 0)] == 1)
        if not legal.all():
            first = int(np.flatnonzero(~legal)[0])
            raise ValueError(
                f"action {actions[first]} is not legal in row {rows[first]}; its action mask says which are"
            )
        self.batched.play(self.states, rows, actions, self.dice, self.per_turn, rewards, over)

    def begin_next(self, rows: Integers, over: Array) -> None:
        """Begin the next game where one is over, and find the legal actions of all these rows."""
        finished = rows[over[rows]]
        self.numbers[finished] += np.uint64(self.num_envs)
        if len(finished):
            self._begin(finished)
        self.batched.mask(self.states, rows, self.masks)

    def _begin(self, rows: Integers) -> None:
        assert self._root is not None
        open_streams(self._root, self.numbers, rows, self.dice, self.rngs)
        self.batched.deal(self.states, rows, self.dice)
        self.batched.mask(self.states, rows, self.masks)

    def observe(self, rows: Integers, seats: Integers) -> None:
        """Write what these seats observe into `observations`."""
        self.batched.observe(self.states, rows, seats, self.observations)

    def _seen(self, rows: Integers) -> tuple[Observations, dict[str, Any]]:
        seats = self.seats
        self.observe(rows, seats)
        mask = self.masks.copy()
        return {"observation": self.observations.copy(), "action_mask": mask}, {"seat": seats, "action_mask": mask}

    def sample_actions(self) -> Integers:
        """A random legal action for each game, from `SeededDice(seed, 2 * g + 1)` in game `g`."""
        return self.draw(self.rows)

    def draw(self, rows: Integers) -> Integers:
        """A random legal action for each of these rows."""
        actions = np.zeros(len(rows), np.int64)
        draw_actions(self.masks, rows, self.rngs, actions)
        return actions

    def state(self, row: int) -> State:
        """The state of one game, as the rules know it."""
        return self.batched.state(self.states[row])
