"""Screens to read: the rules of a game, the log, and the report of the coach."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from time import monotonic
from typing import ClassVar, TypeAlias

from rich.console import Group, RenderableType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown, Static

from ...rules import GAMES
from ...rules.errors import KnobelError
from ...rules.session import Session
from ...telling.refusals import error_text
from ...words import Words
from ...words.rulebook import page_with_summary
from ..match import Match
from ..sentences import game_log, names_of
from .base import BaseScreen, KeyLine

CoachReport: TypeAlias = Callable[[Words, Session, Callable[[int, int], None]], list[RenderableType]]
"""Makes the report about a game; the last argument is called with the work done and the total."""


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
            yield Markdown(page_with_summary(self.game, self.say.language), open_links=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._show_keys()
        self.query_one("#page").focus()

    def renew(self) -> None:
        self._show_keys()
        self.query_one(Markdown).update(page_with_summary(self.game, self.say.language))

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

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(id="page"):
            yield Static(id="story", markup=False)
        yield KeyLine(id="keys")

    def renew(self) -> None:
        self.query_one("#title", Static).update(f" {self.say('ui-log')}")
        self.query_one("#story", Static).update("\n".join(self._story()))
        self.query_one(KeyLine).show([("Esc", self.say("ui-key-back"), "app.pop_screen")])

    def _story(self) -> list[str]:
        return game_log(self.say, names_of(self.say, self.match), self.match.session)

    def on_mount(self) -> None:
        self.renew()
        page = self.query_one("#page", VerticalScroll)
        page.focus()
        page.scroll_end(animate=False)


class CoachScreen(BaseScreen):
    """The coach's report about a finished game, analysed in a thread while a line shows how far it is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.pop_screen", show=False)]

    def __init__(self, session: Session, report: CoachReport) -> None:
        super().__init__()
        self.session = session
        self._report = report
        self._shown = 0.0
        self._open = True

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(id="page"):
            yield Static(id="report")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        say = self.say
        self.query_one("#title", Static).update(f" {say('game-' + self.session.game.name)} · {say('ui-result-coach')}")
        self.query_one("#report", Static).update(say("ui-coach-working"))
        pages = (say("ui-keys-pages"), say("ui-key-scroll"), "screen.leaf(1)")
        self.query_one(KeyLine).show([("Esc", say("ui-key-back"), "app.pop_screen"), pages])
        self.query_one("#page").focus()
        Thread(target=self._analyse, daemon=True).start()  # a daemon, so that leaving need not wait for it

    def on_unmount(self) -> None:
        self._open = False

    def _analyse(self) -> None:
        try:
            report: RenderableType = Group(*self._report(self.say, self.session, self._progress))
        except KnobelError as error:
            report = error_text(self.say, error)
        self._show(report)

    def _progress(self, done: int, total: int) -> None:
        if monotonic() - self._shown > 0.2:
            self._shown = monotonic()
            self._show(f"{self.say('ui-coach-working')} {100 * done // max(total, 1)} %")

    def _show(self, shown: RenderableType) -> None:
        if self._open:
            self.app.call_from_thread(self.query_one("#report", Static).update, shown)

    def action_leaf(self, pages: int) -> None:
        page = self.query_one("#page", VerticalScroll)
        page.scroll_relative(y=pages * page.size.height, animate=False)
