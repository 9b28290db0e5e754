"""The whole log of a game."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from ...rules.session import Session
from ..chronicle import chronicle
from .room import KeyLine, Room


class LogScreen(Room):
    """Everything that happened so far, the latest at the bottom."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,l", "app.pop_screen", show=False)]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(id="page"):
            yield Static(id="story", markup=False)
        yield KeyLine(id="keys")

    def renew(self) -> None:
        self.query_one("#title", Static).update(f" {self.say('ui-log')}")
        self.query_one("#story", Static).update("\n".join(chronicle(self.say, self.session)))
        self.query_one(KeyLine).show([("Esc", self.say("ui-key-back"), "app.pop_screen")])

    def on_mount(self) -> None:
        self.renew()
        page = self.query_one("#page", VerticalScroll)
        page.focus()
        page.scroll_end(animate=False)
