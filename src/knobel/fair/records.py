"""Records together with what they say about their dice."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules.errors import BadRecord
from ..rules.records import read_json, replay
from ..rules.session import Session
from .transcript import Transcript


def load(text: str | bytes) -> tuple[Session, Transcript | None]:
    """The game of a record, and where its dice came from, if the record says so; `BadRecord` says what is wrong."""
    document: Any = read_json(text)
    session = replay(document)
    return session, read_transcript(document.get("fair"))


def read_transcript(said: object) -> Transcript | None:
    """What a record says about its dice, from the plain data under its key `fair`."""
    if said is None:
        return None
    try:
        return msgspec.convert(said, Transcript)
    except msgspec.ValidationError as error:
        raise BadRecord(f"what the record says about its dice is malformed: {str(error)[:200]}") from None
