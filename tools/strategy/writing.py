"""Templates, Markdown tables and number formats of the strategy pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

Places: TypeAlias = dict[str, str]
"""The computed texts of a template, by the names of their places."""

Section: TypeAlias = Callable[[], Places]
"""Computes the places of one section."""

DOCS: Final = Path(__file__).parents[2] / "docs"
_PLACE: Final = re.compile(r"\{\{([\w.-]+)\}\}")


def template(game: str) -> str:
    """The template of the page of a game."""
    return (Path(__file__).parent / game / "template.md").read_text(encoding="utf-8")


def page(game: str) -> Path:
    """The path of the finished page of a game."""
    return DOCS / "play" / f"strategy-{game}.md"


def fill(text: str, places: Mapping[str, str]) -> str:
    """The finished text; a missing or an unused place raises `ValueError`.

    >>> fill("Covers {{all}} fields.", {"all": "nine"})
    'Covers nine fields.'
    >>> fill("Covers {{all}} fields.", {"any": "one"})
    Traceback (most recent call last):
        ...
    ValueError: the template and what was computed differ in: all, any
    """
    wanted = set(_PLACE.findall(text))
    if wanted != set(places):
        raise ValueError(f"the template and what was computed differ in: {', '.join(sorted(wanted ^ set(places)))}")
    return _PLACE.sub(lambda place: places[place[1]], text)


def known_lines(text: str, places: Mapping[str, str]) -> list[str]:
    """The lines of a template that these places fill completely; tests look for them in the page.

    >>> known_lines("{{a}} and {{b}}\\nonly {{a}}\\nneither", {"a": "1"})
    ['only 1']
    """
    lines = [(line, set(_PLACE.findall(line))) for line in text.splitlines()]
    return [
        fill(line, {name: places[name] for name in wanted})
        for line, wanted in lines
        if wanted and wanted <= set(places)
    ]


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A Markdown table; the first `left` columns are left-aligned, the others right-aligned.

    >>> print(table(["throw", "points"], [["2-4", "+1.00"]]))
    | throw | points |
    |---|--:|
    | 2-4 | +1.00 |
    """
    rule = ["---" if column < left else "--:" for column in range(len(head))]
    return "\n".join(
        ["| " + " | ".join(head) + " |", "|" + "|".join(rule) + "|", *("| " + " | ".join(row) + " |" for row in rows)]
    )


def percent(chance: float, digits: int = 1) -> str:
    """A probability as a percentage.

    >>> percent(0.51492), percent(0.51492, 2)
    ('51.5 %', '51.49 %')
    """
    return f"{100 * chance:.{digits}f} %"


def signed(number: float, digits: int = 2) -> str:
    """A number with a sign; the minus is U+2212, as wide as the plus.

    >>> signed(0.5), signed(-0.25), signed(-0.001)
    ('+0.50', '−0.25', '±0.00')
    """
    text = f"{number:+.{digits}f}"
    return f"±{text[1:]}" if float(text) == 0 else text.replace("-", "−")
