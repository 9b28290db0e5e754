"""What is played at a table, and how."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from ..bots import strategy
from ..rules import find_game
from ..rules.errors import BadOptions
from ..rules.game import AnyGame, check_players, option_specs, read_options
from .commands import Change
from .draft import Draft
from .events import Changed
from .refusal import illegal
from .settings import Settings
from .table import Table


def check_level(game: str, level: str) -> None:
    """Refuse a bot that does not play the game."""
    try:
        strategy(level, game)
    except BadOptions as error:
        raise illegal(error.sentence, error.rule) from None


def arranged(game: str, options: object, settings: Settings) -> dict[str, Any]:
    """All options of a game that can be played so, with such a stand-in."""
    try:
        rules = find_game(game)
    except BadOptions as error:
        raise illegal(error.sentence, error.rule) from None
    check_level(game, settings.stand_in)
    return complete(rules, options)


def complete(game: AnyGame, given: object) -> dict[str, Any]:
    """All options of a game as plain data, defaults included, so that a log never depends on what a default is.

    >>> from ..rules import find_game
    >>> complete(find_game("zock"), {"games": 3})["variant"]
    'basic'
    """
    try:
        options = read_options(game, given)
    except BadOptions as error:
        raise illegal(error.sentence, error.rule) from None
    return {
        spec.name: msgspec.json.decode(msgspec.json.encode(getattr(options, spec.name))) for spec in option_specs(game)
    }


def change(draft: Draft, command: Change) -> None:
    """Another game begins with its own defaults; everybody who sits here has to be able to play it."""
    table = draft.table
    if table.phase == "playing":
        raise illegal("nothing can be changed while the game runs")
    game = table.game if command.game is UNSET else command.game
    kept = table.options if game == table.game else {}
    settings = table.settings if command.settings is UNSET else command.settings
    options = arranged(game, kept if command.options is UNSET else command.options, settings)
    _check_seats(table, game)
    draft.add(Changed(game, options, settings))


def _check_seats(table: Table, game: str) -> None:
    """There may be too few for the game yet, but never too many."""
    rules = find_game(game)
    if len(table.seats) > rules.players[-1]:
        try:
            check_players(rules, len(table.seats))
        except BadOptions as error:
            raise illegal(error.sentence, error.rule) from None
    for seat in table.seats:
        if seat.level is not None:
            check_level(game, seat.level)
