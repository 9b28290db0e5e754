"""ZOCK drawn in text: both rows of flaps and the dice between them."""

from __future__ import annotations

from textwrap import wrap

from ...rules.zock import ALL_FIELDS, Fields, State
from ..captions import zock_heading, zock_remarks
from ..labels import Label, clipped
from .columns import aligned
from .seats import pointed, remarked, shown

_COVERED = "■"


def draw(state: State, names: tuple[str, ...], label: Label) -> str:
    lines = [zock_heading(state, label)]
    if state.dice:
        lines.append(f"{label('dice')}: {shown(state.dice)}")
    if state.claims:
        claims = "; ".join(f"{shown(claim.dice)} → {shown(claim.fields)}" for claim in state.claims)
        lines += wrap(f"{label('claims')}: {claims}", 80, subsequent_indent="  ")
    remarks = zock_remarks(state, label)
    to_move = state.seat if state.phase not in ("roll_off", "over") else None
    boxes = aligned(
        [
            (pointed(clipped(names[seat], 24), seat == to_move), _flaps(state.open[seat]), remarked(remarks[seat]))
            for seat in (0, 1)
        ]
    )
    return "\n".join([*lines, "", *boxes, *_chips(state, names, label)])


def _flaps(fields: Fields) -> str:
    return " ".join(str(field) if field in fields else _COVERED for field in ALL_FIELDS)


def _chips(state: State, names: tuple[str, ...], label: Label) -> list[str]:
    if not state.chips:
        return []
    colours = [label(colour) for colour in ("red", "blue", "yellow", "green")]
    rows = []
    for seat in (0, 1):
        counts = (f"{colour} {count}" for colour, count in zip(colours, state.chips[seat], strict=True))
        rows.append((pointed(clipped(names[seat], 24), turn=False), *counts))
    return ["", f"{label('chips')}:", *aligned(rows)]
