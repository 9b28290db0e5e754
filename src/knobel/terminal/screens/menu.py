"""Choices as lines with keys: what each is called, and what it means."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..look import column

_KEY_WIDTH = 4
_MARGIN = 6


class Menu(OptionList):
    """A list of choices that arrows, Enter, the mouse and the keys shown beside them select from."""

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id, markup=False)

    def offer(self, offered: Sequence[tuple[str, str]], keys: Sequence[str] | None = None) -> None:
        """Show these choices, each a label and its meaning; keys are 1, 2, 3, … unless others are given."""
        chosen = keys if keys is not None else [str(n) if n <= 9 else " " for n in range(1, len(offered) + 1)]
        labels = max((cell_len(label) for label, _ in offered), default=0) + 2
        meanings = max((cell_len(meaning) for _, meaning in offered), default=0)
        aligned = labels + meanings + _KEY_WIDTH + _MARGIN <= self.app.size.width
        highlighted = self.highlighted or 0
        same = self.option_count == len(offered)
        self.clear_options()
        for key, (label, meaning) in zip(chosen, offered, strict=True):
            prompt = Text(f" {key} ", "bold reverse").append(" ", "not reverse")
            prompt.append(column(label, labels) if aligned else f"{label}  ", "bold not reverse")
            self.add_option(Option(prompt.append(meaning, "not bold not reverse")))
        if offered:
            self.highlighted = highlighted if same and keys is not None else 0
        self.focus()
