"""Shell completion."""

from __future__ import annotations

import pytest
from click.shell_completion import add_completion_class
from click.testing import CliRunner

from knobel.bots import BOTS, levels
from knobel.cli import app
from knobel.cli.completion import KnobelBashComplete
from knobel.rules import GAMES


def offered(typed: str) -> list[str]:
    """What bash would offer for the last word."""
    words = typed.split(" ")
    asking = {"_KNOBEL_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    add_completion_class(KnobelBashComplete)
    shown = CliRunner().invoke(app, [], prog_name="knobel", env=asking).output
    return [line.partition(",")[2] for line in shown.splitlines()]


@pytest.mark.parametrize("command", ["play", "rules", "simulate", "arena"])
def test_games(command: str) -> None:
    assert offered(f"knobel {command} ") == [*GAMES, *(["real-dice"] if command == "rules" else [])]
    assert offered(f"knobel {command} s") == ["schocken"]


def test_levels_of_the_game() -> None:
    assert offered("knobel arena zock ") == list(levels("zock"))
    assert offered("knobel arena zock strong ma") == ["master"]
    assert offered("knobel play zocknroll --bots ") == list(BOTS)
    assert offered("knobel play zock --bots strong,ma") == ["strong,master"]


def test_options_of_the_game() -> None:
    assert offered("knobel play zock -o va") == ["variant="]
    assert offered("knobel play schocken -o pre") == ["preset="]
    assert offered("knobel odds zock -o two") == ["two_digit="]
    assert offered("knobel play --p") == ["--players", "--plain"]


def test_values_of_an_option_are_completed_after_the_equals_sign_where_bash_splits_words() -> None:
    assert offered("knobel play zock -o variant = ") == ["basic", "A", "B", "C"]
    assert offered("knobel play schocken -o jule = y") == ["yes"]
    assert offered("knobel play zock -o variant=b") == ["basic", "B"]


def test_rule_numbers() -> None:
    assert offered("knobel rules zock K1") == ["K1", "K10"]
    assert offered("knobel rules schocken h") == ["H1", "H2", "H3", "H4"]


def test_dice_sources_and_other_choices() -> None:
    assert offered("knobel play zock --dice ") == ["system", "seeded", "typed"]
    assert offered("knobel play --lang d") == ["de"]
    assert offered("knobel coach game.json --precision q") == ["quick"]
    assert offered("knobel solve zock --objective w") == ["win"]


def test_commands() -> None:
    assert offered("knobel s") == ["serve", "solve", "simulate"]
    assert offered("knobel odds z") == ["zocknroll", "zock"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell(shell: str) -> None:
    shown = CliRunner().invoke(app, ["completion", shell]).output
    assert "_KNOBEL_COMPLETE" in shown
    assert f"{shell}_complete" in shown
