"""Choices as lines with keys: what each is called, and what it means."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text
from textual.events import Resize
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..look import column

_KEY_WIDTH = 4
_GAP = 2
_MARGIN = 3
"""Cells at the sides of an option, and the scroll bar."""
_NARROWEST = 12
_BETWEEN = " · "


class Menu(OptionList):
    """A list of choices that arrows, Enter, the mouse and the keys shown beside them select from."""

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
    """The lines of a choice, each as what stands in the column of the labels and what stands beside it.

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
            lines += wrap(part, width, break_on_hyphens=False)
    return lines or [""]
