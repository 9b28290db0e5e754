"""The base class of all screens, and the line of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static

from ...words import Words
from ..look import Colours

if TYPE_CHECKING:
    from ..app import KnobelApp


class KeyLine(Static):
    """The keys of a screen with their meaning, clickable; the last ones are left out if the line is too narrow."""

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._keys: list[tuple[str, str, str]] = []

    def show(self, keys: list[tuple[str, str, str]]) -> None:
        """Each key with its word and its action."""
        self._keys = keys
        self._fill()

    def on_resize(self) -> None:
        self._fill()

    def _fill(self) -> None:
        line = Text(no_wrap=True)
        for key, word, action in self._keys:
            if line.cell_len + cell_len(f" {key}  {word} ") > self.app.size.width:
                continue
            click = Style(meta={"@click": action})
            line.append(f" {key} ", Style.parse("bold reverse") + click).append(f" {word}  ", click)
        self.update(line)


class BaseScreen(Screen[None]):
    """A screen with access to language and colours, redrawn when they change."""

    @property
    def knobel(self) -> KnobelApp:
        return cast("KnobelApp", self.app)

    @property
    def say(self) -> Words:
        return self.knobel.say

    @property
    def colours(self) -> Colours:
        return self.knobel.colours

    @property
    def on_top(self) -> bool:
        """Whether this screen is on top; Textual's `is_current` holds for screens beneath it, too."""
        return bool(self.app.screen_stack) and self.app.screen is self

    def tell(self, sentence: str, severity: Literal["information", "warning", "error"] = "information") -> None:
        """Show a notification, in place of the one before."""
        self.app.clear_notifications()
        self.notify(sentence, severity=severity, markup=False)

    def renew(self) -> None:
        """Redraw in the current language and colours."""
        self.refresh(recompose=True)
