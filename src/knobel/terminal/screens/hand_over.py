"""The screen that hides the game while the keyboard is handed to the next person."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Button, Static

from .base import BaseScreen, KeyLine
from .pages import RulesScreen


class HandOverScreen(BaseScreen):
    """Nothing of the game is on it but a name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "take_back", show=False),
        Binding("question_mark,f1", "rules", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(
        self,
        name: str,
        game: str,
        ready: Callable[[], None],
        take_back: Callable[[], bool],
        leave: Callable[[], bool],
    ) -> None:
        super().__init__()
        self.person = name
        self.game = game
        self._ready = ready
        self._take_back = take_back
        self._leave = leave

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="hand-over")
            yield Button(id="ready", variant="primary")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.renew()
        self.query_one(Button).focus()

    def renew(self) -> None:
        title = Text(f"{self.say('ui-hand-over-title', name=self.person)}\n", "bold")
        self.query_one("#hand-over", Static).update(title.append(f"\n{self.say('ui-hand-over-text')}", "not bold"))
        self.query_one(Button).label = Content(self.say("ui-hand-over-ready", name=self.person))
        keys = [("U", "ui-key-take-back", "screen.take_back"), ("?", "ui-key-rules", "screen.rules")]
        keys += [("Esc", "ui-key-home", "screen.leave"), ("F2", "ui-key-language", "app.language")]
        self.query_one(KeyLine).show([(key, self.say(word), action) for key, word, action in keys])

    def on_button_pressed(self) -> None:
        self._ready()
        self.app.pop_screen()

    def action_take_back(self) -> None:
        """Take back the last decision, if `Match.taken_back` allows it."""
        if self._take_back():
            self.app.pop_screen()

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.game))

    def action_leave(self) -> None:
        """Back to the home screen without showing any dice."""
        if self._leave():
            self.app.pop_screen()
            self.app.pop_screen()
