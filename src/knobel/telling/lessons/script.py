"""What a lesson is written in: scenes, each of which plays a few events of a real game and then says one thing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from ...rules.game import Event


class Scene(NamedTuple):
    """`events` happen, then the lesson says `note`.

    Where it `asks`, the learner makes the first event of the next scene by the controls of the table; `otherwise` is
    what somebody reads who chooses another move. `points` names the part of the table that the note is about.
    """

    note: str
    events: tuple[Event, ...] = ()
    asks: bool = False
    otherwise: str | None = None
    points: str | None = None


class Script(NamedTuple):
    """A lesson of one game: the learner sits on seat 0, `others` on the seats after it."""

    game: Literal["zocknroll", "zock", "schocken"]
    others: tuple[str, ...]
    scenes: tuple[Scene, ...]
    options: Mapping[str, Any] = MappingProxyType({})
