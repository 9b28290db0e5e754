"""What a level of strength is made of: for each game a way to weigh the moves, and what it has to know before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

from ..rules.dice import DiceSource
from ..rules.game import Event, Options

Weights: TypeAlias = dict[Event, float]
"""A mixed strategy at one decision: moves and their chances."""

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much of how much is done."""

_FINE: Final = 1_000_000
"""Into so many tickets the chances of a mixed strategy are divided."""


def nothing(options: Options, players: int, patient: bool, progress: Progress) -> None:
    """Rules of thumb need no preparation."""


class Strategy(Struct, frozen=True):
    """How a level plays one game.

    `weigh` gets the view of the seat that decides, and its moves. `prepare` makes the first decision as quick as all
    others: it compiles and loads what a table with these options and players needs. What takes minutes to compute is
    done only where somebody is `patient`; without it the strategy has something quicker.
    """

    weigh: Callable[[Any, tuple[Any, ...]], Weights]
    prepare: Callable[[Any, int, bool, Progress], None] = nothing

    @property
    def instant(self) -> bool:
        """Whether there is nothing to prepare."""
        return self.prepare is nothing


def mostly(favourite: Event, others: Iterable[Event], share: float) -> Weights:
    """The favourite with this share, the others with equal parts of the rest."""
    rest = [move for move in others if move != favourite]
    if not rest:
        return {favourite: 1.0}
    return {favourite: share, **dict.fromkeys(rest, (1 - share) / len(rest))}


def pick(weights: Mapping[Event, float], mind: DiceSource) -> Event:
    """Draw a move from a mixed strategy."""
    moves = tuple(weights)
    if len(set(weights.values())) == 1:
        return moves[mind.draw(len(moves))]
    ticket = mind.draw(_FINE) * sum(weights.values()) / _FINE
    for move, weight in weights.items():
        ticket -= weight
        if ticket < 0:
            return move
    return max(moves, key=weights.__getitem__)
