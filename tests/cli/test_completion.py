"""What the shell offers when somebody presses Tab."""

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
    assert offered(f"knobel {command} ") == list(GAMES)
    assert offered(f"knobel {command} s") == ["schocken"]


def test_levels_of_the_game() -> None:
    assert offered("knobel arena zock ") == list(levels("zock"))
    assert offered("knobel arena zock strong ma") == ["master"]
    assert offered("knobel play zocknroll --bots ") == list(BOTS)
    assert offered("knobel play zock --bots strong,ma") == ["strong,master"]
