"""The plain mode."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from knobel.rules import schocken, zock, zocknroll
from knobel.rules.game import Lift
from knobel.terminal.match import Match
from knobel.terminal.plain import SCREENFUL, Plain, ask_game
from knobel.terminal.saves import load, new_path, saved, store
from knobel.terminal.setup import PERSON, Setup
from knobel.words import LANGUAGES, words

from .games import NAMES, TABLES, new_match, people


def play(match: Match, lines: Iterable[str], language: str = "en", path: Path | None = None) -> tuple[bool, str]:
    told = io.StringIO()
    reading = io.StringIO("".join(f"{line}\n" for line in lines))
    finished = Plain(words(language), match, path or new_path("test"), reading, told).run()
    return finished, told.getvalue()


class Person(io.StringIO):
    """Somebody who reads the prompt before answering."""

    def __init__(self, told: io.StringIO, answer: Callable[[str], str]) -> None:
        super().__init__()
        self._told = told
        self._answer = answer

    def readline(self, *_: object) -> str:  # type: ignore[override] # typeshed has it return bytes
        return f"{self._answer(self._told.getvalue().rstrip())}\n"


def prompted(match: Match, language: str, answer: Callable[[str], str]) -> str:
    told = io.StringIO()
    assert Plain(words(language), match, new_path("test"), Person(told, answer), told).run()
    return told.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_whole_game_with_numbers_and_enter(
    game: str, players: int, options: dict[str, object], language: str
) -> None:
    seats = (PERSON, *("casual",) * (players - 1))
    match = new_match(game, seats, 6, **options)
    # Where fields are typed in, covering none is the answer that is always possible.
    told = prompted(match, language, lambda prompt: "0" if prompt.endswith(words(language)("ui-plain-fields")) else "1")
    assert match.session.result is not None
    assert "\x1b" not in told
    assert all(mark.isprintable() or mark == "\n" for mark in told)
    assert saved() == []


def test_bad_input_is_answered_with_one_sentence_and_asked_again() -> None:
    match = new_match("schocken", (PERSON, "casual"), 3)
    _, told = play(match, ["0", "99", "x", "", "-1", "1.5", "²", "1"])
    assert told.count("That is not one of the choices") == 7
    assert "You stand" in told


def test_the_end_of_input_saves_and_says_so() -> None:
    path = new_path("zock")
    finished, told = play(new_match("zock", (PERSON, "casual"), 3), ["1", "1"], path=path)
    assert not finished
    assert told.endswith("The game is saved. Continue it with knobel play --resume.\n")
    match = load(path)
    assert sum(isinstance(event, zock.Cover) and event.seat == 0 for event in match.session.events) == 2


def test_interrupting_saves_too() -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt(prompt)

    path, told = new_path("zock"), io.StringIO()
    assert not Plain(words("en"), new_match("zock", (PERSON, "casual")), path, Person(told, interrupt), told).run()
    assert "The game is saved" in told.getvalue()
    assert path.exists()


def test_left_and_resumed_is_the_same_as_played_through() -> None:
    answers = ["1", "2"] * 500
    seats = (PERSON, "casual", "casual")
    whole = new_match("schocken", seats, 8, stones=4)
    play(whole, answers)
    path = new_path("schocken")
    play(new_match("schocken", seats, 8, stones=4), answers[:3], path=path)
    resumed = load(path)
    play(resumed, answers[3:], path=path)
    assert resumed.session.result is not None
    assert resumed.session.events == whole.session.events


def test_taking_back() -> None:
    match = new_match("zock", (PERSON, "casual"), 3)
    _, told = play(match, ["1", "u"])
    assert "Undone." in told
    assert not any(isinstance(event, zock.Cover) and event.seat == 0 for event in match.session.events)
    _, told = play(new_match("zock", (PERSON, "casual"), 3), ["u"])
    assert "There is nothing to undo yet." in told
    _, told = play(new_match("zock", people(2), 3), ["1", "u"])
    assert "can no longer be undone" in told


def test_table_and_rules_can_be_asked_for() -> None:
    _, told = play(new_match("zocknroll", (PERSON, "casual", "casual")), ["t", "r", "q"])
    assert ": 0 points (no marks)" in told
    assert "N15" in told


def test_the_keyboard_is_handed_on_and_what_was_seen_is_pushed_away() -> None:
    match = new_match("zocknroll", people(3), 4)
    _, told = play(match, ["", "1", ""])
    first, second, *_ = [line for line in told.splitlines() if line.startswith("Pass the keyboard to")]
    assert first != second
    between = told[told.index(first) : told.index(second)]
    seen, news = between.split("\n" * SCREENFUL)
    assert "best row now" in seen
    assert "stays in." in news, "what everybody may see is still there"
    assert "best row now" not in told[: told.index(first)] + news


@pytest.mark.parametrize("answer", ["q", "u", "t", "r", "x"])
def test_only_an_empty_line_shows_a_cup(answer: str) -> None:
    _, told = play(new_match("zocknroll", people(3), 4), [answer])
    assert "best row now: " not in told
    assert told.count("Pass the keyboard to") == (1 if answer == "q" else 2)


def test_a_decision_can_be_taken_back_while_the_keyboard_is_handed_on() -> None:
    match = new_match("zocknroll", people(3), 4)
    _, told = play(match, ["", "1", "u"])
    assert "Undone." in told
    assert not any(isinstance(event, zocknroll.Stay) for event in match.session.events)


def test_leaving_scrolls_a_cup_off_the_screen() -> None:
    _, told = play(new_match("zocknroll", people(3), 4), ["", "q"])
    assert "best row now" not in told.split("\n" * SCREENFUL)[-1]
    assert told.endswith("knobel play --resume.\n")


def test_enter_takes_the_only_choice() -> None:
    match = new_match("zock", (PERSON, "casual"), 3)
    _, told = play(match, ["1"] * 8 + [""] * 8)
    assert "Continue with 1: \n" in told
    assert told.count("That is not one of the choices") < 8


def test_real_dice_are_typed_in() -> None:
    match = Match.new(Setup("zock", NAMES[:2], people(2), {"games": 1}, "typed"))
    _, told = play(match, ["66", "1 2", "37", "3 6 1", "3,6", "2"])
    assert told.count("Please type 2 dice from 1 to 6, for example 3 6.") == 2
    assert match.session.events[:2] == [zock.RollOff(((6, 6), (1, 2))), zock.Throw(0, (3, 6))]
    assert match.session.events[2] == zock.Cover(0, (9,))


def test_fields_are_typed_where_the_players_are_the_referees() -> None:
    match = Match.new(Setup("zock", NAMES[:2], people(2), {"games": 1, "referee": "players"}, "typed"))
    _, told = play(match, ["66", "12", "36", "0 1", "33", "x", "", "٣", "9 8"])
    assert told.count("Please type open fields") == 5
    assert match.session.events[-1] == zock.Cover(0, (8, 9))


@pytest.mark.rule("R2", "R3", "R5")
def test_cups_stay_face_down_and_are_lifted_in_order() -> None:
    match = Match.new(Setup("zocknroll", NAMES[:3], people(3), {}, "typed"))
    lines = ["2", "1 2 3", "2", "5 5", "1", "1", "1", "4", "1", "1", "6", "3 2", "4 1", "6 6"]
    _, told = play(match, lines)
    assert "Pass the keyboard" not in told
    assert told.count("Still covered: Anna, Ben, Cleo and Jörg") == 1
    assert "Anna lifts: 5 5." in told
    order = [f"{name} lifts: what lies under the cup?" for name in ("Anna", "Ben", "Cleo", "Jörg")]
    assert [told.index(line) for line in order] == sorted(told.index(line) for line in order)
    lifted = [event for event in match.session.events if isinstance(event, Lift)]
    assert lifted == [Lift(0, (5, 5)), Lift(1, (3, 2)), Lift(2, (4, 1)), Lift(3, (6, 6))]
    assert "odds unknown: these dice are not told (R5)" in told


@pytest.mark.rule("R2")
def test_covered_throws_are_never_invented() -> None:
    match = Match.new(Setup("schocken", NAMES[:2], people(2), {"covered": "last"}, "typed"))
    _, told = play(match, ["2", "6 5 4", "1", "t", "2 2 1"])
    assert "Ben, throw 1: 3 dice under the cup" in told
    assert "Ben lifts: what lies under the cup?" in told
    assert "Ben lifts: 1 2 2." in told
    assert match.session.events[3:5] == [schocken.Throw(1), Lift(1, (2, 2, 1))]


def test_whoever_is_named_begins() -> None:
    match = Match.new(Setup("schocken", NAMES[:2], people(2), {}, "typed"))
    _, told = play(match, ["4", "0", "3", "1 2 3", "u", "u", "2"])
    assert told.count("Who starts?\n  1  Draw lots\n  2  Anna starts\n  3  Ben starts\n") == 2
    assert told.count("That is not one of the choices") == 2
    assert "Ben, throw 1" in told
    assert match.session.events == [schocken.Starter(0)]


def test_the_first_question_offers_the_games_and_those_that_were_saved() -> None:
    path = new_path("schocken")
    store(new_match("schocken", (PERSON, "casual")), path)
    told = io.StringIO()
    answer = ask_game(words("de"), io.StringIO("9\n4\n"), told)
    assert isinstance(answer, tuple)
    assert answer[0] == path
    assert "Weiterspielen: Schocken, Anna, Ben" in told.getvalue()
    assert "von 1 bis 4" in told.getvalue()
    assert "1 bis 4: 9\n" in told.getvalue(), "a pipe shows what it was told"
    assert ask_game(words("de"), io.StringIO("2\n"), io.StringIO()) == "zock"
    assert ask_game(words("de"), io.StringIO(""), io.StringIO()) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_plain_text(language: str) -> None:
    for game, players, options in TABLES[::3]:
        match = new_match(game, (PERSON, *("casual",) * (players - 1)), 6, **options)
        told = play(match, ["r", "q"], language)[1]
        assert " · " in told
        for markdown in ("###", "**", "`", "|--", "| "):
            assert markdown not in told


def test_hints_can_be_turned_off() -> None:
    match = new_match("schocken", (PERSON, "casual"), 5)
    told = play(match, ["1", "h", "q"])[1]
    with_hints, _, without = told.partition(words("en")("ui-hints-off"))
    assert " %" in with_hints
    assert "  1  " in without
    assert " %" not in without
