"""Events and options of a game as plain data, as they stand in the log."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules.errors import BadOptions
from ..rules.game import AnyGame, Event, option_specs, read_options
from .refusal import illegal


def plain(event: Event) -> dict[str, Any]:
    """An event as it stands in a record, and exactly as it would be read from one."""
    data: dict[str, Any] = _as_read(event)
    return data


def _as_read(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def complete(game: AnyGame, given: object) -> dict[str, Any]:
    """All options of a game, those that are not given too, so that a log never depends on what a default is.

    >>> from ..rules import find_game
    >>> complete(find_game("zock"), {"games": 3})["variant"]
    'basic'
    """
    try:
        options = read_options(game, given)
    except BadOptions as error:
        raise illegal(error.sentence, error.rule) from None
    return {spec.name: _as_read(getattr(options, spec.name)) for spec in option_specs(game)}
