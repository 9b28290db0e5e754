"""Zock'n'Roll drawn in text: the dice, the cups and the tableau."""

from __future__ import annotations

from ...rules.zocknroll import END, State, plays_jorg, rows, scores, values
from ..captions import zocknroll_heading, zocknroll_remarks, zocknroll_winners
from ..labels import Label, clipped
from .columns import aligned
from .seats import pointed, remarked, shown

_SHEETS_ABREAST = 6
"""So many columns of marks, as one box of the game holds, fit into 80 characters."""


def draw(state: State, names: tuple[str, ...], label: Label) -> str:
    lines = [zocknroll_heading(state, label), *zocknroll_winners(state, names, label)]
    if state.white:
        lines.append(f"{label('white_dice')}: {shown(state.white)}")
    lines += ["", *_seats(state, names, label)]
    for first in range(0, state.players, _SHEETS_ABREAST):
        lines += ["", *_tableau(state, names, range(first, min(first + _SHEETS_ABREAST, state.players)), label)]
    return "\n".join(lines)


def _seats(state: State, names: tuple[str, ...], label: Label) -> list[str]:
    at_table = names + (label("jorg"),) * plays_jorg(state.players)
    remarks = (*zocknroll_remarks(state, label), ())
    cups = state.cups or ((),) * len(at_table)
    return aligned(
        [
            (pointed(clipped(name, 24), (seat,) == state.queue[:1]), shown(cups[seat]), remarked(remarks[seat]))
            for seat, name in enumerate(at_table)
        ]
    )


def _tableau(state: State, names: tuple[str, ...], seats: range, label: Label) -> list[str]:
    points = scores(state)
    head = ("", "", *(clipped(names[seat], 8) for seat in seats))
    table = [
        (clipped(label(row), 21), f"×{value}", *(_circles(state.marks[seat][line]) for seat in seats))
        for line, (row, value) in enumerate(zip(rows(state.options), values(state.options, state.players), strict=True))
    ]
    return aligned([head, *table, (label("points"), "", *(str(points[seat]) for seat in seats))], gap=1)


def _circles(marks: int) -> str:
    return "●" * marks + "○" * (END - marks)
