"""Bots that have to get ready do so before they move, and the table says so."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest
from textual.widgets import Select

from knobel.bots import levels
from knobel.rules import GAMES
from knobel.rules.errors import BadOptions
from knobel.terminal import match as match_module
from knobel.terminal.app import KnobelApp
from knobel.terminal.saves import load, new_path, store
from knobel.terminal.screens.setup import SetupScreen
from knobel.terminal.setup import PERSON, Setup

from .games import new_match
from .pilots import AT_ONCE, SMALL, app_with, shown
from .test_plain import play


def test_only_computing_bots_get_ready() -> None:
    assert new_match("zock", (PERSON, "casual")).ready
    strong = new_match("zock", (PERSON, "strong"))
    assert not strong.ready
    strong.get_ready()
    assert strong.ready


def test_line_by_line_the_bots_get_ready_first() -> None:
    finished, told = play(new_match("zock", ("strong", "master"), games=1), [])
    assert finished
    assert "The bots are getting ready …" in told.splitlines()[:3]
    _, told = play(new_match("zock", ("casual", "casual"), games=1), [])
    assert "getting ready" not in told


async def test_the_app_waits_for_the_bots_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = Event()
    monkeypatch.setattr(match_module, "prepare", lambda *_: let_go.wait(60))
    match = new_match("zock", ("strong", "master"), games=1)
    async with app_with(match, "de").run_test(size=SMALL) as pilot:
        try:
            for _ in range(20):
                await pilot.pause()
            assert "Die Bots machen sich bereit" in shown(pilot)
            assert not match.session.events
        finally:
            let_go.set()
        async with asyncio.timeout(60):
            while not match.session.events:
                await pilot.pause()


@pytest.mark.parametrize("game", GAMES)
async def test_the_form_offers_the_levels_that_play_the_game(game: str) -> None:
    async with KnobelApp("en", settings=AT_ONCE).run_test(size=SMALL) as pilot:
        await pilot.app.push_screen(SetupScreen(game))
        await pilot.pause()
        kind = pilot.app.screen.query(".kind").first(Select)
        assert [value for _, value in kind._options] == [PERSON, *levels(game)]


def test_jorg_sits_at_no_other_table() -> None:
    with pytest.raises(BadOptions, match="zock has no such player"):
        Setup("zock", ("Anna", "Jörg"), (PERSON, "jorg")).checked()
    path = new_path("zock")
    store(new_match("zock", (PERSON, "strong")), path)
    assert load(path).seats == (PERSON, "strong")
