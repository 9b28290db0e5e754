"""`knobel odds`: exact chances of all three games, as tables or JSON."""

from __future__ import annotations

from ..commands import GAME_NAMES, Group, lang

app = Group(
    "odds", key="odds", lazy={game: f"knobel.cli.odds.{game}:{game}" for game in GAME_NAMES}, no_args_is_help=True
)
lang(app)
