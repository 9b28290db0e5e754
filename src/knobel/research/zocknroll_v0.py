"""Zock'n'Roll as a PettingZoo environment, version 0."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv, register

from .aec import DiceGame, in_parallel, wrapped
from .encodings.zocknroll import ENCODING


def raw_env(players: int = 4, **options: Any) -> DiceGame:
    """The environment itself; an illegal action raises `ValueError`.

    >>> env = raw_env()
    >>> env.reset(seed=1)
    >>> env.num_agents
    4
    """
    return DiceGame(ENCODING, "zocknroll_v0", players, **options)


def env(**options: Any) -> AECEnv:
    """The environment as it is mostly used, with PettingZoo's guards around it."""
    return wrapped(raw_env(**options))


def parallel_env(**options: Any) -> Any:
    """The same through PettingZoo's conversion for games in which one agent moves at a time."""
    return in_parallel(env(**options))


register("aec", "knobel/zocknroll-v0", env)
register("parallel", "knobel/zocknroll-v0", parallel_env)
