"""Screens to read: the rules of a game and the log."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown, Static

from ...rules import GAMES
from ...rules.session import Session
from ...words.rulebook import rulebook
from ..sentences import game_log
from .base import BaseScreen, KeyLine


class RulesScreen(BaseScreen):
    """The rule page of one game; 1, 2 and 3 turn to the others."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "app.pop_screen", show=False),
        *(Binding(str(number), f"turn_to('{game}')", show=False) for number, game in enumerate(GAMES, 1)),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Markdown(rulebook(self.game, self.say.language).text, open_links=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._show_keys()
        self.query_one("#page").focus()

    def renew(self) -> None:
        self._show_keys()
        self.query_one(Markdown).update(rulebook(self.game, self.say.language).text)

    def action_turn_to(self, game: str) -> None:
        self.game = game
        self.renew()
        self.query_one("#page").scroll_home(animate=False)

    def _show_keys(self) -> None:
        keys = [(str(n), self.say("game-" + game), f"screen.turn_to('{game}')") for n, game in enumerate(GAMES, 1)]
        back = ("Esc", self.say("ui-key-back"), "app.pop_screen")
        self.query_one(KeyLine).show([back, *keys, ("F2", self.say("ui-key-language"), "app.language")])


class LogScreen(BaseScreen):
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
        self.query_one("#story", Static).update("\n".join(game_log(self.say, self.session)))
        self.query_one(KeyLine).show([("Esc", self.say("ui-key-back"), "app.pop_screen")])

    def on_mount(self) -> None:
        self.renew()
        page = self.query_one("#page", VerticalScroll)
        page.focus()
        page.scroll_end(animate=False)
