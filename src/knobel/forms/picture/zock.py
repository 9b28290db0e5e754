"""ZOCK as a picture: the wooden box seen from above, with two rows of hinged flaps."""

from __future__ import annotations

from typing import Final

from ...rules.zock import ALL_FIELDS, State
from ..captions import Label, clipped, zock_heading, zock_remarks
from .shapes import BIRCH, BRASS, DARK_WALNUT, INK, SERIF, dice_row, document, element, felt, group, rect, text, wood

_WIDTH: Final = 760
_HEIGHT: Final = 440
_FLAP: Final = 68
_TALL: Final = 88
_STEP: Final = 74
_CHIPS: Final = ("#b5382c", "#2f5fa8", "#e0b53a", "#3d8a4b")


def draw(state: State, names: tuple[str, ...], label: Label) -> str:
    heading = zock_heading(state, label)
    return document(
        _WIDTH,
        _HEIGHT,
        heading,
        wood(_WIDTH, _HEIGHT, "#7d4f2b"),
        felt(32, 54, _WIDTH - 64, _HEIGHT - 108),
        _row(state, 1, 66),
        _row(state, 0, _HEIGHT - 66 - _TALL),
        _inside(state, heading, label),
        *(_plate(state, seat, y, names[seat], label) for seat, y in ((1, 12), (0, _HEIGHT - 46))),
    )


def _row(state: State, seat: int, top: float) -> str:
    """Nine flaps, hinged at the outer edge of the box."""
    hinge = top - 4 if seat else top + _TALL - 4
    flaps = []
    for place, field in enumerate(ALL_FIELDS):
        left = _WIDTH / 2 + (place - 4) * _STEP - _FLAP / 2
        flaps.append(_open(left, top, field) if field in state.open[seat] else _covered(left, top, field))
        flaps += [
            rect(left + across, hinge, 14, 8, 2, fill=BRASS, stroke="#7a5d1e", stroke_width=1) for across in (8, 46)
        ]
    return group(*flaps)


def _open(left: float, top: float, field: int) -> str:
    return group(
        rect(left + 2, top + 3, _FLAP, _TALL, 7, fill="#000", opacity=0.35),
        rect(left, top, _FLAP, _TALL, 7, fill=BIRCH, stroke="#b08b52", stroke_width=1.5),
        rect(left + 5, top + 5, _FLAP - 10, _TALL - 10, 5, fill="none", stroke="#c9a86f", stroke_width=1),
        text(left + _FLAP / 2, top + _TALL / 2 + 14, str(field), 40, INK, font_family=SERIF, font_weight="bold"),
    )


def _covered(left: float, top: float, field: int) -> str:
    """A flap that has been tipped over shows its dark back, and the number only faintly."""
    return group(
        rect(left, top, _FLAP, _TALL, 7, fill=DARK_WALNUT, stroke="#26170c", stroke_width=1.5),
        element(
            "path",
            d="".join(f"M{left + 10:g} {top + down:g}h{_FLAP - 20}" for down in (24, 44, 64)),
            stroke="#6b4727",
            stroke_width=1.5,
        ),
        text(left + _FLAP / 2, top + _TALL / 2 + 8, str(field), 22, "#8f6840", font_family=SERIF),
    )


def _inside(state: State, heading: str, label: Label) -> str:
    middle = _HEIGHT / 2
    claims = "; ".join(
        f"{'+'.join(map(str, claim.dice))} → {' '.join(map(str, claim.fields))}" for claim in state.claims
    )
    said = text(_WIDTH / 2, middle + 52, clipped(f"{label('claims')}: {claims}", 80), 13) if claims else ""
    return group(
        text(64, middle + 7, heading, 20, text_anchor="start", font_family=SERIF, font_weight="bold"),
        dice_row(_WIDTH / 2 + 60, middle, 52, state.dice),
        said,
    )


def _plate(state: State, seat: int, top: float, name: str, label: Label) -> str:
    """The brass plate of a player on the frame; it shines when it is this player's turn."""
    turn = seat == state.seat and state.phase not in ("roll_off", "over")
    remark = " · ".join(zock_remarks(state, label)[seat])
    return group(
        rect(32, top, 440, 34, 8, fill="#f0cf74" if turn else "#b89548", stroke="#7a5d1e", stroke_width=1.5),
        element("path", d=f"M44 {top + 10}l10 7l-10 7z", fill=INK) if turn else "",
        text(62, top + 23, clipped(name, 18), 16, INK, text_anchor="start", font_family=SERIF, font_weight="bold"),
        text(460, top + 22, remark, 13, INK, text_anchor="end"),
        *(_chip(540 + 48 * place, top + 17, fill, count) for place, (fill, count) in enumerate(_held(state, seat))),
    )


def _held(state: State, seat: int) -> list[tuple[str, int]]:
    return list(zip(_CHIPS, state.chips[seat], strict=True)) if state.chips else []


def _chip(x: float, y: float, fill: str, count: int) -> str:
    return group(
        element("circle", cx=x + 1, cy=y + 2, r=15, fill="#000", opacity=0.35),
        element("circle", cx=x, cy=y, r=15, fill=fill, stroke="#fff", stroke_width=3, stroke_dasharray="5.9 5.9"),
        text(x, y + 5, str(count), 14, "#fff", font_weight="bold"),
    )
