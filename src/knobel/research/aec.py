"""PettingZoo AEC environment for any of the games; chance nodes are sampled between the actions of agents."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from ..forms import drawing
from ..rules.dice import DiceSource, SeededDice, SystemDice
from ..rules.errors import BadOptions
from ..rules.game import Decision, Event, Over, State, check_players, read_options
from ..rules.session import Session
from .encodings import AnyEncoding, legal_moves

Observations: TypeAlias = Literal["dict", "vector"]
RenderMode: TypeAlias = Literal["ansi", "human"]
Ints: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.int8]
Observation: TypeAlias = dict[str, Any] | Ints

ILLEGAL_REWARD = -1.0


class DiceGame(AECEnv):
    """One game with `players` agents; other keywords are the options of the game, as in a record.

    An observation is a dictionary of `observation` and `action_mask`, or with `observations="vector"` one vector of
    both; `infos` has the mask too. After `max_cycles` decisions a game is truncated. `session` holds the
    events of the game, so that it can be written as a record.
    """

    def __init__(
        self,
        encoding: AnyEncoding,
        name: str,
        players: int,
        render_mode: RenderMode | None = None,
        observations: Observations = "dict",
        max_cycles: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise BadOptions(f"render_mode must be ansi or human, not {render_mode!r}")
        if observations not in ("dict", "vector"):
            raise BadOptions(f"observations must be dict or vector, not {observations!r}")
        if max_cycles is not None and max_cycles < 1:
            raise BadOptions(f"max_cycles must be a whole number from 1 on, not {max_cycles}")
        check_players(encoding.game, players)
        self.name = name
        self.metadata = {"name": name, "render_modes": ["ansi", "human"], "render_fps": 1, "is_parallelizable": False}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.options = read_options(encoding.game, options)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._encoding = encoding
        self._as_vector = observations == "vector"
        self._size = len(encoding.actions(self.options))
        self._dice: DiceSource = SystemDice()
        space = self._make_space()
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._action_spaces = {agent: Discrete(self._size) for agent in self.possible_agents}

    def _make_space(self) -> Space[Any]:
        slots = self._encoding.slots(self.options, len(self.possible_agents))
        high = np.array([slot.high for slot in slots], np.int64)
        if self._as_vector:
            return Box(0, np.concatenate([high, np.ones(self._size, np.int64)]), dtype=np.int64)
        mask = Box(0, 1, (self._size,), np.int8)
        return Dict({"observation": Box(0, high, dtype=np.int64), "action_mask": mask})

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - see below
        """Begin a new game. A seed starts a new sequence of dice; without one the sequence goes on.

        `options` belongs to PettingZoo's signature; the options of the game are fixed when the environment is made.
        """
        if seed is not None:
            self._dice = SeededDice(seed)
        self.session = Session(self._encoding.game, self.possible_agents, self.options)
        self.steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._moves.get(int(action)) if action is not None else None
        if move is None:
            raise ValueError(f"action {action} is not legal here; the action mask says which are")
        self._cumulative_rewards[agent] = 0.0
        self.session.play(move, self._dice)
        self.steps += 1
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Sample chance events until a seat decides or the game is over."""
        self.session.roll(self._dice)
        self._moves: dict[int, Event] = {}
        match self.session.pending:
            case Decision(seat=seat, moves=moves):
                self.agent_selection = self.possible_agents[seat]
                self._moves = legal_moves(self._encoding, self.options, moves)
            case Over(result=result):
                payoffs = self._encoding.payoffs(result, len(self.possible_agents))
                self.rewards = dict(zip(self.possible_agents, payoffs, strict=True))
                self.terminations = dict.fromkeys(self.agents, True)
        if self._moves and self.steps == self.max_cycles:
            self._moves = {}
            self.truncations = dict.fromkeys(self.agents, True)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Mask:
        mask = np.zeros(self._size, np.int8)
        if agent == self.agent_selection:
            mask[list(self._moves)] = 1
        return mask

    def _view(self, agent: str) -> State:
        view: State = self._encoding.game.view(self.session.state, self._seats[agent])
        return view

    def observe(self, agent: str) -> Observation:
        numbers = np.array(self._encoding.observe(self._view(agent), self._seats[agent]), np.int64)
        mask = self._mask(agent)
        if self._as_vector:
            return np.concatenate([numbers, mask.astype(np.int64)])
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str | None:
        """The view of the acting agent: returned with `ansi`, printed with `human`."""
        if self.render_mode is None:
            return None
        text = drawing(self._view(self.agent_selection), self.possible_agents)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return self.name


def wrapped(env: DiceGame) -> AECEnv:
    """The environment in PettingZoo's usual wrappers: an illegal action ends the game and costs its player 1."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(env, ILLEGAL_REWARD)))


def in_parallel(env: AECEnv) -> Any:
    """PettingZoo's parallel API, in which only the action of the agent to move counts."""
    return turn_based_aec_to_parallel(env)
