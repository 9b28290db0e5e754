"""Zock'n'Roll as a picture: white dice and cups on felt, and the printed tableau."""

from __future__ import annotations

from typing import Final

from ...rules.zocknroll import END, State, lifted, plays_jorg, rows, scores, values
from ..captions import Label, clipped, zocknroll_heading, zocknroll_remarks, zocknroll_winners
from .shapes import (
    BRASS,
    INK,
    IVORY,
    RED_INK,
    SERIF,
    colour,
    cup,
    dice_row,
    die,
    document,
    element,
    felt,
    group,
    rect,
    text,
    wood,
)

_WIDTH: Final = 760
_ABREAST: Final = 6
_CELL: Final = 119
_CUPS_TOP: Final = 158
_CUPS_HEIGHT: Final = 150
_ROW: Final = 24
_LABELS: Final = 210
_SHEET: Final = 84
_PEN: Final = "#24408e"
_PRINT: Final = "#8d7b5a"


def draw(state: State, names: tuple[str, ...], label: Label) -> str:
    cups = state.players + plays_jorg(state.players)
    felt_height = _CUPS_TOP + _CUPS_HEIGHT * -(-cups // _ABREAST) - 20
    paper_height = _ROW * (len(rows(state.options)) + 2) + 28
    blocks = [range(first, min(first + _ABREAST, state.players)) for first in range(0, state.players, _ABREAST)]
    height = felt_height + 40 + len(blocks) * (paper_height + 20)
    sheets = [
        _tableau(state, names, seats, felt_height + 40 + place * (paper_height + 20), paper_height, label)
        for place, seats in enumerate(blocks)
    ]
    heading = zocknroll_heading(state, label)
    return document(
        _WIDTH,
        height,
        heading,
        wood(_WIDTH, height),
        felt(20, 20, _WIDTH - 40, felt_height),
        text(_WIDTH / 2, 52, heading, 20, font_family=SERIF, font_weight="bold"),
        *(text(_WIDTH / 2, 70, line, 13) for line in zocknroll_winners(state, names, label)),
        _white_dice(state),
        _cups(state, (*names, label("jorg"))[:cups], label),
        *sheets,
    )


def _white_dice(state: State) -> str:
    places = [_WIDTH / 2 + 64 * place for place in (-2, -1, 0, 1, 2)]
    empty = [
        rect(x - 22, 75, 44, 44, 10, fill="none", stroke=IVORY, stroke_width=1.5, stroke_dasharray="3 5", opacity=0.4)
        for x in places[len(state.white) :]
    ]
    return group(*(die(x, 97, 44, face) for x, face in zip(places, state.white, strict=False)), *empty)


def _cups(state: State, names: tuple[str, ...], label: Label) -> str:
    remarks = (*zocknroll_remarks(state, label), ())
    cells = []
    for seat, name in enumerate(names):
        line, place = divmod(seat, _ABREAST)
        in_line = min(_ABREAST, len(names) - line * _ABREAST)
        x = _WIDTH / 2 + (place - (in_line - 1) / 2) * _CELL
        cells.append(_cup(state, seat, x, _CUPS_TOP + line * _CUPS_HEIGHT, name, remarks[seat]))
    return group(*cells)


def _cup(state: State, seat: int, x: float, y: float, name: str, remarks: tuple[str, ...]) -> str:
    turn = (seat,) == state.queue[:1]
    band = colour(seat) if seat < state.players else INK
    parts = [
        rect(x - _CELL / 2 + 2, y - 10, _CELL - 4, 136, 12, fill=IVORY, fill_opacity=0.14, stroke=BRASS, stroke_width=3)
        if turn
        else "",
        text(x, y + 84, clipped(name, 14), 14, font_weight="bold"),
        *(text(x, y + 84 + 14 * line, remark, 10, opacity=0.85) for line, remark in enumerate(remarks, 1)),
    ]
    dice = state.cups[seat] if state.cups else ()
    if lifted(state, seat) and dice:
        return group(*parts, dice_row(x, y + 42, 28, dice, band))
    return group(*parts, cup(x, y + 40, 44, band), dice_row(x, y + 58, 18, dice, band))


def _tableau(state: State, names: tuple[str, ...], seats: range, top: float, height: float, label: Label) -> str:
    width = _LABELS + _SHEET * len(seats) + 10
    left = (_WIDTH - width) / 2
    points, lines = scores(state), rows(state.options)
    worth = values(state.options, state.players)
    parts = [
        rect(left + 3, top + 4, width, height, 4, fill="#000", opacity=0.3),
        rect(left, top, width, height, 4, fill="#f8f1dd"),
    ]
    for line, row in enumerate(lines):
        y = top + 52 + line * _ROW
        parts += [
            _rule(left + 12, y - 16.5, width - 24),
            _printed(left + 16, y, label(row), "start"),
            _printed(left + _LABELS - 18, y, str(worth[line]), "end"),
        ]
    bottom = top + 52 + len(lines) * _ROW
    parts += [
        _rule(left + 12, bottom - 16.5, width - 24),
        _printed(left + 16, bottom + 2, label("points"), "start", "bold"),
    ]
    for place, seat in enumerate(seats):
        middle = left + _LABELS + _SHEET * (place + 0.5)
        parts += [
            text(middle, top + 26, clipped(names[seat], 10), 14, INK, font_family=SERIF, font_weight="bold"),
            rect(middle - 32, top + 31, 64, 2.5, 1, fill=colour(seat)),
            text(middle, bottom + 3, str(points[seat]), 16, _PEN, font_family=SERIF, font_weight="bold"),
            *(_circles(middle, top + 47.5 + line * _ROW, marks) for line, marks in enumerate(state.marks[seat])),
        ]
    return group(*parts)


def _printed(x: float, y: float, words: str, anchor: str, weight: str = "normal") -> str:
    return text(x, y, clipped(words, 24), 13, INK, text_anchor=anchor, font_family=SERIF, font_weight=weight)


def _rule(x: float, y: float, width: float) -> str:
    return rect(x, y, width, 0.8, 0, fill=_PRINT, opacity=0.45)


def _circles(middle: float, y: float, marks: int) -> str:
    """Six printed circles, the last one ringed as the end, and a cross of the pen in each that is marked."""
    centres = [middle + 12.4 * (place - 2.5) for place in range(END)]
    printed = [element("circle", cx=x, cy=y, r=4.6, fill="none", stroke=_PRINT, stroke_width=1) for x in centres]
    ring = element("circle", cx=centres[-1], cy=y, r=6, fill="none", stroke=RED_INK, stroke_width=1)
    crosses = "".join(_cross(x, y, place) for place, x in enumerate(centres[:marks]))
    pen = element("path", d=crosses, fill="none", stroke=_PEN, stroke_width=1.8, stroke_linecap="round")
    return group(*printed, ring, pen if crosses else "")


def _cross(x: float, y: float, place: int) -> str:
    """Two strokes by hand: no cross is quite like the one beside it."""
    lean = (place * 3 % 5 - 2) * 0.4
    return (
        f"M{x - 3.6:.1f} {y - 3.8 + lean:.1f}Q{x + lean:.1f} {y - 0.5:.1f} {x + 3.8:.1f} {y + 3.8:.1f}"
        f"M{x + 3.6 - lean:.1f} {y - 4:.1f}Q{x - lean:.1f} {y + 0.6:.1f} {x - 3.8:.1f} {y + 3.6 - lean:.1f}"
    )
