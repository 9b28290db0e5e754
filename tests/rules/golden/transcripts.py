"""Golden transcripts: whole games as text that a person can follow and a test can replay byte for byte.

A line of explanation, the options and names, then every event as it stands in a record with what it did beside it,
at last the result. `python -m tests.rules.golden.transcripts` writes the comments anew from the events; what
changed is then to be read in the difference.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from knobel.rules.game import Event, read_event
from knobel.rules.session import Session

from . import zock_notes, zocknroll_notes

FOLDER: Final = Path(__file__).parent
COLUMN: Final = 60

Tell: TypeAlias = Callable[[Any, Event, Any, tuple[str, ...]], Iterator[str]]
"""What an event did, given the state before, the event, the state after and the names; more lines stand below."""

TALES: Final[dict[str, Tell]] = {"zock": zock_notes.tell, "zocknroll": zocknroll_notes.tell}


def files() -> list[Path]:
    return sorted(path for game in TALES for path in FOLDER.glob(f"{game}-*.txt"))


def read(text: str) -> tuple[str, Session]:
    """The explanation above a transcript, and its game."""
    prose, _, rest = text.partition("\n\n")
    header, *lines = rest.splitlines()
    table = json.loads(header)
    session = Session(table["game"], table["players"], table["options"])
    for line in lines:
        if line.startswith('{"e":'):
            session.play(read_event(session.game, json.JSONDecoder().raw_decode(line)[0]))
    return prose, session


def write(prose: str, session: Session) -> str:
    return "\n".join((prose, "", *_lines(session), ""))


def _lines(session: Session) -> Iterator[str]:
    yield _json({"game": session.game.name, "options": session.options, "players": session.players})
    yield ""
    for index, event in enumerate(session.events):
        states = session.state_at(index), session.state_at(index + 1)
        beside, *below = TALES[session.game.name](states[0], event, states[1], session.players)
        yield f"{_json(event):<{COLUMN}}  {beside}"
        yield from (f"{'':<{COLUMN}}  {line}" if line else "" for line in below)
    yield _json(session.result)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    for path in files():
        path.write_text(write(*read(path.read_text("utf-8"))), "utf-8")
