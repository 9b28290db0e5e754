"""The rules of the three games, as pure functions over events, and the records of games."""

from __future__ import annotations

from typing import Final

from . import schocken, zock, zocknroll
from .errors import shown, unknown_name
from .game import AnyGame

GAMES: Final[dict[str, AnyGame]] = {module.GAME.name: module.GAME for module in (zocknroll, zock, schocken)}


def find_game(name: object) -> AnyGame:
    """The game of that name."""
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        sentence = f"the game must be one of {', '.join(GAMES)}, not {shown(name)}"
        raise unknown_name(sentence, name, GAMES, key="error-game")
    return game
