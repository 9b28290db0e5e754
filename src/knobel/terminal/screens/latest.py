"""The end of the log, in the lines that the table leaves."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text
from textual.widget import Widget


class Latest(Widget):
    """Shows the newest of its lines at the bottom, however many fit after wrapping."""

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
    """As many of the last lines as so many rows hold; what is wrapped is set in, what begins further up has dots.

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
