"""What the shell offers when somebody presses Tab."""

from __future__ import annotations

from typing import Final

import typer

from ..bots import BOTS, levels
from ..rules import GAMES

ANY_CASE: Final = {"token_normalize_func": str.lower}
"""The names of the games are read as people write them, also where they are commands."""


def games() -> list[str]:
    return list(GAMES)


def bots(ctx: typer.Context) -> list[str]:
    """The levels that play the game which stands before them, or all of them."""
    game = ctx.params.get("game")
    return list(levels(game) if game in GAMES else BOTS)


def bot_list(ctx: typer.Context, incomplete: str) -> list[str]:
    """The next level of a list with commas."""
    before, comma, _ = incomplete.rpartition(",")
    return [f"{before}{comma}{level}" for level in bots(ctx)]
