"""Templates, tables and numbers: what the strategy pages are written with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

Places: TypeAlias = dict[str, str]
"""What stands in the places of a template, by name: a number, some words or a whole table."""

Section: TypeAlias = Callable[[], Places]
"""Computes what belongs together."""

DOCS: Final = Path(__file__).parents[2] / "docs"
_PLACE: Final = re.compile(r"\{\{([\w.-]+)\}\}")


def template(game: str) -> str:
    """The page of a game, not filled in yet."""
    return (Path(__file__).parent / f"{game}.md").read_text(encoding="utf-8")


def page(game: str) -> Path:
    """Where the finished page of a game is."""
    return DOCS / "play" / f"strategy-{game}.md"


def fill(text: str, places: Mapping[str, str]) -> str:
    """The finished text. Every place must be known, and everything known must have its place.

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
    """Those lines of a template with places which these places can fill, finished; tests look for them in the page.

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
    """A table in Markdown; the first `left` columns stand to the left, the others, numbers, to the right.

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
    """A chance, or with a sign before it a difference of chances.

    >>> percent(0.51492), percent(0.51492, 2)
    ('51.5 %', '51.49 %')
    """
    return f"{100 * chance:.{digits}f} %"


def signed(number: float, digits: int = 2) -> str:
    """A number with its sign; the minus is as wide as the plus.

    >>> signed(0.5), signed(-0.25), signed(-0.001)
    ('+0.50', '−0.25', '±0.00')
    """
    text = f"{number:+.{digits}f}"
    return f"±{text[1:]}" if float(text) == 0 else text.replace("-", "−")
