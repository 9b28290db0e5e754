"""Transcript: the commitments and reveals of a game, which its record carries so that its dice can be verified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ..rules.errors import BadOptions, BadRecord
from ..rules.game import read_options
from ..rules.records import read_json, replay
from ..rules.session import Session

Hex: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """The commitment of a seat's device: from want number `since` on it reveals links of this hash chain.

    None as `anchor` says that no device takes part for the seat any more.
    """

    seat: int
    anchor: Hex | None
    since: int


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """All throws under one root.

    `wants` has the links that the seats with an anchor revealed for each want, in their order; None for a seat that did
    not answer. One want may be for several cups, each a throw of its own. The server reveals `secret` at the end.
    """

    root: Hex
    secret: Hex
    anchors: tuple[Anchor, ...]
    wants: tuple[tuple[Hex | None, ...], ...]


class Transcript(Struct, frozen=True, forbid_unknown_fields=True):
    """All sections of a game. `table` is the exact text that the header binds: game, options and names.

    The first `taken` events of the game were taken from another game, and their dice are not covered.
    """

    game: Hex
    table: str
    sections: tuple[Section, ...]
    taken: int = 0


def bound_text(game: str, options: Mapping[str, object], names: Sequence[str]) -> str:
    """The text that the header binds of a game: one line of JSON with sorted keys."""
    return msgspec.json.encode({"game": game, "options": options, "players": names}, order="sorted").decode()


def bound_names(text: str) -> tuple[str, ...]:
    """The players' names in such a text."""
    return tuple(msgspec.json.decode(text)["players"])


def table_text(session: Session) -> str:
    """The text for a session."""
    return bound_text(session.game.name, msgspec.to_builtins(session.options), session.players)


def same_table(text: str, session: Session) -> bool:
    """Whether such a text is about this game, however its JSON is formatted."""
    try:
        said: Any = msgspec.json.decode(text)
        options = read_options(session.game, said["options"])
    except (msgspec.MsgspecError, BadOptions, KeyError, TypeError, RecursionError):
        return False
    about = said.get("game"), said.get("players"), options
    return about == (session.game.name, list(session.players), session.options)


def load(text: str | bytes) -> tuple[Session, Transcript | None]:
    """The game of a record, and its transcript if it has one; `BadRecord` says what is wrong."""
    document: Any = read_json(text)
    session = replay(document)
    return session, read_transcript(document.get("fair"))


def read_transcript(stated: object) -> Transcript | None:
    """A transcript from the plain data under the key `fair` of a record."""
    if stated is None:
        return None
    try:
        return msgspec.convert(stated, Transcript)
    except msgspec.ValidationError as error:
        raise BadRecord(f"what the record says about its dice is malformed: {str(error)[:200]}") from None
