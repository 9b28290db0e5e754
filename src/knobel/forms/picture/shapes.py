"""Parts of an SVG: elements, text and the document, then dice, cups and beer mats.

Only presentation attributes are used: an `id` or a `style` element would reach every other picture on a page.
"""

from __future__ import annotations

from html import escape
from typing import Final

from ...rules.game import FACE_DOWN, Dice

SANS: Final = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"
SERIF: Final = "Rockwell, 'Roboto Slab', 'DejaVu Serif', Georgia, serif"

WALNUT: Final = "#5b3a22"
DARK_WALNUT: Final = "#3d2615"
BIRCH: Final = "#e9d3a6"
BRASS: Final = "#d0a848"
FELT: Final = "#2f5e48"
IVORY: Final = "#fbf5e4"
INK: Final = "#33291d"
RED_INK: Final = "#a4402b"

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


def element(name: str, *children: str, **attributes: str | float) -> str:
    """An element; `stroke_width=2` is written `stroke-width="2"`.

    >>> element("circle", r=1.5, fill="red")
    '<circle r="1.5" fill="red"/>'
    """
    written = "".join(f' {key.replace("_", "-")}="{_plain(value)}"' for key, value in attributes.items())
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def _plain(value: str | float) -> str:
    return escape(value, quote=False).replace('"', "&quot;") if isinstance(value, str) else f"{value:.6g}"


def group(*children: str, **attributes: str | float) -> str:
    return element("g", *children, **attributes)


def rect(x: float, y: float, width: float, height: float, radius: float, **attributes: str | float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, rx=radius, **attributes)


def text(x: float, y: float, words: str, size: float, fill: str = IVORY, **attributes: str | float) -> str:
    """Words in one line, centred at `x` unless `text_anchor` says otherwise."""
    font: dict[str, str | float] = {"font_family": SANS, "text_anchor": "middle", **attributes}
    return element("text", escape(words, quote=False), x=x, y=y, font_size=size, fill=fill, **font)


def document(width: float, height: float, title: str, *children: str) -> str:
    """A picture that needs nothing outside itself."""
    return element(
        "svg",
        element("title", escape(title, quote=False)),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
    )


def wood(width: float, height: float, colour: str = WALNUT) -> str:
    """A table top with a little grain."""
    grain = "".join(
        f"M12 {y}C{width * 0.3:.0f} {y + 7 - y % 13} {width * 0.6:.0f} {y - 7 + y % 11} {width - 12:g} {y}"
        for y in range(20, int(height) - 12, 23)
    )
    return (
        rect(0, 0, width, height, 18, fill=DARK_WALNUT)
        + rect(3, 3, width - 6, height - 6, 16, fill=colour)
        + element("path", d=grain, fill="none", stroke=DARK_WALNUT, stroke_width=1.5, opacity=0.35)
    )


def felt(x: float, y: float, width: float, height: float) -> str:
    return rect(x, y, width, height, 12, fill=FELT, stroke="#1f4231", stroke_width=3)


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
    """A leather cup turned over on the table, its rim at y, with a band in the colour of its seat."""

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
