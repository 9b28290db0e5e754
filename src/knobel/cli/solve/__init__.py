"""`knobel solve`: values of positions under perfect play, as text or JSON."""

from __future__ import annotations

from ..commands import GAME_NAMES, Group, lang

app = Group(
    "solve", key="solve", lazy={game: f"knobel.cli.solve.{game}:{game}" for game in GAME_NAMES}, no_args_is_help=True
)
lang(app)
