"""`knobel prepare`: afterwards no first call compiles anything, and it is done once for the same sources."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from benchmarks.first_calls import calls
from click.testing import CliRunner

from knobel.cli import app

command: Any = import_module("knobel.cli.prepare")  # the module, since the command in it has the same name


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done = list[str]()
    monkeypatch.setattr(command, "STEPS", {"1": lambda: done.append("one"), "2": lambda: done.append("two")})
    return done


@pytest.mark.usefixtures("kernels")
def test_it_is_done_once(steps: list[str]) -> None:
    runner = CliRunner()
    assert not command.is_prepared()
    assert "as quickly as all others" in runner.invoke(app, ["prepare", "--lang", "en"]).stdout
    assert command.is_prepared()
    assert "already" in runner.invoke(app, ["prepare", "--lang", "en"]).stdout
    assert steps == ["one", "two"]
    runner.invoke(app, ["prepare", "--again"])
    assert steps == ["one", "two"] * 2


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("changed", ["version", "sources"])
def test_it_is_done_again_for_other_versions(steps: list[str], changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command.compile_all()
    assert command.is_prepared()
    if changed == "version":
        monkeypatch.setattr("importlib.metadata.version", lambda _: "0.0")
    else:
        monkeypatch.setattr(Path, "read_bytes", lambda _: b"other sources")
    assert not command.is_prepared()
    assert steps == ["one", "two"]


def test_without_a_writable_folder_it_does_not_fail(
    kernels: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (kernels / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kernels / "file"))
    command.compile_all()
    assert steps == ["one", "two"]
    assert not command.is_prepared()


@pytest.mark.usefixtures("kernels")
def test_the_background_process_is_started_unless_done_or_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    started = list[list[str]]()

    def start(arguments: list[str], **_: object) -> None:
        started.append(arguments)

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setenv(command.SWITCH, "off")
    command.in_background()
    assert not started
    monkeypatch.delenv(command.SWITCH)
    command.in_background()
    assert len(started) == 1
    monkeypatch.setattr(command, "STEPS", {})
    command.compile_all()
    command.in_background()
    assert len(started) == 1


@pytest.mark.usefixtures("kernels")
def test_only_one_background_process_works(steps: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0)

    def second() -> None:
        if len(steps) == 1:
            command.compile_quietly()  # another process, as the lock is per open file

    monkeypatch.setattr(command, "STEPS", {"1": lambda: steps.append("one"), "2": second})
    command.compile_quietly()
    assert steps == ["one"]
    assert command.is_prepared()


def test_no_first_call_of_zock_compiles_after_it(kernels: Path, tmp_path: Path) -> None:
    """`python -m benchmarks.first_calls` checks the same for all games, which takes minutes."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(kernels), "KNOBEL_DATA": str(tmp_path / "data")}

    def run(arguments: list[str]) -> None:
        done = subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    run(["-c", "from knobel.cli.prepare import STEPS; [STEPS[name]() for name in STEPS if ' zock,' in f'{name},']"])
    prepared = set(kernels.rglob("*.nbc"))
    assert prepared
    for label, arguments in calls(tmp_path):
        if "zock" in label.replace("zocknroll", ""):
            run(arguments)
            new = set(kernels.rglob("*.nbc")) - prepared
            assert not new, f"{label} compiles {sorted(path.name for path in new)}"
