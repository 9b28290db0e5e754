"""Records: a game as one JSON document that replays to exactly the recorded result."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from . import find_game
from .errors import BadOptions, BadRecord, IllegalEvent, shown
from .game import AnyGame, read_event
from .session import Session

T = TypeVar("T", bound=Session)

FORMAT: Final = "knobel/1"
_VERSION: Final = re.compile(r"knobel/([0-9]{1,9})")
_BYTE_ORDER_MARK: Final = "\ufeff"
"""Some editors write it at the start of a file."""

_NEEDED: Final = ("format", "game", "players", "events")
_KEYS: Final = ("format", "game", "options", "players", "events", "result", "fair")
"""`fair` is the transcript of checkable dice; the game does not depend on it."""

_AT_BYTE: Final = re.compile(r"\(byte (\d+)\)")


def dumps(session: Session, fair: object = None) -> str:
    """The record of a game, finished or not, as one line of JSON; `fair` is the transcript of its dice, if any."""
    document = {
        "format": FORMAT,
        "game": session.game.name,
        "options": session.options,
        "players": session.players,
        "events": session.events,
    }
    if session.result is not None:
        document["result"] = session.result
    if fair is not None:
        document["fair"] = fair
    return msgspec.json.encode(document).decode()


def loads(text: str | bytes) -> Session:
    """The game of a record, replayed event by event; a bad record raises `BadRecord`."""
    return replay(read_json(text))


def read_json(text: str | bytes) -> object:
    """Parse the JSON of a record without looking at its content."""
    if isinstance(text, bytes):
        text = text.removeprefix(_BYTE_ORDER_MARK.encode())
    else:
        text = text.removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        raise BadRecord("there is no record here", why="empty")
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise BadRecord("this is nested too deeply to be a record", why="deep") from None
    except msgspec.MsgspecError as error:
        at = _AT_BYTE.search(str(error))
        raise BadRecord(f"this is not JSON{f' from byte {at[1]} on' if at else ''}", why="json") from None
    except UnicodeError:
        raise BadRecord("this is not JSON: it is no text in UTF-8", why="json") from None


def replay(document: object) -> Session:
    """The game of a record that is parsed already."""
    return replay_as(Session, document)


def replay_as(make: Callable[[AnyGame, list[str], object], T], document: object) -> T:
    """The same as a session of another class, made from the game, the names and the plain options."""
    session, error = replay_until(make, document)
    if error is not None:
        raise error
    return session


def replay_until(make: Callable[[AnyGame, list[str], object], T], document: object) -> tuple[T, BadRecord | None]:
    """The game up to its first illegal event, and the error there; a wrong result is an error after all events.

    A document that is not even a record raises `BadRecord`.
    """
    if not isinstance(document, dict):
        raise BadRecord("a record is a JSON object", why="object")
    _check_format(document)
    for key in document:
        if key not in _KEYS:
            raise BadRecord(f"a record has no {shown(key)}; it has {', '.join(_KEYS)}", why="key", what=shown(key))
    for key in _NEEDED:
        if key not in document:
            raise BadRecord(f"the record lacks {key!r}", why="lacks", what=key)
    if document["format"] != FORMAT:
        sentence = f"the format must be {FORMAT!r}, not {shown(document['format'])}"
        raise BadRecord(sentence, why="format", what=FORMAT)
    try:
        session = make(find_game(document["game"]), _players(document["players"]), document.get("options", {}))
    except BadOptions as error:
        raise BadRecord(error.sentence, error.rule, why="options", what=error.sentence) from None
    if not isinstance(document["events"], list):
        raise BadRecord("events must be a list", why="events")
    try:
        _replay_events(session, document["events"])
        if "result" in document:
            _check_result(session, document["result"])
    except BadRecord as error:
        return session, error
    return session, None


def _check_format(document: dict[str, object]) -> None:
    """A record of a later format version may have other keys, so this comes first."""
    written = document.get("format")
    version = _VERSION.fullmatch(written) if isinstance(written, str) else None
    if version and int(version[1]) > int(FORMAT.partition("/")[2]):
        sentence = f"the record was written by a newer knobel ({written}); update knobel to read it"
        raise BadRecord(sentence, why="newer", what=written)


def _players(names: object) -> list[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecord("players must be a list of names", why="players")
    for name in names:
        if any("\ud800" <= mark <= "\udfff" for mark in name):
            raise BadRecord(f"the name {shown(name)} holds half a character", why="name", what=shown(name))
    return names


def _replay_events(session: Session, events: list[object]) -> None:
    for index, plain in enumerate(events):
        try:
            session.play(read_event(session.game, plain))
        except IllegalEvent as error:
            raise BadRecord(error.sentence, error.rule, index, why="event", what=error.sentence) from None


def _check_result(session: Session, stated: object) -> None:
    reached = session.result
    if reached is None:
        raise BadRecord("a result is stated, but the game is not over", why="early")
    computed: dict[str, object] = msgspec.json.decode(msgspec.json.encode(reached))
    if not isinstance(stated, dict):
        raise BadRecord("the stated result is not what the events give: it is no JSON object", why="result", what="{}")
    if not _same(stated, computed):
        wrong = [key for key in computed if key not in stated or not _same(stated[key], computed[key])]
        wrong += [shown(key) for key in stated if key not in computed]
        fields = ", ".join(wrong)
        raise BadRecord(f"the stated result is not what the events give: {fields}", why="result", what=fields)


def _same(stated: object, computed: object) -> bool:
    """Deep equality of JSON values in which 1, 1.0 and true differ."""
    if type(stated) is not type(computed):
        return False
    if isinstance(stated, dict) and isinstance(computed, dict):
        return stated.keys() == computed.keys() and all(_same(stated[key], computed[key]) for key in computed)
    if isinstance(stated, list) and isinstance(computed, list):
        return len(stated) == len(computed) and all(map(_same, stated, computed))
    return stated == computed


def read_file(path: Path) -> Iterator[tuple[int | None, Session | BadRecord]]:
    """Every record of a `.json` or `.jsonl` file, or its error; those of a `.jsonl` with their line numbers."""
    try:
        texts = texts_in_file(path)
    except BadRecord as error:
        yield None, error
        return
    for line, text in texts:
        yield line, _checked(text)


def read_bytes(content: bytes) -> Iterator[tuple[int | None, Session | BadRecord]]:
    """The same for a text that is one document or JSON lines."""
    for line, text in texts_in(content):
        yield line, _checked(text)


def texts_in_file(path: Path) -> list[tuple[int | None, bytes]]:
    """The text of every record in a `.json` or `.jsonl` file, unparsed."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"the file cannot be read: {error.strerror}", why="file", what=error.strerror) from None
    return _lines(content) if path.suffix == ".jsonl" else [(None, content)]


def texts_in(content: bytes) -> list[tuple[int | None, bytes]]:
    """The text of every record in a text that is one document or JSON lines."""
    try:
        read_json(content)
    except BadRecord:
        if len(content.splitlines()) > 1:
            return _lines(content)
    return [(None, content)]


def _lines(content: bytes) -> list[tuple[int | None, bytes]]:
    """One record per line; blank lines are skipped."""
    return [(number, line) for number, line in enumerate(content.splitlines(), 1) if line.strip()]


def _checked(text: bytes) -> Session | BadRecord:
    try:
        return loads(text)
    except BadRecord as error:
        return error
