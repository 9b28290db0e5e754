"""Text forms of states: a position in one line, a drawing in plain text, an SVG for notebooks.

All of them show views, with hidden dice, as well as states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from ..rules import schocken, zock, zocknroll
from ..rules.game import State
from . import picture, plain
from .captions import LABELS, Label, readable, seat_names
from .text import parse, position

__all__ = ["LABELS", "Label", "drawing", "parse", "position", "readable", "svg"]

_Draw: TypeAlias = Callable[[Any, tuple[str, ...], Label], str]

_DRAWINGS: Final[dict[type[State], _Draw]] = {
    zocknroll.State: plain.draw_zocknroll,
    zock.State: plain.draw_zock,
    schocken.State: plain.draw_schocken,
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
    """A self-contained SVG of a state or view; `label` translates the keys of `LABELS`."""
    return _draw(_PICTURES, state, names, label or readable)


def _draw(forms: dict[type[State], _Draw], state: State, names: Sequence[str] | None, label: Label) -> str:
    return forms[type(state)](state, seat_names(state.players, names, label), label)
