"""SVG in small pieces: elements, text, and the document around them.

Only presentation attributes are used: an `id` or a `style` element would reach every other picture on a page.
"""

from __future__ import annotations

from html import escape
from typing import Final

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
