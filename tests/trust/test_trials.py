"""Every trial holds in its small size."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

import pytest

from .registry import TRIALS, Trial
from .run import run

_ELSEWHERE: Final = "pytest "
"""What begins so is collected as a test of its own."""

_HERE: Final = [trial for trial in TRIALS if not trial.ci.startswith(_ELSEWHERE)]


@pytest.mark.parametrize("trial", _HERE, ids=[trial.name for trial in _HERE])
def test_it_holds(trial: Trial) -> None:
    held, said = run(trial.ci, workers=1)
    assert held, said


def test_each_has_a_name_of_its_own_and_can_be_run() -> None:
    assert len({trial.name for trial in TRIALS}) == len(TRIALS)
    for trial in TRIALS:
        for command in (trial.ci, *trial.full):
            assert find_spec(command.split()[0]) is not None, command
