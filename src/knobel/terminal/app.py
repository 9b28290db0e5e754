"""The terminal app: home, setup, table, rules, result, coach and replay."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding, BindingType

from ..words import Words, words
from .look import COLOURS, Colours, themes
from .match import Match
from .screens.base import BaseScreen
from .screens.home import HomeScreen
from .screens.pages import CoachReport
from .screens.table import TableScreen
from .settings import Settings, load_settings, store_settings

WIDE: Final = 128
"""From this width on the log is beside the table: its 48 columns leave the table the 80 of a small screen."""


class KnobelApp(App[None]):
    """The Textual app: `begun` is a game to open at once, `coach` makes the report about a finished game.

    `last` is the game that was played last, `record` the file of its record.
    """

    TITLE = "knobel"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - Textual declares it as it is
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "language", show=False),
        Binding("f3", "theme", show=False),
        Binding("ctrl+c", "quit", show=False),
    ]

    def __init__(
        self,
        language: str,
        begun: tuple[Path, Match] | None = None,
        settings: Settings | None = None,
        coach: CoachReport | None = None,
    ) -> None:
        super().__init__()
        self.settings = settings or load_settings()
        self.say: Words = words(language)
        self.last: tuple[Path, Match] | None = None
        self.coach = coach
        self.record: Path | None = None
        self._begun = begun
        for theme in themes():
            self.register_theme(theme)
        self.theme = self.settings.theme

    @property
    def colours(self) -> Colours:
        return COLOURS[self.settings.theme]

    def on_mount(self) -> None:
        self.push_screen(HomeScreen())
        if self._begun is not None:
            path, match = self._begun
            self.play(match, path)

    def play(self, match: Match, path: Path) -> None:
        """Go to the table with this game."""
        self.last = path, match
        self.push_screen(TableScreen(match, path))

    async def action_quit(self) -> None:
        """Leave the program; a game that cannot be saved asks first."""
        tables = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        if all(table.may_leave() for table in tables):
            self.exit()

    def parting(self) -> str | None:
        """What to print once the screen is gone: where the last game or its record is."""
        if self.last is None:
            return None
        if self.last[1].session.result is not None:
            return None if self.record is None else self.say("ui-record-at", file=str(self.record))
        return self.say("ui-saved-and-left" if self.last[0].exists() else "ui-left")

    def remember(self, settings: Settings) -> None:
        self.settings = settings
        store_settings(settings)

    def action_language(self) -> None:
        language = "de" if self.say.language == "en" else "en"
        self.say = words(language)
        self.remember(replace(self.settings, language=language))
        self._renew_screens()

    def action_theme(self) -> None:
        theme = "daylight" if self.settings.theme == "evening" else "evening"
        self.remember(replace(self.settings, theme=theme))
        self.theme = theme
        self._renew_screens()

    def _renew_screens(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.renew()
