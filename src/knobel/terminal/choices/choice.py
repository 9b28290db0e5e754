"""A move as something to choose."""

from __future__ import annotations

from msgspec import Struct

from ...rules.game import Event


class Choice(Struct, frozen=True):
    """A move with its name and its meaning in words."""

    move: Event
    label: str
    meaning: str
