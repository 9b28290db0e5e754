"""The drawn tables fit, keep their shape, and show no die that may not be seen."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from knobel.forms.captions import is_out
from knobel.rules import GAMES, schocken, zocknroll
from knobel.rules.session import Session
from knobel.terminal.look import DAYLIGHT, EVENING
from knobel.terminal.sentences import table_in_words
from knobel.terminal.tables import DrawContext, draw
from knobel.words import LANGUAGES, words

from .games import TABLES, moments, played

EN = words("en")

WIDTH = 78
"""What a terminal of 80 columns leaves between its edges."""
HEIGHT = 24 - 3 - 3
"""What a terminal of 24 lines leaves beside title, line of now, keys and three choices."""


def drawn(session: Session, seat: int | None = None, width: int = WIDTH, language: str = "en") -> str:
    view = session.game.view(session.state, seat)
    return draw(view, DrawContext(words(language), EVENING, session.players, width, seat)).plain


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_table_fits_into_80_columns_and_never_jumps(
    game: str, players: int, options: dict[str, object], language: str
) -> None:
    seed = 2
    print("seed", seed)
    heights, widths = set(), set()
    for session in moments(played(game, players, options, seed), lambda at: at.game.name == game):
        lines = drawn(session, language=language).split("\n")
        assert max(map(cell_len, lines)) <= WIDTH
        heights.add(len(lines))
        widths.add(max(map(cell_len, lines)))
    assert len(heights) == len(widths) == 1
    assert max(heights) <= HEIGHT


def test_the_largest_tableau_leaves_room_for_the_choices() -> None:
    session = Session("zocknroll", [f"Player {number}" for number in range(12)], {"board": "pro"})
    assert len(drawn(session).split("\n")) <= HEIGHT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "width"), [(12, WIDTH), (4, 58)])
def test_where_room_is_scarce_names_turn_and_white_dice_can_be_told(players: int, width: int, language: str) -> None:
    names = ["Rudi", "Hilde", "Kurt", "Elfie", "Manni", "Gisela", "Heinz", "Trude", "Egon", "Uschi", "Willi", "Renate"]
    session = Session("zocknroll", names[:players], {"board": "pro"})
    session.play(zocknroll.Starter(1))
    session.play(zocknroll.Cups(((1, 2, 3),) * players))
    session.play(zocknroll.White((4, 5, 6)))
    top = drawn(session, 1, width, language).split("\n")[0]
    assert f"{words(language)('ui-white-short')}  4 5 6 " in top
    assert "▸Hil" in top
    assert top.count("▸") == 1
    assert all(name[:3] in top for name in names[:players])
    assert "…" not in top


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_table_fits_too(game: str) -> None:
    players = GAMES[game].players[-1]
    session = Session(game, [f"A long name {number}" for number in range(players)])
    assert max(map(cell_len, drawn(session).split("\n"))) <= WIDTH


def test_a_cup_is_drawn_for_its_owner_only() -> None:
    session = Session("zocknroll", ["Anna", "Ben", "Cleo", "Dora"])
    session.play(zocknroll.Starter(0))
    session.play(zocknroll.Cups(((6, 6), (5, 5), (4, 4), (3, 3))))
    cup_line = {seat: drawn(session, seat).split("\n")[1] for seat in (None, 0, 1)}
    assert "6 6" not in str(cup_line[None])
    assert "5 5" not in str(cup_line[None])
    assert "6 6" in cup_line[0]
    assert "5 5" not in cup_line[0]
    assert "5 5" in cup_line[1]
    assert "6 6" not in cup_line[1]


def test_a_covered_throw_is_drawn_in_no_view() -> None:
    session = Session("schocken", ["Anna", "Ben"])
    session.play(schocken.Starter(0))
    for dice in ((2, 2, 3), (2, 2, 3), (5, 6, 6)):
        session.play(schocken.Throw(0, (), dice))
    for seat in (None, 0, 1):
        assert "6" not in drawn(session, seat)
    session.play(schocken.Throw(1, (), (1, 1, 2)))
    session.play(schocken.Stand(1))
    assert "6-6-5" in drawn(session)


def test_everything_that_is_drawn_says_alike_who_is_out() -> None:
    seed = 2
    print("seed", seed)
    new_half = 0
    for session in moments(played("schocken", 4, {}, seed), lambda at: at.game.name == "schocken"):
        state = session.state
        assert isinstance(state, schocken.State)
        new_half += state.cups_up and state.middle == state.options.stones and bool(state.lost)
        for seat, name in enumerate(session.players):
            if not state.hands[seat].throws:
                [line] = [line for line in drawn(session).split("\n") if line.startswith(f" {name}")]
                [told] = [
                    line for line in table_in_words(EN, session.players, state, None) if line.startswith(f"{name}:")
                ]
                out = is_out(state, seat)
                assert line.endswith(EN("ui-out-short")) == told.endswith(EN("ui-out")) == out
    assert new_half, "right after a half everybody is in again"


def test_names_are_text_and_no_markup() -> None:
    session = Session("zock", ["[bold]", "[/]"])
    assert "[bold]" in drawn(session)
    assert "[/]" in drawn(session)


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(front: str, back: str) -> float:
    """How far two colours stand apart, as WCAG 2 measures it."""
    dark, light = sorted((_luminance(front), _luminance(back)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [EVENING, DAYLIGHT], ids=["evening", "daylight"])
def test_what_is_read_has_enough_contrast(colours: object) -> None:
    """WCAG 2 asks for 4.5 to 1."""
    pairs = [("on_felt", "felt"), ("faint", "felt"), ("on_wood", "wood"), ("on_brass", "brass"), ("pip", "ivory")]
    pairs += [("on_leather", "leather"), ("ink", "paper"), ("pencil", "paper"), ("pen", "paper"), ("brass", "felt")]
    for front, back in pairs:
        assert contrast(getattr(colours, front), getattr(colours, back)) >= 4.5, (front, back)
