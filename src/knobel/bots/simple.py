"""Players who do not think: one draws lots, the other is Jörg."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..rules import GAMES, zocknroll
from ..rules.game import Event
from .strategy import Strategy, Weights


def by_lot(view: object, moves: tuple[Event, ...]) -> Weights:
    """Every legal move with the same chance."""
    return dict.fromkeys(moves, 1 / len(moves))


def as_jorg(view: zocknroll.State, moves: tuple[Event, ...]) -> Weights:
    """Stay, whatever the dice say, and mark the best row: both are the first of the moves."""
    return {moves[0]: 1.0}


RANDOM: Final[Mapping[str, Strategy]] = dict.fromkeys(GAMES, Strategy(by_lot))
JORG: Final[Mapping[str, Strategy]] = {"zocknroll": Strategy(as_jorg)}
