"""Schocken as a picture: a pub table with leather cups and beer mats for stones."""

from __future__ import annotations

from typing import Final

from ...rules.game import FACE_DOWN
from ...rules.schocken import State
from ..captions import Label, clipped, is_out, schocken_heading, schocken_lost, schocken_remarks
from .shapes import (
    BRASS,
    DARK_WALNUT,
    IVORY,
    SERIF,
    colour,
    cup,
    dice_row,
    document,
    element,
    group,
    mats,
    rect,
    text,
    wood,
)

_WIDTH: Final = 760
_ABREAST: Final = 4
_CELL: Final = 178
_TALL: Final = 172
_TOP: Final = 172


def draw(state: State, names: tuple[str, ...], label: Label) -> str:
    height = _TOP + _TALL * -(-state.players // _ABREAST) + 16
    heading = schocken_heading(state, label)
    return document(
        _WIDTH,
        height,
        heading,
        wood(_WIDTH, height, "#6d452a"),
        text(_WIDTH / 2, 40, heading, 20, font_family=SERIF, font_weight="bold"),
        text(_WIDTH / 2, 62, " · ".join(schocken_lost(state, names, label)), 13, opacity=0.85),
        _middle(state, label),
        *(_seat(state, seat, names[seat], label) for seat in range(state.players)),
    )


def _middle(state: State, label: Label) -> str:
    """The stones in the middle, on a ring left by a glass."""
    x = _WIDTH / 2 - 30
    return group(
        element("ellipse", cx=x, cy=130, rx=62, ry=23, fill="none", stroke=DARK_WALNUT, stroke_width=4, opacity=0.5),
        mats(x, 132, 52, state.middle),
        text(x + 80, 128, str(state.middle), 28, text_anchor="start", font_family=SERIF, font_weight="bold"),
        text(x + 80, 146, label("middle"), 13, text_anchor="start", opacity=0.85),
    )


def _seat(state: State, seat: int, name: str, label: Label) -> str:
    line, place = divmod(seat, _ABREAST)
    in_line = min(_ABREAST, state.players - line * _ABREAST)
    x, y = _WIDTH / 2 + (place - (in_line - 1) / 2) * (_CELL + 4), _TOP + line * _TALL
    turn = seat == state.seat and state.phase in ("throw", "decide", "lift")
    remarks = schocken_remarks(state, label)[seat]
    throws = f"{label('throws')} {state.hands[seat].throws}" if state.hands[seat].throws else ""
    return group(
        _highlight(x, y) if turn else rect(x - _CELL / 2, y, _CELL, _TALL - 8, 12, fill="#000", opacity=0.22),
        group(
            text(x - 78, y + 24, clipped(name, 12), 15, text_anchor="start", font_weight="bold"),
            text(x + 78, y + 23, throws, 11, text_anchor="end", opacity=0.85),
            mats(x - 56, y + 90, 21, state.stones[seat]),
            text(x - 56, y + 117, str(state.stones[seat]), 16, font_family=SERIF, font_weight="bold"),
            _dice(state, seat, x, y),
            *(text(x + 24, y + 118 + 13 * row, remark, 11, opacity=0.85) for row, remark in enumerate(remarks)),
            opacity=0.6 if is_out(state, seat) else 1,
        ),
    )


def _highlight(x: float, y: float) -> str:
    """The highlighted place of the seat whose turn it is."""
    return rect(x - _CELL / 2, y, _CELL, _TALL - 8, 12, fill=IVORY, fill_opacity=0.14, stroke=BRASS, stroke_width=3)


def _dice(state: State, seat: int, x: float, y: float) -> str:
    """The thrown dice lie open or under the cup; the kept ones, ringed in brass, in front of it."""
    hand = state.hands[seat]
    if hand.throws and FACE_DOWN not in hand.thrown:
        thrown = dice_row(x + 24, y + (54 if hand.kept else 68), 28, hand.thrown)
        return group(thrown, dice_row(x + 24, y + 88, 26, hand.kept, BRASS))
    beside = 22 if hand.kept else 0
    return group(cup(x + 24 - beside, y + 90, 46, colour(seat)), dice_row(x + 58, y + 74, 22, hand.kept, BRASS))
