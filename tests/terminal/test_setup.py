"""The setup of a game."""

from __future__ import annotations

import pytest

from knobel.rules import GAMES, find_game
from knobel.rules.errors import BadOptions
from knobel.terminal.setup import PERSON, REGULARS, Setup, clean_name, name_seats, parse_option, usual_seats
from knobel.words import words

EN = words("en")


def test_names_are_single_lines_without_control_characters() -> None:
    assert clean_name("An\x1b[2Jna\r\n") == "An [2Jna"
    assert clean_name("\u202eabc") == "abc", "nothing turns the direction of writing"
    assert len(clean_name("x" * 100)) == 16


def test_all_players_have_different_names() -> None:
    seats = (PERSON, PERSON, PERSON, "casual", "random")
    assert name_seats(EN, seats, ["Rudi", "Rudi"]) == ("Rudi", "Rudi 2", "Player 3", "Hilde", "Kurt")
    assert name_seats(EN, (PERSON, "casual")) == ("You", "Rudi")


def test_there_are_names_for_a_full_table_of_bots() -> None:
    assert len(set(REGULARS)) == len(REGULARS) >= max(game.players[-1] for game in GAMES.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_table_can_be_played(game: str) -> None:
    seats = usual_seats(game)
    Setup(game, name_seats(EN, seats), seats).checked()


def test_options_are_read_as_a_person_types_them() -> None:
    zock, schocken = find_game("zock"), find_game("schocken")
    assert parse_option(zock, "games", "3") == 3
    assert parse_option(zock, "variant", "C") == "C"
    assert parse_option(zock, "chips", "1, 2,5 10") == {"red": 1, "blue": 2, "yellow": 5, "green": 10}
    assert parse_option(zock, "chips", "none") is None
    assert parse_option(schocken, "jule", "true") is True
    assert parse_option(schocken, "jule", "off") is False
    with pytest.raises(BadOptions, match="four values"):
        parse_option(zock, "chips", "1,2")


@pytest.mark.parametrize("text", ["9" * 5000, "٣", "²", "-1", "1.0", ""])
def test_what_is_no_short_number_stays_the_text_that_it_is(text: str) -> None:
    zock = find_game("zock")
    assert parse_option(zock, "games", text) == text
    with pytest.raises(BadOptions, match="four values"):
        parse_option(zock, "chips", f"1,2,5,{text}")


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (Setup("zock", ("A",), (PERSON,)), "exactly 2"),
        (Setup("poker", ("A",), (PERSON,)), "must be one of"),
        (Setup("zock", ("A", "B"), (PERSON, "genius")), "a bot must be one of"),
        (Setup("zock", ("A", "B"), (PERSON, PERSON), {"games": "many"}), "games"),
        (Setup("zock", ("A", "B"), (PERSON, PERSON), {}, "seeded"), "need a seed"),
    ],
)
def test_what_cannot_be_played_is_refused(setup: Setup, sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        setup.checked()
