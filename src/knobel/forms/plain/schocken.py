"""Schocken drawn in text: the middle, and for each seat its stones and dice."""

from __future__ import annotations

from ...rules.schocken import Hand, State
from ..captions import schocken_heading, schocken_lost, schocken_remarks
from ..labels import Label, clipped
from .columns import aligned
from .seats import pointed, remarked, shown


def draw(state: State, names: tuple[str, ...], label: Label) -> str:
    to_move = state.seat if state.phase in ("throw", "decide") else None
    remarks = schocken_remarks(state, label)
    seats = [
        (
            pointed(clipped(names[seat], 24), seat == to_move),
            f"{label('stones')} {state.stones[seat]}",
            _dice(hand),
            f"{label('throws')} {hand.throws}" if hand.throws else "",
            remarked(remarks[seat]),
        )
        for seat, hand in enumerate(state.hands)
    ]
    heading = [schocken_heading(state, label), *schocken_lost(state, names, label)]
    return "\n".join([*heading, f"{label('middle')}: {state.middle}", "", *aligned(seats)])


def _dice(hand: Hand) -> str:
    """Kept dice, a bar, then those of the last throw."""
    return f"{shown(hand.kept)} | {shown(hand.thrown)}" if hand.kept else shown(hand.thrown)
