"""The smoke test of an installation: it covers every command, works with the present versions, and notices failures."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from packaging.version import Version
from supply.minimum import minima
from supply.shipped import ROOT

from knobel.cli import app
from supply import smoke

SLOW = ("knobel prepare", "knobel solve", "knobel simulate", "knobel arena", "knobel coach")
"""They compile kernels; other tests run them with the present versions."""


def test_every_command_is_covered() -> None:
    import click

    assert smoke.commands_covered() == set(app.list_commands(click.Context(app)))


def test_every_example_that_needs_no_extra_is_covered() -> None:
    examples = {path.stem for path in (ROOT / "examples").glob("*.py")}
    research = {path.stem for path in (ROOT / "examples").glob("*.py") if "knobel.research" in path.read_text("utf-8")}
    assert {*smoke.EXAMPLES} == examples - research


def test_the_fast_steps_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path / "home"))
    for name, step in smoke.steps(tmp_path):
        if not name.startswith((*SLOW, "knobel play (terminal)", "examples")):
            step()


def test_a_command_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(smoke, "steps", lambda _: [("bad", lambda: smoke.knobel("rules", "chess"))])
    assert smoke.main() == 1
    assert "bad: FAILED: Failed: exit status 2" in capsys.readouterr().out


def test_a_traceback_on_a_good_exit_is_noticed() -> None:
    code = "import traceback\nprint('fine')\ntry: 1/0\nexcept ZeroDivisionError: traceback.print_exc()"
    with pytest.raises(smoke.Failed, match="ZeroDivisionError"):
        smoke.run([sys.executable, "-c", code])


def test_the_lock_of_the_lowest_versions_pins_the_lower_bounds() -> None:
    text = (ROOT / "requirements/minimum.txt").read_text("utf-8")
    pinned = {name: Version(number) for name, number in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)}
    lower = {each.name.replace(".", "-"): each.specifier for each in minima()}
    assert lower
    assert {name for name, bound in lower.items() if pinned[name] not in bound} == set()
