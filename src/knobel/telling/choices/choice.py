"""A move as something to choose."""

from __future__ import annotations

from msgspec import Struct

from ...rules.game import Event
from ..phrase import Phrase


class Choice(Struct, frozen=True):
    """A move with its name and with what it brings."""

    move: Event
    label: Phrase
    meaning: Phrase
