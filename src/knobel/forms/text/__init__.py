"""Positions as one line of text, in the spirit of chess's FEN: game, options, then the fields of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from ...rules import GAMES
from ...rules.errors import BadOptions, BadPosition
from ...rules.game import State
from . import schocken, zock, zocknroll
from .options import read_options_text, write_options
from .words import quoted, refuse


class Notation(Struct, frozen=True):
    """How the states of one game are written: the names of the fields, and both directions."""

    fields: tuple[str, ...]
    write: Callable[[Any], tuple[str, ...]]
    read: Callable[..., State]


NOTATIONS: Final = {
    "zocknroll": Notation(zocknroll.FIELDS, zocknroll.write, zocknroll.read),
    "zock": Notation(zock.FIELDS, zock.write, zock.read),
    "schocken": Notation(schocken.FIELDS, schocken.write, schocken.read),
}
_NAMES: Final = {game.state: name for name, game in GAMES.items()}


def position(state: Any) -> str:
    """The one line that says everything about a state or a view; `parse` reads it.

    >>> from knobel.rules import zock
    >>> position(zock.start(zock.Options(variant="B", games=3), 2))
    'zock variant=B,games=3 roll_off 0 - 123456789/123456789 - - - -'
    """
    name = _NAMES[type(state)]
    return " ".join((name, write_options(state.options), *NOTATIONS[name].write(state)))


def parse(text: str, *, strict: bool = True) -> State:
    """The state or view that a position text describes; `BadPosition` where it describes none.

    Unless it is `strict`, a text will do too that says the same in another way: `position` then gives its one text.

    >>> parse("zock - throw 1 36 12.45.789/123456789 - - - -").open[0]
    (1, 2, 4, 5, 7, 8, 9)
    >>> parse("zock - throw 0 36 123456789/......... - - - -")
    Traceback (most recent call last):
        ...
    knobel.rules.errors.BadPosition: seat 1 has covered all nine fields, so the game is over (K7)
    """
    words = text.split()
    name = words[0] if words else ""
    notation = NOTATIONS.get(name)
    if notation is None:
        refuse(f"a position begins with one of {', '.join(NOTATIONS)}, not {quoted(name)}")
    if len(words) != 2 + len(notation.fields):
        refuse(f"a position of {name} is {name}, options, {', '.join(notation.fields)}, not {len(words)} words")
    try:
        state = notation.read(read_options_text(GAMES[name], words[1]), *words[2:])
    except BadOptions as error:
        raise BadPosition(error.sentence, error.rule) from None
    written = position(state)
    if strict and written.split() != words:
        refuse(f"a position has one text only, and this one is: {written}")
    return state
