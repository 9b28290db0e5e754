"""Every trial holds in its small size, and those that consist of usual tests name tests that there are."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from trials.groups import GROUPS
from trials.registry import GROUP, TRIALS, Trial
from trials.run import run

_ROOT: Final = Path(__file__).parents[2]

_HERE: Final = [trial for trial in TRIALS if not trial.ci.startswith(GROUP)]
"""The others are collected as tests of their own."""


@pytest.mark.parametrize("trial", _HERE, ids=[trial.name for trial in _HERE])
def test_it_holds(trial: Trial) -> None:
    if trial.needs is not None and find_spec(trial.needs) is None:
        pytest.skip(f"there is no {trial.needs} in this environment")
    verdict, said = run(trial.ci, workers=1)
    assert verdict == "held", said


def test_each_has_a_name_of_its_own_and_can_be_run() -> None:
    assert len({trial.name for trial in TRIALS}) == len(TRIALS)
    for trial in TRIALS:
        for command in (trial.ci, *trial.full):
            module, name = (*command.split(), "")[:2]
            assert find_spec(f"trials.{name}.trial" if module == "trials" else module) is not None, command


def test_groups_name_tests_that_make_test_runs() -> None:
    places = [place for group in GROUPS.values() for about in group.values() for place in about]
    for place in places:
        file, _, test = place.partition("::")
        assert file.startswith("tests/")
        assert re.search(rf"^(async )?def {test or 'test_'}", (_ROOT / file).read_text("utf-8"), re.MULTILINE), place


def test_every_group_is_part_of_a_trial() -> None:
    commands = [command for trial in TRIALS for command in (trial.ci, *trial.full) if command.startswith(GROUP)]
    assert {command.removeprefix(GROUP).split()[0] for command in commands} == set(GROUPS)


@pytest.mark.parametrize(("code", "verdict"), [(0, "held"), (1, "FAILED"), (3, "NOT DONE"), (-9, "FAILED")])
def test_how_a_trial_ended_is_told(code: int, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)" if code < 0 else f"raise SystemExit({code})"
    (tmp_path / "ending.py").write_text(f"print('so far', flush=True)\n{ends}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert run("ending", workers=1) == (verdict, "so far")
