"""Output of all commands: tables that fit the terminal, percentages, bars, JSON, and progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

import msgspec
from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Column, Table
from rich.text import Text

from ..odds import Odds
from ..rules.game import Options
from ..solve.progress import on_compilation
from ..words import Words

_CELLS: Final = 16
"""The length of a full bar; with it every table fits into 80 columns."""

_UNBOUNDED: Final = 10_000


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
    """Print a line or a table; a table never loses a figure, however narrow the terminal is."""
    console = Console(highlight=False)
    console.print(fitted(shown, console) if isinstance(shown, Table) else shown, style=style)


def fitted(shown: Table, console: Console) -> RenderableType:
    """A table with columns that fit the terminal: text wraps first, then bars go, then every row becomes a list."""
    measures = [_measure(column, console) for column in shown.columns]
    around = _natural_width(shown, console) - sum(most for _, most in measures)
    if sum(least for least, _ in measures) + around > console.width:
        kept = [place for place, column in enumerate(shown.columns) if not _is_bar(column)]
        shown.columns[:] = [shown.columns[place] for place in kept]
        measures = [measures[place] for place in kept]
    if sum(least for least, _ in measures) + around > console.width:
        return _stacked(shown)
    widths = [most for _, most in measures]
    while sum(widths) + around > console.width:
        slack = [width - least for width, (least, _) in zip(widths, measures, strict=True)]
        widest = max((place for place, left in enumerate(slack) if left), key=lambda place: widths[place])
        widths[widest] -= 1
    for column, width in zip(shown.columns, widths, strict=True):
        column.width = width
        column.no_wrap = _is_bar(column)  # headings wrap; the cells of figures fit
    return shown


def _is_bar(column: Column) -> bool:
    return column.header == "" and column.style in ("green", "red")


def _natural_width(shown: Table, console: Console) -> int:
    return Measurement.get(console, console.options.update(width=_UNBOUNDED), shown).maximum


def _measure(column: Column, console: Console) -> tuple[int, int]:
    """The least and the natural width of a column: numbers keep their full width, text its longest word."""
    options = console.options.update(width=_UNBOUNDED)
    cells = [Measurement.get(console, options, cell) for cell in column.cells]
    most = max((each.maximum for each in cells), default=0)
    if _is_bar(column):
        column.overflow = "crop"
        return min(4, most), column.width or most
    whole = column.no_wrap or column.justify == "right"
    least = most if whole else max((each.minimum for each in cells), default=0)
    heading = Measurement.get(console, options, column.header)
    return max(least, heading.minimum), max(most, heading.maximum)


def _stacked(shown: Table) -> RenderableType:
    """Every row as a list of its figures, for terminals that are too narrow for the table."""
    lines: list[RenderableType] = []
    columns = [list(column.cells) for column in shown.columns]
    headings = [_text(column.header).replace("\n", " ") for column in shown.columns]
    for row in zip(*columns, strict=True):
        title = next(place for place, cell in enumerate(row) if _text(cell))
        lines.append(Text(_text(row[title]), "bold"))
        for place, (heading, cell) in enumerate(zip(headings, row, strict=True)):
            if place == title or not _text(cell):
                continue
            if isinstance(cell, str | Text):
                lines.append(Text(f"  {heading} {_text(cell)}".rstrip()))
            else:
                lines.append(Padding(cell, (0, 0, 0, 2)))
    return Group(*lines)


def _text(cell: RenderableType) -> str:
    return cell if isinstance(cell, str) else getattr(cell, "plain", "…")


def as_data(odds: Odds) -> dict[str, object]:
    """A chance for a machine: exact as ways out of a power of six, and as a number."""
    return {"odds": str(odds), "chance": float(odds)}


def print_json(game: str, options: Options, **answer: object) -> None:
    print(msgspec.json.encode({"game": game, "options": options, **answer}).decode())


@contextmanager
def progress(
    say: Words, growing: str = "solve-growing", notice: str = "solve-patience"
) -> Iterator[Callable[[int, int], None]]:
    """Print a notice after one second, and draw a bar once the work reports how far it is.

    On a terminal another notice comes instead if kernels have to be compiled first.
    """
    console = Console(stderr=True)
    bar = Progress(console=console, transient=console.is_terminal)
    task = bar.add_task(say(growing))
    waiting = Timer(1, print, [f"knobel: {say(notice)}"], {"file": sys.stderr})

    def tell(done: int, total: int) -> None:
        if console.is_terminal:  # the bar says enough; in a log it comes only at the end
            waiting.cancel()
        bar.start()
        bar.update(task, completed=done, total=total)

    def tell_compilation() -> None:
        if console.is_terminal:
            waiting.cancel()
            console.print(f"knobel: {say('compiling')}", highlight=False, markup=False)

    waiting.start()
    try:
        with on_compilation(tell_compilation):
            yield tell
    finally:
        waiting.cancel()
        if bar.live.is_started:
            bar.stop()
