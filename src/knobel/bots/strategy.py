"""Strategies: how a level weighs the moves of a game, and what it prepares before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import Struct

from ..rules.dice import DiceSource
from ..rules.game import Event, Options
from ..solve.progress import Progress

E = TypeVar("E", bound=Event)

Weights: TypeAlias = dict[Event, float]
"""A mixed strategy at one decision: moves and their probabilities."""

_FINE: Final = 1_000_000
"""Resolution with which probabilities are sampled."""


def nothing(options: Options, players: int, patient: bool, progress: Progress) -> None:
    """The default of `Strategy.prepare`: nothing to prepare."""


class Strategy(Struct, frozen=True):
    """How a level plays one game.

    `weigh` maps the view of the deciding seat and its moves to a mixed strategy. `prepare` compiles and loads what
    these options and players need; it computes tables that take minutes only if it is told to be patient.
    """

    weigh: Callable[[Any, tuple[Any, ...]], dict[Any, float]]
    prepare: Callable[[Any, int, bool, Progress], None] = nothing

    @property
    def instant(self) -> bool:
        """True if there is nothing to prepare."""
        return self.prepare is nothing


def mostly(favourite: Event, others: Iterable[Event], share: float) -> Weights:
    """The favourite with probability `share`; the others share the rest equally."""
    rest = [move for move in others if move != favourite]
    if not rest:
        return {favourite: 1.0}
    return {favourite: share, **dict.fromkeys(rest, (1 - share) / len(rest))}


def pick(weights: Mapping[E, float], rng: DiceSource) -> E:
    """Sample a move from a mixed strategy."""
    moves = tuple(weights)
    if len(set(weights.values())) == 1:
        return moves[rng.draw(len(moves))]
    ticket = rng.draw(_FINE) * sum(weights.values()) / _FINE
    for move, weight in weights.items():
        ticket -= weight
        if ticket < 0:
            return move
    return max(moves, key=weights.__getitem__)
