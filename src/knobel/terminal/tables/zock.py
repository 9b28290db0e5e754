"""ZOCK: the wooden box from above, two rows of nine flaps, and the dice inside."""

from __future__ import annotations

from typing import Final

from rich.style import Style
from rich.text import Text

from ...rules.zock import ALL_FIELDS, State, losses
from ..look import Block, DrawContext, beside, column, die, mark, no_die

_FLAP: Final = 5
_BOX: Final = len(ALL_FIELDS) * (_FLAP + 1) + 1
_NOTES: Final = 21
_NAME: Final = 8


def draw(view: State, context: DrawContext) -> Block:
    """The box, and the loss points beside it."""
    box = _box(view, context)
    return beside([box, _notes(view, context)], 2) if context.width >= _BOX + 2 + _NOTES else box


def _box(view: State, context: DrawContext) -> Block:
    wood = f"{context.colours.leather} on {context.colours.wood}"
    faces = view.dice or ()
    dice = beside([die(face, context.colours) for face in faces] or [no_die()], 3)
    inside = [_centred(line, f"on {context.colours.felt}") for line in (Text(), *dice, Text())]
    other, own = ([_name(view, context, seat), *_flaps(view, context, seat)] for seat in (1, 0))
    return [*other, _rail(wood), *inside, _rail(wood), *own]


def _rail(wood: str) -> Text:
    return Text("▔" * _BOX, wood)


def _centred(line: Text, style: str) -> Text:
    room = _BOX - line.cell_len
    centred = Text(" " * (room // 2)).append_text(line).append(" " * (room - room // 2))
    centred.stylize_before(style)
    return centred


def _name(view: State, context: DrawContext, seat: int) -> Text:
    """Who sits on this side of the box, and what is open there."""
    acting = seat == context.acting
    line = Text(f"{mark(acting)}{column(context.names[seat], 18)}", context.colours.plate(acting))
    told = context.say("ui-open-sum", sum=sum(view.open[seat]))
    return line.append(told.rjust(_BOX - line.cell_len - 1) + " ")


def _flaps(view: State, context: DrawContext, seat: int) -> Block:
    """Nine flaps: open ones show their number, the others are tipped over."""
    colours = context.colours
    lines = [Text(" ", f"on {colours.wood}") for _ in range(3)]
    for field in ALL_FIELDS:
        free = context.picked is not None and seat == context.acting
        picked = free and field in (context.picked or ())
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


def _notes(view: State, context: DrawContext) -> Block:
    """The loss points, game by game."""
    say, colours = context.say, context.colours
    paper = f"{colours.ink} on {colours.paper}"
    lost = losses(view)
    lines = [
        Text(column(f" {say('ui-loss-points')}", _NOTES), f"bold {paper}"),
        Text("    ", paper).append(column(context.names[0], _NAME)).append(column(context.names[1], _NAME)),
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
        for name, held, debt in zip(context.names, view.chips, view.debts, strict=True):
            owed = f" −{debt}" if debt else ""
            lines.append(Text(f" {column(name, 8)}{' '.join(map(str, held))}{owed}"))
    for line in lines:
        line.append(" " * (_NOTES - line.cell_len))
        line.stylize_before(paper)
    return lines
