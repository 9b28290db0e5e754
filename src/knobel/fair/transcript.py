"""Transcript: the commitments and reveals of a game, which its record carries so that its dice can be verified."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NoReturn, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ..rules.errors import BadOptions, BadRecord, shown
from ..rules.game import read_options
from ..rules.records import read_json, replay_until
from ..rules.session import Session

LARGEST: Final = 2**53 - 1
"""The largest number in a record: the largest one that every reader of JSON holds exactly."""

Hex: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]


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
    """Whether such a text is about this game, however its JSON is formatted, and whether or not it omits defaults."""
    try:
        said: Any = strict_json(text)
        if not isinstance(said, dict) or said.keys() != {"game", "options", "players"}:
            return False
        options = read_options(session.game, said["options"])
    except (BadRecord, BadOptions):
        return False
    about = said["game"], said["players"], options
    return about == (session.game.name, list(session.players), session.options)


def load(text: str | bytes) -> tuple[Session, Transcript | None]:
    """The game of a record, and its transcript if it has one; `BadRecord` says what is wrong."""
    session, transcript, error = load_until(text)
    if error is not None:
        raise error
    return session, transcript


def load_until(text: str | bytes) -> tuple[Session, Transcript | None, BadRecord | None]:
    """The same up to the first illegal event, with the error there: a forged die before it may be the reason."""
    document: Any = strict_json(text)
    session, error = replay_until(Session, document)
    return session, read_transcript(document.get("fair")), error


def strict_json(text: str | bytes) -> object:
    """Parse JSON that all readers understand alike: no key twice, only whole numbers up to 2^53 - 1.

    >>> strict_json('{"dice": [3.0]}')
    Traceback (most recent call last):
    knobel.rules.errors.BadRecord: a record holds whole numbers only, not 3.0
    """
    document = read_json(text)
    try:
        json.loads(
            text.removeprefix(b"\xef\xbb\xbf") if isinstance(text, bytes) else text.removeprefix("\ufeff"),
            object_pairs_hook=_refuse_twice,
            parse_int=_whole,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except BadRecord:  # which is a ValueError
        raise
    except RecursionError:
        raise BadRecord("this is nested too deeply to be a record", why="deep") from None
    except ValueError:
        raise BadRecord("this is not JSON", why="json") from None
    return document


def _refuse_twice(pairs: list[tuple[str, object]]) -> None:
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise BadRecord(f"the key {shown(key)} stands twice in one object", why="twice", what=shown(key))
        seen.add(key)


def _whole(digits: str) -> None:
    if len(digits) > len(str(-LARGEST)) or abs(int(digits)) > LARGEST:
        _refuse_number(digits)


def _refuse_number(written: str) -> NoReturn:
    raise BadRecord(f"a record holds whole numbers only, not {written[:40]}", why="number", what=written[:40])


def read_transcript(stated: object) -> Transcript | None:
    """A transcript from the plain data under the key `fair` of a record."""
    if stated is None:
        return None
    try:
        return msgspec.convert(stated, Transcript)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise BadRecord(f"what the record says about its dice is malformed: {str(error)[:200]}") from None
