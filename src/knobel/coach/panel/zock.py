"""ZOCK: what the next throw can do."""

from __future__ import annotations

from collections.abc import Iterator

from ...odds.zock import next_throw
from ...rules.zock import State
from ...telling.phrase import phrase
from .row import OddsRow, Panel


def panel(view: State, seat: int) -> Panel:
    """The chances of the own next throw, whoever throws before it; nothing between two games."""
    if view.phase in ("roll_off", "over"):
        return Panel()
    return Panel(phrase("coach-odds-about-throw"), tuple(_rows(view, seat)))


def _rows(view: State, seat: int) -> Iterator[OddsRow]:
    chances = next_throw(view.options, view.open[seat])
    yield OddsRow("usable", phrase("coach-odds-usable"), float(chances.usable))
    yield OddsRow("finishing", phrase("coach-odds-finishing"), float(chances.finishing))
    for field, odds in chances.fields.items():
        yield OddsRow("field", phrase("coach-odds-field", field=field), float(odds))
