"""The setup of a table: its game, options and settings."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET

from ..bots import THIRD_PARTY, strategy
from ..rules import find_game
from ..rules.errors import BadOptions
from ..rules.game import AnyGame, check_players, option_specs, read_options
from .commands import Change, Settings, illegal
from .draft import Draft
from .events import Changed
from .table import Table


def check_level(game: str, level: str) -> None:
    """Refuse a bot that does not play the game."""
    if game in THIRD_PARTY.get(level, ()):
        return
    try:
        strategy(level, game)
    except BadOptions as error:
        raise illegal(error.sentence, error.rule) from None


_PROVE_NOTHING: Final = "dice that others cannot see prove nothing"


def check_no_bots(settings: Settings) -> None:
    """Refuse bots and stand-ins at a table with real dice."""
    if settings.real_dice:
        raise illegal(f"no bot plays with real dice: {_PROVE_NOTHING}", "R1")


def check_no_continuation(settings: Settings) -> None:
    """Refuse to continue another game with real dice."""
    if settings.real_dice:
        raise illegal(f"a game with the server's dice cannot go on with real ones: {_PROVE_NOTHING}", "R1")


def validated_options(game: str, options: object, settings: Settings) -> dict[str, Any]:
    """All options of a game, defaults included; refused if the game, an option or the stand-in's level is invalid."""
    try:
        rules = find_game(game)
    except BadOptions as error:
        raise illegal(error.sentence, error.rule) from None
    check_level(game, settings.stand_in)
    if settings.real_dice and settings.clock:
        raise illegal("a table with real dice has no timer: people throw and tell at their own pace", "R1")
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
    """Change game, options or settings. Another game starts with its own defaults, and must suit all seats."""
    table = draft.table
    if table.phase == "playing":
        raise illegal("nothing can be changed while the game runs")
    game = table.game if command.game is UNSET else command.game
    kept = table.options if game == table.game else {}
    settings = table.settings if command.settings is UNSET else command.settings
    options = validated_options(game, kept if command.options is UNSET else command.options, settings)
    _check_seats(table, game)
    _check_dice(table, settings)
    draft.add(Changed(game, options, settings))


def _check_dice(table: Table, settings: Settings) -> None:
    """Refuse tables at which some would play with real dice and some with the server's."""
    if any(seat.level is not None for seat in table.seats):
        check_no_bots(settings)
    if not settings.real_dice and (table.bench or any(seat.guest for seat in table.seats)):
        raise illegal(f"people without a device, or who sit out, play with real dice only: {_PROVE_NOTHING}", "R1")


def _check_seats(table: Table, game: str) -> None:
    """Refuse a game for fewer players than seats; more players may still come."""
    rules = find_game(game)
    if len(table.seats) > rules.players[-1]:
        try:
            check_players(rules, len(table.seats))
        except BadOptions as error:
            raise illegal(error.sentence, error.rule) from None
    for seat in table.seats:
        if seat.level is not None:
            check_level(game, seat.level)
