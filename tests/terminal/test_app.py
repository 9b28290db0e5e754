"""The app, driven by its keys: whole games, secrets, saving, words and colours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from rich.console import RenderableType
from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from knobel.rules import GAMES, schocken, zock, zocknroll
from knobel.rules.game import FACE_DOWN, Lift
from knobel.rules.records import loads
from knobel.rules.session import Session
from knobel.terminal.app import KnobelApp
from knobel.terminal.match import Choosing, Match
from knobel.terminal.saves import load, new_path, saved, store
from knobel.terminal.screens.hand_over import HandOverScreen
from knobel.terminal.screens.home import HomeScreen
from knobel.terminal.screens.pages import CoachScreen, LogScreen, RulesScreen
from knobel.terminal.screens.replay import ReplayScreen
from knobel.terminal.screens.result import ResultScreen
from knobel.terminal.screens.table import TableScreen
from knobel.terminal.settings import Settings, load_settings
from knobel.terminal.setup import PERSON, Setup
from knobel.words import Words, words

from .games import NAMES, new_match, people
from .pilots import AT_ONCE, LARGE, SMALL, app_with, play_on, settle, shown


@pytest.mark.parametrize(
    ("game", "seats", "options", "size", "language"),
    [
        ("zocknroll", (PERSON, "casual", "casual", "random"), {}, SMALL, "de"),
        ("zocknroll", (PERSON, "casual", "casual"), {"board": "pro"}, LARGE, "en"),
        ("zock", (PERSON, "casual"), {"games": 1}, SMALL, "en"),
        ("zock", people(2), {"games": 1, "variant": "B"}, LARGE, "de"),
        ("schocken", (PERSON, "casual", "casual"), {"stones": 4}, SMALL, "de"),
        ("schocken", people(2), {"stones": 3, "preset": "pub"}, LARGE, "en"),
    ],
)
async def test_a_whole_game_by_keys(
    game: str,
    seats: tuple[str, ...],
    options: dict[str, object],
    size: tuple[int, int],
    language: str,
    data_folder: Path,
) -> None:
    match = new_match(game, seats, 5, **options)
    async with app_with(match, language).run_test(size=size) as pilot:
        await play_on(pilot)
        assert match.session.result is not None
        assert saved() == []
        [record] = (data_folder / "records").glob("*.json")
        assert loads(record.read_bytes()).result == match.session.result
        assert words(language)("ui-record", file="") in shown(pilot)
        for name in match.session.players:
            assert name in shown(pilot) or name == "Anna"  # she is "you"


async def test_bots_alone_can_be_watched() -> None:
    match = new_match("zock", ("casual", "random"), games=1)
    async with app_with(match).run_test() as pilot:
        for _ in range(500):
            await pilot.pause()
            if isinstance(pilot.app.screen, ResultScreen):
                return
        raise AssertionError("the game does not end")


@pytest.mark.parametrize("key", ["question_mark", "l"])
async def test_the_game_stands_still_beneath_another_screen(key: str) -> None:
    match = new_match("zock", ("casual", "random"), games=1)
    app = KnobelApp("en", (new_path("zock"), match), Settings(pause=10))
    async with app.run_test() as pilot:
        await pilot.press(key)
        await pilot.pause()
        app.settings = AT_ONCE
        table = app.screen_stack[-2]
        assert isinstance(table, TableScreen)
        table.action_skip()  # the bot need not wait any longer, and waits all the same
        await pilot.press("f2")
        for _ in range(20):
            await pilot.pause()
        assert match.session.events == []
        await pilot.press("escape")
        for _ in range(500):
            await pilot.pause()
            if isinstance(app.screen, ResultScreen):
                break
        assert [type(screen) for screen in app.screen_stack[1:]] == [HomeScreen, ResultScreen]


async def test_words_and_colours_change_beneath_the_hand_over() -> None:
    match = new_match("zocknroll", people(3), 4)
    async with app_with(match).run_test() as pilot:
        await settle(pilot)
        screens = list(pilot.app.screen_stack)
        assert isinstance(screens[-1], HandOverScreen)
        await pilot.press("f2", "f3", "f2", "f3", "f2")
        await pilot.pause()
        assert list(pilot.app.screen_stack) == screens
        assert "Gib die Tastatur an" in shown(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert "aussteigen oder weiterzocken?" in shown(pilot)


async def test_there_is_no_record_of_an_open_game(data_folder: Path) -> None:
    match = new_match("zocknroll", (PERSON, "casual", "casual"), 4)
    async with app_with(match).run_test(size=LARGE) as pilot:
        await settle(pilot)
        await pilot.press("e")
        await pilot.pause()
    assert not (data_folder / "records").exists()


async def test_whoever_is_named_begins() -> None:
    match = Match.new(Setup("schocken", NAMES[:3], people(3), {}, "typed"))
    async with app_with(match).run_test() as pilot:
        await settle(pilot)
        assert "Who starts?" in shown(pilot)
        await pilot.press("4")
        await settle(pilot)
        assert match.session.events == [schocken.Starter(2)]
        await pilot.press("u")
        await settle(pilot)
        assert "Draw lots" in shown(pilot)
        await pilot.press("1")
        await settle(pilot)
        assert len(match.session.events) == 1


async def test_cups_are_covered_while_the_keyboard_is_handed_on() -> None:
    """Anna's dice are on the screen while she decides, and nowhere while it is handed to Ben."""
    match = new_match("zocknroll", people(3), 4)
    async with app_with(match).run_test(size=LARGE) as pilot:
        await settle(pilot)
        for _ in range(3):
            assert isinstance(pilot.app.screen, HandOverScreen)
            due = match.due
            assert isinstance(due, Choosing)
            state: Any = match.session.state
            own = " ".join(map(str, state.cups[due.seat]))
            assert own not in shown(pilot)
            beneath = pilot.app.screen_stack[-2]
            assert isinstance(beneath, TableScreen)
            assert all(FACE_DOWN in cup for cup in beneath.match.view.cups)
            await pilot.press("enter")
            await settle(pilot)
            assert f" {own} " in shown(pilot)
            await pilot.press("1")
            await settle(pilot)
            assert f" {own} " not in shown(pilot).split("White dice")[0]


