"""Text forms of states and views: a position in one line, a drawing in plain text, an SVG for notebooks.

All of them show a view, in which dice are hidden, as well as a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from ..rules import schocken, zock, zocknroll
from ..rules.game import State
from . import picture, plain
from .labels import LABELS, Label, readable, seat_names
from .text import parse, position

__all__ = ["LABELS", "Label", "drawing", "parse", "position", "readable", "svg"]

_Draw: TypeAlias = Callable[[Any, tuple[str, ...], Label], str]

_DRAWINGS: Final[dict[type[State], _Draw]] = {
    zocknroll.State: plain.zocknroll.draw,
    zock.State: plain.zock.draw,
    schocken.State: plain.schocken.draw,
}
_PICTURES: Final[dict[type[State], _Draw]] = {
    zocknroll.State: picture.zocknroll.draw,
    zock.State: picture.zock.draw,
    schocken.State: picture.schocken.draw,
}


def drawing(state: State, names: Sequence[str] | None = None, label: Label | None = None) -> str:
    """Several lines of plain text that show a state or view; `label` translates the keys of `LABELS`."""
    return _draw(_DRAWINGS, state, names, label or readable)


def svg(state: State, names: Sequence[str] | None = None, label: Label | None = None) -> str:
    """A picture of a state or view that needs nothing outside itself; `label` translates the keys of `LABELS`."""
    return _draw(_PICTURES, state, names, label or readable)


def _draw(forms: dict[type[State], _Draw], state: State, names: Sequence[str] | None, label: Label) -> str:
    return forms[type(state)](state, seat_names(state.players, names, label), label)
