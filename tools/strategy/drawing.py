"""Plots of the strategy pages: deterministic SVG, readable on light and dark pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from cycler import cycler
from matplotlib import style
from matplotlib.figure import Figure

Drawing: TypeAlias = Callable[[Figure], None]
"""Draws a picture on an empty figure, whose size it may change."""

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""The colour-blind safe palette of Okabe and Ito; add markers or line styles where lines cross."""

_STYLE: Final[dict[str, Any]] = {
    "axes.grid": True,
    "axes.prop_cycle": cycler(color=COLOURS),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "#fbfbf8",  # a card of its own, for a page may be dark
    "axes.facecolor": "#fbfbf8",
    "font.family": "sans-serif",
    "font.size": 10,
    "grid.color": "#d9d9d3",
    "legend.frameon": False,
    "savefig.facecolor": "#fbfbf8",
    "svg.fonttype": "none",
    "svg.hashsalt": "knobel",
}


def save(draw: Drawing, path: Path) -> None:
    """Write a picture to an SVG or PNG file."""
    with style.context(_STYLE):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        draw(figure)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
