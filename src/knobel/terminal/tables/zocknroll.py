"""Zock'n'Roll: the tableaus on one printed sheet, cups above them, and the white dice on the felt."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ...rules.game import FACE_DOWN
from ...rules.zocknroll import END, State, plays_jorg, rows, scores, values
from ...telling.phrase import render
from ...telling.terms import cup_name, dice
from ..look import DIE_WIDTH, Block, DrawContext, beside, column, die, mark, no_die

_CIRCLES: Final = END + 2
"""The width of a column with all six circles of a row."""
_GAP: Final = 2
_DICE_WIDTH: Final = 2 * DIE_WIDTH + 2
_NARROWEST: Final = 4


def draw(view: State, context: DrawContext) -> Block:
    """The sheet, and the white dice beside it, or in its corner where many play."""
    cups = _columns(view)
    beside_dice = (context.width - _label_width(view, context) - _GAP - _DICE_WIDTH - 1) // cups
    if beside_dice >= _NARROWEST + 1:
        return beside([_sheet(view, context, min(beside_dice, _CIRCLES + 4)), _white_dice(view, context)], _GAP)
    each = max(_NARROWEST, (context.width - _label_width(view, context)) // cups)
    return _sheet(view, context, each, _white_corner(view, context))


def _white_corner(view: State, context: DrawContext) -> Text:
    """The white dice in one small line, where there is no room beside the sheet."""
    corner = Text(f"{context.say('ui-white-short')} ")
    return corner.append(f" {dice(view.white)} ", context.colours.die()) if view.white else corner


def _white_dice(view: State, context: DrawContext) -> Block:
    """Five places in two columns; nothing moves when a die joins."""
    faces = [die(face, context.colours) for face in view.white] + [no_die()] * (6 - len(view.white))
    lines = [Text(column(context.say("ui-white"), _DICE_WIDTH), context.colours.on_felt)]
    for row in range(0, 6, 2):
        lines += [*beside(faces[row : row + 2]), Text()]
    return lines


def _columns(view: State) -> int:
    """One for each player, and one for Jörg from the beginning, so that nothing moves when he joins (N4)."""
    return view.players + plays_jorg(view.players)


def _label_width(view: State, context: DrawContext) -> int:
    labels = [context.say("row-" + row) for row in rows(view.options)]
    return max(map(cell_len, labels)) + 6


def _sheet(view: State, context: DrawContext, width: int, corner: Text | None = None) -> Block:
    """One line for each row of the board, one column for each player, and one for Jörg's cup."""
    say, colours = context.say, context.colours
    paper = f"{colours.ink} on {colours.paper}"
    label = _label_width(view, context)
    lines = [
        _names(view, context, label, width, corner or Text()),
        _cups(view, context, label, width),
        _states(view, context, label, width),
    ]
    for index, (row, value) in enumerate(zip(rows(view.options), values(view.options, view.players), strict=True)):
        line = Text(f" {column(say('row-' + row), label - 5)}", paper).append(f"{value:>2}  ", f"{colours.pencil}")
        for sheet in view.marks:
            line.append_text(_circles(sheet[index], width, context))
        lines.append(_padded(line, view, label, width, paper))
    total = Text(column(f" {say('ui-sum')}", label), f"bold {paper}")
    for points in scores(view):
        total.append(_cell(str(points), width), "bold")
    return [*lines, _padded(total, view, label, width, paper)]


def _padded(line: Text, view: State, label: int, width: int, paper: str) -> Text:
    """A line of the sheet over its whole width."""
    cups = _columns(view)
    line.append(" " * (label + cups * width - line.cell_len))
    line.stylize_before(paper)
    return line


def _names(view: State, context: DrawContext, label: int, width: int, corner: Text) -> Text:
    colours = context.colours
    line = Text(" ").append_text(corner)
    line.append(" " * (label - line.cell_len))
    line.stylize_before(f"{colours.on_wood} on {colours.wood}")
    for cup in range(_columns(view)):
        acting = cup == context.acting
        name = render(context.say, cup_name(context.names, cup))
        line.append(mark(acting) + _name(name, width - 1), colours.plate(acting))
    return line


def _name(name: str, width: int) -> str:
    """A name in its column; in the narrowest ones its first letters say more than dots."""
    return column(name, width) if width >= _NARROWEST else set_cell_size(name, width)


def _cell(text: str, width: int) -> str:
    """Text in a column of the sheet, below the first letter of the name."""
    return set_cell_size(f" {text}", width)


def _cups(view: State, context: DrawContext, label: int, width: int) -> Text:
    """The dice of each cup where they may be seen, in squares or, where room is scarce, as digits."""
    colours = context.colours
    line = Text(column(f" {context.say('ui-cup')}", label), f"{colours.on_wood} on {colours.wood}")
    for cup in view.cups:
        roomy = 2 * len(cup) + 2 <= width
        cell = Text().append(" ", "" if not roomy else colours.cup() if FACE_DOWN in cup else colours.die())
        for face in cup:
            hidden = face == FACE_DOWN
            shown = "?" if hidden else str(face)
            cell.append(f"{shown} " if roomy else shown, colours.cup() if hidden else colours.die())
        cell.append(" " * (width - cell.cell_len))
        line.append_text(cell)
    line.append(" " * (label + _columns(view) * width - line.cell_len))
    line.stylize_before(f"{colours.on_wood} on {colours.wood}")
    return line


def _states(view: State, context: DrawContext, label: int, width: int) -> Text:
    """Who is in and who dropped in which round, and who starts."""
    say, colours = context.say, context.colours
    line = Text(" " * label)
    for seat in range(view.players):
        dropped = view.dropped[seat] if view.dropped else 0
        told = say("ui-dropped", round=dropped) if dropped else say("ui-in") if view.dropped else ""
        if cell_len(told) > width - 1:
            told = f"R{dropped}" if dropped else ""
        line.append(_cell(told, width))
    line.append(" " * (label + _columns(view) * width - line.cell_len))
    line.stylize_before(f"{colours.on_wood} on {colours.wood}")
    return line


def _circles(count: int, width: int, context: DrawContext) -> Text:
    """Six circles that fill, the sixth ringed; a number where they do not fit."""
    colours = context.colours
    if width < _CIRCLES:
        return Text(_cell(str(count) if count else "·", width), colours.pen if count else colours.pencil)
    text = Text(" ")
    for place in range(1, END + 1):
        marked = place <= count
        circle = ("◉" if marked else "◎") if place == END else ("●" if marked else "○")
        text.append(circle, colours.pen if marked else colours.pencil)
    return text.append(" " * (width - 1 - END))
