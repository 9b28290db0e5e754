"""`knobel solve schocken`, asked as a player would."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from knobel.cli.solve import app
from knobel.rules.errors import KnobelError
from knobel.rules.schocken import Options
from knobel.solve.schocken.sources import solved
from knobel.solve.schocken.two import game_risks, half_table


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Tables that are solved here are kept away from those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KNOBEL_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def ask(*arguments: str, language: str = "en") -> str:
    environment = {"KNOBEL_LANG": language, "COLUMNS": "80"}
    answer = CliRunner().invoke(app, ("schocken", *arguments), env=environment, catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def data(*arguments: str) -> Any:
    """The answer as JSON, which has to be one line."""
    line, nothing = ask(*arguments, "--json").split("\n")
    assert nothing == ""
    return msgspec.json.decode(line)


def test_a_fresh_game() -> None:
    risk = half_table(Options()).risk(13, 0)
    expected = {"half": [risk, 1 - risk], "game": list(game_risks(Options()))}
    assert data() == expected
    assert data("--players", "2", "--ties", "order") == expected
    assert data("--stones", "0,0") == expected
    assert data("--ties", "throws_then_order") != expected
    assert data("--length", "half") == {"half": expected["half"]}


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        (("--preset", "pub"), Options(stones=4, sixes=True, hand_only=True, covered="last")),
        (("--preset", "pub", "--no-sixes"), Options(stones=4, hand_only=True, covered="last")),
        (("--kept-dice", "stay", "--covered", "none"), Options(stones=4, kept_dice="stay", covered="none")),
        (("--general-beats-schock2", "--jule"), Options(stones=4, general_beats_schock2=True, jule=True)),
    ],
)
def test_stones_under_house_rules(asked: tuple[str, ...], options: Options) -> None:
    """All stones of the game are those of the players and of the middle."""
    half = half_table(options)
    for own, other, middle in ((1, 2, 1), (0, 3, 1), (1, 3, 0)):
        risk = half.risk(middle, own)
        assert data("--stones", f"{own},{other}", "--middle", str(middle), *asked) == {"half": [risk, 1 - risk]}
    assert data("--middle", "4", *asked)["game"] == list(game_risks(options))


def test_without_a_middle_the_rest_of_thirteen_lies_there() -> None:
    assert data("--stones", "5,6") == data("--stones", "5 6", "--middle", "2")


def test_three_players() -> None:
    first, half = solved(Options(stones=1), 3, "first"), solved(Options(stones=1), 3, "half")
    found = data("--players", "3", "--middle", "1")
    assert found["half"] == pytest.approx(half.value(1, (0, 0, 0)).tolist(), abs=1e-15)
    assert found["game"] == pytest.approx(first.value(1, (0, 0, 0)).tolist(), abs=1e-15)
    assert found.keys() == {"half", "game"}, "it is exact"
    two = data("--stones", "1,2", "--middle", "0")["half"]
    assert data("--players", "3", "--stones", "1,0,2", "--middle", "0")["half"] == pytest.approx([two[0], 0, two[1]])


def test_many_players_are_approximated() -> None:
    found = data("--players", "6", "--middle", "5")
    assert found["exact"] is False
    for risks in found["half"], found["game"]:
        assert sum(risks) == pytest.approx(1, abs=0.003), "no more digits than the error allows"
        assert risks == [round(risk, 3) for risk in risks]
        assert min(risks) == risks[0], "who begins is better off"
    assert "An approximation" in ask("--players", "6", "--middle", "5")
    assert "Eine Näherung" in ask("--players", "6", "--stones", "1,1,1,0,0,0", "--middle", "2", language="de")


def test_the_half_of_five_is_called_exact() -> None:
    said = " ".join(ask("--players", "5").split())
    assert "The half is exact. The game is an approximation" in said
    assert "not solved exactly" not in said


def test_to_read() -> None:
    english, german = ask(), ask("--stones", "3,4", "--middle", "1", language="de")
    assert "2 players, 13 stones in the middle" in english
    begins = f"{100 * data()['half'][0]:.4f} %", f"{100 * data()['game'][0]:.4f} %"
    assert re.search(rf"Starts +0 +{re.escape(begins[0])} +{re.escape(begins[1])}", english)
    assert "ein Stein in der Mitte" in german
    assert re.search(r"Wirft als Nummer 2 +4 +\d\d,\d{4} %", german)
    assert "Verliert das Spiel" not in german, "only a fresh game has a chance to lose it"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("--players 3 --stones 1,2", "give the stones of 3 players, such as 3,3,3"),
        ("--players 3 --stones 0,6,7", "cannot be out of the half"),
        ("--players 25", "for 2 to 24 players"),
        ("--players 1", "for 2 to 24 players"),
        ("--stones 1,2,3", "give the stones of 2 players, such as 3,3"),
        ("--stones 1,-2", "give the stones of 2 players"),
        ("--stones 7,7", "fewer than no stones"),
        ("--middle -1", "fewer than no stones"),
        ("--stones 13,0", "has lost the half already"),
        ("--middle 0", "at least one stone"),
        ("--stones 5,,8", "give the stones of 2 players"),
        ("--middle 101", "up to 100 stones"),
        ("--ties never", "ties must be one of"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(asked: str, sentence: str) -> None:
    with pytest.raises(KnobelError, match=sentence):
        ask(*asked.split())


def test_many_stones_show_how_far_it_is() -> None:
    arguments = ("schocken", "--middle", "41", "--json")
    answer = CliRunner().invoke(app, arguments, env={"KNOBEL_LANG": "en"}, catch_exceptions=False)
    assert "solving the half" in answer.stderr
    again = CliRunner().invoke(app, arguments, env={"KNOBEL_LANG": "en"}, catch_exceptions=False)
    assert again.stdout == answer.stdout
    assert not again.stderr
