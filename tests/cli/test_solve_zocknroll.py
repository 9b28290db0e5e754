"""`knobel solve zocknroll`, asked as a player would."""

from __future__ import annotations

import re
import sys
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from knobel import cli
from knobel.cli.solve import app
from knobel.forms import position
from knobel.rules import zock
from knobel.rules.errors import KnobelError
from knobel.rules.zocknroll import GAME, Cups, Drop, Event, Options, Starter, State, Stay, White
from knobel.solve.zocknroll.policy import stays
from knobel.solve.zocknroll.solver import assess, turn_policy


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What is worked out here is kept away from the tables of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KNOBEL_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def ask(*arguments: str, language: str = "en") -> str:
    environment = {"KNOBEL_LANG": language, "COLUMNS": "80"}
    answer = CliRunner().invoke(app, ("zocknroll", *arguments), env=environment, catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def data(*arguments: str) -> Any:
    """The answer as JSON, which has to be one line."""
    line, nothing = ask(*arguments, "--json").split("\n")
    assert nothing == ""
    return msgspec.json.decode(line)


def played(options: Options, *events: Event) -> State:
    """Four players, after these events."""
    state = GAME.start(options, 4)
    for event in events:
        state = GAME.play(state, event)
    return state


BEGIN = (Starter(3), Cups(((3, 3), (1, 2), (4, 4), (5, 6))), White((1, 5, 5)))
STATE = played(Options(first_to_decide="left_of_starter"), *BEGIN, Drop(0, "two_pairs"), Stay(1))
"""Seat 2 decides next, and should do both now and then."""


@pytest.mark.parametrize(
    ("asked", "options", "players"),
    [
        ("", Options(), 4),
        ("--players 3 --board basic", Options(), 3),
        ("--players 3 --no-jorg-counts", Options(jorg_counts=False), 3),
        ("--players 5 --first-to-decide left_of_starter", Options(first_to_decide="left_of_starter"), 5),
        ("--players 3 --board pro --royal-pairs six_alike", Options(board="pro", royal_pairs="six_alike"), 3),
    ],
)
def test_a_turn(asked: str, options: Options, players: int) -> None:
    found = assess(options, players)
    assert data(*asked.split()) == {"values": list(found.values), "exploitability": found.exploitability}


def test_with_many_players_the_error_is_told() -> None:
    found = data("--players", "9")
    assert set(found) == {"values", "exploitability", "error"}
    told = re.search(r"more than (\S+) ± (\S+) points", ask("--players", "9"))
    assert told is not None
    assert [float(number) for number in told.groups()] == pytest.approx(
        [found["exploitability"], found["error"]], abs=1e-6
    )


def test_to_read() -> None:
    english, german = ask("--players", "3"), ask("--board", "pro", language="de")
    values = assess(Options(), 3).values
    assert "3 players" in english
    assert [f"{value:.4f}" for value in values] == re.findall(r" (\d\.\d{4}) *$", english, re.MULTILINE)
    assert re.search(r"No player gains more than 0\.000\d\d\d points a turn", english)
    assert "Other equilibria exist" in english
    first = f"{assess(Options(board='pro'), 4).values[0]:.4f}".replace(".", ",")
    assert re.search(rf"Startspieler +{first} *\n Links davon +4,\d{{4}} *\n 2 Plätze weiter", german)
    assert re.search(r"Kein Spieler gewinnt mehr als 0,000\d\d\d Punkte je Durchgang", german)


def test_a_position() -> None:
    chance = stays(turn_policy(STATE.options, 4), STATE, 2)
    assert 0.1 < chance < 0.9
    expected = {"seat": 2, "stay": chance, "drop": 1 - chance}
    assert data("--position", position(STATE)) == expected
    assert data("--position", position(GAME.view(STATE, 2))) == expected, "the own cup is enough"
    english, german = (ask("--position", position(STATE), language=language) for language in ("en", "de"))
    assert re.search(rf"{100 * chance:.2f} %  stay\n +{100 - 100 * chance:.2f} %  drop", english)
    assert "Platz 2 entscheidet" in german
    assert re.search(r",\d\d %  weiterzocken\n", german)


@pytest.mark.parametrize("asked", [("--players", "12"), ("--position", position(STATE))], ids=["turn", "position"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_answers_to_read_fit_80_columns(asked: tuple[str, ...], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from knobel.solve.zocknroll import solver

    twelve = solver.Assessment((4.5,) * 12, 0.012345, 0.000123)
    monkeypatch.setattr(solver, "assess", lambda *_: twelve)
    lines = ask(*asked, language=language).splitlines()
    assert len(lines) >= 3
    assert max(map(len, lines)) <= 80


WRONG = [
    (("--players", "2"), "zocknroll is for 3 to 12 players, not 2 (N1)"),
    (("--players", "13"), "zocknroll is for 3 to 12 players, not 13 (N1)"),
    (("--board", "huge"), "board must be one of basic, pro (N2)"),
    (("--first-to-decide", "last"), "first_to_decide must be one of starter, left_of_starter (N6)"),
    (("--royal-pairs", "kings"), "royal_pairs must be one of 456, consecutive, six_alike (N15)"),
    (("--position", position(STATE), "--players", "4"), "a position already has its options and players"),
    (("--position", position(STATE), "--no-jorg-counts"), "a position already has its options and players"),
    (("--position", position(zock.State(zock.Options()))), "this is a position of another game than zocknroll"),
    (
        ("--position", position(played(Options(), *BEGIN[:2]))),
        "no player has to drop or stay in this position (N6)",
    ),
    (
        ("--position", position(GAME.view(STATE, 0))),
        "the cup of seat 2 is hidden, so how often it stays is not known (N5)",
    ),
]


@pytest.mark.parametrize(("question", "sentence"), WRONG, ids=lambda value: "" if isinstance(value, str) else value[1])
def test_bad_questions_get_one_sentence(question: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(KnobelError) as refused:
        ask(*question)
    assert str(refused.value) == sentence


def test_the_program_ends_with_two(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    question, sentence = WRONG[-1]
    monkeypatch.setattr(sys, "argv", ["knobel", "solve", "zocknroll", *question])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr() == ("", f"knobel: {sentence}\n")
