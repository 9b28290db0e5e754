"""What all screens of the app have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.style import Style
from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static

from ...words import Words
from ..look import Colours

if TYPE_CHECKING:
    from ..app import KnobelApp


class KeyLine(Static):
    """The keys of a screen, in words, and clickable."""

    def show(self, keys: list[tuple[str, str, str]]) -> None:
        """Each key with its word and its action."""
        line = Text(no_wrap=True, overflow="ellipsis")
        for key, word, action in keys:
            click = Style(meta={"@click": action})
            line.append(f" {key} ", Style.parse("bold reverse") + click).append(f" {word}  ", click)
        self.update(line)


class Room(Screen[None]):
    """A screen that knows the words and colours, and shows everything anew when they change."""

    @property
    def house(self) -> KnobelApp:
        return cast("KnobelApp", self.app)

    @property
    def say(self) -> Words:
        return self.house.say

    @property
    def colours(self) -> Colours:
        return self.house.colours

    def renew(self) -> None:
        """Show everything in the words and colours of now."""
        self.refresh(recompose=True)