async def test_the_last_decision_can_be_taken_back_from_the_hand_over() -> None:
    match = new_match("zocknroll", people(3), 4)
    async with app_with(match).run_test() as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        due = match.due
        assert isinstance(due, Choosing)
        await pilot.press("1")
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert pilot.app.screen.person == match.session.players[due.seat]
        assert not any(isinstance(event, zocknroll.Stay) for event in match.session.events)


async def test_taking_back_against_bots() -> None:
    match = new_match("zock", (PERSON, "casual"), 3)
    async with app_with(match).run_test() as pilot:
        while not isinstance(match.due, Choosing):
            await settle(pilot)
            await pilot.press("1")
            await settle(pilot)
        count = len(match.session.events)
        await pilot.press("1")
        await settle(pilot)
        assert len(match.session.events) > count
        await pilot.press("u")
        await settle(pilot)
        assert len(match.session.events) == count


async def test_what_is_picked_stays_when_nothing_can_be_taken_back() -> None:
    match = new_match("zock", people(2), 3, games=1, referee="players")
    async with app_with(match).run_test() as pilot:
        while not isinstance(match.due, Choosing):
            await settle(pilot)
            await pilot.press("1")
        await settle(pilot)
        await pilot.press("8", "9", "u")
        await pilot.pause()
        assert "Cover 8 and 9" in shown(pilot)


async def test_leaving_saves_and_home_goes_on() -> None:
    match = new_match("schocken", (PERSON, "casual"), 3)
    async with app_with(match).run_test() as pilot:
        await settle(pilot)
        await pilot.press("1")
        await settle(pilot)
        events = list(match.session.events)
        assert load(saved()[0]).session.events == events, "saved after every event"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        assert load(saved()[0]).session.events == events
        menu = pilot.app.screen.query_one(OptionList)
        menu.highlighted = len(GAMES)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.screen.match.session.events[: len(events)] == events


