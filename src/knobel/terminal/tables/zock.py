"""ZOCK: the wooden box from above, two rows of nine flaps, and the dice inside."""

from __future__ import annotations

from typing import Final

from rich.style import Style
from rich.text import Text

from ...rules.zock import ALL_FIELDS, State, losses
from ..look import Block, beside, column, die, mark, no_die
from .eyes import Eyes

_FLAP: Final = 5
_BOX: Final = len(ALL_FIELDS) * (_FLAP + 1) + 1
_NOTES: Final = 21
_NAME: Final = 8


def draw(view: State, eyes: Eyes) -> Block:
    """The box, and the loss points beside it."""
    box = _box(view, eyes)
    return beside([box, _notes(view, eyes)], 2) if eyes.width >= _BOX + 2 + _NOTES else box


def _box(view: State, eyes: Eyes) -> Block:
    wood = f"{eyes.colours.leather} on {eyes.colours.wood}"
    faces = view.dice or ()
    dice = beside([die(face, eyes.colours) for face in faces] or [no_die()], 3)
    inside = [_centred(line, f"on {eyes.colours.felt}") for line in (Text(), *dice, Text())]
    other, own = ([_name(view, eyes, seat), *_flaps(view, eyes, seat)] for seat in (1, 0))
    return [*other, _rail(wood), *inside, _rail(wood), *own]


def _rail(wood: str) -> Text:
    return Text("▔" * _BOX, wood)


def _centred(line: Text, style: str) -> Text:
    room = _BOX - line.cell_len
    centred = Text(" " * (room // 2)).append_text(line).append(" " * (room - room // 2))
    centred.stylize_before(style)
    return centred


def _name(view: State, eyes: Eyes, seat: int) -> Text:
    """Who sits on this side of the box, and what is open there."""
    acting = seat == eyes.acting
    line = Text(f"{mark(acting)}{column(eyes.names[seat], 18)}", eyes.colours.plate(acting))
    told = eyes.say("ui-open-sum", sum=sum(view.open[seat]))
    return line.append(told.rjust(_BOX - line.cell_len - 1) + " ")


def _flaps(view: State, eyes: Eyes, seat: int) -> Block:
    """Nine flaps: open ones show their number, the others are tipped over."""
    colours = eyes.colours
    lines = [Text(" ", f"on {colours.wood}") for _ in range(3)]
    for field in ALL_FIELDS:
        free = eyes.picked is not None and seat == eyes.acting
        picked = free and field in (eyes.picked or ())
        click = Style(meta={"@click": f"screen.pick({field})"} if free else None)
        if field in view.open[seat]:
            style = Style.parse(colours.plate(True) if picked else colours.die()) + click
            faces = ("     ", f"  {field}  ", "  ▾  " if picked else "     ")
        else:
            style = Style.parse(colours.cup())
            faces = ("▁▁▁▁▁", "     ", "     ")
        for line, face in zip(lines, faces, strict=True):
            line.append(face, style).append(" ", f"on {colours.wood}")
    return lines


def _notes(view: State, eyes: Eyes) -> Block:
    """The loss points game by game, like a block of paper."""
    say, colours = eyes.say, eyes.colours
    paper = f"{colours.ink} on {colours.paper}"
    lost = losses(view)
    lines = [
        Text(column(f" {say('ui-loss-points')}", _NOTES), f"bold {paper}"),
        Text("    ", paper).append(column(eyes.names[0], _NAME)).append(column(eyes.names[1], _NAME)),
    ]
    shown = list(enumerate(view.games, 1))[-7:]
    for number, finished in shown:
        noted = ["", ""]
        noted[1 - finished.winner] = str(finished.loss)
        lines.append(
            Text(f"{number:>3} ", colours.pencil).append(f"{noted[0]:<{_NAME}}{noted[1]:<{_NAME}}", colours.pen)
        )
    lines += [Text(" " * _NOTES) for _ in range(7 - len(shown))]
    lines.append(Text(column(f"  Σ {lost[0]:<{_NAME}}{lost[1]:<{_NAME}}", _NOTES), "bold"))
    if view.chips:
        for name, held, debt in zip(eyes.names, view.chips, view.debts, strict=True):
            owed = f" −{debt}" if debt else ""
            lines.append(Text(f" {column(name, 8)}{' '.join(map(str, held))}{owed}"))
    for line in lines:
        line.append(" " * (_NOTES - line.cell_len))
        line.stylize_before(paper)
    return lines
