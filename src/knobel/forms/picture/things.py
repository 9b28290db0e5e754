"""What lies on the tables: dice, cups and beer mats."""

from __future__ import annotations

from typing import Final

from ...rules.game import FACE_DOWN, Dice
from .shapes import BIRCH, DARK_WALNUT, INK, IVORY, RED_INK, element, group, rect, text

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#b5578f", "#3f9bd1", "#c98a00")
"""Six colours that colour-blind people can tell apart (after Okabe and Ito); from the seventh seat on they repeat."""

_LEATHER: Final = "#8a5630"
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def die(x: float, y: float, size: float, face: int, edge: str = "#cdbf9c") -> str:
    """A die whose middle is at x, y; one that is hidden shows a question mark."""
    half = size / 2
    if face == FACE_DOWN:
        blank = rect(x - half, y - half, size, size, size * 0.22, fill=IVORY, opacity=0.18)
        return blank + text(x, y + size * 0.22, "?", size * 0.62, opacity=0.75)
    shadow = rect(x - half + 1, y - half + 2.5, size, size, size * 0.22, fill="#000", opacity=0.3)
    body = rect(x - half, y - half, size, size, size * 0.22, fill=IVORY, stroke=edge, stroke_width=size * 0.06)
    pips = "".join(
        element("circle", cx=x + across * size * 0.25, cy=y + down * size * 0.25, r=size * 0.095, fill=INK)
        for across, down in _PIPS[face]
    )
    return group(shadow, body, pips)


def dice_row(x: float, y: float, size: float, dice: Dice, edge: str = "#cdbf9c") -> str:
    """Dice side by side around x."""
    step = size * 1.2
    first = x - step * (len(dice) - 1) / 2
    return "".join(die(first + place * step, y, size, face, edge) for place, face in enumerate(dice))


def cup(x: float, y: float, size: float, band: str = DARK_WALNUT) -> str:
    """A leather cup turned over on the table, its rim at y, with a band in somebody's colour."""

    def half_width(height: float) -> float:
        return size * (0.44 - 0.1 * height)

    def slice_of(low: float, high: float) -> str:
        """The outline of the cup between two heights, 0 at the rim and 1 at the bottom."""
        wide, narrow = half_width(low), half_width(high)
        below, above = y - size * low, y - size * high
        return (
            f"M{x - wide:.1f} {below:.1f}A{wide:.1f} {wide * 0.26:.1f} 0 0 0 {x + wide:.1f} {below:.1f}"
            f"L{x + narrow:.1f} {above:.1f}A{narrow:.1f} {narrow * 0.26:.1f} 0 0 1 {x - narrow:.1f} {above:.1f}Z"
        )

    rim, top = half_width(0), half_width(1)
    shine = f"M{x - top * 0.62:.1f} {y - size * 0.85:.1f}L{x - rim * 0.66:.1f} {y:.1f}"
    return group(
        element("ellipse", cx=x + 2, cy=y + 3, rx=rim * 1.08, ry=rim * 0.34, fill="#000", opacity=0.3),
        element("path", d=slice_of(0, 1), fill=_LEATHER, stroke=DARK_WALNUT, stroke_width=1.5),
        element("path", d=slice_of(0.28, 0.56), fill=band),
        element("path", d=shine, stroke="#d09a63", stroke_width=2.5, opacity=0.55),
        element("ellipse", cx=x, cy=y - size, rx=top, ry=top * 0.26, fill="#a8703f", stroke=DARK_WALNUT),
    )


def mats(x: float, y: float, radius: float, count: int) -> str:
    """A stack of beer mats, the lowest at y; more than thirteen look like thirteen."""
    askew = [(place * 7 % 5 - 2) * radius * 0.03 for place in range(min(count, 13))]
    return group(*(_mat(x + aside, y - place * radius * 0.15, radius) for place, aside in enumerate(askew)))


def _mat(x: float, y: float, radius: float) -> str:
    """Card with a printed ring."""
    flat, top = radius * 0.36, y - radius * 0.13
    ring: dict[str, str | float] = {
        "cx": x,
        "cy": top,
        "fill": "none",
        "stroke": RED_INK,
        "stroke_width": radius * 0.06,
    }
    return (
        element("ellipse", cx=x, cy=y, rx=radius, ry=flat, fill="#a88e5c")
        + element("ellipse", cx=x, cy=top, rx=radius, ry=flat, fill=BIRCH, stroke="#94794a", stroke_width=0.8)
        + "".join(element("ellipse", **ring, rx=radius * share, ry=flat * share) for share in (0.74, 0.42))
    )
