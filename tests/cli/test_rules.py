"""`knobel rules`."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner

from knobel import cli
from knobel.rules import GAMES
from knobel.words import LANGUAGES
from knobel.words.rulebook import rulebook


def run(*arguments: str, **environment: str) -> str:
    outcome = CliRunner(env={"COLUMNS": "80", **environment}).invoke(cli.app, ["rules", *arguments])
    assert outcome.exit_code == 0, outcome.output
    return outcome.stdout


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_page_is_shown(game: str, language: str) -> None:
    shown = run(game, "--lang", language)
    for number in rulebook(game, language).rules:
        assert f"\n{number} · " in shown
    assert "###" not in shown


def test_page_begins_with_the_summary() -> None:
    before, rules = run("zock", "--lang", "en").split("\nK1 · ", 1)
    assert "\nIn one minute\n\n1. You each have nine open fields" in before
    assert rules


def test_lines_stay_readable_on_a_wide_terminal() -> None:
    assert max(map(len, run("schocken", COLUMNS="300").splitlines())) <= 100


def test_one_rule_by_its_number() -> None:
    shown = run("zocknroll", "n7", "--lang", "en")
    assert shown.startswith("N7 · Dropping")
    assert "N8" not in shown


@pytest.mark.parametrize("book", ["real-dice", "Real_Dice", "zock", "schocken"])
def test_rules_of_real_dice_are_found_by_number(book: str) -> None:
    shown = run(book, "r3", "--lang", "en")
    assert shown.startswith("R3 · Lifting a cup")
    assert "R4" not in shown


def test_real_dice_have_a_page() -> None:
    assert all(f"\nR{number} · " in run("real-dice", "--lang", "de") for number in range(1, 8))


def test_language_comes_from_the_environment() -> None:
    assert run("zock", "K1", KNOBEL_LANG="de").startswith("K1 · Spieler und Material")
    assert run("zock", "K1", KNOBEL_LANG="en").startswith("K1 · Players and material")


@pytest.mark.parametrize("game", GAMES)
def test_rules_as_json(game: str) -> None:
    shown = json.loads(run(game, "--lang", "de", "--json"))
    assert shown == {"game": game, "language": "de", "rules": rulebook(game, "de").rules}


def test_one_rule_as_json() -> None:
    shown = json.loads(run("schocken", "h4", "--lang", "en", "--json"))
    assert shown["rules"] == {"H4": rulebook("schocken", "en").rules["H4"]}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["poker"], "the game must be one of zocknroll, zock, schocken, not 'poker'"),
        (["zock", "K11"], "zock has no rule 'K11'; it has K1, K2"),
    ],
)
def test_what_is_unknown_is_one_sentence_and_exit_code_2(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["knobel", "rules", *arguments])
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    shown = capsys.readouterr()
    assert exit_.value.code == 2
    assert sentence in shown.err
    assert shown.out == ""
