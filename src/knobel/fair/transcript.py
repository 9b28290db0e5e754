"""What a record carries for whoever checks its dice: everything that was committed to and revealed, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ..rules.errors import BadOptions
from ..rules.game import read_options
from ..rules.session import Session

Hex: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """From want number `since` on, the device of a seat reveals links of this chain, or takes no part any more."""

    seat: int
    anchor: Hex | None
    since: int


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """Throws under one root.

    `wants` has for each time that dice were wanted what the seats with an anchor revealed, in their order; None for a
    seat that did not answer. One want may be for several cups, each a throw of its own. `secret` is what the server
    gives away at the end.
    """

    root: Hex
    secret: Hex
    anchors: tuple[Anchor, ...]
    wants: tuple[tuple[Hex | None, ...], ...]


class Transcript(Struct, frozen=True, forbid_unknown_fields=True):
    """`table` says what was agreed on, to the byte: game, options and names as in the record.

    The first `taken` events of the game were played elsewhere, and nothing is said about their dice.
    """

    game: Hex
    table: str
    sections: tuple[Section, ...]
    taken: int = 0


def agreed(game: str, options: Mapping[str, object], names: Sequence[str]) -> str:
    """What the header binds of a game, as one line of JSON with sorted keys."""
    return msgspec.json.encode({"game": game, "options": options, "players": names}, order="sorted").decode()


def agreed_names(text: str) -> tuple[str, ...]:
    """Who sat at the table whose text this is."""
    return tuple(msgspec.json.decode(text)["players"])


def table_text(session: Session) -> str:
    """The same for a game that is played."""
    return agreed(session.game.name, msgspec.to_builtins(session.options), session.players)


def same_table(text: str, session: Session) -> bool:
    """Whether a header is that of this game, however its JSON is written."""
    try:
        said: Any = msgspec.json.decode(text)
        options = read_options(session.game, said["options"])
    except (msgspec.MsgspecError, BadOptions, KeyError, TypeError, RecursionError):
        return False
    about = said.get("game"), said.get("players"), options
    return about == (session.game.name, list(session.players), session.options)
