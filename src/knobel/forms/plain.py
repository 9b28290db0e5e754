"""Drawings in plain text, for `print` and for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from ..rules import schocken, zock, zocknroll
from ..rules.game import FACE_DOWN, Dice
from .captions import (
    Label,
    clipped,
    schocken_heading,
    schocken_lost,
    schocken_remarks,
    zock_heading,
    zock_remarks,
    zocknroll_heading,
    zocknroll_remarks,
    zocknroll_winners,
)

_COVERED: Final = "■"
_SHEETS_ABREAST: Final = 6
"""Columns of marks that fit into 80 characters; one box of the game holds as many."""


def draw_zocknroll(state: zocknroll.State, names: tuple[str, ...], label: Label) -> str:
    """The dice, the cups and the tableau."""
    lines = [zocknroll_heading(state, label), *zocknroll_winners(state, names, label)]
    if state.white:
        lines.append(f"{label('white_dice')}: {_dice(state.white)}")
    lines += ["", *_cups(state, names, label)]
    for first in range(0, state.players, _SHEETS_ABREAST):
        lines += ["", *_tableau(state, names, range(first, min(first + _SHEETS_ABREAST, state.players)), label)]
    return "\n".join(lines)


def _cups(state: zocknroll.State, names: tuple[str, ...], label: Label) -> list[str]:
    at_table = names + (label("jorg"),) * zocknroll.plays_jorg(state.players)
    remarks = (*zocknroll_remarks(state, label), ())
    cups = state.cups or ((),) * len(at_table)
    return aligned(
        [
            (_pointed(name, (seat,) == state.queue[:1]), _dice(cups[seat]), " · ".join(remarks[seat]))
            for seat, name in enumerate(at_table)
        ]
    )


def _tableau(state: zocknroll.State, names: tuple[str, ...], seats: range, label: Label) -> list[str]:
    points, worth = zocknroll.scores(state), zocknroll.row_values(state.options, state.players)
    head = ("", "", *(clipped(names[seat], 8) for seat in seats))
    table = [
        (clipped(label(row), 21), f"×{value}", *(_circles(state.marks[seat][line]) for seat in seats))
        for line, (row, value) in enumerate(worth.items())
    ]
    return aligned([head, *table, (label("points"), "", *(str(points[seat]) for seat in seats))], gap=1)


def _circles(marks: int) -> str:
    return "●" * marks + "○" * (zocknroll.END - marks)


def draw_zock(state: zock.State, names: tuple[str, ...], label: Label) -> str:
    """Both rows of flaps and the dice."""
    lines = [zock_heading(state, label)]
    if state.dice:
        lines.append(f"{label('dice')}: {_dice(state.dice)}")
    if state.claims:
        claims = "; ".join(f"{_dice(claim.dice)} → {_dice(claim.fields)}" for claim in state.claims)
        lines += wrap(f"{label('claims')}: {claims}", 80, subsequent_indent="  ")
    remarks = zock_remarks(state, label)
    to_move = state.seat if state.phase not in ("roll_off", "over") else None
    boxes = aligned(
        [
            (_pointed(names[seat], seat == to_move), _flaps(state.open[seat]), " · ".join(remarks[seat]))
            for seat in (0, 1)
        ]
    )
    return "\n".join([*lines, "", *boxes, *_chips(state, names, label)])


def _flaps(fields: zock.Fields) -> str:
    return " ".join(str(field) if field in fields else _COVERED for field in zock.ALL_FIELDS)


def _chips(state: zock.State, names: tuple[str, ...], label: Label) -> list[str]:
    if not state.chips:
        return []
    colours = [label(colour) for colour in ("red", "blue", "yellow", "green")]
    rows = []
    for seat in (0, 1):
        counts = (f"{colour} {count}" for colour, count in zip(colours, state.chips[seat], strict=True))
        rows.append((_pointed(names[seat], turn=False), *counts))
    return ["", f"{label('chips')}:", *aligned(rows)]


def draw_schocken(state: schocken.State, names: tuple[str, ...], label: Label) -> str:
    """The middle, and the stones and dice of each seat."""
    to_move = state.seat if state.phase in ("throw", "decide", "lift") else None
    remarks = schocken_remarks(state, label)
    seats = [
        (
            _pointed(names[seat], seat == to_move),
            f"{label('stones')} {state.stones[seat]}",
            _hand(hand),
            f"{label('throws')} {hand.throws}" if hand.throws else "",
            " · ".join(remarks[seat]),
        )
        for seat, hand in enumerate(state.hands)
    ]
    heading = [schocken_heading(state, label), *schocken_lost(state, names, label)]
    return "\n".join([*heading, f"{label('middle')}: {state.middle}", "", *aligned(seats)])


def _hand(hand: schocken.Hand) -> str:
    """Kept dice, a bar, then those of the last throw."""
    return f"{_dice(hand.kept)} | {_dice(hand.thrown)}" if hand.kept else _dice(hand.thrown)


def _dice(dice: Dice) -> str:
    """Dice in their order; hidden ones are question marks."""
    return " ".join("?" if die == FACE_DOWN else str(die) for die in dice)


def _pointed(name: str, turn: bool) -> str:
    """A name, with a pointer if it is this seat's turn."""
    return f"{'▶' if turn else ' '} {clipped(name, 24)}"


def aligned(rows: Sequence[Sequence[str]], gap: int = 2) -> list[str]:
    """Rows of cells as lines, each column as wide as its widest cell.

    >>> aligned([("1", "one"), ("10", "ten")])
    ['1   one', '10  ten']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        (" " * gap).join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
