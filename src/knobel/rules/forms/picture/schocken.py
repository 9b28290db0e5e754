"""Schocken as a picture: a pub table with leather cups and beer mats for stones."""

from __future__ import annotations

from typing import Final

from ...game import FACE_DOWN
from ...schocken import State
from ..captions import is_out, schocken_heading, schocken_remarks
from ..labels import Label, clipped
from .shapes import BRASS, IVORY, SERIF, document, group, rect, text, wood
from .things import colour, cup, dice_row, mats

_WIDTH: Final = 760
_ABREAST: Final = 4
_CELL: Final = 178
_TALL: Final = 168
_TOP: Final = 176


def draw(state: State, names: tuple[str, ...], label: Label) -> str:
    height = _TOP + _TALL * -(-state.players // _ABREAST) + 16
    heading = schocken_heading(state, label)
    return document(
        _WIDTH,
        height,
        heading,
        wood(_WIDTH, height, "#6d452a"),
        text(_WIDTH / 2, 40, heading, 20, font_family=SERIF, font_weight="bold"),
        mats(_WIDTH / 2, 136, 52, state.middle),
        text(_WIDTH / 2 + 76, 128, str(state.middle), 28, text_anchor="start", font_family=SERIF, font_weight="bold"),
        text(_WIDTH / 2 + 76, 146, label("middle"), 13, text_anchor="start", opacity=0.85),
        *(_seat(state, seat, names[seat], label) for seat in range(state.players)),
    )


def _seat(state: State, seat: int, name: str, label: Label) -> str:
    line, place = divmod(seat, _ABREAST)
    in_line = min(_ABREAST, state.players - line * _ABREAST)
    x, y = _WIDTH / 2 + (place - (in_line - 1) / 2) * (_CELL + 4), _TOP + line * _TALL
    turn = seat == state.seat and state.phase in ("throw", "decide")
    frame = rect(x - _CELL / 2, y, _CELL, _TALL - 8, 12, fill="#000", opacity=0.22)
    if turn:
        frame += rect(
            x - _CELL / 2, y, _CELL, _TALL - 8, 12, fill=IVORY, fill_opacity=0.14, stroke=BRASS, stroke_width=3
        )
    remarks = schocken_remarks(state, label)[seat]
    return group(
        frame,
        group(
            text(x, y + 106, clipped(name, 18), 15, font_weight="bold"),
            *(text(x, y + 122 + 13 * row, remark, 11, opacity=0.85) for row, remark in enumerate(remarks)),
            mats(x - 58, y + 76, 20, state.stones[seat]),
            text(x - 58, y + 100, str(state.stones[seat]), 15, font_family=SERIF, font_weight="bold"),
            _dice(state, seat, x + 24, y, label),
            opacity=0.5 if is_out(state, seat) else 1,
        ),
    )


def _dice(state: State, seat: int, x: float, y: float, label: Label) -> str:
    """Kept dice in front; the thrown ones lie open beside the cup or under it."""
    hand = state.hands[seat]
    throws = text(x, y + 15, f"{label('throws')} {hand.throws}", 11, opacity=0.85) if hand.throws else ""
    if hand.throws and FACE_DOWN not in hand.thrown:
        kept = dice_row(x, y + 76, 24, hand.kept, BRASS)
        return group(throws, dice_row(x, y + (42 if hand.kept else 54), 28, hand.thrown), kept)
    kept = dice_row(x + 36, y + 54, 24, hand.kept, BRASS)
    return group(throws, cup(x - (14 if hand.kept else 0), y + 76, 50, colour(seat)), kept)