async def test_a_saved_game_is_deleted_and_nothing_else(
    tmp_path: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new_path("zock")
    store(new_match("zock", (PERSON, "casual")), path)
    monkeypatch.chdir(tmp_path)
    same_name = tmp_path / path.name
    same_name.write_text("another file")
    app = KnobelApp("en", settings=AT_ONCE)
    async with app.run_test(notifications=True) as pilot:
        app.screen.query_one(OptionList).highlighted = len(GAMES)
        await pilot.press("delete")
        await pilot.pause()
        assert "Press Del again" in shown(pilot)
        assert saved() == [path], "nothing is deleted by one key"
        path.unlink()  # somebody was faster
        await pilot.press("delete")
        await pilot.pause()
        assert same_name.exists()
        assert saved() == []
        path.mkdir()  # what cannot be deleted
        app.screen.query_one(OptionList).add_option(Option("old", id=f"resume-{path.name}"))
        app.screen.query_one(OptionList).highlighted = app.screen.query_one(OptionList).option_count - 1
        await pilot.pause()
        await pilot.press("delete", "delete")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert path.exists()


async def test_names_are_text_on_every_screen() -> None:
    names = ("[bold]A", "[/]B", "[@click=app.quit]")
    match = Match.new(Setup("zocknroll", names, people(3), {}, "seeded", 4))
    async with app_with(match).run_test(size=LARGE) as pilot:
        for _ in names[1:]:
            await settle(pilot)
            due = match.due
            assert isinstance(due, Choosing)
            name = names[due.seat]
            assert f"Pass the keyboard to {name}" in shown(pilot)
            await pilot.press("enter")
            await settle(pilot)
            assert f"{name}: drop or stay?" in shown(pilot)
            await pilot.press("1")
            await settle(pilot)
            await pilot.press("enter", "l")
            await pilot.pause()
            assert isinstance(pilot.app.screen, LogScreen)
            assert f"{name} stays in." in shown(pilot)
            await pilot.press("escape", "u")
            await settle(pilot)
            await pilot.press("enter", "1")


async def test_real_dice_are_typed_in() -> None:
    match = Match.new(Setup("zock", NAMES[:2], people(2), {"games": 1}, "typed"))
    async with app_with(match).run_test() as pilot:
        await settle(pilot)
        await pilot.press("6", "6", "enter", "1", "2", "enter", "3", "enter")
        await settle(pilot)
        assert len(match.session.events) == 1, "one die is not enough"
        await pilot.press("6", "enter")
        await settle(pilot)
        assert match.session.events[-1:] == [zock.Throw(0, (3, 6))]
        await pilot.press("2")
        await settle(pilot)
        assert match.session.events[-1:] == [zock.Cover(0, (9,))]
        await pilot.press("u")
        await settle(pilot)
        assert match.session.events[-1:] == [zock.Throw(0, (3, 6))], (
            "letters keep their meaning while dice are asked for"
        )


@pytest.mark.rule("R2", "R3", "R6")
async def test_cups_of_real_dice_stay_face_down_until_they_are_lifted() -> None:
    match = Match.new(Setup("zocknroll", NAMES[:3], people(3), {}, "typed"))
    async with app_with(match).run_test() as pilot:
        await settle(pilot)
        await pilot.press("2")
        await settle(pilot)
        await pilot.press("1", "2", "3", "enter")
        await settle(pilot)
        assert match.session.state.cups == ((0, 0),) * 4
        assert "Lift the cup and drop" in shown(pilot)
        await pilot.press("2")
        await settle(pilot)
        assert "Anna lifts: what lies under the cup?" in shown(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert "Lift the cup and drop" in shown(pilot)
        await pilot.press("2")
        await settle(pilot)
        await pilot.press("5", "5", "enter")
        await settle(pilot)
        assert match.session.events[-1:] == [Lift(0, (5, 5))]
        assert "Drop: Pair" in shown(pilot)


async def test_fields_are_picked_where_the_players_are_the_referees() -> None:
    match = Match.new(Setup("zock", NAMES[:2], people(2), {"games": 1, "referee": "players"}, "typed"))
    async with app_with(match).run_test() as pilot:
        await settle(pilot)
        await pilot.press("6", "6", "enter", "1", "2", "enter", "3", "6", "enter")
        await settle(pilot)
        await pilot.press("3", "7", "6", "7")
        assert "Cover 3 and 6" in shown(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert match.session.events[-1:] == [zock.Cover(0, (3, 6))]


async def test_replay_steps_and_jumps() -> None:
    match = new_match("zocknroll", ("casual", "casual", "casual"), 2)
    async with app_with(match).run_test(size=SMALL) as pilot:
        for _ in range(500):
            await pilot.pause()
            if isinstance(pilot.app.screen, ResultScreen):
                break
        await pilot.press("1")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        places = []
        for key in ("right", "right", "left", "pagedown", "end", "right", "home", "left"):
            await pilot.press(key)
            places.append(screen.at)
        last = len(match.session.events)
        assert places == [1, 2, 1, 11, last, last, 0, 0]


async def test_playing_again_starts_a_new_game_at_the_same_table() -> None:
    match = new_match("zock", (PERSON, "casual"), 5, games=1)
    async with app_with(match).run_test() as pilot:
        await play_on(pilot)
        await pilot.press("2")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert screen.match is not match
        assert screen.match.session.players == match.session.players
        assert screen.match.session.events[:3] != match.session.events[:3], "the dice are others"


async def test_language_and_theme_are_switched_and_remembered() -> None:
    match = new_match("zock", (PERSON, "casual"), 3)
    async with app_with(match).run_test(size=LARGE) as pilot:
        await settle(pilot)
        assert "Game 1 of 10" in shown(pilot)
        await pilot.press("f2")
        await settle(pilot)
        assert "Spiel 1 von 10" in shown(pilot)
        assert "Verlauf" in shown(pilot)
        await pilot.press("f3")
        await settle(pilot)
        assert pilot.app.theme == "daylight"
    assert (load_settings().language, load_settings().theme) == ("de", "daylight")


async def test_rules_and_log_open_and_close() -> None:
    match = new_match("zocknroll", (PERSON, "casual", "casual"), 3)
    async with app_with(match, "de").run_test() as pilot:
        await settle(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.press("2")
        await pilot.pause()
        assert pilot.app.screen.game == "zock"
        await pilot.press("escape", "l")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LogScreen)
        assert "fäng" in shown(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_nothing_is_shown_by_the_keys_of_the_hand_over() -> None:
    match = new_match("zocknroll", people(3), 4)
    async with app_with(match).run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert " Esc  home" in shown(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RulesScreen)
        assert pilot.app.screen.game == "zocknroll"
        await pilot.press("escape", "u")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HandOverScreen), "there is nothing to undo"
        assert match.viewer is None
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        assert match.viewer is None
        assert len(saved()) == 1


async def test_spectators_have_nothing_to_take_back() -> None:
    match = new_match("zock", ("casual", "random"), games=1)
    app = KnobelApp("en", (new_path("zock"), match), Settings(pause=10))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "take back" not in shown(pilot)
        await pilot.press("u")
        assert len(app._notifications) == 0


async def test_notices_leave_the_choices_in_sight_and_do_not_pile_up() -> None:
    match = new_match("zock", people(2), 3, games=1)
    async with app_with(match).run_test(size=SMALL, notifications=True) as pilot:
        await settle(pilot)
        await pilot.press("u", "u", "u")
        await pilot.pause()
        await pilot.pause()
        assert len(pilot.app._notifications) == 1
        rows = shown(pilot).split("\n")
        above = next(row for row, line in enumerate(rows) if line.startswith(" ▸ "))
        assert any("nothing to undo" in line for line in rows[:above])
        assert "1  Throw" in rows[above + 1]
        await pilot.press("1")
        await settle(pilot)
        assert len(pilot.app._notifications) == 0


async def test_a_long_table_scrolls_to_the_acting_player() -> None:
    names = tuple(f"Player {number}" for number in range(1, 25))
    match = Match.new(Setup("schocken", names, people(24), {}, "typed"))
    async with app_with(match).run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press("up", "enter")  # the last of the list begins
        await settle(pilot)
        await pilot.pause()
        assert "▸Player 24" in shown(pilot)
        await pilot.press("pageup", "pageup", "pageup")
        await pilot.pause()
        assert "Player 1 " in shown(pilot)
        assert "PgUp/PgDn" in shown(pilot)
        assert "Esc" in shown(pilot).split("\n")[-1]
        await pilot.press("pagedown", "pagedown", "pagedown")
        await pilot.pause()
        assert "▸Player 24" in shown(pilot)


async def test_leaving_says_that_the_game_is_saved() -> None:
    match = new_match("zock", (PERSON, "casual"), 3)
    app = app_with(match, "de")
    async with app.run_test() as pilot:
        await settle(pilot)
        assert app.parting() is not None
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.parting() == "Das Spiel ist gespeichert. Weiter geht es mit knobel play --resume."
    assert len(saved()) == 1


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
async def test_a_game_that_cannot_be_saved_is_not_left_by_one_key(key: str, data_folder: Path) -> None:
    data_folder.write_text("a file where the folder should be")
    match = new_match("zock", (PERSON, "casual"), 3)
    app = app_with(match)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await settle(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert {"Leave", "again", "saving."} <= set(shown(pilot).split())
        assert app.is_running
        await pilot.press(key)
        await pilot.pause()
        assert not isinstance(app.screen, TableScreen) or not app.is_running
    assert app.parting() == "See you!"


async def test_all_saved_games_can_be_reached() -> None:
    for number in range(6):
        store(new_match("schocken" if number == 5 else "zock", (PERSON, "casual")), new_path("zock"))
    app = KnobelApp("en", settings=AT_ONCE)
    async with app.run_test(size=(80, 50)) as pilot:
        await pilot.pause()
        assert shown(pilot).count("Continue ") == 4
        year = datetime.now().year
        assert f" · {year}-" in shown(pilot), "each with its date"
        menu = app.screen.query_one(OptionList)
        menu.highlighted = len(GAMES)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.game == "schocken"
        await pilot.press("escape")
        await pilot.pause()
        menu.highlighted = len(GAMES) + 4
        await pilot.press("enter")
        await pilot.pause()
        assert shown(pilot).count("Continue ") == 6


@pytest.mark.parametrize("key", ["c", "3"])
async def test_the_result_offers_the_coach(key: str) -> None:
    match = new_match("zock", ("random", "random"), 5, games=1)
    asked = list[Session]()

    def report(say: Words, session: Session, progress: Callable[[int, int], None]) -> list[RenderableType]:
        asked.append(session)
        progress(1, 2)
        return [Text(say("coach-luck")), Text("the report")]

    app = KnobelApp("en", (new_path("zock"), match), AT_ONCE, report)
    async with app.run_test(size=SMALL) as pilot:
        await play_on(pilot)
        assert "C  coach" in shown(pilot)
        await pilot.press(key)
        assert isinstance(app.screen, CoachScreen)
        for _ in range(100):
            await pilot.pause(0.02)
            if "the report" in shown(pilot):
                break
        assert asked == [match.session]
        assert "the report" in shown(pilot)
        await pilot.press("escape")
        assert isinstance(app.screen, ResultScreen)
    assert str(app.record) in (app.parting() or "")


async def test_hints_are_turned_off_and_remembered() -> None:
    match = new_match("schocken", (PERSON, "casual"), 5)
    async with app_with(match).run_test(size=SMALL) as pilot:
        for _ in range(20):
            await settle(pilot)
            if isinstance(match.due, Choosing):
                break
            await pilot.press("1")
        assert isinstance(match.due, Choosing)
        assert " %" in shown(pilot)
        await pilot.press("h")
        await pilot.pause()
        assert " %" not in shown(pilot)
        assert load_settings().hints is False
        await pilot.press("h")
        await pilot.pause()
        assert " %" in shown(pilot)
    assert load_settings().hints is True
