"""All sentences of a game with their faults."""

from __future__ import annotations

from collections.abc import Iterator

from . import panels, schocken, turning, zock, zocknroll
from .faults import Fault
from .games import Game

CHECKS = {"schocken": schocken.check, "zock": zock.check, "zocknroll": zocknroll.check}


def faults_of(game: Game) -> Iterator[tuple[str, list[Fault]]]:
    """Every sentence by its key, with its faults."""
    for case in game.cases:
        yield from CHECKS[game.session.game.name](case)
        yield from panels.check(case)
    yield from turning.check(game)
