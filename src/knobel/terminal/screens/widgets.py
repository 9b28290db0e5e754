"""Widgets of the screens: menus, the line of keys, the end of the log, and the input of dice."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from rich.text import Text
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from ..look import column

_KEY_WIDTH = 4
_GAP = 2
_MARGIN = 3
"""Cells at the sides of an option, and the scroll bar."""
_NARROWEST = 12
_BETWEEN = " · "
_NO_BREAK = "\N{NO-BREAK SPACE}"
"""Keeps a number and its percent sign on one line."""


class Menu(OptionList):
    """A list of choices, selected by arrows and Enter, the mouse, or their keys."""

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id, markup=False)
        self._offered: list[tuple[str, str, str]] = []
        self._note = ""
        self._room = 0

    def offer(self, offered: Sequence[tuple[str, str]], keys: Sequence[str] | None = None, note: str = "") -> None:
        """Show these choices, each a label and its meaning; keys are 1, 2, 3, … unless others are given.

        A note stands below them and cannot be chosen.
        """
        chosen = keys if keys is not None else [str(n) if n <= 9 else " " for n in range(1, len(offered) + 1)]
        self._offered = [(key, *choice) for key, choice in zip(chosen, offered, strict=True)]
        self._note = note
        self._fill(0)
        self.focus()

    def on_resize(self, event: Resize) -> None:
        if event.size.width != self._room:
            self._fill(self.highlighted)

    def _fill(self, highlighted: int | None) -> None:
        self._room = self.size.width or self.app.size.width
        labels = max((cell_len(label) for _, label, _ in self._offered), default=0) + _GAP
        self.clear_options()
        for key, label, meaning in self._offered:
            lines = told(label, meaning, labels, self._room - _KEY_WIDTH - _MARGIN)
            prompt = Text(f" {key} ", "bold reverse").append(" ", "not reverse")
            prompt.append(lines[0][0], "bold not reverse").append(lines[0][1], "not bold not reverse")
            for indent, line in lines[1:]:
                prompt.append(f"\n{' ' * _KEY_WIDTH}{indent}{line}", "not bold not reverse")
            self.add_option(Option(prompt))
        if self._note:
            self.add_option(Option(f"{' ' * _KEY_WIDTH}{self._note}", disabled=True))
        if self._offered:
            self.highlighted = highlighted or 0


def told(label: str, meaning: str, column_width: int, room: int) -> list[tuple[str, str]]:
    """The lines of a choice, each as the text in the column of labels and the text beside it.

    A meaning that is too long for its column moves to the left where that helps; else it goes on in further lines of
    its column, parted where it has parts.

    >>> told("Stand", "5-3-1 counts", 10, 24)
    [('Stand     ', '5-3-1 counts')]
    >>> told("Stand", "Schock 2 counts", 10, 22)
    [('Stand  ', 'Schock 2 counts')]
    >>> told("Throw all", "gets better 83 % · covered", 11, 29)
    [('Throw all  ', 'gets better 83 %'), ('           ', 'covered')]
    """
    moved = room - cell_len(meaning)
    start = moved if cell_len(label) + _GAP <= moved < column_width else column_width
    lines = _parted(meaning, max(room - start, _NARROWEST))
    indents = [column(label, start), *[" " * start] * (len(lines) - 1)]
    return list(zip(indents, lines, strict=True))


def _parted(meaning: str, width: int) -> list[str]:
    lines: list[str] = []
    for part in meaning.split(_BETWEEN):
        longer = f"{lines[-1]}{_BETWEEN}{part}" if lines else part
        if cell_len(longer) <= width:
            lines[-1:] = [longer]
        else:
            lines += wrap(part.replace(" %", _NO_BREAK + "%"), width, break_on_hyphens=False)
    return lines or [""]


class Latest(Widget):
    """Shows the newest lines at the bottom, as many as fit after wrapping."""

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._lines: list[str] = []

    def show(self, lines: Sequence[str]) -> None:
        self._lines = list(lines)
        self.refresh()

    def render(self) -> Text:
        width, height = self.size
        return Text("\n".join(newest(self._lines, width, height)), no_wrap=True)


def newest(lines: Sequence[str], width: int, height: int) -> list[str]:
    """The last lines that fit into so many rows; wrapped rows are indented, and a cut first line starts with dots.

    >>> newest(["White dice: 3 4 5.", "Anna stayed in."], 12, 3)
    [' … 3 4 5.', ' Anna stayed', '   in.']
    """
    shown: list[str] = []
    for line in reversed(lines):
        if len(shown) >= height:
            break
        shown = wrap(line, max(width, 8), initial_indent=" ", subsequent_indent="   ") + shown
    shown = shown[-height:] if height else []
    return [f" … {row.lstrip()}" if row.startswith("   ") and not place else row for place, row in enumerate(shown)]


_DICE: Final = "123456"
_SEPARATORS: Final = " ,;+/-"


class DiceInput(Input):
    """Accepts dice only; all other keys keep their meaning at the table."""

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id, restrict=rf"[{_DICE}{_SEPARATORS}]*")

    def check_consume_key(self, key: str, character: str | None) -> bool:  # noqa: ARG002 - Textual's signature
        return character is not None and character in _DICE + _SEPARATORS
