"""What the three commands share in reading what a player asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import typer

from ...rules import GAMES
from ...rules.dice import parse_dice
from ...rules.game import Dice, option_specs, read_options

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="One line of JSON, with exact fractions.")]


def choices(game: str, name: str) -> Callable[[], list[str]]:
    """What the shell may complete for an option of a game."""
    spec = next(spec for spec in option_specs(GAMES[game]) if spec.name == name)
    return lambda: [str(choice) for choice in spec.choices]


def options_from(game: str, **given: str | bool | None) -> Any:
    """The options of a game; what was not given has its default."""
    return read_options(GAMES[game], {name: value for name, value in given.items() if value is not None})


def any_dice(text: str) -> Dice:
    """Dice as a person writes them, however many.

    >>> any_dice("3-4 6"), any_dice("")
    ((3, 4, 6), ())
    """
    return parse_dice(text, sum(mark.isdigit() for mark in text))
