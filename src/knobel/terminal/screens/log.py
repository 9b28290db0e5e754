"""The whole log of a game."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from .room import KeyLine, Room


class LogScreen(Room):
    """Everything that happened so far, the latest at the bottom."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,l", "app.pop_screen", show=False)]

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._told = lines

    def compose(self) -> ComposeResult:
        yield Static(f" {self.say('ui-log')}", id="title", markup=False)
        with VerticalScroll(id="page"):
            yield Static("\n".join(self._told), markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.query_one(KeyLine).show([("Esc", self.say("ui-key-back"), "app.pop_screen")])
        page = self.query_one("#page", VerticalScroll)
        page.focus()
        page.scroll_end(animate=False)
