"""Layout: nothing is cut off on small screens."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from rich.segment import Segment
from textual.pilot import Pilot
from textual.widgets import Static

from knobel.rules import schocken
from knobel.rules.game import Decision
from knobel.telling.choices import choices, free_fields
from knobel.telling.phrase import render
from knobel.terminal.app import WIDE, KnobelApp
from knobel.terminal.match import Match
from knobel.terminal.screens.replay import ReplayScreen
from knobel.terminal.screens.result import ResultScreen
from knobel.terminal.screens.widgets import newest, told
from knobel.terminal.sentences import names_of, standings
from knobel.terminal.setup import PERSON, REGULARS, Setup
from knobel.words import LANGUAGES, words

from .games import NAMES, TABLES, moments, people, played
from .pilots import AT_ONCE, LARGE, SMALL, app_with, settle, shown
from .test_tables import contrast


def finished(game: str, names: tuple[str, ...], **options: object) -> Match:
    match = Match.new(Setup(game, names, ("random",) * len(names), options, "seeded", 3))
    while match.session.result is None:
        match.advance()
    return match


async def test_the_newest_line_stands_above_the_choices() -> None:
    """Lines are wrapped at 80 columns, and still the end of the round is there, after a resume too."""
    names = ("Du", *REGULARS[:2])
    match = Match.new(Setup("schocken", names, (PERSON, "casual", "casual"), {}, "seeded", 2))
    for again in (False, True):
        async with app_with(match, "de").run_test(size=SMALL) as pilot:
            await settle(pilot)
            while not (isinstance(match.session.state, schocken.State) and match.session.state.rounds):
                await pilot.press("1")
                await settle(pilot)
            lines = shown(pilot).split("\n")
            above = next(row for row, line in enumerate(lines) if line.startswith(" ▸ "))
            assert "den höchsten Wurf" in " ".join(lines[above - 2 : above]), f"resumed: {again}"


@pytest.mark.parametrize("width", [24, 60, 80])
def test_the_newest_lines_fit(width: int) -> None:
    lines = [f"{number} " + "word " * number + "end" for number in range(1, 40)]
    for height in range(8):
        rows = newest(lines, width, height)
        assert len(rows) == height
        assert all(len(row) <= width for row in rows)
        assert all(row.endswith("end") for row in rows[-1:])
    assert newest(lines, width, 1000)[0] == " 1 word end"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_choices_stay_in_their_columns(game: str, players: int, options: dict[str, object], language: str) -> None:
    """In one line where they fit into 80 columns, and below their own beginning where they do not."""
    seed, room, say = 8, 73, words(language)
    print("seed", seed)
    for at in moments(played(game, players, options, seed), lambda at: isinstance(at.pending, Decision)):
        pending = at.pending
        assert isinstance(pending, Decision)
        if free_fields(at.state):
            continue
        found = choices(at.players, at.game.view(at.state, pending.seat), pending.moves)
        worded = [(render(say, choice.label), render(say, choice.meaning)) for choice in found]
        labels = max(len(label) for label, _ in worded) + 2
        for label, meaning in worded:
            lines = told(label, meaning, labels, room)
            assert all(len(start + line) <= room for start, line in lines)
            assert len({len(start) for start, _ in lines}) == 1
            if game == "zock":
                assert len(lines) == 1


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_all_fields_can_be_picked_at_once(size: tuple[int, int]) -> None:
    match = Match.new(Setup("zock", NAMES[:2], people(2), {"games": 1, "referee": "players"}, "typed"))
    async with app_with(match).run_test(size=size) as pilot:
        await settle(pilot)
        await pilot.press("6", "6", "enter", "1", "2", "enter", "3", "6", "enter")
        await settle(pilot)
        await pilot.press("7")
        assert "☐ 1  ☐ 2  ☐ 3  ☐ 4  ☐ 5  ☐ 6  ☑ 7  ☐ 8  ☐ 9" in shown(pilot)
        # The flap of field 2 in Anna's row, which is drawn last: two cells in, one flap and a hinge further.
        screen = pilot.app.screen
        table = screen.query_one("#table", Static)
        await pilot.click("#table", offset=(9, table.size.height - 2))
        assert "☐ 1  ☑ 2  ☐ 3  ☐ 4  ☐ 5  ☐ 6  ☑ 7  ☐ 8  ☐ 9" in shown(pilot)


async def test_a_complaint_about_typed_dice_goes_when_they_are_right() -> None:
    match = Match.new(Setup("zock", NAMES[:2], people(2), {"games": 1}, "typed"))
    async with app_with(match).run_test() as pilot:
        await settle(pilot)
        await pilot.press("6", "enter")
        await pilot.pause()
        assert len(pilot.app._notifications) == 1
        await pilot.press("6", "enter")
        await pilot.pause()
        assert len(pilot.app._notifications) == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("zocknroll", 4, {}), ("zocknroll", 12, {"board": "pro"}), ("schocken", 24, {"stones": 2}), ("zock", 2, {})],
)
async def test_every_place_is_on_the_page_of_the_result(
    game: str, players: int, options: dict[str, object], language: str
) -> None:
    names = tuple(f"[b]{REGULARS[number % 12][:4]} {number}" for number in range(players))
    app = KnobelApp(language, settings=AT_ONCE)
    async with app.run_test(size=SMALL) as pilot:
        app.push_screen(ResultScreen(finished(game, names, **options)))
        await pilot.pause()
        await pilot.pause()
        page = shown(pilot)
        assert all(f"{name}: " in page for name in names)
        for _ in names:
            await pilot.press("pagedown")
        assert _table_end(pilot) in shown(pilot)


def _table_end(pilot: Pilot[None]) -> str:
    """The last line of the table, by its last row of marks, flaps or stones."""
    screen = pilot.app.screen
    assert isinstance(screen, ResultScreen)
    return {"zocknroll": screen.say("ui-sum"), "zock": " 9 ", "schocken": screen.match.session.players[-1][:9]}[
        screen.match.session.game.name
    ]


async def test_the_table_stands_still_while_it_is_replayed() -> None:
    app = KnobelApp("de", settings=AT_ONCE)
    match = finished("schocken", NAMES[:3], stones=2)
    async with app.run_test(size=LARGE) as pilot:
        app.push_screen(ReplayScreen(match))
        await pilot.pause()
        places = []
        for _ in range(8):
            places.append(app.screen.query_one("#table").region)
            await pilot.press("right")
            await pilot.pause()
        assert all(one == other for one, other in pairwise(places))


@pytest.mark.parametrize("theme", ["evening", "daylight"])
async def test_everything_at_home_has_enough_contrast(theme: str) -> None:
    """WCAG 2 asks for 4.5 to 1."""
    app = KnobelApp("de", settings=AT_ONCE)
    async with app.run_test(size=SMALL) as pilot:
        app.theme = theme
        await pilot.pause()
        await pilot.pause()
        written = [part for strip in app.screen._compositor.render_strips() for part in strip if part.text.strip()]
        assert written
        for part in written:
            assert _contrast(part) >= 4.5, part


def _contrast(part: Segment) -> float:
    assert part.style is not None
    assert part.style.color is not None
    assert part.style.bgcolor is not None
    front, back = (colour.get_truecolor().hex for colour in (part.style.color, part.style.bgcolor))
    return contrast(front, back)


def test_no_line_of_a_choice_begins_with_a_sign() -> None:
    for room in range(20, 60):
        lines = told("Throw", "gets much better 83 %, Schock 2 or more 100 %", 8, room)
        assert not any(line.startswith("%") for _, line in lines)


@pytest.mark.parametrize("width", [80, 112, 120, 127, 128, 140])
@pytest.mark.parametrize(
    ("game", "options", "wanted"),
    [
        ("zocknroll", {}, "○○○○○◎"),
        ("zock", {"games": 2, "chips": {"red": 1, "blue": 2, "yellow": 5, "green": 10}}, "Penalty points"),
        ("schocken", {}, r"^ +.?(Ben|Cleo|Dora) .*\d throws?"),
    ],
)
async def test_a_wider_screen_never_shows_less_of_the_table(
    game: str, options: dict[str, object], wanted: str, width: int
) -> None:
    """The sheets with their circles, the penalty points and the last column are there in every width."""
    players = 2 if game == "zock" else 4
    match = Match.new(Setup(game, NAMES[:players], (PERSON, *("random",) * (players - 1)), options, "seeded", 3))
    async with app_with(match).run_test(size=(width, 30)) as pilot:
        for _ in range(4):
            await settle(pilot)
            if re.search(wanted, shown(pilot), re.MULTILINE):
                return
            await pilot.press("2")
        raise AssertionError(shown(pilot))


@pytest.mark.parametrize("width", [80, 120, 127, 128, 160])
async def test_the_arrows_of_the_form_stand_in_their_columns(width: int) -> None:
    halves = range(70), range(70, width)
    app = KnobelApp("de", settings=AT_ONCE)
    async with app.run_test(size=(width, 50)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        rows = shown(pilot).split("\n")
        left, right = (
            {at for row in rows for at, mark in enumerate(row) if mark == "▼" and at in half} for half in halves
        )
        assert len(left) == 1
        assert len(right) == (width >= WIDE)
        assert shown(pilot).count("▼") == len(app.screen.query("Select"))


async def test_places_are_read_in_their_order() -> None:
    app = KnobelApp("en", settings=AT_ONCE)
    async with app.run_test(size=SMALL) as pilot:
        match = finished("zocknroll", ("Anna", "Ben", "Cleo with a name", "Dora", "Emil"))
        app.push_screen(ResultScreen(match))
        await pilot.pause()
        await pilot.pause()
        page = shown(pilot)
        at = [page.index(line) for line in standings(words("en"), names_of(words("en"), match), match.session)]
        assert at == sorted(at)


def test_the_result_names_who_lost_the_final() -> None:
    for seed in range(20):
        match = Match.new(Setup("schocken", NAMES[:3], ("random",) * 3, {"stones": 2}, "seeded", seed))
        while match.session.result is None:
            match.advance()
        result = match.session.result
        assert isinstance(result, schocken.Result)
        say = words("de")
        told = [line for line in standings(say, names_of(say, match), match.session) if "Finale" in line]
        assert told == ([f"{NAMES[result.loser]}: Hälfte und Finale verloren"] if result.final else [])
