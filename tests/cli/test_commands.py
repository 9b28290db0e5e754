"""What all commands have in common: where they write, how they end, and how they are called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from knobel.cli import app

RECORD = Path(__file__).parents[2] / "examples" / "evening.json"
KNOBEL = [sys.executable, "-m", "knobel"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["rules", "zock"],
        ["rules", "zock", "--json"],
        ["replay", str(RECORD)],
        ["odds", "zock"],
        ["play", "zock", "--watch", "--bots", "random,random", "-o", "games=1"],
    ],
)
def test_an_answer_that_cannot_be_written_is_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    environment = {**os.environ, "KNOBEL_DATA": str(tmp_path)}
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*KNOBEL, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment
        )
    assert ended.stderr == "knobel: the output cannot be written: No space left on device\n"
    assert ended.returncode == 2


@pytest.mark.parametrize("arguments", [["rules", "zocknroll"], ["replay", str(RECORD)], ["--version"]])
def test_a_reader_who_has_seen_enough_ends_it_quietly(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([*KNOBEL, *arguments], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (1, "")


def test_the_module_is_the_program() -> None:
    ended = subprocess.run([*KNOBEL, "--version"], capture_output=True, text=True, check=False)
    assert ended.stdout.startswith("knobel ")


@pytest.mark.parametrize(
    "arguments",
    [["rules", "ZOCK", "K1"], ["odds", "Zock"], ["solve", "Zock", "--help"], ["simulate", "ZOCK", "-g", "1"]],
)
def test_names_of_games_may_be_written_in_capitals(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 0


def test_help_says_what_comes_without_a_command() -> None:
    told = CliRunner().invoke(app, ["--help"]).stdout
    assert "Without a command the table opens in the browser." in told
