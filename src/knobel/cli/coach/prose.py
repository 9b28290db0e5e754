"""Sentences in the terminal, broken where a reader would break them."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_TOGETHER: Final = re.compile(r"(?<=\d) (?=[\d%])|(?<=Schock) (?=\w)")
"""Between dice that lie together, before a sign of percent, and in the name of a throw."""


class Prose:
    """A sentence that goes on set in, and whose dice and percentages stay in one line.

    >>> Prose("it gets there 75 % of the time", indent=2).lines(18)
    ['it gets there 75 %', '  of the time']
    """

    def __init__(self, sentence: str, indent: int = 0) -> None:
        self._words = _TOGETHER.sub(_NO_BREAK, sentence)
        self._indent = indent

    def lines(self, width: int) -> list[str]:
        further = " " * self._indent
        broken = wrap(
            self._words, max(width, 1), subsequent_indent=further, break_on_hyphens=False, drop_whitespace=True
        )
        return [line.replace(_NO_BREAK, " ") for line in broken]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("\n".join(self.lines(options.max_width)))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest = max(map(len, self._words.split(" ")), default=1)
        return Measurement(longest, max(len(self._words), 1)).with_maximum(options.max_width)
