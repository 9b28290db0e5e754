"""The setup form."""

from __future__ import annotations

import pytest
from textual.widgets import Input, Select

from knobel.rules import schocken, zock
from knobel.terminal.app import KnobelApp
from knobel.terminal.screens.setup import SetupScreen
from knobel.terminal.screens.table import TableScreen
from knobel.terminal.setup import PERSON

from .pilots import AT_ONCE, LARGE, SMALL, settle, shown


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("#option-games", "9" * 11, "Länge: bitte eine ganze Zahl von 1 bis 1.000.000.000 eintippen."),
        ("#option-games", "٣", "Länge: bitte eine ganze Zahl"),
        ("#option-games", "", "Länge: bitte eine ganze Zahl"),
        ("#option-chips", "0,1,2,3", "Chips: bitte vier Zahlen"),
        ("#seed", "x", "Startzahl: bitte eine ganze Zahl"),
    ],
)
async def test_the_form_refuses_in_its_own_language(field: str, typed: str, sentence: str) -> None:
    app = KnobelApp("de", settings=AT_ONCE)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.query_one("#dice", Select).value = "seeded"
        screen.query_one(field, Input).value = typed
        await pilot.press("f5")
        await pilot.pause()
        assert app.screen is screen
        [told] = app._notifications
        assert told.message.startswith(sentence)


async def test_a_game_is_set_up_with_options_and_names() -> None:
    app = KnobelApp("en", settings=AT_ONCE)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.query_one("#option-games", Input).value = "zero"
        await pilot.press("f5")
        await pilot.pause()
        assert app.screen is screen, "a wrong number is refused"
        screen.query_one("#option-games", Input).value = "2"
        screen.query_one("#option-variant", Select).value = "C"
        screen.query_one("#option-chips", Input).value = "1,2,5,10"
        screen.query_one("#dice", Select).value = "seeded"
        screen.query_one("#seed", Input).value = "12"
        names = list(screen.query(".name").results(Input))
        names[1].value = "[b]Ben[/b]"
        await pilot.press("f5")
        await settle(pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        options = table.match.session.options
        assert isinstance(options, zock.Options)
        assert (options.games, options.variant, options.chips is not None) == (2, "C", True)
        assert (table.match.dice, table.match.seed) == ("seeded", 12)
        assert "[b]Ben[/b]" in shown(pilot)


@pytest.mark.rule("R5")
async def test_with_real_dice_all_seats_are_people() -> None:
    app = KnobelApp("en", settings=AT_ONCE)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        app.screen.query_one("#dice", Select).value = "typed"
        await pilot.pause()
        kinds = list(app.screen.query(".kind").results(Select))
        assert [kind.value for kind in kinds] == [PERSON] * 4
        kinds[1].value = "casual"
        await pilot.press("f5")
        await settle(pilot)
        assert isinstance(app.screen, SetupScreen)
        assert any("bots do not play with real dice" in notice.message for notice in app._notifications)
        kinds[1].value = PERSON
        await pilot.press("f5")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.match.seats == (PERSON,) * 4


async def test_usual_lengths_of_zock_are_choices() -> None:
    app = KnobelApp("en", settings=AT_ONCE)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        screen = app.screen
        assert "Length" in shown(pilot)
        assert "10 games" in shown(pilot)
        length, typed = screen.query_one("#count-games", Select), screen.query_one("#option-games", Input)
        assert not typed.display
        length.value = ""
        await pilot.pause()
        assert typed.display
        typed.value = "7"
        await pilot.press("f2")
        for _ in range(5):
            await pilot.pause()
        typed = screen.query_one("#option-games", Input)
        assert (typed.display, typed.value) == (True, "7"), "another language changes nothing"
        screen.query_one("#count-games", Select).value = "3"
        await pilot.pause()
        await pilot.press("f5")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        options = app.screen.match.session.options
        assert isinstance(options, zock.Options)
        assert options.games == 3


async def test_one_half_of_schocken_is_set_up() -> None:
    app = KnobelApp("de", settings=AT_ONCE)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        first, *_ = (field for field in app.screen.query("#options Select").results(Select))
        assert first.id == "option-length", "the length is the first choice"
        first.value = "half"
        await pilot.pause()
        await pilot.press("f5")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        options = app.screen.match.session.options
        assert isinstance(options, schocken.Options)
        assert options.length == "half"


async def test_what_was_filled_in_stays_in_another_language() -> None:
    app = KnobelApp("en", settings=AT_ONCE)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        screen = app.screen
        screen.query_one("#players", Select).value = 3
        screen.query_one("#preset", Select).value = "pub"
        await pilot.pause()
        await pilot.pause()
        screen.query_one("#option-sixes", Select).value = False
        screen.query_one("#option-stones", Input).value = "5"
        screen.query_one("#dice", Select).value = "seeded"
        screen.query_one("#seed", Input).value = "12"
        next(iter(screen.query(".name").results(Input))).value = "Anna"
        await pilot.press("f2")
        for _ in range(5):
            await pilot.pause()
        assert "neues Spiel" in shown(pilot)
        assert "F5" in shown(pilot)
        await pilot.press("f5")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        match = app.screen.match
        options = match.session.options
        assert isinstance(options, schocken.Options)
        assert (options.stones, options.sixes, options.hand_only) == (5, False, True)
        assert (match.seed, match.session.players) == (12, ("Anna", "Rudi", "Hilde"))


async def test_the_number_of_seats_follows_the_number_of_players() -> None:
    app = KnobelApp("de", settings=AT_ONCE)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        screen = app.screen
        screen.query_one("#players", Select).value = 6
        await pilot.pause()
        await pilot.pause()
        assert len(screen.query(".seat")) == 6
        screen.query_one("#preset", Select).value = "pub"
        await pilot.pause()
        assert screen.query_one("#option-sixes", Select).value is True
        await pilot.press("f5")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.match.session.state.players == 6


async def test_a_placeholder_is_the_name_that_the_seat_gets() -> None:
    app = KnobelApp("de", settings=AT_ONCE)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await pilot.pause()
        screen = app.screen
        names = list(screen.query(".name").results(Input))
        assert [name.placeholder for name in names] == ["Du", "Rudi", "Hilde", "Kurt"]
        list(screen.query(".kind").results(Select))[1].value = PERSON
        await pilot.pause()
        await pilot.pause()
        placeholders = tuple(name.placeholder for name in names)
        assert placeholders == ("Spieler 1", "Spieler 2", "Rudi", "Hilde")
        await pilot.press("f5")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.match.session.players == placeholders


async def test_house_rules_lose_their_name_with_the_first_that_is_changed() -> None:
    app = KnobelApp("en", settings=AT_ONCE)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        screen = app.screen
        preset = screen.query_one("#preset", Select)
        preset.value = "pub"
        await pilot.pause()
        await pilot.pause()
        assert preset.value == "pub"
        screen.query_one("#option-jule", Select).value = True
        await pilot.pause()
        assert preset.value == "pub", "this one is no part of them"
        screen.query_one("#option-sixes", Select).value = False
        await pilot.pause()
        await pilot.pause()
        assert preset.value == ""
