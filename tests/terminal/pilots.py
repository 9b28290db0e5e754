"""Helpers that drive the app with Textual's pilot."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import OptionList

from knobel.terminal.app import KnobelApp
from knobel.terminal.match import Match
from knobel.terminal.saves import new_path
from knobel.terminal.screens.result import ResultScreen
from knobel.terminal.screens.table import TableScreen
from knobel.terminal.settings import Settings

AT_ONCE = Settings(pause=0)
SMALL, LARGE = (80, 24), (140, 45)


def app_with(match: Match, language: str = "en") -> KnobelApp:
    return KnobelApp(language, (new_path(match.session.game.name), match), AT_ONCE)


def shown(pilot: Pilot[None]) -> str:
    """Every character on the screen."""
    lines = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in lines)


async def settle(pilot: Pilot[None]) -> None:
    """Until a person is asked, or the game is over."""
    for _ in range(500):
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, TableScreen) or screen.query_one(OptionList).option_count:
            return
        if screen.query_one("#typing").display:
            return
    raise AssertionError("nobody is asked")


async def play_on(pilot: Pilot[None], key: str = "1") -> None:
    """Press the same key until the game is over."""
    for _ in range(600):
        await settle(pilot)
        if isinstance(pilot.app.screen, ResultScreen):
            return
        await pilot.press(key)
    raise AssertionError("the game does not end")
