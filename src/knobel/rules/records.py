"""Records: a game as one JSON document that replays to exactly the recorded result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from . import find_game
from .errors import BadOptions, BadRecord, IllegalEvent, shown
from .game import AnyGame, Event
from .session import Session

FORMAT: Final = "knobel/1"
_BYTE_ORDER_MARK: Final = "\ufeff"
"""What some editors put before a text; it says nothing."""

_NEEDED: Final = ("format", "game", "players", "events")
_KEYS: Final = ("format", "game", "options", "players", "events", "result", "fair")
"""`fair` says where the dice came from, for whoever checks them; the game does not depend on it."""

_AT_BYTE: Final = re.compile(r"\(byte (\d+)\)")
_AT_FIELD: Final = re.compile(r"at `\$\.(\w+)")
_LACKING: Final = re.compile(r"missing required field `(\w+)`")
_UNKNOWN: Final = re.compile(r"unknown field `(.*?)`", re.DOTALL)


def dumps(session: Session, fair: object = None) -> str:
    """The record of a game, finished or not, as one line of JSON; `fair` says where its dice came from, if known."""
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
    """The game of a record, replayed event by event; `BadRecord` says what is wrong with it."""
    return replay(read_json(text))


def read_json(text: str | bytes) -> object:
    """The JSON document of a record, whatever stands in it."""
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
    """The game of a record that has been read from JSON already."""
    if not isinstance(document, dict):
        raise BadRecord("a record is a JSON object", why="object")
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
        game = find_game(document["game"])
        session = Session(game, _players(document["players"]), document.get("options", {}))
    except BadOptions as error:
        raise BadRecord(error.sentence, error.rule, why="options", what=error.sentence) from None
    _replay_events(session, document["events"])
    if "result" in document:
        _check_result(session, document["result"])
    return session


def _players(names: object) -> list[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecord("players must be a list of names", why="players")
    for name in names:
        if any("\ud800" <= mark <= "\udfff" for mark in name):
            raise BadRecord(f"the name {shown(name)} holds half a character", why="name", what=shown(name))
    return names


def _replay_events(session: Session, events: object) -> None:
    if not isinstance(events, list):
        raise BadRecord("events must be a list", why="events")
    for index, plain in enumerate(events):
        try:
            session.play(read_event(session.game, plain))
        except IllegalEvent as error:
            raise BadRecord(error.sentence, error.rule, index, why="event", what=error.sentence) from None


@cache
def _kinds(events: tuple[type[Event], ...]) -> dict[Any, type[Event]]:
    return {kind.__struct_config__.tag: kind for kind in events}


def read_event(game: AnyGame, plain: object) -> Any:
    """An event from the plain data of a record."""
    kinds = _kinds(game.events)
    if not isinstance(plain, dict) or not isinstance(plain.get("e"), str):
        raise IllegalEvent("an event is an object that names its kind as 'e'")
    if plain["e"] not in kinds:
        raise IllegalEvent(f"{game.name} has no event {shown(plain['e'])}; it has {', '.join(kinds)}")
    try:
        return msgspec.convert(plain, kinds[plain["e"]])
    except msgspec.ValidationError as error:
        raise IllegalEvent(f"the event {plain['e']} is malformed: {_fault(str(error))}") from None


def _fault(told: str) -> str:
    """What the library has found wrong with an event, by the name of its field.

    >>> _fault("Expected `int`, got `str` - at `$.dice[1]`"), _fault("Object missing required field `seat`")
    ("its 'dice' is not possible", "it lacks 'seat'")
    """
    if lacking := _LACKING.search(told):
        return f"it lacks {lacking[1]!r}"
    if unknown := _UNKNOWN.search(told):
        return f"it has no {shown(unknown[1])}"
    field = _AT_FIELD.search(told)
    return f"its {field[1]!r} is not possible" if field else "it is not as such events are"


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
    """Whether two pieces of JSON are the same; 1, 1.0 and true are different."""
    if type(stated) is not type(computed):
        return False
    if isinstance(stated, dict) and isinstance(computed, dict):
        return stated.keys() == computed.keys() and all(_same(stated[key], computed[key]) for key in computed)
    if isinstance(stated, list) and isinstance(computed, list):
        return len(stated) == len(computed) and all(map(_same, stated, computed))
    return stated == computed


def read_file(path: Path) -> Iterator[tuple[int | None, Session | BadRecord]]:
    """The records of a `.json` or `.jsonl` file, right or wrong, those of a stream with their line numbers."""
    try:
        texts = texts_in_file(path)
    except BadRecord as error:
        yield None, error
        return
    for line, text in texts:
        yield line, _checked(text)


def read_bytes(content: bytes) -> Iterator[tuple[int | None, Session | BadRecord]]:
    """The records of a text that may be one document or a stream of them."""
    for line, text in texts_in(content):
        yield line, _checked(text)


def texts_in_file(path: Path) -> list[tuple[int | None, bytes]]:
    """The records of a `.json` or `.jsonl` file before anybody reads them."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"the file cannot be read: {error.strerror}", why="file", what=error.strerror) from None
    return _lines(content) if path.suffix == ".jsonl" else [(None, content)]


def texts_in(content: bytes) -> list[tuple[int | None, bytes]]:
    """The same of a text whose kind nobody has told."""
    try:
        read_json(content)
    except BadRecord:
        if len(content.splitlines()) > 1:
            return _lines(content)
    return [(None, content)]


def _lines(content: bytes) -> list[tuple[int | None, bytes]]:
    """One record a line; blank lines are passed over."""
    return [(number, line) for number, line in enumerate(content.splitlines(), 1) if line.strip()]


def _checked(text: bytes) -> Session | BadRecord:
    try:
        return loads(text)
    except BadRecord as error:
        return error
