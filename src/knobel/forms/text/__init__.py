"""Position texts: a state in one line, as FEN does it for chess: game, options, then the fields of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import Struct

from ...rules import GAMES
from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.errors import BadOptions, BadPosition
from ...rules.game import State
from . import schocken, zock, zocknroll
from .tokens import quoted, read_options_text, refuse, write_options

AnyState: TypeAlias = zock_rules.State | schocken_rules.State | zocknroll_rules.State


class Notation(Struct, frozen=True):
    """The notation of one game: names of the fields, writer and reader."""

    fields: tuple[str, ...]
    write: Callable[[Any], tuple[str, ...]]
    read: Callable[..., AnyState]


NOTATIONS: Final = {
    "zocknroll": Notation(zocknroll.FIELDS, zocknroll.write, zocknroll.read),
    "zock": Notation(zock.FIELDS, zock.write, zock.read),
    "schocken": Notation(schocken.FIELDS, schocken.write, schocken.read),
}
_NAMES: Final = {game.state: name for name, game in GAMES.items()}


def position(state: State) -> str:
    """A state or view as one line; `parse` reads it.

    >>> from knobel.rules import zock
    >>> position(zock.start(zock.Options(variant="B", games=3), 2))
    'zock variant=B,games=3 roll_off 0 - 123456789/123456789 - - - -'
    """
    name = _NAMES[type(state)]
    return " ".join((name, write_options(state.options), *NOTATIONS[name].write(state)))


def parse(text: str, *, strict: bool = True) -> AnyState:
    """The state or view of a position text; an impossible position raises `BadPosition`.

    Every position has one canonical text. Without `strict`, other texts of the same position are accepted, too.

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
        known = ", ".join(NOTATIONS)
        sentence = f"a position begins with one of {known}, not {quoted(name)}"
        raise BadPosition(sentence, key="error-position-name", known=known, name=quoted(name))
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
