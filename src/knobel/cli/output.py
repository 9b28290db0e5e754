"""Tables, percentages, bars and JSON, as all commands print them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from ..odds import Odds
from ..rules.game import Options
from ..words import Words

_CELLS: Final = 16
"""The length of a full bar; with it every table fits into 80 columns."""


def percent(say: Words, odds: Odds) -> str:
    """A chance in percent; only what is impossible or certain reads 0.00 or 100.00."""
    return f"{_number(say, odds)} %"


def cell(say: Words, odds: Odds) -> str:
    """A chance in a table that is all percentages: without the sign, and a dash for what is impossible."""
    return _number(say, odds) if odds.ways else "–"


def _number(say: Words, odds: Odds) -> str:
    half_a_digit = odds.total / 20_000
    if 0 < odds.ways < half_a_digit:
        return say("odds-hardly")
    if 0 < odds.total - odds.ways < half_a_digit:
        return say("odds-nearly")
    return say("odds-percent", percent=100 * float(odds))


def bar(odds: Odds) -> str:
    """A chance as a bar, in steps of half a cell.

    >>> bar(Odds(1, 6)), bar(Odds(36, 36)), bar(Odds(0, 6))
    ('━━╸', '━━━━━━━━━━━━━━━━', '')
    """
    halves = round(2 * _CELLS * float(odds))
    return "━" * (halves // 2) + "╸" * (halves % 2)


def with_minus(number: str) -> str:
    """A number with the sign that is as wide as a plus.

    >>> with_minus("-1.50 %")
    '−1.50 %'
    """
    return number.replace("-", "−")


def joined(numbers: Iterable[int]) -> str:
    """Dice as Schocken players read them, the highest first.

    >>> joined((1, 2, 4))
    '4-2-1'
    """
    return "-".join(map(str, sorted(numbers, reverse=True)))


def table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)


def add_chance(chances: Table, heading: str) -> None:
    """Add a column of percentages."""
    chances.add_column(heading, justify="right", no_wrap=True)


def add_bars(chances: Table) -> None:
    chances.add_column("", style="green", no_wrap=True, width=_CELLS)


def show(shown: RenderableType, style: str | None = None) -> None:
    """Print a line or a table."""
    Console(highlight=False).print(shown, style=style)


def as_data(odds: Odds) -> dict[str, object]:
    """A chance for a machine: exact as ways out of a power of six, and as a number."""
    return {"odds": str(odds), "chance": float(odds)}


def print_json(game: str, options: Options, **answer: object) -> None:
    print(msgspec.json.encode({"game": game, "options": options, **answer}).decode())
